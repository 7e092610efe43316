import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purchaseOrder, serviceOrder } from '../orders.ts';
import { type House, openHouse, post } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe.each([
  ['/PurchaseOrders', 'purchaseOrderId', 'purchaseOrderNumber', 'OC', purchaseOrder],
  ['/ServiceOrders', 'serviceOrderId', 'serviceOrderNumber', 'OS', serviceOrder],
] as const)('POST %s', (path, idName, numberName, letters, order) => {
  const year = new Date(Date.now() - 4 * 3600_000).getUTCFullYear();

  test('answers with the marketplace id and the number', async () => {
    const answer = await post(house, path, order(1));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({ [idName]: 1, [numberName]: `${letters}-${year}-000001` });
  });
});
