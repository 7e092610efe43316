/** An office: its console over TLS on the network, accounts by the command line, and what another computer is told and refused. */
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signInHeader } from '../../shared/contract/people.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { networkAddress } from '../network-address.ts';
import { patience } from '../patience.ts';
import { command, endAll, served, temporaryFolder } from './perito.ts';

const secret = 'clave-de-prueba-de-ana';
const address = networkAddress();
const { authority, issue } = certificateFolder();
const root = authority('Raíz de prueba');
const own = issue('consola', { by: root });
const tls = ['--tls-cert', own.cert, '--tls-key', own.key, '--console-host', '0.0.0.0'];
let running: Awaited<ReturnType<typeof served>>;
let dataDir: string;
const accounts = (...given: string[]) => command(['accounts', ...given, '--data', dataDir]);
const luisFields = {
  ...{ id: null, name: 'Luis Prueba', email: 'luis@prueba.example' },
  ...{ role: 'adjuster', verdictLimit: null },
};
const token = { ana: '', luis: '' };

/** As another computer calls. */
async function call(
  path: string,
  headers: Record<string, string> = {},
  body: unknown = undefined,
  { consoleUrl }: { consoleUrl: string } = running.ready,
) {
  const method = body === undefined ? 'GET' : 'POST';
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    body: string;
  }>();
  const sent = request(
    {
      ...{ host: address, port: new URL(consoleUrl).port, path, method, ca: readFileSync(root.cert) },
      ...{ servername: 'localhost', checkServerIdentity: () => undefined },
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    },
    (answer) =>
      void text(answer).then(
        (said) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: said }),
        reject,
      ),
  );
  sent.on('error', reject).end(body === undefined ? '' : JSON.stringify({ json: body }));
  return promise;
}
async function ask(procedure: string, input: unknown = {}, signIn?: string) {
  const { status, body, headers } = await call(
    `/rpc/${procedure.replaceAll('.', '/')}`,
    signIn === undefined ? {} : { [signInHeader]: signIn },
    input,
  );
  return { status, headers, json: body === '' ? undefined : JSON.parse(body).json };
}

/** Opens a stream of changes. */
async function listened(signIn: string) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = { 'content-type': 'application/json', [signInHeader]: signIn };
  const place = { host: address, port: new URL(running.ready.consoleUrl).port, path: '/rpc/changes' };
  const trust = {
    ca: readFileSync(root.cert),
    servername: 'localhost',
    checkServerIdentity: () => undefined,
  };
  request({ ...place, ...trust, method: 'POST', headers }, resolve).end('{"json":{}}');
  const answer = await promise;
  let said = '';
  answer.on('data', (part) => {
    said += part;
  });
  return { said: () => said, ended: once(answer, 'end') };
}

beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  const invited = await accounts(
    'invite',
    '--name',
    'Ana Prueba',
    '--url',
    'https://perito.prueba.example:8651',
  );
  const said = JSON.parse(invited.lines[0] ?? '{}');
  expect(said).toMatchObject({ ok: true, name: 'Ana Prueba', role: 'administrator' });
  expect(said.link).toBe(`https://perito.prueba.example:8651/#/invitation/${said.token}`);
  running = await served([...tls, '--data', dataDir]);
  const accepted = await ask('people.acceptInvitation', { token: said.token, secret });
  token.ana = accepted.json.token;
});
afterAll(endAll);

test('a stranger is shown the page and nothing else', async () => {
  expect((await call('/')).status).toBe(200);
  expect(await ask('people.me')).toMatchObject({ status: 200, json: { state: 'signedOut', person: null } });
  expect((await ask('people.choices')).json).toEqual({ people: [] });
  for (const procedure of ['status.get', 'records.list', 'people.list', 'settings.get', 'changes'])
    expect([procedure, (await ask(procedure)).status]).toEqual([procedure, 401]);
  expect((await call('/attachments/1/original')).status).toBe(401);
  expect((await call('/exports/00000000-0000-4000-8000-000000000000/download')).status).toBe(401);
  expect(await call('/archive/abc/')).toMatchObject({ status: 302, headers: { location: '/' } });
  expect((await call('/archive/abc/rpc/records/list', {}, {})).status).toBe(401);
  expect(await call('/secret/abc')).toMatchObject({ status: 302 });
});

