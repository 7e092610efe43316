import { expect, test } from 'vitest';
import { findRecordByIdentity, findRevisionBytes } from '../../../main/engine/store/index.ts';
import { purchaseOrder } from '../orders.ts';
import { openHouse, post } from './house.ts';

test('a body nested without end is refused, and the receiver lives', async () => {
  const house = await openHouse();
  const depth = 2_000_000;
  const bomb = `{"purchaseOrderId":1,"items":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const answer = await post(house, '/PurchaseOrders', bomb);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ type: 'urn:perito:problem:nested-too-deeply' });
  await house.close();
});

test('a short body nested as deeply as it can is taken, and told apart from another', async () => {
  const house = await openHouse();
  const nested = (depth: number) =>
    JSON.stringify(purchaseOrder(1)).replace('{', `{"x":${'['.repeat(depth)}${']'.repeat(depth)},`);
  const numbers = new Set<string>();
  for (const [depth, revision] of [
    [20_000, 1],
    [20_000, 1],
    [20_001, 2],
  ] as const) {
    const answer = await post(house, '/PurchaseOrders', nested(depth));
    expect(answer.status).toBe(200);
    numbers.add(((await answer.json()) as { purchaseOrderNumber: string }).purchaseOrderNumber);
    const stored = await house.store.read(async (tx) => {
      const record = await findRecordByIdentity(tx, 'purchaseOrder', 1);
      const part = { from: 0, limit: 1_000_000 };
      const body = await findRevisionBytes(tx, record?.id ?? 0, record?.revision ?? 0, part);
      return { revision: record?.revision, body: Buffer.from(body?.bytes ?? []).toString() };
    });
    expect(stored).toEqual({ revision, body: nested(depth) });
  }
  expect(numbers.size).toBe(1);
  await house.records.examiner.idle();
  expect(house.logged).toEqual([]);
  await house.close();
});

test.each([70_000, 300_000])(
  'brackets in a text of %i bytes, behind an escaped quote, are no nesting',
  async (length) => {
    const house = await openHouse();
    const comments = `"${'['.repeat(600)} \\" ${'x'.repeat(length)}`;
    const answer = await post(house, '/PurchaseOrders', purchaseOrder(1, { comments }));
    expect(answer.status).toBe(200);
    await house.close();
  },
);
