/**
 * A database server that is called over the network: Perito asks it for a certificate that holds, and has the password from its
 * environment or a file.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { perito, temporaryFolder } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { certificateFolder, type Issued } from '../../engine/receiver/certificates.ts';
import { networkAddress } from '../../network-address.ts';
import { addressFrom, Cluster, withPostgres } from './cluster.ts';
import { Engine, patience } from './office.ts';

const limit = { timeout: 600_000 };
const password = 'clave-de-esta-prueba';
const { authority, issue } = certificateFolder();

/** A server that is called by an address of the network, and what Perito needs for it but the password. */
async function openAway() {
  const address = networkAddress();
  const own = authority('Perito Test CA of a database');
  const certificate = issue('database', { by: own, names: [`IP:${address}`] });
  const cluster = await Cluster.open({ network: { address, certificate } });
  await cluster.ask(`ALTER ROLE perito PASSWORD '${password}'`);
  return {
    ...{ cluster, own, certificate, database: addressFrom(address, cluster), address },
    trusted: { NODE_EXTRA_CA_CERTS: own.cert },
  };
}

const entriesOf = async (cluster: Cluster): Promise<number> =>
  (await cluster.ask<{ entries: number }>('SELECT count(*)::int AS entries FROM entry'))[0]?.entries ?? 0;

withPostgres(
  'an order is acknowledged over TLS by a password; where the certificate does not hold meanwhile nothing is, until it does again',
  limit,
  async () => {
    const { cluster, own, certificate, database, address, trusted } = await openAway();
    const engine = await Engine.make(database, { ...trusted, PGPASSWORD: password });
    engine.start();
    await engine.leads();
    expect(await engine.deliver(purchaseOrder(1))).toMatchObject({ status: 200 });
    const connections = await cluster.ask(
      `SELECT DISTINCT s.ssl, host(a.client_addr) AS "from" FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)
        WHERE a.application_name = 'perito'`,
    );
    expect(connections).toEqual([{ ssl: true, from: address }]);

    await cluster.setCertificate(issue('elsewhere', { by: own }));
    await cluster.ask(
      `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'perito'`,
    );
    expect(await engine.deliver(purchaseOrder(2))).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    expect(await entriesOf(cluster)).toBe(1);
    await cluster.setCertificate(certificate);
    const again = async () => (await engine.deliver(purchaseOrder(2))).status;
    await expect.poll(again, { timeout: patience }).toBe(200);
    await engine.end();
  },
);

withPostgres(
  'with a wrong password, another authority, a certificate of another name, or no TLS it says so, and acknowledges nothing',
  limit,
  async () => {
    const { cluster, own, certificate, database, trusted } = await openAway();
    const first = await Engine.make(database, { ...trusted, PGPASSWORD: password });
    first.start();
    await first.leads();
    await first.deliver(purchaseOrder(1));
    await first.end();

    const right = { ...trusted, PGPASSWORD: password };
    const others = { ...right, NODE_EXTRA_CA_CERTS: authority('Perito Test CA of others').cert };
    // Names that are Perito's for its own computer are no names of a server elsewhere.
    const elsewhere = issue('local', { by: own, names: ['DNS:localhost', 'IP:127.0.0.1'] });
    const failures: [environment: Record<string, string>, shown: Issued, said: RegExp][] = [
      [{ ...trusted, PGPASSWORD: 'otra' }, certificate, /refuses Perito \(password authentication failed/],
      [trusted, certificate, /asks for a password/],
      [others, certificate, /shows a certificate that does not hold \(unable to/],
      [{ PGPASSWORD: password }, certificate, /shows a certificate that does not hold \(unable to/],
      [right, elsewhere, /does not hold \(.*does not match certificate's altnames/],
    ];
    for (const [environment, shown, said] of failures) {
      await cluster.setCertificate(shown);
      await expectRefused(database, environment, said);
    }
    await cluster.setCertificate(certificate);
    await cluster.restart('fast', ['ssl=off']);
    await expectRefused(database, right, /does not answer \(.*does not support SSL/);
    expect(await entriesOf(cluster)).toBe(1);

    await cluster.restart('fast');
    first.start();
    await first.leads();
    expect(await first.deliver(purchaseOrder(2))).toMatchObject({ status: 200 });
  },
);

/** An engine ends, and says why, before it takes anything: whoever looks after it starts it again. */
async function expectRefused(database: string, environment: Record<string, string>, said: RegExp) {
  const engine = await Engine.make(database, environment);
  engine.start();
  await expect(engine.leads()).rejects.toThrow(said);
  expect(await engine.ended()).toMatchObject({ code: 1, lines: [] });
  await expect(engine.deliver(purchaseOrder(3))).rejects.toThrow('fetch failed');
}

/** A file of passwords (libpq, 34.16) in a folder of its own. */
function passwordFile(name: string): { folder: string; file: string } {
  const folder = temporaryFolder();
  const file = join(folder, name);
  writeFileSync(file, `*:*:perito:perito:${password}\n`, { mode: 0o600 });
  return { folder, file };
}

/** An engine that has the password from a file alone acknowledges an order. */
async function openWithFile(environment: Record<string, string>) {
  const { database, trusted } = await openAway();
  const engine = await Engine.make(database, { ...trusted, ...environment });
  engine.start();
  await engine.leads();
  expect(await engine.deliver(purchaseOrder(1))).toMatchObject({ status: 200 });
  return { engine, trusted };
}

for (const [where, environmentOf] of [
  ['a file that PGPASSFILE names', () => ({ PGPASSFILE: passwordFile('passwords').file })],
  ['~/.pgpass', () => ({ HOME: passwordFile('.pgpass').folder })],
] as const) {
  withPostgres(
    `with the password in ${where} alone an order is acknowledged, and the command line makes a backup`,
    limit,
    async () => {
      const environment = environmentOf();
      const { engine, trusted } = await openWithFile(environment);
      const backup = ['backup', '--data', engine.dataDir, '--to', temporaryFolder()];
      const without = await perito(backup, trusted).ended;
      expect([without.code, without.lines.join('')]).toEqual([1, expect.stringContaining('"ok":false')]);
      const made = await perito(backup, { ...trusted, ...environment }).ended;
      expect([made.errors, made.code]).toEqual([expect.stringContaining('1 records'), 0]);
      expect(JSON.parse(made.lines[0] ?? '')).toMatchObject({ ok: true, hasDatabase: true, records: 1 });
      await engine.end();
    },
  );

  withPostgres(`with the password in ${where} alone the console makes a backup`, limit, async () => {
    const { engine } = await openWithFile(environmentOf());
    expect(await backedUpByConsole(engine, temporaryFolder())).toMatchObject({
      problem: null,
      lastFailure: null,
      lastGood: { cause: 'person', records: 1 },
    });
    await engine.end();
  });
}

type Place = Record<'lastGood' | 'lastFailure', object | null>;

/** What the console says of a place once a backup to it has come to its end, good or not. */
async function backedUpByConsole(engine: Engine, folder: string) {
  const id = crypto.randomUUID();
  await engine.call('people/rename', { name: 'Ana Prueba' });
  await engine.call('backups/configure', {
    places: [{ id, folder }],
    schedule: { isOn: false, hour: 3 },
    keep: { daily: 7, weekly: 4, monthly: 12 },
    warnAfterDays: 3,
    secondCopy: null,
  });
  await engine.call('backups/start', { placeId: id });
  const find = async () => {
    const { running, places } = await engine.call('backups/get');
    return running === null && places.find((one: Place) => one.lastGood !== null || one.lastFailure !== null);
  };
  return vi.waitUntil(find, { timeout: patience, interval: 50 });
}