test('a stranger has what asks for a role refused without its content, and little of the rest is read', async () => {
  const port = Number(new URL(running.ready.consoleUrl).port);
  for (const more of ['', `${signInHeader}: ${'A'.repeat(43)}\r\n`]) {
    const socket = connect({ host: address, port, ca: readFileSync(root.cert), servername: 'localhost' });
    socket.write(
      `POST /rpc/records/list HTTP/1.1\r\nHost: ${address}:${port}\r\n${more}Content-Length: 1048576\r\n\r\n`,
    );
    const said = await text(socket);
    expect(said).toMatch(/^HTTP\/1\.1 401 /);
    expect(said).toMatch(/\r\nconnection: close\r\n/i);
    expect(said).toContain('"reason":"signedOut"');
  }
  const long = { who: 'Ana Prueba', secret: 'x'.repeat(32 * 1024) };
  expect((await ask('people.signIn', long)).status).toBe(413);
  expect((await ask('records.list', { long }, token.ana)).status).toBe(200);
});

test('whoever signs in is known by their account, and the log says from where', async () => {
  const ana = await ask('people.me', {}, token.ana);
  expect(ana.json).toMatchObject({ state: 'signedIn', isOffice: true, person: { name: 'Ana Prueba' } });
  const { json } = await ask('people.save', luisFields, token.ana);
  const invited = await ask('people.invite', { id: json.id }, token.ana);
  const short = { token: invited.json.token, secret: '482915' };
  expect(await ask('people.acceptInvitation', short)).toMatchObject({
    status: 409,
    json: { code: 'TOO_SHORT' },
  });
  expect((await ask('people.invitation', { token: invited.json.token })).json).toMatchObject({
    name: 'Luis Prueba',
  });
  expect((await ask('people.acceptInvitation', { token: invited.json.token, secret })).status).toBe(200);
  expect((await ask('people.invitation', { token: invited.json.token })).status).toBe(410);
  const entered = await ask('people.signIn', { who: 'luis@prueba.example', secret });
  token.luis = entered.json.token;
  const { signIns } = (await ask('people.signIns', { personId: json.id }, token.luis)).json;
  expect(signIns).toMatchObject([
    { address, isOwn: true },
    { address, isOwn: false },
  ]);
  const log = (await ask('audit.list', { limit: 20 }, token.ana)).json;
  expect(JSON.stringify(log)).toContain(address);
  expect(JSON.stringify(log)).not.toContain(secret);
});

test("what is another's is an administrator's", async () => {
  const people = (await ask('people.list', {}, token.ana)).json.people;
  const ana = people.find(({ name }: { name: string }) => name === 'Ana Prueba').id;
  const [ofAna] = (await ask('people.signIns', { personId: ana }, token.ana)).json.signIns;
  for (const [procedure, input] of [
    ['people.signIns', { personId: null }],
    ['people.signIns', { personId: ana }],
    ['people.endSignIn', { id: ofAna.id }],
    ['people.signOutEverywhere', { id: ana }],
    ['people.invite', { id: ana }],
    ['people.release', { id: ana }],
  ] as const)
    expect([procedure, (await ask(procedure, input, token.luis)).status]).toEqual([procedure, 403]);
  expect((await ask('people.signIns', { personId: null }, token.ana)).json.signIns).toHaveLength(3);
  expect((await ask('people.me', {}, token.ana)).json.state).toBe('signedIn');
});

test('a stream of changes ends with its sign-in, and tells nothing after it', async () => {
  const entered = await ask('people.signIn', { who: 'Luis Prueba', secret });
  const heard = await listened(entered.json.token);
  await vi.waitUntil(() => heard.said().includes('status'), patience);
  const luis = entered.json.me.person.id;
  await ask('people.lock', {}, entered.json.token);
  await heard.ended;
  const again = await ask('people.signIn', { who: 'Luis Prueba', secret });
  const other = await listened(again.json.token);
  await vi.waitUntil(() => other.said().includes('status'), patience);
  // What the signing in changed is told a moment later.
  let before = '';
  await vi.waitUntil(
    () => {
      const isQuiet = other.said() === before;
      before = other.said();
      return isQuiet;
    },
    { ...patience, interval: 500 },
  );
  await ask('people.signOutEverywhere', { id: luis }, token.ana);
  await other.ended;
  expect(other.said().slice(before.length)).not.toContain('topic');
  token.luis = (await ask('people.signIn', { who: 'Luis Prueba', secret })).json.token;
});

test('who only reads puts no archive on the computer', async () => {
  const fields = { ...luisFields, name: 'Rosa Prueba', email: '', role: 'reader' };
  const { id } = (await ask('people.save', fields, token.ana)).json;
  const invited = await ask('people.invite', { id }, token.ana);
  const rosa = await ask('people.acceptInvitation', { token: invited.json.token, secret });
  const upload = (signIn: string) =>
    call('/archives?name=x', { 'content-type': 'application/octet-stream', [signInHeader]: signIn }, 'x');
  expect((await upload(rosa.json.token)).status).toBe(403);
  expect((await upload(token.luis)).status).toBe(201);
  await ask('people.end', { id }, token.ana);
});

