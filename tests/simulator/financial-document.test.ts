import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeClaim } from '../../main/simulator/claim.ts';
import {
  type FinancialDocumentBody,
  makeCreditNote,
  makeInvoice,
} from '../../main/simulator/financial-document.ts';
import { makePurchaseOrder, makeServiceOrder, purchaseOrderTotal } from '../../main/simulator/orders.ts';
import { financialDocumentDetails } from '../../shared/marketplace/financial-document.ts';
import { readContent } from '../../shared/marketplace/record-content.ts';
import { describeReceipt } from '../../shared/rules/ncf.ts';
import { describeTaxId } from '../../shared/rules/rnc.ts';
import { exactly } from './exact.ts';

const createdAt = new Date('2026-11-20T02:30:00.000Z');
const which = fc.record({ seed: fc.integer(), index: fc.nat(20_000) });

/** An order of either kind with its invoice and the credit note for it. */
function family({ seed, index }: { seed: number; index: number }, of: 'purchase' | 'service') {
  const claim = makeClaim(seed, index);
  const making = { seed, index, createdAt, claim };
  const order = of === 'purchase' ? makePurchaseOrder(making) : makeServiceOrder(making);
  const invoice = makeInvoice(order, making);
  return { claim, order, invoice, note: makeCreditNote(invoice, { ...making, index: index + 1 }) };
}

describe.each(['purchase', 'service'] as const)('documents for %s orders', (of) => {
  test('have exactly the shape of the interface, and nothing odd', () => {
    const exact = exactly(financialDocumentDetails);
    fc.assert(
      fc.property(which, (made) => {
        const { invoice, note } = family(made, of);
        for (const document of [invoice, note]) {
          exact.parse(document);
          expect(readContent('financialDocument', document).issues).toEqual([]);
        }
      }),
    );
  });

  test('add up on every line and in total, exactly, to the centavo', () => {
    fc.assert(
      fc.property(which, (made) => {
        const { invoice, note } = family(made, of);
        addsUp(invoice);
        addsUp(note);
        expect(note.totalAmount).toBe(invoice.totalAmount);
      }),
    );
  });

  test('name their order, its claim, and the policy of the vehicle', () => {
    fc.assert(
      fc.property(which, (made) => {
        const { claim, order, invoice, note } = family(made, of);
        const named = {
          requestId: order.requestId,
          purchaseOrderId: 'purchaseOrderId' in order ? order.purchaseOrderId : null,
          serviceOrderId: 'serviceOrderId' in order ? order.serviceOrderId : null,
          insuranceClaimNumber: claim.claimNumber,
          insurancePolicyNumber: claim.vehicle.policyNumber,
        };
        expect(invoice).toMatchObject({ ...named, relatedDocumentId: null });
        expect(note).toMatchObject({ ...named, relatedDocumentId: invoice.documentId });
      }),
    );
  });

  test('carry receipts of the right type that have not expired, and a note the receipt that it modifies', () => {
    fc.assert(
      fc.property(which, (made) => {
        const { invoice, note } = family(made, of);
        for (const { taxReceipt, documentDate } of [invoice, note]) {
          const receipt = describeReceipt(taxReceipt.taxReceiptNumber);
          expect(receipt.number).toBe(taxReceipt.taxReceiptNumber);
          expect(taxReceipt.taxReceiptNumber.startsWith(taxReceipt.taxReceiptPrefix)).toBe(true);
          expect(taxReceipt.taxReceiptPrefix.slice(1)).toBe(taxReceipt.taxReceiptCode);
          expect(taxReceipt.taxReceiptExpiration > documentDate).toBe(true);
        }
        expect(describeReceipt(invoice.taxReceipt.taxReceiptNumber).type).toBe('fiscalCredit');
        expect(describeReceipt(note.taxReceipt.taxReceiptNumber).type).toBe('creditNote');
        expect(invoice.taxReceipt.relatedTaxReceiptNumber).toBeNull();
        expect(note.taxReceipt.relatedTaxReceiptNumber).toBe(invoice.taxReceipt.taxReceiptNumber);
        expect(describeTaxId(invoice.createdBy.identification)).toMatchObject({ checks: true });
      }),
    );
  });
});

test('an invoice comes to what was ordered', () => {
  fc.assert(
    fc.property(which, (made) => {
      const parts = family(made, 'purchase');
      if ('purchaseOrderId' in parts.order)
        expect(parts.invoice.totalAmount).toBe(purchaseOrderTotal(parts.order).toNumber());
      const labour = family(made, 'service');
      if (!('serviceOrderId' in labour.order)) return;
      const { subTotalAmount, differenceAmount, taxTotalAmount } = labour.order;
      expect(labour.invoice.totalAmount).toBe(
        new Big(subTotalAmount).plus(differenceAmount).plus(taxTotalAmount).toNumber(),
      );
      expect(labour.invoice.taxTotalAmount).toBe(taxTotalAmount);
    }),
  );
});

test('paper and electronic receipts both occur', () => {
  const letters = Array.from({ length: 40 }, (_, index) =>
    family({ seed: 1, index }, 'purchase').invoice.taxReceipt.taxReceiptNumber.charAt(0),
  );
  expect(new Set(letters)).toEqual(new Set(['B', 'E']));
});

test('a part of the lines, in another quantity', () => {
  const { order, claim } = family({ seed: 3, index: 5 }, 'purchase');
  const made = makeInvoice(order, {
    seed: 3,
    index: 5,
    createdAt,
    claim,
    lines: [{ line: 0, quantity: 4 }],
  });
  expect(made.items).toHaveLength(1);
  expect(made.items[0]).toMatchObject({ quantity: 4, documentItemName: order.items[0]?.itemName });
  addsUp(made);
});

function addsUp(document: FinancialDocumentBody): void {
  const sum = (of: (item: (typeof document.items)[number]) => Big) =>
    document.items.reduce((total, item) => total.plus(of(item)), new Big(0)).toNumber();
  for (const item of document.items) {
    const unit = new Big(item.unitPrice).plus(item.unitTaxAmount).minus(item.unitDiscountAmount);
    expect(item.rowTotal).toBe(unit.times(item.quantity).toNumber());
    expect(new Big(item.rowTotal).round(2).toNumber()).toBe(item.rowTotal);
  }
  expect(document.subtotalAmount).toBe(sum((item) => new Big(item.unitPrice).times(item.quantity)));
  expect(document.taxTotalAmount).toBe(sum((item) => new Big(item.unitTaxAmount).times(item.quantity)));
  expect(document.discountTotalAmount).toBe(
    sum((item) => new Big(item.unitDiscountAmount).times(item.quantity)),
  );
  expect(document.totalAmount).toBe(sum((item) => new Big(item.rowTotal)));
}
