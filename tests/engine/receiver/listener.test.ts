import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultLimits, statusOf } from '../../../main/engine/receiver/context.ts';
import { createReceiver } from '../../../main/engine/receiver/listener.ts';
import { type House, openHouse } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

function receiver() {
  const made = createReceiver(house.services, defaultLimits);
  onTestFinished(() => made.stop());
  return made;
}

const answers = (url: string | null) =>
  fetch(url ?? '').then(
    ({ status }) => status,
    () => null,
  );

test('a receiver is starting until it listens, and stopped when it was stopped', async () => {
  const opened = receiver();
  expect(opened.state()).toMatchObject({ state: 'starting', url: null, error: null, address: '', port: 0 });
  await opened.listen('127.0.0.1', 0);
  const { url, port } = opened.state();
  expect(opened.state()).toMatchObject({ state: 'listening', error: null, address: '127.0.0.1' });
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await answers(url)).toBe(401);
  await opened.stop();
  expect(opened.state()).toMatchObject({
    state: 'stopped',
    url: null,
    error: null,
    address: '127.0.0.1',
    port,
  });
  expect(await answers(url)).toBeNull();
});

test('a receiver that listens elsewhere listens no longer where it did', async () => {
  const opened = receiver();
  await opened.listen('127.0.0.1', 0);
  const { url: first } = opened.state();
  await opened.listen('127.0.0.1', 0);
  const { url: second } = opened.state();
  expect(await Promise.all([answers(first), answers(second)])).toEqual([null, 401]);
});

test.each([
  ['an address that is not of this machine', '192.0.2.1', 0, 'addressNotAvailable', /192\.0\.2\.1/],
  ['a port that is none', '127.0.0.1', 70_000, 'other', /70000/],
])('%s is told as the error of the receiver, until it is stopped', async (_, address, port, code, detail) => {
  const opened = receiver();
  await opened.listen(address, port);
  expect(opened.state()).toMatchObject({
    state: 'failed',
    url: null,
    address,
    port,
    error: { code, detail: expect.stringMatching(detail) },
  });
  await opened.stop();
  expect(opened.state()).toMatchObject({ state: 'stopped', error: null });
  await opened.listen('127.0.0.1', 0);
  expect(opened.state()).toMatchObject({ state: 'listening', error: null });
});

const hasIPv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ address }) => address === '::1'),
);

test.skipIf(!hasIPv6)('the address of a receiver in IPv6 has brackets', async () => {
  const opened = receiver();
  await opened.listen('::1', 0);
  const { url, port } = opened.state();
  expect(url).toBe(`http://[::1]:${port}`);
  expect(await answers(url)).toBe(401);
});

test('a receiver that listens says first that it cannot store, then that it has no key', () => {
  const unavailable = { code: 'diskLow', retryAfterSeconds: 1 } as const;
  const notStoring = { state: 'notStoring', error: { code: 'diskLow', detail: '' } };
  expect(statusOf(true, unavailable)).toEqual(notStoring);
  expect(statusOf(false, unavailable)).toEqual(notStoring);
  expect(statusOf(false, null)).toEqual({ state: 'noKey', error: null });
  expect(statusOf(true, null)).toEqual({ state: 'listening', error: null });
});
