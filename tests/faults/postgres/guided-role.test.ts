/** Role and database of the container of PostgreSQL, by the script that it is given. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { command, perito, temporaryFolder } from '../../command-line/perito.ts';
import { documentText } from '../../guides.ts';
import { hasCluster } from './cluster.ts';
import { GuidedComputer } from './guided.ts';

test.skipIf(!hasCluster)(
  "the script of the container makes a role that is no superuser, and a database in which Perito begins by the password of the server's secret",
  { timeout: 600_000 },
  async () => {
    const computer = await GuidedComputer.open();
    const secret = computer.at('perito-role-password');
    const password = "clave con ' y $(nada)";
    writeFileSync(secret, `${password}\n`);
    const script = documentText('service/postgres-role.sh');
    computer.give(script.replaceAll('/run/secrets/perito-role-password', secret), {
      environment: { POSTGRES_USER: 'postgres' },
    });
    expect(
      await computer.ask(`SELECT rolsuper, rolcanlogin, pg_has_role(oid, 'pg_read_all_stats', 'usage') AS reads
        FROM pg_roles WHERE rolname = 'perito'`),
    ).toEqual([{ rolsuper: false, rolcanlogin: true, reads: true }]);
    const hba = computer.at('hba.conf');
    writeFileSync(hba, `host all perito 127.0.0.1/32 scram-sha-256\n${readFileSync(hba, 'utf8')}`);
    computer.give('sudo systemctl reload postgresql');
    const dataDir = join(temporaryFolder(), 'data');
    await command(['accounts', 'invite', '--data', dataDir, '--name', 'Ana Prueba']);
    const database = `postgresql://perito@127.0.0.1:${computer.port}/perito`;
    const move = (given: string) =>
      perito(['move', '--data', dataDir, '--to', database], { PGPASSWORD: given }).ended;
    expect((await move('otra')).errors).toContain('password');
    expect(await move(password)).toMatchObject({ code: 0 });
  },
);
