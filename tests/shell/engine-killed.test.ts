/** Threads that end at any moment, over a real port: what was answered is kept, and what is seen becomes whole again. */
import { expect, test } from 'vitest';
import { purchaseOrder } from '../engine/orders.ts';
import { expectVerified } from '../faults/reckoning.ts';
import { thorough } from '../thorough.ts';
import { openThreads, underEveryCall } from './threads-under-calls.ts';

/** Each at a moment of its own. */
const [engineKills, receiverKills] = thorough ? [20, 5] : [3, 2];

test(`the engine ends ${engineKills} times at any moment of every kind of call: none is refused, nothing is lost, doubled or renumbered`, async () => {
  const { started, end, call, marketplace, dataDir, finish } = await underEveryCall();
  for (let kill = 1; kill <= engineKills; kill++) {
    // At any moment of its start or of its work.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('engine');
    if (kill % 5 === 0) await expectVerified(dataDir);
  }
  const before = marketplace.acknowledged;
  // The receiver goes on by itself.
  await expect.poll(() => marketplace.acknowledged).toBeGreaterThan(before);
  console.info(`The engine ended ${engineKills} times:`, await finish());
  // No connection failed, so nothing was sent again.
  expect(marketplace.once.filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
  expect(started).toEqual({ engine: expect.any(Number), receiver: 1 });
  expect(started.engine).toBeGreaterThan(engineKills);
  const { engine } = await call((client) => client.status.get());
  expect(engine.restarts).toBeGreaterThan(0);
  expect(engine.lastInterruption).toMatchObject({ cause: expect.stringMatching(/crashed|cannotStart/) });
}, 300_000);

test(`the receiver ends ${receiverKills} times: what it answered is kept, it goes on at its address, and the engine stays`, async () => {
  const { started, end, call, marketplace, thread, finish } = await underEveryCall();
  for (let kill = 0; kill < receiverKills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('receiver');
    const before = marketplace.acknowledged;
    await expect.poll(() => marketplace.acknowledged).toBeGreaterThan(before);
  }
  console.info(`The receiver ended ${receiverKills} times:`, await finish());
  expect(started).toEqual({ engine: 1, receiver: receiverKills + 1 });
  expect((await call((client) => client.status.get())).receiver).toMatchObject({
    state: 'listening',
    url: thread.receiverUrl,
  });
}, 300_000);

test('a call that is held outlives the engine, and is answered by the verdict of the next one', async () => {
  const { end, call, send } = await openThreads({ holdSeconds: 60 });
  await send('/PurchaseOrders', purchaseOrder(1));
  const answer = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  const waiting = async () =>
    (await call((client) => client.cancellations.list({ state: 'waiting' }))).rows[0] ?? null;
  await expect.poll(waiting).toMatchObject({ marketplaceId: 1, openAsks: 1 });
  await end('engine');
  await expect.poll(waiting).toMatchObject({ marketplaceId: 1, openAsks: 1 });
  const id = (await waiting())?.id ?? 0;
  await call((client) => client.people.rename({ name: 'Persona de prueba' }));
  await call((client) => client.cancellations.decide({ id, verdict: 'approve' }));
  expect(await answer).toMatchObject({ status: 200, body: { isCancelled: true } });
});
