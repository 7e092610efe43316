/** The standby of the guides: made, made anew, promoted by its commands, and the server that was lost brought back beside it. */
import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { certificateFolder, type Issued } from '../../engine/receiver/certificates.ts';
import { shellBlock } from '../../guides.ts';
import { networkAddress } from '../../network-address.ts';
import { hasCluster } from './cluster.ts';
import { GuidedComputer } from './guided.ts';

const { authority, issue } = certificateFolder();
const own = authority('autoridad');
const password = 'clave-de-la-replica';
const poll = { timeout: 120_000 };

test.skipIf(!hasCluster)(
  'by the commands of the guide a standby follows, answers alone once it is promoted, and the lost server follows it and takes its place again',
  { timeout: 600_000 },
  async () => {
    // The other language gives the same.
    const guide = 'office';
    const [second, first] = ['second', 'db1'];
    const address = networkAddress();
    const computers = [await GuidedComputer.open(address), await GuidedComputer.open(address)] as const;
    const [one, two] = computers;
    const names = ['db', 'db2'].map((name) => `DNS:${name}.${guide}.example`);
    const certificates: Issued[] = [
      issue(`db-${guide}`, { by: own, names: names.slice(0, 1) }),
      issue(`db2-${guide}`, { by: own, names }),
    ];
    for (const [index, computer] of computers.entries()) {
      const { cert = '', key = '' } = certificates[index] ?? {};
      const files = { [cert]: 'db.pem', [key]: 'db-key.pem', [own.cert]: 'office-ca.pem' };
      for (const [file, name] of Object.entries(files)) copyFileSync(file, computer.at(name));
      computer.give(shellBlock(guide, 'hostssl perito perito'));
    }
    const letIn = shellBlock(guide, 'createuser --replication');
    one.give(letIn);
    two.give(letIn.replace(/^.*createuser.*$/m, ''));
    await one.ask(`ALTER ROLE replicator PASSWORD '${password}'`);

    /** Whoever makes it is asked for the password, and types it. */
    const make = (name: string, on: GuidedComputer, from: GuidedComputer) =>
      on.give(shellBlock(guide, 'pg_basebackup', `-S ${name}`), {
        from,
        environment: { PGPASSWORD: password },
      });
    const states = (on: GuidedComputer) =>
      on.ask('SELECT application_name AS name, sync_state AS state FROM pg_stat_replication');
    const wait = async (on: GuidedComputer, name: string) => {
      on.give(shellBlock(guide, `ANY 1 (${name})`));
      await expect.poll(() => states(on), poll).toEqual([{ name, state: 'quorum' }]);
    };
    make(second, two, one);
    await expect.poll(() => states(one), poll).toEqual([{ name: second, state: 'async' }]);
    await wait(one, second);
    // As one that was left behind: it has from the first whom that waits for, which is itself.
    two.give('sudo systemctl stop postgresql');
    one.give(`sudo -u postgres psql -c "SELECT pg_drop_replication_slot('${second}')"`);
    make(second, two, one);
    await wait(one, second);
    await one.ask('CREATE TABLE answered AS SELECT 1 AS number');

    one.lose();
    const promote = shellBlock(guide, 'pg_promote()');
    expect(two.give(promote)).toContain('t');
    await two.ask('INSERT INTO answered VALUES (2)');

    make(first, one, two);
    await expect.poll(() => states(two), poll).toEqual([{ name: first, state: 'async' }]);
    await wait(two, first);
    await two.ask('INSERT INTO answered VALUES (3)');
    two.lose();
    one.give(promote);
    await one.ask('INSERT INTO answered VALUES (4)');
    expect(await one.ask('SELECT number FROM answered ORDER BY number')).toEqual(
      [1, 2, 3, 4].map((number) => ({ number })),
    );
  },
);
