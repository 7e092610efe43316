import { createServer } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { selfSigned } from '../../reference/self-signed.ts';
import { expiredCertificate, goodCertificate } from './certificates.ts';
import { openRawServer, type RawServer } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

const host = 'fotos.prueba.example';
const photo = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfoto';

const openSecure = (options: Parameters<typeof createTls>[0]) =>
  openRawServer((socket) => void socket.end(photo), {
    address: publicAddress,
    make: (on) => createTls(options, on),
  });

function fetchFrom(server: RawServer, name = host) {
  const landing = openLanding(testNetwork({ [name]: [publicAddress] }));
  const url = `https://${name}:${server.port}/`;
  return landing.fetch(url, rulesFor([url]));
}

test('a certificate that is trusted, of that name', async () => {
  expect(await fetchFrom(await openSecure(goodCertificate))).toMatchObject({
    outcome: 'downloaded',
    bytes: 4,
  });
});

test.each<[string, Parameters<typeof createTls>[0], string, string]>([
  ['that nobody vouches for', selfSigned, host, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of another name', goodCertificate, 'terceras.prueba.example', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['of a name, for an address', goodCertificate, publicAddress, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', expiredCertificate, host, 'CERT_HAS_EXPIRED'],
  ['in an old version of TLS', { ...goodCertificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, host, ''],
])('a certificate %s', async (_, options, name, detail) => {
  // Whatever the environment says.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await openSecure(options);
  const outcome = await fetchFrom(server, name);
  expect(outcome).toMatchObject({ problem: 'tls', detail: expect.stringContaining(detail) });
  expect(server.heads).toEqual([]);
});

test.each([
  ['speaks without TLS', (socket: { end(text: string): void }) => socket.end(photo)],
  ['hangs up', (socket: { end(text: string): void }) => socket.end('')],
])('one that %s', async (_, act) => {
  const plain = await openRawServer(() => {}, {
    address: publicAddress,
    make: (on) =>
      createServer((socket) => {
        on(socket);
        act(socket);
      }),
  });
  expect(await fetchFrom(plain)).toMatchObject({ problem: 'tls' });
});
