import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createThrottle, readApiKeyHeader } from '../../../main/engine/receiver/authentication.ts';
import { ManualClock } from '../manual-clock.ts';
import { goodKey, type HouseOptions, openHouse } from './house.ts';
import { bodyOf, exchange, head, openSocket, statusOf, untilClosed } from './raw.ts';

describe('the key of a call', () => {
  test.each<[readonly string[], string | null]>([
    [[], null],
    [['Host', 'p'], null],
    [['X-API-KEY', 'a'], 'a'],
    [['Host', 'p', 'x-Api-Key', 'a', 'Accept', '*/*'], 'a'],
    [['X-API-KEY', ''], ''],
    [['X-API-KEYS', 'a'], null],
    [['X-API_KEY', 'a'], null],
    [['Via', 'X-API-KEY', 'Host', 'p'], null],
    [['X-API-KEY', 'a', 'x-api-key', 'a'], null],
    [['X-API-KEY', '', 'x-api-key', 'a'], null],
    [['X-API-KEY', 'a, b'], null],
    [['X-API-KEY', ','], null],
  ])('among %j is %j', (rawHeaders, key) => {
    expect(readApiKeyHeader(rawHeaders)).toBe(key);
  });
});

describe('the time to wait after too many failures', () => {
  test('begins with the one after those that are allowed, and is what is left of their window, in whole seconds', () => {
    const clock = new ManualClock();
    const throttle = createThrottle(clock, { maxFailures: 2, failureWindow: 10_500 });
    const fail = () => throttle.countFailure('192.0.2.1');
    expect([fail(), fail(), fail()]).toEqual([null, null, 11]);
    clock.advance(500);
    expect(fail()).toBe(10);
    clock.advance(9_001);
    expect(fail()).toBe(1);
    clock.advance(998);
    expect(fail()).toBe(1);
    clock.advance(1);
    expect([fail(), fail(), fail()]).toEqual([null, null, 11]);
  });

  test('is the whole window from the first where none is allowed', () => {
    const throttle = createThrottle(new ManualClock(), { maxFailures: 0, failureWindow: 1_500 });
    expect(throttle.countFailure('192.0.2.1')).toBe(2);
    expect(throttle.countFailure('192.0.2.1')).toBe(2);
  });

  test.each([
    // One network, a /64, however it is written.
    ['2001:db8::1', '2001:db8:0:0:ffff::2', true],
    ['2001:db8:0:1::', '2001:db8:0:1:2:3:4:5', true],
    ['2001:db8:0:1::', '2001:db8:0:2::', false],
    ['2001:db8::1:2:3:4', '2001:db8:0:0:9::', true],
    ['::1', '::2:3:4:5', true],
    ['::1', '1::', false],
    ['::1', '0:0:0:0:5:6:7:8', true],
    ['1::3:4:5:6:7:8', '1:0:3:4::', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::', true],
    ['1:2:3::', '1:2:3:4::', false],
    // IPv4 in IPv6, and what only looks like it.
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '192.0.2.2', false],
    ['::ffff:1', '::ffff:2', true],
    ['64:ff9b::192.0.2.1', '192.0.2.1', false],
    ['', '192.0.2.1', false],
  ])('is counted for %s and %s together: %s', (one, other, isTogether) => {
    const throttle = createThrottle(new ManualClock(), { maxFailures: 1, failureWindow: 1000 });
    expect(throttle.countFailure(one)).toBeNull();
    expect(throttle.countFailure(other)).toBe(isTogether ? 1 : null);
  });
});

test('callers of one IPv6 network are counted together, and an IPv4 address as itself however it is written', () => {
  const throttle = createThrottle(new ManualClock(), { maxFailures: 2, failureWindow: 60_000 });
  const waits = (addresses: readonly string[]) => addresses.map((address) => throttle.countFailure(address));
  expect(waits(['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:3:4:5:6%eth0'])).toEqual([
    null,
    null,
    60,
  ]);
  expect(waits(['2001:db8:1:3::1', '2001:db8:1:3::2', '2001:db8::1', '::1'])).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(waits(['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.8', '192.0.2.7'])).toEqual([null, null, null, 60]);
});

test('failures of 10,000 addresses are counted at a time: the oldest are forgotten first', () => {
  const throttle = createThrottle(new ManualClock(), { maxFailures: 1, failureWindow: 60_000 });
  const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const first = Array.from({ length: 10_000 }, (_, index) => throttle.countFailure(address(index)));
  expect(first.every((wait) => wait === null)).toBe(true);
  expect(throttle.countFailure(address(0))).toBe(60);
  expect(throttle.countFailure(address(10_000))).toBeNull();
  expect(throttle.countFailure(address(0))).toBeNull();
  expect(throttle.countFailure(address(9_999))).toBe(60);
});

