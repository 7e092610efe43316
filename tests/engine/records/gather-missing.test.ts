import { expect, test } from 'vitest';
import { gatherMissing } from '../../../main/engine/records/gather-missing.ts';
import { readPurchaseOrder } from '../../../shared/marketplace/read-orders.ts';

const missing = (json: object) =>
  gatherMissing(readPurchaseOrder(json).oddities).filter(({ code }) => code === 'wire.missing');

test('fields that one object lacks are one finding, lines that lack the same are one more', () => {
  const found = missing({
    purchaseOrderId: 1,
    items: [{ itemId: 1 }, { itemId: 2 }, { itemId: 3, itemName: 'Faro' }],
  });
  expect(
    found.map(({ pointer, parameters }) => [pointer, parameters['objects'], parameters['count']]),
  ).toEqual([
    ['', 1, 17],
    ['/items', 2, 16],
    ['/items/2', 1, 15],
  ]);
});

test('what else is odd stays as it was', () => {
  const { oddities } = readPurchaseOrder({
    purchaseOrderId: 1,
    purchaseOrderGuid: 5,
    color: 'rojo',
    items: [],
  });
  const others = oddities.filter(({ code }) => code !== 'wire.missing');
  expect(others.length).toBeGreaterThan(1);
  expect(gatherMissing(oddities)).toEqual(expect.arrayContaining(others));
});
