import { expect, test } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { openRawServer } from './hostile-server.ts';
import { openLanding, publicAddress, rulesFor, testNetwork } from './house.ts';

const host = 'fotos.prueba.example';
const rulesAt = (port: number) => rulesFor([], { approved: [{ host: `${host}:${port}`, allowHttp: true }] });
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n';

/** Where a fetch is when the other side falls silent; each resolves once it is there. */
async function silentAt(place: string) {
  const clock = new ManualClock();
  const there = Promise.withResolvers<void>();
  const lookup = async () => {
    if (place !== 'the name') return [publicAddress];
    there.resolve();
    return new Promise<never>(() => {});
  };
  const server = await openRawServer(
    (socket) => {
      if (place === 'half a head') socket.write('HTTP/1.1 200 OK\r\n', () => there.resolve());
      else if (place === 'the body') socket.write(`${head}foto`);
      else there.resolve();
    },
    { address: publicAddress },
  );
  const landing = openLanding(testNetwork({}, { clock, lookup }));
  const controller = new AbortController();
  const scheme = place === 'TLS' ? 'https' : 'http';
  const outcome = landing.fetch(
    `${scheme}://${host}:${server.port}/`,
    rulesAt(server.port),
    {},
    {
      signal: controller.signal,
      onProgress: () => there.resolve(),
    },
  );
  // Of TLS a bare server sees the bytes of a greeting, and no head.
  if (place !== 'TLS') await there.promise;
  else await server.connected();
  return { clock, controller, outcome, left: landing.left, server };
}

const places = ['the name', 'TLS', 'the head', 'half a head', 'the body'];

test.each(places)('silence in %s ends after 30 seconds', async (place) => {
  const { clock, outcome, left } = await silentAt(place);
  clock.advance(30_000);
  expect(await outcome).toMatchObject({ outcome: 'notFetched', problem: 'timeout' });
  expect([left(), clock.timerCount]).toEqual([[], 0]);
});

test.each(places)('giving up in %s', async (place) => {
  const { clock, controller, outcome, left, server } = await silentAt(place);
  controller.abort();
  expect(await outcome).toEqual({ outcome: 'aborted' });
  await server.allClosed();
  expect([left(), clock.timerCount]).toEqual([[], 0]);
});

test('what is given up before it begins calls nobody', async () => {
  const server = await openRawServer();
  const network = testNetwork({ [host]: [publicAddress] });
  const { fetch } = openLanding(network);
  const outcome = await fetch(
    `http://${host}:${server.port}/`,
    rulesAt(server.port),
    {},
    { signal: AbortSignal.abort() },
  );
  expect([outcome, network.asked, server.connections]).toEqual([{ outcome: 'aborted' }, [], 0]);
});

test('a byte now and then keeps it going, up to the limit of the whole', async () => {
  const clock = new ManualClock();
  const drip = Promise.withResolvers<() => void>();
  const server = await openRawServer(
    (socket) => {
      socket.write(head);
      drip.resolve(() => void socket.write('x'));
    },
    { address: publicAddress },
  );
  const landing = openLanding(testNetwork({ [host]: [publicAddress] }, { clock }));
  let arrived = Promise.withResolvers<number>();
  const url = `http://${host}:${server.port}/`;
  const outcome = landing.fetch(
    url,
    rulesAt(server.port),
    {},
    { onProgress: ({ bytes }) => arrived.resolve(bytes) },
  );
  const more = await drip.promise;
  for (let bytes = 1; bytes <= 4; bytes += 1) {
    more();
    expect(await arrived.promise).toBe(bytes);
    arrived = Promise.withResolvers();
    clock.advance(29_000);
  }
  // 116 seconds are over: silence is allowed until 145, the whole until 120.
  clock.advance(4_000);
  expect(await outcome).toMatchObject({ problem: 'timeout' });
  expect([landing.left(), clock.timerCount]).toEqual([[], 0]);
});

test('the limit of the whole goes over all redirects', async () => {
  const clock = new ManualClock();
  const server = await openRawServer(
    (socket, _, index) => {
      clock.advance(25_000);
      socket.end(index < 5 ? 'HTTP/1.1 302 X\r\nLocation: ?\r\n\r\n' : `${head}foto`);
    },
    { address: publicAddress },
  );
  const landing = openLanding(testNetwork({ [host]: [publicAddress] }, { clock }));
  expect(await landing.fetch(`http://${host}:${server.port}/`, rulesAt(server.port))).toMatchObject({
    problem: 'timeout',
  });
  expect(server.heads).toHaveLength(5);
});
