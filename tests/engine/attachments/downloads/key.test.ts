import { createServer as createTls } from 'node:tls';
import { expect, test } from 'vitest';
import { goodCertificate } from './certificates.ts';
import { openRawServer } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

const key = Buffer.from('aseguradora@prueba.example:secreto').toString('base64');
const photo = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfoto';
const platform = 'fotos.prueba.example';
const other = 'otras.prueba.example';
const names = { [platform]: [publicAddress], [other]: [publicAddress] };

/** A server that sends each request on to the next address, and the last the photo. */
async function openChain(next: (string | null)[]) {
  return openRawServer(
    (socket, _, index) => {
      const location = next[index] ?? null;
      socket.end(location === null ? photo : `HTTP/1.1 302 X\r\nLocation: ${location}\r\n\r\n`);
    },
    { address: publicAddress, make: (on) => createTls(goodCertificate, on) },
  );
}

/** Which of the requests had the key. */
const withKey = (heads: readonly string[]) => heads.map((head) => head.includes(`X-API-KEY: ${key}`));

/** With the key for an origin; what the test opens is approved. */
const rulesWith = (origin: string, ...approved: string[]) =>
  rulesFor(approved, { platform: { origin, key } });

test('the key goes to the platform, and along its own redirects', async () => {
  const server = await openChain(['/dos', null]);
  const { fetch } = openLanding(testNetwork(names));
  const origin = `https://${platform}:${server.port}`;
  expect(await fetch(`${origin}/uno`, rulesWith(origin, origin))).toMatchObject({ outcome: 'downloaded' });
  expect(withKey(server.heads)).toEqual([true, true]);
});

test('the key stays behind at a redirect to another host, and does not come back', async () => {
  const ports = { away: 0, back: 0 };
  const away = await openRawServer(
    (socket) => void socket.end(`HTTP/1.1 307 X\r\nLocation: https://${platform}:${ports.back}/tres\r\n\r\n`),
    { address: publicAddress, make: (on) => createTls(goodCertificate, on) },
  );
  const home = await openRawServer(
    (socket, _, index) =>
      void socket.end(
        index === 0 ? `HTTP/1.1 307 X\r\nLocation: https://${other}:${ports.away}/dos\r\n\r\n` : photo,
      ),
    { address: publicAddress, make: (on) => createTls(goodCertificate, on) },
  );
  ports.away = away.port;
  ports.back = home.port;
  const { fetch } = openLanding(testNetwork(names));
  const origin = `https://${platform}:${home.port}`;
  const rules = rulesWith(origin, origin, `https://${other}:${away.port}`);
  expect(await fetch(`${origin}/uno`, rules)).toMatchObject({ outcome: 'downloaded' });
  expect([withKey(home.heads), withKey(away.heads)]).toEqual([[true, false], [false]]);
});

test.each([
  ['another port', (port: number) => `https://${platform}:${port + 1}`, platform],
  ['another host', (port: number) => `https://${platform}:${port}`, other],
  ['another scheme', (port: number) => `http://${platform}:${port}`, platform],
])('the key does not go to %s', async (_, originOf, host) => {
  const server = await openChain([null]);
  const { fetch } = openLanding(testNetwork(names));
  const url = `https://${host}:${server.port}/`;
  const outcome = await fetch(url, rulesWith(originOf(server.port), url));
  expect([outcome, withKey(server.heads)]).toMatchObject([{ outcome: 'downloaded' }, [false]]);
});

test('the key is never sent unencrypted, though the host may be called so', async () => {
  const server = await openRawServer((socket) => void socket.end(photo), { address: publicAddress });
  const { fetch } = openLanding(testNetwork(names));
  const origin = `http://${platform}:${server.port}`;
  const approved = [{ host: `${platform}:${server.port}`, allowHttp: true }];
  const outcome = await fetch(origin, { approved, allowLoopback: false, platform: { origin, key } });
  expect([outcome, withKey(server.heads)]).toMatchObject([{ outcome: 'downloaded' }, [false]]);
});

test('the key is sent unencrypted within this machine', async () => {
  const server = await openRawServer((socket) => void socket.end(photo));
  const { fetch } = openLanding(testNetwork());
  const origin = `http://127.0.0.1:${server.port}`;
  const rules = rulesFor([origin], { allowLoopback: true, platform: { origin, key } });
  expect(await fetch(origin, rules)).toMatchObject({ outcome: 'downloaded' });
  expect(withKey(server.heads)).toEqual([true]);
});

test('a key that cannot be sent is not told either', async () => {
  const server = await openRawServer((socket) => void socket.end(photo));
  const { fetch, left } = openLanding(testNetwork());
  const origin = `http://127.0.0.1:${server.port}`;
  const rules = rulesFor([origin], { allowLoopback: true, platform: { origin, key: 'un\nsecreto' } });
  const outcome = await fetch(origin, rules);
  expect(outcome).toMatchObject({ outcome: 'notFetched', detail: 'ERR_INVALID_CHAR' });
  expect(JSON.stringify(outcome)).not.toContain('secreto');
  expect([server.heads, left()]).toEqual([[], []]);
});
