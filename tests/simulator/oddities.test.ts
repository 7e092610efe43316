import { describe, expect, test } from 'vitest';
import { makeCancellation, type OrderToCancel } from '../../main/simulator/cancellation.ts';
import { type Oddity, oddities, withOddities } from '../../main/simulator/oddities.ts';
import { makePurchaseOrder } from '../../main/simulator/purchase-order.ts';

const order = makePurchaseOrder({
  seed: 7,
  index: 3,
  createdAt: new Date('2026-11-20T14:30:00.000Z'),
  itemCount: 1,
});
const asked = (orderKind: OrderToCancel['orderKind']) =>
  makeCancellation(
    7,
    { orderKind, marketplaceId: 5, requestId: 6, claimNumber: 'REC-PRUEBA-00001', number: 'N-1' },
    { reason: { id: 4, name: 'Pérdida total del vehículo' } },
  );
const item = order.items[0]!;

describe('each switch changes what it names, and nothing else', () => {
  const cases: Record<Oddity, { body: object; expected: object }> = {
    reasonAsOneText: {
      body: asked('purchaseOrder'),
      expected: {
        ...without(asked('purchaseOrder'), 'cancellationReasonId', 'cancellationReasonName'),
        cancellationReason: 'Pérdida total del vehículo',
      },
    },
    reasonIdAsText: {
      body: asked('purchaseOrder'),
      expected: { ...asked('purchaseOrder'), cancellationReasonId: '4' },
    },
    otherNameForServiceOrderNumber: {
      body: asked('serviceOrder'),
      expected: { ...without(asked('serviceOrder'), 'serviceOrderNumber'), purchaseOrderNumber: 'N-1' },
    },
    wrongLineTotal: {
      body: { items: [{ supplierItemRowTotal: 1000.05 }, { supplierItemRowTotal: 1 }] },
      expected: { items: [{ supplierItemRowTotal: 1100.05 }, { supplierItemRowTotal: 1 }] },
    },
    absentAndNull: {
      body: order,
      expected: { ...without(order, 'comments'), createdByDisplayName: null },
    },
    unknownProperties: {
      body: { purchaseOrderId: 1 },
      expected: { purchaseOrderId: 1, marketplaceChannel: 'web', priority: { level: 2, name: 'Normal' } },
    },
    datesWithoutZone: {
      body: order,
      expected: { ...order, createdOnUtcDate: '2026-11-20T14:30:00.000' },
    },
    numbersAsText: {
      body: { purchaseOrderId: 9, requestId: 4, items: [{ supplierItemPrice: 10.5, itemName: 'Faro' }] },
      expected: {
        purchaseOrderId: 9,
        requestId: '4',
        items: [{ supplierItemPrice: '10.5', itemName: 'Faro' }],
      },
    },
    pascalCase: {
      body: { purchaseOrderId: 9, items: [{ itemName: 'Faro' }] },
      expected: { PurchaseOrderId: 9, Items: [{ ItemName: 'Faro' }] },
    },
  };

  test.each(oddities)('%s', (oddity) => {
    const { body, expected } = cases[oddity];
    const before = structuredClone(body);
    expect(withOddities(body, [oddity])).toEqual(expected);
    expect(body).toEqual(before);
  });
});

test('switches that do not concern a body leave it as it is', () => {
  const switches: Oddity[] = ['reasonAsOneText', 'reasonIdAsText', 'otherNameForServiceOrderNumber'];
  expect(withOddities(order, switches)).toEqual(order);
});

test('all switches together still name the order', () => {
  const sent = withOddities(order, oddities);
  expect(sent['PurchaseOrderId']).toBe(order.purchaseOrderId);
  expect(sent['Items']).toMatchObject([{ ItemName: item.itemName, ItemQuantity: String(item.itemQuantity) }]);
});

function without(body: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
