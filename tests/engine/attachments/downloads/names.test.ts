import { describe, expect, test } from 'vitest';
import { approvedHost } from './hostile-addresses.ts';
import { openRawServer, openTrap } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

/** The approved host may be called unencrypted at these ports. */
const plain = (...ports: number[]) => ({
  approved: ports.map((port) => ({ host: `${approvedHost}:${port}`, allowHttp: true })),
});

describe('a name is refused where one of its addresses is not public', () => {
  test.each([
    ['this machine', ['127.0.0.1']],
    ['this machine, IPv6', ['::1']],
    ['this machine, mapped', ['::ffff:127.0.0.1']],
    ['a private address', ['192.168.1.10']],
    ['metadata', ['169.254.169.254']],
    ['a zone', ['fe80::1%eth0']],
    ['NAT64 of this machine', ['64:ff9b::7f00:1']],
    ['nothing', ['0.0.0.0']],
    ['a word', ['localhost']],
    ['a public one and this machine', [publicAddress, '127.0.0.1']],
    ['this machine and a public one', ['::1', publicAddress]],
    ['a public one and a private one', [publicAddress, '10.0.0.1']],
  ])('%s', async (_, addresses) => {
    const trap = await openTrap();
    const network = testNetwork({ [approvedHost]: addresses });
    const { fetch, left } = openLanding(network);
    const outcome = await fetch(`http://${approvedHost}:${trap.port}/`, rulesFor([], plain(trap.port)));
    expect(outcome).toMatchObject({ problem: 'addressNotPublic' });
    expect([network.asked, trap.connections, left()]).toEqual([[approvedHost], 0, []]);
  });
});

test('a name that changes between the look-up and the dial is looked up once, and dialled as it was checked', async () => {
  const server = await openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nfoto'), {
    address: publicAddress,
  });
  const answers = [[publicAddress], ['127.0.0.1'], ['127.0.0.1']];
  let lookUps = 0;
  const network = testNetwork(
    {},
    {
      async lookup() {
        const answer = answers[lookUps] ?? [];
        lookUps += 1;
        return answer;
      },
    },
  );
  const { fetch } = openLanding(network);
  const url = `http://${approvedHost}:${server.port}/`;
  const trap = await openTrap();
  const rules = rulesFor([], plain(server.port, trap.port));
  expect(await fetch(url, rules)).toMatchObject({ outcome: 'downloaded', bytes: 4 });
  expect([lookUps, server.connections]).toEqual([1, 1]);
  // The second fetch sees the second answer, and refuses it. A listener on every address would have heard a dial.
  expect(await fetch(`http://${approvedHost}:${trap.port}/`, rules)).toMatchObject({
    problem: 'addressNotPublic',
    detail: '127.0.0.1',
  });
  expect([lookUps, trap.connections]).toEqual([2, 0]);
});

test('a name that changes from one redirect to the next is checked anew', async () => {
  const trap = await openTrap();
  const server = await openRawServer(
    (socket) =>
      void socket.end(`HTTP/1.1 302 Found\r\nLocation: http://${approvedHost}:${trap.port}/secreto\r\n\r\n`),
    { address: publicAddress },
  );
  let lookUps = 0;
  const network = testNetwork(
    {},
    {
      async lookup() {
        lookUps += 1;
        return [lookUps === 1 ? publicAddress : '127.0.0.1'];
      },
    },
  );
  const { fetch, left } = openLanding(network);
  const rules = rulesFor([], plain(server.port, trap.port));
  const outcome = await fetch(`http://${approvedHost}:${server.port}/`, rules);
  expect(outcome).toMatchObject({ problem: 'addressNotPublic' });
  expect([lookUps, server.connections, trap.connections, left()]).toEqual([2, 1, 0, []]);
});

test('a socket that ends up elsewhere than was checked is not spoken to', async () => {
  const trap = await openTrap();
  // The judge takes `0.0.0.0` for a public address, and the system takes it for this machine.
  const network = testNetwork({ [approvedHost]: ['0.0.0.0'] }, { classify: () => 'public' });
  const { fetch, left } = openLanding(network);
  const outcome = await fetch(`http://${approvedHost}:${trap.port}/`, rulesFor([], plain(trap.port)));
  expect(outcome).toMatchObject({ problem: 'addressNotPublic', detail: '127.0.0.1' });
  expect([trap.heads, left()]).toEqual([[], []]);
});

test('a host that is not approved is not even looked up', async () => {
  const network = testNetwork({ 'ajeno.example': [publicAddress] });
  const { fetch } = openLanding(network);
  expect(await fetch('https://ajeno.example./', rulesFor([approvedHost]))).toMatchObject({
    problem: 'hostNotApproved',
    host: 'ajeno.example',
  });
  expect(network.asked).toEqual([]);
});

test('a dot at the end changes nothing: approval, look-up and the header know the name without it', async () => {
  const server = await openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nfoto'), {
    address: publicAddress,
  });
  const network = testNetwork({ [approvedHost]: [publicAddress] });
  const { fetch } = openLanding(network);
  const url = `http://FOTOS.prueba.EXAMPLE.:${server.port}/a/../b?c=d#e`;
  expect(await fetch(url, rulesFor([], plain(server.port)))).toMatchObject({ outcome: 'downloaded' });
  expect(network.asked).toEqual([approvedHost]);
  const [first, ...headers] = server.heads[0]?.split('\r\n') ?? [];
  expect(first).toBe('GET /b?c=d HTTP/1.1');
  expect(headers.toSorted()).toEqual([
    'Accept-Encoding: identity',
    'Accept: */*',
    'Connection: close',
    `Host: ${approvedHost}:${server.port}`,
    'User-Agent: Perito',
  ]);
});

test('a second address is dialled where the first does not answer', async () => {
  const server = await openRawServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\nfoto'), {
    address: '127.0.0.1',
  });
  const network = testNetwork({ [approvedHost]: [publicAddress, '127.0.0.1'] });
  const { fetch } = openLanding(network);
  const rules = rulesFor([], { ...plain(server.port), allowLoopback: true });
  expect(await fetch(`http://${approvedHost}:${server.port}/`, rules)).toMatchObject({
    outcome: 'downloaded',
  });
});

test.each([
  ['unknown', { problem: 'dnsFailed', detail: 'ENOTFOUND' }, {}],
  ['without an address', { problem: 'dnsFailed' }, { [approvedHost]: [] }],
])('a name that is %s', async (_, expected, names) => {
  const { fetch, left } = openLanding(testNetwork(names));
  expect(await fetch(`https://${approvedHost}/`, rulesFor([approvedHost]))).toMatchObject(expected);
  expect(left()).toEqual([]);
});

test('nobody listens', async () => {
  const server = await openRawServer();
  await server.stop();
  const { fetch, left } = openLanding();
  const url = `http://127.0.0.1:${server.port}/`;
  expect(await fetch(url, rulesFor([url], { allowLoopback: true }))).toMatchObject({
    problem: 'unreachable',
    detail: 'ECONNREFUSED',
  });
  expect(left()).toEqual([]);
});
