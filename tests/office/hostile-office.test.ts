/** An office that is none, or means harm: nothing is sent to the wrong one, and what the right one says is bounded. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { readOfficeAddress } from '../../main/office/address.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { contractHeader, contractVersion } from '../../shared/contract/version.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { answerAsOffice } from './hostile-office.ts';
import { connectOffice, memoryKeychain, pageOf, stateOf } from './served-office.ts';

const { issue } = certificateFolder();
const own = issue('consola');
const other = issue('otra');
const fingerprintOf = ({ cert }: { cert: string }) => new X509Certificate(readFileSync(cert)).fingerprint256;
const compared = { by: 'person', fingerprint: fingerprintOf(own) } as const;
const token = 'T'.repeat(43);
const name = 'N'.repeat(43);

/** Somebody was signed in when the program ended. */
function keptSignIn(origin: string) {
  const secrets = memoryKeychain();
  secrets.kept.set(`office-sign-in:${origin}`, `${name} ${token}`);
  return secrets;
}

test.each([
  ['https://perito.prueba.example:8651', { origin: 'https://perito.prueba.example:8651' }],
  ['https://perito.prueba.example:8651/', { origin: 'https://perito.prueba.example:8651' }],
  ['perito.prueba.example', { origin: 'https://perito.prueba.example:8651' }],
  ['perito.prueba.example:443', { origin: 'https://perito.prueba.example' }],
  ['https://perito.prueba.example', { origin: 'https://perito.prueba.example' }],
  ['https://[2001:db8::1]:8651', { origin: 'https://[2001:db8::1]:8651' }],
  ['http://127.0.0.1:8651', { origin: 'http://127.0.0.1:8651' }],
  ['http://[::1]:8651', { origin: 'http://[::1]:8651' }],
  ['http://localhost:8651', { origin: 'http://localhost:8651' }],
  ['http://perito.prueba.example:8651', { refused: 'notSecure' }],
  ['http://127.0.0.1.prueba.example', { refused: 'notSecure' }],
  ['https://ana:clave@perito.prueba.example', { refused: 'tooMuch' }],
  ['https://perito.prueba.example/rpc', { refused: 'tooMuch' }],
  ['https://perito.prueba.example/?a=1', { refused: 'tooMuch' }],
  ['https://perito.prueba.example/#/invitation/x', { refused: 'tooMuch' }],
  ['file:///etc/passwd', { refused: 'noAddress' }],
  ['javascript://perito', { refused: 'noAddress' }],
  ['', { refused: 'noAddress' }],
  ['https://', { refused: 'noAddress' }],
])('the address %s is read as what it is', (given, read) => {
  expect(readOfficeAddress(given)).toEqual(read);
});

test('to another certificate than the one that was compared nothing is sent, no token either, until it is the old one again', async () => {
  const impostor = await answerAsOffice(other, (_request, response) => response.end('{}'), {
    isAlsoAsked: true,
  });
  const { origin, port } = impostor;
  const { office } = connectOffice(origin, { known: compared, secrets: keptSignIn(origin) });
  const { client } = pageOf(office, name);
  await expect(client.people.me()).rejects.toMatchObject({ status: 503 });
  const { trouble } = await stateOf(office, (state) => state.trouble !== null);
  expect(trouble).toMatchObject({
    code: 'otherCertificate',
    known: compared.fingerprint,
    certificate: { fingerprint: fingerprintOf(other) },
  });
  expect(impostor.connections()).toBeGreaterThan(0);
  expect(impostor.asked).toEqual([]);
  await impostor.close();
  const real = await answerAsOffice(own, (_request, response) => response.end('{}'), { port });
  await stateOf(office, ({ isConnected }) => isConnected);
  expect(real.asked.map(({ url }) => url)).toEqual(['/health']);
  expect(real.asked[0]?.headers).not.toHaveProperty(signInHeader);
});

test('where an authority vouched for it once, a certificate that nobody vouches for is refused as another', async () => {
  const { origin } = await answerAsOffice(own, () => {});
  const { office } = connectOffice(origin, { known: { by: 'authority' } });
  const { trouble } = await stateOf(office, (state) => state.trouble !== null);
  expect(trouble).toMatchObject({ code: 'otherCertificate', known: null });
});

