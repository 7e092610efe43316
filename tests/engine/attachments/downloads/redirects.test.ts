import { createServer as createTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { goodCertificate } from './certificates.ts';
import { approvedHost } from './hostile-addresses.ts';
import { openRawServer } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

const rulesAt = (...ports: number[]) =>
  rulesFor(
    ports.map((port) => `127.0.0.1:${port}`),
    { allowLoopback: true },
  );
const photo = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfoto';
const redirect = (location: string, status = 302) => `HTTP/1.1 ${status} X\r\nLocation: ${location}\r\n\r\n`;

test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
  const server = await openRawServer(
    (socket, head) => void socket.end(head.startsWith('GET /b/c?d ') ? photo : redirect('../b/c?d', status)),
  );
  const { fetch } = openLanding();
  expect(await fetch(`http://127.0.0.1:${server.port}/a/x`, rulesAt(server.port))).toMatchObject({
    outcome: 'downloaded',
  });
  expect(server.heads).toHaveLength(2);
});

test.each([
  [5, 'downloaded'],
  [6, 'notFetched'],
])('%i redirects', async (count, outcome) => {
  const server = await openRawServer(
    (socket, _, index) => void socket.end(index < count ? redirect(`/${index}`) : photo),
  );
  const { fetch, left } = openLanding();
  const ended = await fetch(`http://127.0.0.1:${server.port}/`, rulesAt(server.port));
  expect(ended.outcome).toBe(outcome);
  if (outcome === 'notFetched') expect([ended, left()]).toMatchObject([{ problem: 'tooManyRedirects' }, []]);
  expect(server.heads).toHaveLength(6);
});

test('two that send to one another', async () => {
  const ports: number[] = [];
  const toOther = (other: number) => (socket: { end(text: string): void }) =>
    socket.end(redirect(`http://127.0.0.1:${ports[other]}/`));
  const [one, two] = [await openRawServer(toOther(1)), await openRawServer(toOther(0))];
  ports.push(one.port, two.port);
  const { fetch } = openLanding();
  expect(await fetch(`http://127.0.0.1:${one.port}/`, rulesAt(one.port, two.port))).toMatchObject({
    problem: 'tooManyRedirects',
  });
  expect([one.heads.length, two.heads.length]).toEqual([3, 3]);
});

test('an address in raw UTF-8 means its bytes', async () => {
  const server = await openRawServer(
    (socket, _, index) => void socket.end(index === 0 ? redirect('/año.jpg') : photo, 'utf8'),
  );
  const { fetch } = openLanding();
  await fetch(`http://127.0.0.1:${server.port}/`, rulesAt(server.port));
  expect(server.heads[1]).toMatch(/^GET \/a%C3%B1o\.jpg /i);
});

describe('from encrypted to unencrypted', () => {
  const names = { [approvedHost]: [publicAddress], 'otras.prueba.example': [publicAddress] };
  async function fetched(allowHttp: boolean) {
    const plain = await openRawServer((socket) => void socket.end(photo), { address: publicAddress });
    const secret = await openRawServer(
      (socket) => void socket.end(redirect(`http://otras.prueba.example:${plain.port}/`)),
      { address: publicAddress, make: (on) => createTls(goodCertificate, on) },
    );
    const { fetch } = openLanding(testNetwork(names));
    const rules = rulesFor([`${approvedHost}:${secret.port}`]);
    rules.approved = [...rules.approved, { host: `otras.prueba.example:${plain.port}`, allowHttp }];
    const outcome = await fetch(`https://${approvedHost}:${secret.port}/`, rules);
    expect(secret.heads).toHaveLength(1);
    return { outcome, reached: plain.connections };
  }

  test('is followed where the host may be called so', async () => {
    expect(await fetched(true)).toMatchObject({ outcome: { outcome: 'downloaded' }, reached: 1 });
  });

  test('is refused elsewhere', async () => {
    expect(await fetched(false)).toMatchObject({ outcome: { problem: 'httpNotAllowed' }, reached: 0 });
  });
});
