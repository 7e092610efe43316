import { expect, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import type { Change } from '../../../shared/contract/changes.ts';
import { ManualClock } from '../manual-clock.ts';

async function take(stream: AsyncGenerator<Change, void, void>, count: number): Promise<Change[]> {
  const taken: Change[] = [];
  while (taken.length < count) {
    const { value, done } = await stream.next();
    if (done || value === undefined) break;
    taken.push(value);
  }
  return taken;
}

test('the stream begins with a status change, then gathers a burst into one change', async () => {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const stream = changes.subscribe();
  expect((await take(stream, 1))[0]?.topic).toBe('status');
  for (let id = 1; id <= 250; id += 1)
    changes.publish({ topic: 'records', kind: 'purchaseOrder', ids: [id] });
  changes.publish({ topic: 'records', kind: 'serviceOrder', ids: [7] });
  clock.advance(100);
  const [purchaseOrders, serviceOrders] = await take(stream, 2);
  expect(purchaseOrders).toMatchObject({ topic: 'records', kind: 'purchaseOrder', count: 250 });
  expect(purchaseOrders?.ids).toHaveLength(100);
  expect(serviceOrders).toMatchObject({ kind: 'serviceOrder', count: 1, ids: [7] });
});

test('a change that names nothing is not gathered with one that names rows, which would hide that all may have changed', async () => {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const stream = changes.subscribe();
  await take(stream, 1);
  changes.publish({ topic: 'records', kind: 'purchaseOrder' });
  changes.publish({ topic: 'records', kind: 'purchaseOrder', ids: [5] });
  changes.publish({ topic: 'records', kind: 'purchaseOrder' });
  clock.advance(100);
  expect(await take(stream, 2)).toMatchObject([
    { topic: 'records', kind: 'purchaseOrder', count: 2, ids: [] },
    { topic: 'records', kind: 'purchaseOrder', count: 1, ids: [5] },
  ]);
});

test('every listener hears it, and one that left holds nothing', async () => {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const [one, two] = [changes.subscribe(), changes.subscribe()];
  await take(one, 1);
  await take(two, 1);
  await one.return();
  changes.publish({ topic: 'keys' });
  clock.advance(100);
  expect((await take(two, 1))[0]?.topic).toBe('keys');
  await two.return();
  changes.publish({ topic: 'keys' });
  expect(clock.timerCount).toBe(0);
});

test('a listener that does not read is told to look at everything, with bounded memory', async () => {
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const stream = changes.subscribe();
  await take(stream, 1);
  const waiting = stream.next();
  for (let round = 0; round < 1000; round += 1) {
    changes.publish({ topic: 'records', kind: 'purchaseOrder', ids: [round] });
    clock.advance(100);
  }
  const first = await waiting;
  expect(first.value).toBeDefined();
  const rest: Change[] = [];
  changes.close();
  for await (const change of stream) rest.push(change);
  expect(rest.length).toBeLessThanOrEqual(110);
  expect(new Set(rest.map((change) => change.topic))).toContain('settings');
});

test('the signal ends the stream', async () => {
  const changes = createChanges(new ManualClock());
  const abort = new AbortController();
  const stream = changes.subscribe(abort.signal);
  await take(stream, 1);
  const next = stream.next();
  abort.abort();
  expect((await next).done).toBe(true);
});