test('a certificate of another name is shown as that, although its authority is trusted', async () => {
  const elsewhere = issue('lejos', { names: ['DNS:lejos.prueba.example'] });
  const { origin } = await answerAsOffice(elsewhere, () => {});
  const { office } = connectOffice(origin, { ca: [readFileSync(elsewhere.cert, 'utf8')] });
  const { trouble } = await stateOf(office, (state) => state.trouble !== null);
  expect(trouble).toMatchObject({ code: 'newCertificate', certificate: { fault: 'name' } });
});

const versions: [string, RequestListener, object][] = [
  [
    'an office of no version',
    (_, response) => response.setHeader(contractHeader, 'newest').end('{}'),
    { code: 'notPerito' },
  ],
  [
    'a newer office',
    (_, response) => response.setHeader(contractHeader, contractVersion + 1).end('{}'),
    { code: 'officeNewer' },
  ],
  [
    'another server',
    (_, response) => response.removeHeader(contractHeader) ?? response.end('hello'),
    { code: 'notPerito' },
  ],
  [
    'one that leads elsewhere',
    (_, response) => response.writeHead(302, { location: 'https://otra.prueba.example/' }).end(),
    { code: 'notPerito', status: 302 },
  ],
  ['one of other names', (_, response) => response.writeHead(421).end(), { code: 'otherName' }],
  [
    'one with an endless head',
    (_, response) => response.setHeader('x-long', 'a'.repeat(40_000)).end('{}'),
    { code: 'unreachable' },
  ],
];
test.each(versions)('%s is told as what it is', async (_name, answer, expected) => {
  const { origin } = await answerAsOffice(own, answer, { isAlsoAsked: true });
  const { office } = connectOffice(origin, { known: compared, secrets: keptSignIn(origin) });
  const { trouble } = await stateOf(office, (state) => state.trouble !== null);
  expect(trouble).toMatchObject(expected);
});

test('a redirect of a call is followed nowhere, and the token goes nowhere with it', async () => {
  const lure = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(lure, 'listening');
  onTestFinished(() => void lure.close());
  let lured = 0;
  lure.on('request', () => {
    lured += 1;
  });
  const address = lure.address();
  const location = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const { origin } = await answerAsOffice(own, (_request, response) =>
    response.writeHead(307, { location }).end(),
  );
  const { office } = connectOffice(origin, { known: compared, secrets: keptSignIn(origin) });
  await expect(pageOf(office, name).client.people.me()).rejects.toMatchObject({ status: 503 });
  expect(lured).toBe(0);
});

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
const endless: [string, RequestListener][] = [
  [
    'an answer without end',
    (_, response) => {
      response.writeHead(200, json);
      const more = () => {
        while (response.write('[1,'.repeat(100_000)));
      };
      response.on('drain', more);
      more();
    },
  ],
  [
    'an answer of HTML',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>'),
  ],
  ['an answer that is no JSON', (_, response) => response.writeHead(200, json).end('{"json":')],
  [
    'an answer that is cut',
    (_, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"json":', () => response.destroy());
    },
  ],
];
test.each(endless)('%s is an office that is away, and no memory', async (_name, answer) => {
  const { origin } = await answerAsOffice(own, answer);
  const { office } = connectOffice(origin, { known: compared });
  await stateOf(office, ({ isConnected }) => isConnected);
  const before = process.memoryUsage().rss;
  await expect(pageOf(office).client.status.get()).rejects.toMatchObject({ status: 503 });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
});

test('an event without end ends its stream', async () => {
  const { origin } = await answerAsOffice(own, (_request, response) => {
    response.writeHead(200, stream);
    const more = () => {
      while (response.write(`data: ${'1'.repeat(100_000)}`));
    };
    response.on('drain', more);
    more();
  });
  const { office } = connectOffice(origin, { known: compared });
  await stateOf(office, ({ isConnected }) => isConnected);
  const { client } = pageOf(office);
  const changes = async () => {
    for await (const _change of await client.changes());
  };
  await expect(changes()).rejects.toThrow();
});