test('of 10,000 addresses one whose window began anew is not the oldest', () => {
  const clock = new ManualClock();
  const throttle = createThrottle(clock, { maxFailures: 1, failureWindow: 1000 });
  throttle.countFailure('the first');
  clock.advance(1000);
  for (let index = 1; index < 10_000; index++) throttle.countFailure(`address ${index}`);
  expect(throttle.countFailure('the first')).toBeNull();
  expect(throttle.countFailure('one more')).toBeNull();
  expect(throttle.countFailure('the first')).toBe(1);
  expect(throttle.countFailure('address 1')).toBeNull();
});

async function house(options: HouseOptions) {
  const opened = await openHouse(options);
  onTestFinished(() => opened.close());
  return opened;
}

// Elsewhere the loopback network has one address only.
test.skipIf(process.platform !== 'linux')('who fails too often does not slow another address', async () => {
  const opened = await house({ limits: { maxFailures: 1 } });
  const statusFrom = async (address: string) => {
    const socket = await openSocket(opened, address);
    const answer = untilClosed(socket);
    socket.write(head('GET /Nada HTTP/1.1', { 'X-API-KEY': 'no' }));
    return statusOf(await answer);
  };
  for (const [address, status] of [
    ['127.0.0.2', 401],
    ['127.0.0.2', 429],
    ['127.0.0.3', 401],
  ] as const) {
    expect(await statusFrom(address)).toBe(status);
  }
});

describe('a call without a key that breaks a rule of HTTP', () => {
  const bare = 'POST /PurchaseOrders HTTP/1.1\r\nContent-Length: 9\r\n\r\n';

  test('is told of the rule before its body comes, and from when it failed too often of that', async () => {
    const opened = await house({ limits: { maxFailures: 1 } });
    expect(bodyOf(await exchange(opened, bare))).toMatchObject({ type: 'urn:perito:problem:host-missing' });
    const slowed = await exchange(opened, bare);
    expect(statusOf(slowed)).toBe(429);
    expect(bodyOf(slowed)).toMatchObject({ type: 'urn:perito:problem:too-many-failures' });
  });
});

test('calls are counted by whether they had a valid key, with the time of the last', async () => {
  const clock = new ManualClock(Date.parse('2026-11-20T14:00:00Z'));
  const opened = await house({ clock });
  expect(opened.receiver.state()).toMatchObject({
    calls: 0,
    unauthenticated: 0,
    lastCallAt: null,
    lastUnauthenticatedAt: null,
  });
  for (const _ of [1, 2]) await exchange(opened, head('GET /Nada HTTP/1.1'));
  clock.advance(1000);
  for (const _ of [1, 2, 3]) await exchange(opened, head('GET /Nada HTTP/1.1', { 'X-API-KEY': 'no' }));
  expect(opened.receiver.state()).toMatchObject({
    calls: 2,
    unauthenticated: 3,
    lastCallAt: '2026-11-20T14:00:00.000Z',
    lastUnauthenticatedAt: '2026-11-20T14:00:01.000Z',
  });
});

test.each([goodKey, 'no'])(
  'a call that comes while the receiver stops is put off, its key %s',
  async (key) => {
    const opened = await house({ limits: { stopTimeout: 3_600_000 } });
    const socket = await openSocket(opened);
    const answers = untilClosed(socket);
    const first = once(socket, 'data');
    const next = head('GET /openapi.json HTTP/1.1', { 'X-API-KEY': key, Connection: 'keep-alive' });
    // The second call has begun when the first is answered, and ends after the stop began.
    socket.write(head('GET /Nada HTTP/1.1', { Connection: 'keep-alive' }) + next.slice(0, 20));
    await first;
    const stopped = opened.receiver.stop();
    socket.write(next.slice(20));
    const answer = (await answers).split(/(?=HTTP\/1\.1 )/)[1] ?? '';
    expect(bodyOf(answer)).toMatchObject({ type: 'urn:perito:problem:stopping', status: 503 });
    expect(answer).toMatch(/^retry-after: 10\r$/im);
    expect(answer).toMatch(/^connection: close\r$/im);
    await stopped;
  },
);

test('a call that is in the middle when the receiver stops is answered, and its connection closed', async () => {
  const opened = await house({ limits: { stopTimeout: 3_600_000 } });
  const socket = await openSocket(opened);
  const body = '{"purchaseOrderId":1,"items":[{}]}';
  const told = once(socket, 'data');
  const fields = { 'Content-Length': body.length, Connection: 'keep-alive', Expect: '100-continue' };
  socket.write(head('POST /PurchaseOrders HTTP/1.1', fields));
  // "100 Continue" says that the call is being read.
  await told;
  const answer = untilClosed(socket);
  const stopped = opened.receiver.stop();
  socket.write(body);
  expect(statusOf(await answer)).toBe(200);
  expect(await answer).toMatch(/^connection: close\r$/im);
  await stopped;
});