test('images follow the sign-in of their browser, by a cookie that no call is made with', async () => {
  const { headers } = await ask('people.me', {}, token.luis);
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const bare = cookie.split(';')[0] ?? '';
  // There is no such file, which is told to who is signed in alone.
  expect((await call('/attachments/1/original', { cookie: bare })).status).toBe(404);
  expect((await call('/rpc/records/list', { cookie: bare }, {})).status).toBe(401);
  const other = { cookie: bare.replace(/=.*/, `=${'A'.repeat(43)}`) };
  expect((await call('/attachments/1/original', other)).status).toBe(401);
  const out = await call('/rpc/people/signOut', { [signInHeader]: token.luis, cookie: bare }, {});
  expect([out.headers['set-cookie'] ?? []].flat()[0]).toContain('Max-Age=0');
  expect((await call('/attachments/1/original', { cookie: bare })).status).toBe(401);
});

test('nobody from elsewhere says where they call from, or calls by another name or from another page', async () => {
  const claimed = { 'perito-address': '127.0.0.1', 'perito-agent': 'x' };
  const entered = await call('/rpc/people/signIn', claimed, { who: 'Luis Prueba', secret });
  const { signIns } = (await ask('people.signIns', { personId: null }, token.ana)).json;
  expect(entered.status).toBe(200);
  expect(signIns.every((one: { address: string | null }) => one.address === address)).toBe(true);
  expect((await call('/', { host: 'perito.otro.example' })).status).toBe(421);
  expect((await call('/rpc/people/me', { origin: 'https://otro.example' }, {})).status).toBe(403);
  expect((await call('/rpc/people/me', { authorization: 'Bearer otra' }, {})).status).toBe(401);
});

test('the token of this computer opens no account', async () => {
  const { consoleToken } = running.ready;
  const bearer = { authorization: `Bearer ${consoleToken}` };
  expect((await call('/rpc/records/list', bearer, {})).status).toBe(401);
  expect((await call('/rpc/records/list', { ...bearer, [signInHeader]: token.ana }, {})).status).toBe(200);
});

test('accounts are listed, signed out and let go by the command line once Perito has ended', async () => {
  expect(await accounts('list')).toMatchObject({ code: 1, lines: [] });
  running.child.kill('SIGTERM');
  await running.ended;
  const listed = (await accounts('list')).lines.map((line) => JSON.parse(line));
  expect(listed).toMatchObject([
    { name: 'Ana Prueba', role: 'administrator', hasSecret: true, lockedOutUntil: null },
    { name: 'Luis Prueba', role: 'adjuster', hasSecret: true },
  ]);
  expect(JSON.parse((await accounts('sign-out', '--name', 'ana prueba')).lines[0] ?? '')).toMatchObject({
    ended: 1,
  });
  expect((await accounts('release', '--name', 'Luis Prueba')).code).toBe(0);
  expect(await accounts('release', '--name', 'Nadie')).toMatchObject({ code: 1, lines: [] });
  for (const given of [
    [],
    ['list', '--name', 'Ana'],
    ['invite'],
    ['release', '--name', 'Ana', '--url', 'https://a.example'],
    ['invite', '--name', 'Eva', '--url', 'http://a.example'],
    ['invite', '--name', 'Eva', '--role', 'jefe'],
    ['invite', '--name', 'Eva', '--email', 'eva'],
    ['invite', '--name', 'Ana Prueba', '--role', 'reader'],
  ])
    expect([given, (await accounts(...given)).code]).toEqual([given, 2]);
});

test('without an engine nobody from elsewhere repairs anything; whoever has the token of this computer does', async () => {
  const ill = join(temporaryFolder(), 'data');
  await command(['accounts', 'invite', '--name', 'Ana Prueba', '--data', ill]);
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(ill, `perito.db${suffix}`), { force: true });
  rmSync(join(ill, 'journal.db'), { force: true });
  writeFileSync(join(ill, 'journal.db'), 'no es una base de datos');
  const { ready } = await served([...tls, '--data', ill]);
  expect(ready.ready).toBe(false);
  const path = '/rpc/recovery/folder';
  expect((await call(path, {}, {}, ready)).status).toBe(503);
  const bearer = { authorization: `Bearer ${ready.consoleToken}` };
  expect((await call(path, bearer, {}, ready)).status).toBe(200);
});
