import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../main/engine/engine.ts';
import type { CancellationRow } from '../../../shared/contract/cancellations.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import type { CancellationState } from '../../../shared/terms.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { migratedFolder } from '../migrated-folder.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
const headers = { 'X-API-KEY': Buffer.from(key).toString('base64'), 'Content-Type': 'application/json' };
const log = { info() {}, warn() {}, error() {} };

/** A whole engine on a port of its own, a console, and a marketplace that calls it over real sockets. */
async function openHouse(holdSeconds: number, receiver: { address?: string } = { address: '127.0.0.1' }) {
  const engine = await openEngine({
    dataDir: await migratedFolder(),
    host: new HostInMemory(),
    version: '0.0.0',
    receiver: { ...receiver, port: 0, holdSeconds },
    environmentKeys: [key],
    log,
  });
  onTestFinished(() => engine.close());
  const console = createRouterClient(engine.router, {
    context: { via: 'token' },
  }) as ContractRouterClient<Contract>;
  const post = (path: string, body: object) => {
    const call = request(`${engine.receiverUrl()}${path}`, { method: 'POST', headers });
    const answered = once(call, 'response').then(async ([response]: IncomingMessage[]) => {
      const text = (await response!.setEncoding('utf8').toArray()).join('');
      return { status: response!.statusCode, headers: response!.headers, json: JSON.parse(text) as unknown };
    });
    call.end(JSON.stringify(body));
    return { call, answered };
  };
  return {
    engine,
    console,
    order: async (id: number) =>
      expect(
        (await post('/PurchaseOrders', { purchaseOrderId: id, items: [{ itemId: 1 }] }).answered).status,
      ).toBe(200),
    cancel: (id: number) =>
      post(`/purchaseOrders/${id}/cancel`, {
        purchaseOrderId: id,
        cancellationReason: 'Error',
        comments: null,
      }),
    /** Waits until the only cancellation is in this state. */
    async comesTo(state: CancellationState): Promise<CancellationRow> {
      const changes = await console.changes();
      for await (const _ of changes) {
        const { rows } = await console.cancellations.list();
        if (rows[0]?.state === state) return rows[0];
      }
      throw new Error('The changes ended.');
    },
  };
}

test('a call hangs, an approval answers it, and the order is cancelled', async () => {
  const house = await openHouse(90);
  await house.order(7001);
  const { answered } = house.cancel(7001);
  const { id } = await house.comesTo('waiting');
  expect((await house.console.status.get()).receiver.heldCalls).toBe(1);
  await house.console.cancellations.decide({ id, verdict: 'approve' });
  expect(await answered).toMatchObject({
    status: 200,
    json: { isCancelled: true, showResponseText: false, responseText: null },
  });
  await house.comesTo('cancelled');
  const { rows } = await house.console.records.list();
  expect(rows[0]?.cancellation).toEqual({ id, state: 'cancelled' });
});

test('a caller who hangs up learns of the approval when it asks again, and only then is the order cancelled', async () => {
  const house = await openHouse(90);
  await house.order(7001);
  const first = house.cancel(7001);
  first.answered.catch(() => {});
  const { id } = await house.comesTo('waiting');
  first.call.destroy();
  await house.comesTo('deferred');
  const approved = await house.console.cancellations.decide({ id, verdict: 'approve' });
  expect(approved).toMatchObject({ state: 'approved', mustAskAgain: true, deliveredAt: null });
  expect((await house.cancel(7001).answered).json).toMatchObject({ isCancelled: true });
  expect((await house.comesTo('cancelled')).askCount).toBe(2);
});

test('without a verdict the call is answered in review at the end of its hold', async () => {
  const house = await openHouse(0.05);
  await house.order(7001);
  const { json } = await house.cancel(7001).answered;
  expect(json).toMatchObject({ isCancelled: false, showResponseText: true });
  await house.comesTo('deferred');
});

test('closing answers a held call in review before the listener goes', async () => {
  const house = await openHouse(90);
  await house.order(7001);
  const { answered } = house.cancel(7001);
  await house.comesTo('waiting');
  await house.engine.close();
  const { json, headers: answeredWith } = await answered;
  expect(json).toMatchObject({ isCancelled: false, showResponseText: true });
  expect(answeredWith.connection).toBe('close');
});

test('a receiver that moves answers the held calls first, and takes the next at its new address', async () => {
  // Its address is the settings'.
  const house = await openHouse(90, {});
  await house.order(7101);
  const { answered } = house.cancel(7101);
  await house.comesTo('waiting');
  const before = house.engine.receiverUrl();
  await house.console.settings.update({ receiver: { address: '127.0.0.2' } });
  expect(house.engine.receiverUrl()).not.toBe(before);
  expect(await answered).toMatchObject({
    status: 200,
    headers: { connection: 'close' },
    json: { isCancelled: false, showResponseText: true },
  });
  await house.comesTo('deferred');
});
