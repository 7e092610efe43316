import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computedGrandTotal,
  computedTotal,
  otherThanSaid,
} from '../../../renderer/financial-documents/FinancialDocumentLines.tsx';

const item = (
  quantity: string | null,
  unitPrice: string | null,
  tax: string | null,
  discount: string | null,
) => ({
  quantity,
  unitPrice,
  unitTaxAmount: tax,
  unitDiscountAmount: discount,
});

describe('what a line comes to', () => {
  it.each([
    [item('2', '100', '18', '0'), '236.00'],
    [item('1.5', '100', '18', '10'), '162.00'],
    [item('3', '0.1', null, null), '0.30'],
    [item('1', '0.005', '0', '0'), '0.01'],
    [item(null, '100', '18', '0'), null],
    [item('1', null, '18', '0'), null],
    [item('x', '100', '18', '0'), null],
  ])('%j is %s', (line, expected) => {
    expect(computedTotal(line)).toBe(expected);
  });

  it('is exact in cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 1e9 }), (quantity, cents) => {
        const price = `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const total = BigInt(quantity) * BigInt(cents);
        expect(computedTotal(item(String(quantity), price, null, null))).toBe(
          `${total / 100n}.${String(total % 100n).padStart(2, '0')}`,
        );
      }),
    );
  });
});

describe('what a document comes to', () => {
  it.each([
    ['100', '10', '16.2', '106.20'],
    ['100', null, null, '100.00'],
    [null, '10', '16.2', null],
  ])('%s less %s plus %s is %s', (subtotalAmount, discountTotalAmount, taxTotalAmount, expected) => {
    expect(computedGrandTotal({ subtotalAmount, discountTotalAmount, taxTotalAmount })).toBe(expected);
  });
});

describe('beside what was said', () => {
  it.each([
    ['236.00', '236', null],
    ['236.00', '236.004', null],
    ['236.00', '235.99', '236.00'],
    ['236.00', null, null],
    [null, '236', null],
    ['236.00', 'x', null],
  ])('computed %s, said %s: %s', (computed, said, expected) => {
    expect(otherThanSaid(computed, said)).toBe(expected);
  });
});
