import { expect, test } from 'vitest';
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
  for (const depth of [20_000, 20_001]) {
    const answer = await post(house, '/PurchaseOrders', nested(depth));
    expect(answer.status).toBe(200);
    numbers.add(((await answer.json()) as { purchaseOrderNumber: string }).purchaseOrderNumber);
  }
  expect(numbers.size).toBe(1);
  await house.records.examiner.idle();
  expect(house.logged).toEqual([]);
  await house.close();
});
