import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '../manual-clock.ts';
import { purchaseOrder } from '../orders.ts';
import { goodKey, type HouseOptions, openHouse, post } from './house.ts';
import { bodyOf, exchange, head, openSocket, statusOf, untilClosed } from './raw.ts';

async function house(options: HouseOptions) {
  const opened = await openHouse(options);
  onTestFinished(() => opened.close());
  return opened;
}

const quick = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };

test.each([
  ['headers', 'POST /PurchaseOrders HTTP/1.1\r\nHost: p\r\n'],
  ['a body', `${head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': 10 })}{"a"`],
])('%s that do not arrive are answered 408 and cut', async (_, bytes) => {
  const opened = await house({ limits: quick });
  const answer = await exchange(opened, bytes);
  expect(statusOf(answer)).toBe(408);
  expect(bodyOf(answer)).toMatchObject({ type: 'urn:perito:problem:request-timeout', status: 408 });
});

test.each([
  ['not HTTP', 'hello\r\n\r\n', 400],
  ['headers too large', `GET / HTTP/1.1\r\nHost: p\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s', async (_, bytes, status) => {
  const opened = await house({});
  const answer = await exchange(opened, bytes);
  expect(statusOf(answer)).toBe(status);
  expect(bodyOf(answer)).toMatchObject({ status });
});

test('failures are slowed by address; a valid key never is', async () => {
  const clock = new ManualClock();
  const opened = await house({ clock, limits: { maxFailures: 3, failureWindow: 60_000 } });
  const status = async (key: string) =>
    (await post(opened, '/PurchaseOrders', purchaseOrder(1), { 'X-API-KEY': key })).status;
  expect(await Promise.all([status('a'), status('b'), status('c')])).toEqual([401, 401, 401]);
  const waits = await post(opened, '/PurchaseOrders', purchaseOrder(1), { 'X-API-KEY': 'd' });
  expect(waits.status).toBe(429);
  expect(waits.headers.get('retry-after')).toBe('60');
  expect(await waits.json()).toMatchObject({ type: 'urn:perito:problem:too-many-failures' });
  expect(await status(goodKey)).toBe(200);
  expect(await status('e')).toBe(429);
  clock.advance(60_000);
  expect(await status('f')).toBe(401);
});

test('without a key every call is 503', async () => {
  const opened = await house({ environmentKeys: [] });
  expect(opened.receiver.state()).toMatchObject({ state: 'noKey', error: null });
  const answer = await post(opened, '/PurchaseOrders', purchaseOrder(1));
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(await answer.json()).toMatchObject({ type: 'urn:perito:problem:no-key-configured' });
});

test('while nothing can be stored, a valid key gets 503 and a wrong one 401', async () => {
  const opened = await house({ storageUnavailable: () => ({ code: 'diskLow', retryAfterSeconds: 17 }) });
  expect(opened.receiver.state()).toMatchObject({ state: 'notStoring', error: { code: 'diskLow' } });
  const answer = await post(opened, '/PurchaseOrders', purchaseOrder(1));
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('17');
  expect((await post(opened, '/PurchaseOrders', '{}', { 'X-API-KEY': 'x' })).status).toBe(401);
});

test('a body of exactly the limit is accepted, and one of a byte more is not', async () => {
  const opened = await house({ limits: { bodyBytes: 5000 } });
  const empty = Buffer.byteLength(JSON.stringify(purchaseOrder(1, { comments: '' })));
  const statusAt = async (bytes: number) => {
    const order = purchaseOrder(1, { comments: 'x'.repeat(bytes - empty) });
    return (await post(opened, '/PurchaseOrders', order)).status;
  };
  expect(await Promise.all([4999, 5000, 5001].map(statusAt))).toEqual([200, 200, 413]);
});

test('bodies that find no memory are put off, or cut where they are refused anyway', async () => {
  const opened = await house({ limits: { bodyBytes: 100_000, storedBytes: 400_000, memoryBytes: 150_000 } });
  const large = await post(opened, '/PurchaseOrders', `"${'x'.repeat(300_000)}"`);
  expect(large.status).toBe(413);
  const tight = await house({ limits: { memoryBytes: 1000 } });
  const putOff = await post(tight, '/PurchaseOrders', `"${'x'.repeat(300_000)}"`);
  expect(putOff.status).toBe(503);
  expect(await putOff.json()).toMatchObject({ type: 'urn:perito:problem:too-busy' });
  expect((await post(tight, '/PurchaseOrders', purchaseOrder(1))).status).toBe(200);
});

test('memory of large bodies is given back', async () => {
  const opened = await house({ limits: { memoryBytes: 400_000 } });
  const order = purchaseOrder(1, { comments: 'x'.repeat(300_000) });
  for (let time = 0; time < 5; time++)
    expect((await post(opened, '/PurchaseOrders', order)).status).toBe(200);
});

test('stopping ends idle, unused and answered connections at once', async () => {
  // Longer than a test may take: only closing such connections at once ends this test in time.
  const opened = await house({ limits: { stopTimeout: 3_600_000, keepAliveTimeout: 3_600_000 } });
  const idle = await openSocket(opened);
  const idleClosed = untilClosed(idle);
  const body = JSON.stringify(purchaseOrder(1));
  idle.write(
    head('POST /PurchaseOrders HTTP/1.1', {
      'Content-Length': Buffer.byteLength(body),
      Connection: 'keep-alive',
    }) + body,
  );
  await once(idle, 'data');
  const unused = await openSocket(opened);
  const unusedClosed = once(unused, 'close');
  await opened.receiver.stop();
  await Promise.all([idleClosed, unusedClosed]);
  expect(opened.receiver.state()).toMatchObject({ state: 'stopped', url: null });
});

test('stopping cuts a call that never ends, after its time', async () => {
  const opened = await house({ limits: { stopTimeout: 200 } });
  const slow = await openSocket(opened);
  const closed = once(slow, 'close');
  slow.write(`${head('POST /PurchaseOrders HTTP/1.1', { 'Content-Length': 100, Expect: '100-continue' })}`);
  // "100 Continue" says that the call is being read.
  await once(slow, 'data');
  await opened.receiver.stop();
  await closed;
});

test('a port that is taken is trouble, not a failure, and another is listened at afterwards', async () => {
  const first = await house({});
  const second = await house({});
  const port = Number(new URL(first.url).port);
  await second.receiver.listen('127.0.0.1', port);
  expect(second.receiver.state()).toMatchObject({
    state: 'failed',
    url: null,
    error: { code: 'addressInUse' },
  });
  await second.receiver.listen('127.0.0.1', 0);
  expect(second.receiver.state().state).toBe('listening');
  expect(
    (await post({ url: second.receiver.state().url ?? '' }, '/PurchaseOrders', purchaseOrder(1))).status,
  ).toBe(200);
});

test('memory of a large body is given back when its sender goes away', async () => {
  const opened = await house({ limits: { memoryBytes: 400_000 } });
  for (let time = 0; time < 3; time++) {
    const socket = await openSocket(opened);
    const fields = { 'Content-Length': 1_000_000, Expect: '100-continue' };
    const reading = once(socket, 'data');
    socket.write(head('POST /PurchaseOrders HTTP/1.1', fields));
    await reading;
    await new Promise((resolve) => socket.write(`"${'x'.repeat(300_000)}`, resolve));
    socket.destroy();
    await once(socket, 'close');
  }
  const order = purchaseOrder(1, { comments: 'x'.repeat(300_000) });
  const status = async () => (await post(opened, '/PurchaseOrders', order)).status;
  await expect.poll(status).toBe(200);
});
