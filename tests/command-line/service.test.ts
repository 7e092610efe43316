import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { takeDatabasePassword, withCredentials } from '../../main/command-line/credentials.ts';
import { cli } from '../built-program.ts';
import { command, endAll, served, temporaryFolder } from './perito.ts';

afterAll(endAll);

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;
const key = 'mercado@prueba.example:una-clave-del-servicio';

/** A socket as systemd's, which Node cannot open: what comes there, a list of assignments each. */
async function notifySocket(): Promise<{ path: string; told: string[] }> {
  const path = join(temporaryFolder(), 'notify');
  const listen = `import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print('bound', flush=True)
while True:
    message, fds, _, _ = socket.recv_fds(s, 4096, 4)
    for fd in fds: os.close(fd)
    print(message.decode().replace(chr(10), ' '), flush=True)`;
  const listener = spawn('python3', ['-c', listen, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void listener.kill());
  const told: string[] = [];
  const lines = createInterface({ input: listener.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => told.push(line));
  return { path, told };
}

test.skipIf(!has('systemd-notify') || !has('python3'))(
  'as a service of systemd it has its keys of files, says that it is ready, alive and ending, and how urgent a line is',
  async () => {
    const credentials = temporaryFolder();
    writeFileSync(join(credentials, 'receiver-keys'), `${key}\nsegundo@prueba.example:otra\n`, {
      mode: 0o400,
    });
    const { path, told } = await notifySocket();
    const marked = 'JOURNAL_STREAM=$(stat -Lc %d:%i /dev/stderr) exec "$0" "$@"';
    const running = await served(
      [],
      { NOTIFY_SOCKET: path, WATCHDOG_USEC: '400000', CREDENTIALS_DIRECTORY: credentials },
      ['sh', '-c', marked, process.execPath, cli],
    );
    const { receiverUrl, consoleUrl } = running.ready;
    await expect.poll(() => told).toContain('WATCHDOG=1');
    expect(told.find((line) => line.startsWith('READY='))).toBe(`READY=1 STATUS=Receives on ${receiverUrl}.`);

    const headers = { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' };
    const send = () => fetch(`${receiverUrl}/PurchaseOrders`, { method: 'POST', headers, body: '{}' });
    expect((await send()).status).toBe(400);
    const health = await fetch(`${consoleUrl}/health`);
    expect([health.status, await health.json()]).toEqual([
      200,
      { receiving: true, state: 'listening', since: expect.stringMatching(/^\d{4}-.*Z$/) },
    ]);
    expect(running.errors()).toMatch(/^<6>\{"level":30,.*The receiver listens/m);
    expect(running.errors() + readFileSync(`/proc/${running.child.pid}/environ`)).not.toContain('una-clave');

    running.child.kill('SIGTERM');
    expect((await running.ended).code).toBe(0);
    await expect.poll(() => told).toContain('STOPPING=1');
  },
);

test('health says why nothing is received, to this machine alone', async () => {
  const { ready } = await served();
  const health = await fetch(`${ready.consoleUrl}/health`);
  expect([health.status, await health.json()]).toMatchObject([503, { receiving: false, state: 'noKey' }]);
  const elsewhere = await fetch(`${ready.consoleUrl}/health`, { headers: { origin: 'http://otro.example' } });
  expect(elsewhere.status).toBe(403);
  expect((await fetch(`${ready.consoleUrl}/health`, { method: 'POST' })).status).toBe(405);
  const port = new URL(ready.consoleUrl).port;
  const given = ['--data', join(temporaryFolder(), 'data'), '--receiver-port', '0', '--console-port', port];
  expect(await command(['serve', ...given])).toMatchObject({ code: 69, lines: [] });
});

test('a credential that is no plain file, or too long, is refused by its name; a variable counts over a file', () => {
  const folder = temporaryFolder();
  const environment = { CREDENTIALS_DIRECTORY: folder };
  expect(withCredentials(environment)).toEqual(environment);
  writeFileSync(join(folder, 'platform-key'), 'a@prueba.example:secreto\r\n');
  chmodSync(join(folder, 'platform-key'), 0o400);
  expect(withCredentials(environment)).toEqual({
    ...environment,
    PERITO_PLATFORM_KEY: 'a@prueba.example:secreto',
  });
  expect(withCredentials({ ...environment, PERITO_PLATFORM_KEY: 'b:c' })).toMatchObject({
    PERITO_PLATFORM_KEY: 'b:c',
  });
  writeFileSync(join(folder, 'receiver-keys'), 'x'.repeat(65_537));
  expect(() => withCredentials(environment)).toThrow('The credential "receiver-keys" is longer than 64 KiB.');
  mkdirSync(join(folder, 'archive-key'));
  expect(() => withCredentials({ ...environment, PERITO_RECEIVER_KEYS: key })).toThrow(
    'The credential "archive-key" is no plain file.',
  );
});

test.skipIf(!has('systemd-analyze'))(
  'the unit of systemd is hardened to an exposure of less than 2 of 10',
  () => {
    const unit = 'docs/service/perito.service';
    const said = execFileSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const exposure = Number(/Overall exposure level for perito\.service: ([\d.]+)/.exec(said)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThan(2);
    // What would start again where it cannot help.
    expect(readFileSync(unit, 'utf8')).toContain('RestartPreventExitStatus=2 77\n');
  },
);

test('the password of the database comes as a credential, and a variable counts over it', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'database-password'), 'una-clave de prueba\n');
  const environment: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: folder };
  takeDatabasePassword(environment);
  expect(environment['PGPASSWORD']).toBe('una-clave de prueba');
  const given: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: folder, PGPASSWORD: 'otra' };
  takeDatabasePassword(given);
  expect(given['PGPASSWORD']).toBe('otra');
  const none: NodeJS.ProcessEnv = { CREDENTIALS_DIRECTORY: temporaryFolder() };
  takeDatabasePassword(none);
  expect(none['PGPASSWORD']).toBeUndefined();
});
