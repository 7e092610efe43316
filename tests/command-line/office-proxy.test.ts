/** An office behind a reverse proxy of the same computer: who calls is whom a named proxy calls for, and nobody else is "here" through one. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { signInHeader } from '../../shared/contract/people.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { freePort } from '../free-port.ts';
import { isThere, startCaddy, startNginx } from '../real-proxy.ts';
import { command, endAll, served, temporaryFolder } from './perito.ts';

const secret = 'clave-de-prueba-de-ana';
const name = 'perito.office.example';
const { issue } = certificateFolder();
const own = issue('consola', { names: [`DNS:${name}`, 'DNS:localhost', 'IP:127.0.0.1'] });
const tls = ['--console-tls-cert', own.cert, '--console-tls-key', own.key];
let behind: Awaited<ReturnType<typeof served>>['ready'];
let direct: typeof behind;

const answered = z.looseObject({
  code: z.string().optional(),
  token: z.string().optional(),
  me: z.looseObject({ person: z.looseObject({ id: z.number() }).nullable() }).optional(),
  signIns: z.array(z.looseObject({ isOwn: z.boolean(), address: z.string().nullable() })).optional(),
});
type Answered = z.infer<typeof answered> | null;

interface Asked {
  port: number;
  from: string;
  host?: string;
  headers?: Record<string, string>;
}

/** As the browser of a desk calls; each desk is another address of this computer. */
async function ask(
  { port, from, host = `localhost:${port}`, headers = {} }: Asked,
  procedure: string,
  input: object,
) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; json: Answered }>();
  const sent = request(
    {
      ...{ host: '127.0.0.1', port, localAddress: from, agent: false, rejectUnauthorized: false },
      ...{ method: 'POST', path: `/rpc/${procedure.replaceAll('.', '/')}`, servername: name },
      headers: { host, origin: `https://${host}`, 'content-type': 'application/json', ...headers },
    },
    (answer) =>
      void text(answer).then((said) => {
        const isCall = answer.headers['content-type'] === 'application/json';
        const json = isCall ? answered.parse(JSON.parse(said).json) : null;
        resolve({ status: answer.statusCode ?? 0, json });
      }, reject),
  );
  sent.on('error', reject).end(JSON.stringify({ json: input }));
  return promise;
}

/** From where the list of sign-ins says that one of Ana came, which began so; null of this computer itself. */
async function addressOfSignIn(asked: Asked): Promise<string | null> {
  const entered = await ask(asked, 'people.signIn', { who: 'Ana Prueba', secret });
  expect(entered).toMatchObject({ status: 200 });
  const headers = { ...asked.headers, [signInHeader]: entered.json?.token ?? '' };
  const personId = entered.json?.me?.person?.id ?? 0;
  const listed = await ask({ ...asked, headers }, 'people.signIns', { personId });
  const found = listed.json?.signIns?.find(({ isOwn }) => isOwn);
  if (found === undefined) throw new Error('The sign-in is not listed.');
  return found.address;
}

async function office(...given: string[]) {
  const data = ['--data', join(temporaryFolder(), 'data')];
  const invited = await command(['accounts', 'invite', '--name', 'Ana Prueba', ...data]);
  const { ready } = await served([...tls, ...given, ...data]);
  const { token } = JSON.parse(invited.lines[0] ?? '{}');
  const port = Number(new URL(ready.consoleUrl).port);
  expect(await ask({ port, from: '127.0.0.1' }, 'people.acceptInvitation', { token, secret })).toMatchObject({
    status: 200,
  });
  return ready;
}

const portOf = ({ consoleUrl }: { consoleUrl: string }) => Number(new URL(consoleUrl).port);

beforeAll(async () => {
  behind = await office('--console-host', '127.0.0.1', '--console-trusted-proxy', '127.0.0.1');
  direct = await office('--console-host', '0.0.0.0');
});
afterAll(endAll);

