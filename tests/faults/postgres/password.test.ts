/** A server that asks for a password: what every command has it from, and what a service does until it finds one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { databaseToEnter } from '../../../main/engine/database-password.ts';
import { perito, temporaryFolder } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { certificateFolder } from '../../engine/receiver/certificates.ts';
import { addressOf, Cluster, withPostgres } from './cluster.ts';
import { Engine, patience } from './office.ts';

const limit = { timeout: 600_000 };
const password = 'clave-de-esta-prueba';
const serve = ['serve', '--console-port', '0', '--receiver-port', '0'];

/** Data with one order on a server that asks for a password since. */
async function openAsking() {
  const cluster = await Cluster.open();
  const database = addressOf(cluster.port);
  const engine = await Engine.make(database);
  engine.start();
  await engine.leads();
  expect(await engine.deliver(purchaseOrder(1))).toMatchObject({ status: 200 });
  await engine.end();
  await cluster.setPassword(password);
  return { cluster, database, dataDir: engine.dataDir };
}

withPostgres(
  'the credential of the service is taken by every command, and what is set counts over it',
  limit,
  async () => {
    const { dataDir } = await openAsking();
    const credentials = temporaryFolder();
    writeFileSync(join(credentials, 'database-password'), `${password}\n`);
    const commands = [
      ['verify', '--data', dataDir],
      ['backup', '--data', dataDir, '--to', temporaryFolder()],
      ['accounts', 'invite', '--data', dataDir, '--name', 'Ana Prueba', '--url', 'https://perito.example'],
    ];
    for (const given of commands) {
      const without = await perito(given).ended;
      expect([without.code, `${without.errors}${without.lines.join('')}`]).toEqual([
        1,
        expect.stringContaining('asks for a password'),
      ]);
      const taken = await perito(given, { CREDENTIALS_DIRECTORY: credentials }).ended;
      expect([given[0], taken.code, taken.errors]).toEqual([given[0], 0, expect.any(String)]);
    }
    const [verify = []] = commands;
    const set = await perito(verify, { CREDENTIALS_DIRECTORY: credentials, PGPASSWORD: 'otra' }).ended;
    expect(set).toMatchObject({ code: 1, errors: expect.stringContaining('refuses Perito') });
    const unreadable = temporaryFolder();
    mkdirSync(join(unreadable, 'database-password'));
    const refused = await perito(verify, { CREDENTIALS_DIRECTORY: unreadable }).ended;
    expect(refused).toMatchObject({
      code: 2,
      errors: expect.stringContaining('The credential "database-password" is no plain file.'),
    });
  },
);

withPostgres(
  'it waits for the password with its console open, and goes on by itself once a file has it',
  limit,
  async () => {
    const { dataDir } = await openAsking();
    const file = join(temporaryFolder(), 'pgpass');
    const environment = { PGPASSFILE: file, PERITO_LOG_LEVEL: 'silent' };
    const waiting = perito([...serve, '--data', dataDir], environment);
    expect(JSON.parse(await waiting.firstLine)).toMatchObject({ ready: false, problem: 'notAccessible' });
    writeFileSync(file, `127.0.0.1:*:perito:perito:${password}\n`, { mode: 0o600 });
    await expect.poll(() => waiting.lines.length, { timeout: patience }).toBe(2);
    expect(JSON.parse(waiting.lines[1] ?? '')).toMatchObject({ ready: true });
    expect(waiting.errors()).not.toContain(password);
    waiting.child.kill('SIGTERM');
    expect(await waiting.ended).toMatchObject({ code: 0 });
  },
);

withPostgres(
  'while it waits a server may go away, and nothing ends; one that is there is asked whether it takes a password',
  limit,
  async () => {
    const { cluster, dataDir } = await openAsking();
    const waiting = perito([...serve, '--data', dataDir], { PERITO_LOG_LEVEL: 'silent' });
    const { consoleUrl, consoleToken } = JSON.parse(await waiting.firstLine);
    const call = async (procedure: string) => {
      const headers = { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' };
      const response = await fetch(`${consoleUrl}/rpc/${procedure}`, { method: 'POST', headers, body: '{}' });
      return (await response.json()).json;
    };
    const fault = async () => (await call('status/get')).data.fault.code;
    expect(await fault()).toBe('noPassword');
    const database = databaseToEnter(dataDir);
    if (database === null) throw new Error('It is not on a server.');
    expect(database.name).toBe(`perito@127.0.0.1:${cluster.port}/perito`);
    expect(await database.tryPassword('otra')).toBe('refused');
    expect(await database.tryPassword(password)).toBe('taken');

    await cluster.stop('fast');
    expect(await database.tryPassword(password)).toBe('untried');
    await call('recovery/tryAgain');
    await expect.poll(fault, { timeout: patience }).toBe('noAnswer');
    // What no password would put right asks for none.
    expect(await call('recovery/collectPassword')).toBeNull();

    // What is wrong with a server that has let somebody in is told once it is worked with.
    await cluster.start(['fsync=off']);
    expect(await database.tryPassword('otra')).toBe('refused');
    expect(await database.tryPassword(password)).toBe('taken');
    await call('recovery/tryAgain');
    await expect.poll(fault, { timeout: patience }).toBe('noPassword');
    expect(await call('recovery/collectPassword')).toMatchObject({ way: 'page' });
    waiting.child.kill('SIGTERM');
    expect(await waiting.ended).toMatchObject({ code: 0 });
  },
);

withPostgres(
  'in an office, where nobody could give it at a screen, it ends and says why',
  limit,
  async () => {
    const { dataDir } = await openAsking();
    const { authority, issue } = certificateFolder();
    const { cert, key } = issue('console', { by: authority('Perito Test CA of a console') });
    const beyond = ['--console-host', '0.0.0.0', '--console-tls-cert', cert, '--console-tls-key', key];
    const office = perito([...serve, '--data', dataDir, ...beyond]);
    const { code, errors, lines } = await office.ended;
    expect([code, lines, errors]).toEqual([1, [], expect.stringContaining('asks for a password')]);
  },
);
