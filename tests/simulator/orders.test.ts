import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  lineAmount,
  makePurchaseOrder,
  makeServiceOrder,
  purchaseOrderTotal,
} from '../../main/simulator/orders.ts';
import { sampleTaxId, suppliers, workshops } from '../../main/simulator/sample-data.ts';
import { purchaseOrderDetails } from '../../shared/marketplace/purchase-order.ts';
import { serviceOrderDetails } from '../../shared/marketplace/service-order.ts';

const createdAt = new Date('2026-11-20T14:30:00.000Z');
const whichOrder = fc.record({
  seed: fc.integer(),
  index: fc.nat(100_000),
  createdAt: fc.constant(createdAt),
});

describe('purchase orders', () => {
  test('have exactly the shape of the interface', () => {
    const exact = purchaseOrderDetails.strict().extend({
      items: purchaseOrderDetails.shape.items.element.strict().array().min(1),
    });
    fc.assert(fc.property(whichOrder, (which) => void exact.parse(makePurchaseOrder(which))));
  });

  test('add up on every line, to the centavo', () => {
    fc.assert(
      fc.property(whichOrder, (which) => {
        const order = makePurchaseOrder(which);
        for (const item of order.items) {
          const row = new Big(item.supplierItemPrice).times(item.itemQuantity);
          const net = row.minus(item.supplierRowDiscount);
          expect(item.supplierItemRowPrice).toBe(row.toNumber());
          expect(item.supplierItemRowTax).toBe(net.times('0.18').round(2).toNumber());
          expect(item.supplierItemRowTotal).toBe(net.plus(item.supplierItemRowTax).toNumber());
        }
        const total = order.items.reduce((sum, item) => sum.plus(item.supplierItemRowTotal), new Big(0));
        expect(purchaseOrderTotal(order).eq(total)).toBe(true);
      }),
    );
  });

  test('order no part twice', () => {
    fc.assert(
      fc.property(whichOrder, (which) => {
        const codes = makePurchaseOrder(which).items.map((item) => item.itemCode);
        expect(new Set(codes).size).toBe(codes.length);
      }),
    );
  });

  test('are dearer than the market on some lines, and within it on most', () => {
    const items = Array.from({ length: 300 }, (_, index) =>
      makePurchaseOrder({ seed: 1, index, createdAt }),
    ).flatMap((order) => order.items);
    const above = items.filter((item) => item.supplierItemPrice > item.itemMaxSellPrice).length;
    expect(above / items.length).toBeGreaterThan(0.05);
    expect(above / items.length).toBeLessThan(0.25);
    expect(items.every((item) => item.supplierItemPrice >= item.itemMinSellPrice)).toBe(true);
  });

  test('are the same for the same seed, and others for another', () => {
    fc.assert(
      fc.property(whichOrder, (which) => {
        expect(makePurchaseOrder(which)).toEqual(makePurchaseOrder(which));
        const other = makePurchaseOrder({ ...which, seed: which.seed + 1 });
        expect(other.purchaseOrderGuid).not.toBe(makePurchaseOrder(which).purchaseOrderGuid);
      }),
    );
  });
});

describe('service orders', () => {
  test('have exactly the shape of the interface', () => {
    const exact = serviceOrderDetails.strict().extend({
      items: serviceOrderDetails.shape.items.element.strict().array(),
    });
    fc.assert(fc.property(whichOrder, (which) => void exact.parse(makeServiceOrder(which))));
  });

  test('add up, to the centavo', () => {
    fc.assert(
      fc.property(whichOrder, (which) => {
        const order = makeServiceOrder(which);
        const subTotal = order.items.reduce((sum, item) => sum.plus(lineAmount(item)), new Big(0));
        expect(order.subTotalAmount).toBe(subTotal.toNumber());
        const taxed = subTotal.plus(order.differenceAmount).times('0.18').round(2);
        expect(order.taxTotalAmount).toBe(taxed.toNumber());
      }),
    );
  });
});

describe('sample companies', () => {
  // Check digits worked out by hand from the rule: weights 7 9 8 6 5 4 3 2, ((10 - sum mod 11) mod 9) + 1.
  test.each([
    [0, '900000003'],
    [1, '900000011'],
    [101, '900001018'],
  ])('serial %i is the RNC %s', (serial, taxId) => {
    expect(sampleTaxId(serial)).toBe(taxId);
  });

  test('say that they are sample', () => {
    for (const company of [...suppliers, ...workshops]) expect(company.name).toMatch(/ Prueba /);
  });
});