/** The site of the documentation, with the ports and files of this test. */
const site = (file: string, listen: number, console: number) =>
  readFileSync(new URL(`../../docs/service/${file}`, import.meta.url), 'utf8')
    .replaceAll('/etc/perito-console/console.pem', own.cert)
    .replaceAll('/etc/perito-console/console-key.pem', own.key)
    .replace('127.0.0.1:8651', `127.0.0.1:${console}`)
    .replace('listen 443', `listen ${listen}`)
    .replace(`\n${name} {`, `\n${name}:${listen} {`);

const proxies = [
  ['nginx', '-v', 'nginx-office.conf', startNginx],
  ['caddy', 'version', 'Caddyfile-office', startCaddy],
] as const;

for (const [program, option, file, start] of proxies)
  test.runIf(isThere(program, option))(
    `behind a real ${program} by its site of the documentation, each desk is known by its own address, whatever it says of itself`,
    async () => {
      const port = await freePort();
      await start(site(file, port, portOf(behind)), { port, servername: name });
      const desk = { port, from: '127.0.0.2', host: `${name}:${port}` };
      expect(await addressOfSignIn(desk)).toBe('127.0.0.2');
      const claiming = { ...desk, from: '127.0.0.3', headers: { 'x-forwarded-for': '127.0.0.1' } };
      expect(await addressOfSignIn(claiming)).toBe('127.0.0.3');
      // The name is still that of the certificate, and the page that of the console.
      expect((await ask({ ...desk, host: `otra.example:${port}` }, 'people.me', {})).json).toBeNull();
      const elsewhere = { ...desk, headers: { origin: 'https://otra.example' } };
      expect((await ask(elsewhere, 'people.me', {})).status).toBe(403);
    },
  );

test('behind a named proxy, guesses from one desk slow that desk, and the others come in', async () => {
  const desk = (from: string) => ({
    port: portOf(behind),
    from: '127.0.0.1',
    headers: { 'x-forwarded-for': from },
  });
  let guesses = 0;
  let code: string | undefined = 'WRONG_SECRET';
  // The first pauses may be shorter than a guess takes on a busy machine.
  for (; code === 'WRONG_SECRET' && guesses < 40; guesses += 1)
    code = (await ask(desk('192.0.2.66'), 'people.signIn', { who: `nadie ${guesses}`, secret })).json?.code;
  expect(code).toBe('TOO_MANY_TRIES');
  expect(guesses).toBeGreaterThan(20);
  expect(await addressOfSignIn(desk('192.0.2.67'))).toBe('192.0.2.67');
});

test.each([
  ['its word, and its last one alone', { 'x-forwarded-for': '127.0.0.1, 192.0.2.7' }, '192.0.2.7'],
  ['itself, where it says nothing', {}, '127.0.0.1'],
  ['itself, where it says what is no address', { 'x-forwarded-for': 'aqui' }, '127.0.0.1'],
] as const)('of a named proxy is taken %s', async (_, headers, address) => {
  expect(await addressOfSignIn({ port: portOf(behind), from: '127.0.0.1', headers })).toBe(address);
});

test.each([
  ['X-Forwarded-For', { 'x-forwarded-for': '192.0.2.7' }],
  ['Forwarded', { forwarded: 'for=192.0.2.7' }],
  ['Via', { via: '1.1 proxy' }],
  ['X-Real-IP', { 'x-real-ip': '192.0.2.7' }],
])(
  'what a proxy that nobody named passes on is not "here", by its %s, and is not believed',
  async (_, headers) => {
    const asked = { port: portOf(direct), from: '127.0.0.1' };
    expect(await addressOfSignIn(asked)).toBeNull();
    expect(await addressOfSignIn({ ...asked, headers })).toBe('127.0.0.1');
  },
);

test.runIf(isThere('nginx', '-v'))('an nginx that was told nothing passes on nobody as "here"', async () => {
  const port = await freePort();
  await startNginx(
    `server { listen ${port} ssl; ssl_certificate ${own.cert}; ssl_certificate_key ${own.key};
      location / { proxy_pass https://127.0.0.1:${portOf(direct)}; } }`,
    { port, servername: name },
  );
  const asked = { port, from: '127.0.0.2', headers: { origin: `https://127.0.0.1:${portOf(direct)}` } };
  expect(await addressOfSignIn(asked)).toBe('127.0.0.1');
});