const files: [string, Record<string, string>, object][] = [
  [
    'a photo',
    { 'content-type': 'image/jpeg', etag: '"abc"' },
    { 'content-type': 'image/jpeg', etag: '"abc"' },
  ],
  ['a page', { 'content-type': 'text/html' }, { 'content-type': 'application/octet-stream' }],
  [
    'a drawing with scripts',
    { 'content-type': 'image/svg+xml' },
    { 'content-type': 'application/octet-stream' },
  ],
  [
    'a file to save, by a name that leads elsewhere',
    {
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="x"; filename*=UTF-8\'\'..%2F..%2Ffoto.jpg.exe',
    },
    {
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('filename="_.._foto_jpg.exe"'),
    },
  ],
];
test.each(files)(
  'what the office says is %s is shown or saved by the rules of this program',
  async (_name, said, kept) => {
    const { origin, asked } = await answerAsOffice(own, (_request, response) =>
      response
        .writeHead(200, {
          ...said,
          'set-cookie': 'a=b',
          'content-security-policy': "default-src *; script-src 'unsafe-inline'",
          'access-control-allow-origin': '*',
          refresh: '0; url=https://otra.prueba.example/',
        })
        .end('bytes'),
    );
    const { office } = connectOffice(origin, { known: compared, secrets: keptSignIn(origin) });
    const url = new URL('app://perito/attachments/7/original?v=0123456789abcdef&x=1');
    const found = await office.file({ method: 'GET', url, header: () => null });
    if (found === null || found.body === null || typeof found.body === 'string') throw new Error('no file');
    expect(await text(found.body)).toBe('bytes');
    expect(found.headers).toMatchObject({
      ...kept,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    for (const header of ['set-cookie', 'access-control-allow-origin', 'refresh'])
      expect(found.headers).not.toHaveProperty(header);
    expect(asked.at(-1)).toMatchObject({
      url: '/attachments/7/original?v=0123456789abcdef',
      headers: { [signInHeader]: token },
    });
  },
);

test('a path that is no file of the console is asked of nobody', async () => {
  const { origin, asked } = await answerAsOffice(own, (_request, response) => response.end());
  const { office } = connectOffice(origin, { known: compared });
  await stateOf(office, ({ isConnected }) => isConnected);
  for (const path of [
    '/attachments/7/../../secret/x',
    '/exports/1/original',
    '/secret/x',
    '//otra.prueba.example/',
  ])
    expect(
      await office.file({ method: 'GET', url: new URL(path, 'app://perito/'), header: () => null }),
    ).toBeNull();
  expect(asked.map(({ url }) => url)).toEqual(['/health']);
});

test('an office that does not answer is asked again by itself, and at once by whoever asks for it', async () => {
  const gone = await answerAsOffice(own, (_request, response) => response.end());
  await gone.close();
  const { office, page } = connectOffice(gone.origin, { known: compared });
  const { client } = page();
  expect(await client.office.retry()).toMatchObject({
    isConnected: false,
    trouble: { code: 'unreachable', detail: 'ECONNREFUSED' },
  });
  await expect(client.people.me()).rejects.toMatchObject({ status: 503 });
  const seen: boolean[] = [];
  const follow = (async () => {
    for await (const { isConnected } of await client.office.follow()) {
      seen.push(isConnected);
      if (isConnected) return;
    }
  })();
  await answerAsOffice(own, (_request, response) => response.end(), { port: gone.port });
  await stateOf(office, ({ isConnected }) => isConnected);
  await follow;
  expect(seen.at(0)).toBe(false);
});

test('leaving forgets the sign-in on this computer', async () => {
  const { origin } = await answerAsOffice(own, (_request, response) => response.end());
  const secrets = keptSignIn(origin);
  const { page, kept } = connectOffice(origin, { known: compared, secrets });
  await page().client.office.leave();
  expect(kept.hasLeft).toBe(true);
  expect(secrets.kept.size).toBe(0);
});
