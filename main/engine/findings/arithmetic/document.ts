import type Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { isIncomplete } from '#shared/marketplace/places.ts';
import { amountText, decimal, zero } from '../decimal.ts';
import type { Tell } from '../gather.ts';
import { type Line, lineWords, pointerTo } from '../line.ts';
import { difference } from './compare.ts';
import { isOddTax } from './tax-rate.ts';

/** What lines come to; null from the first line on that lacks a part. */
interface Sums {
  subtotal: Big | null;
  taxes: Big | null;
  discounts: Big | null;
}

/**
 * Sums of a financial document (interface, "FinancialDocumentDetails" and "ItemDetails(FD)"): each line's `rowTotal`;
 * the subtotal, taxes and discounts against the lines; `totalAmount` against the three that the document gives, so that
 * one wrong part is told once. A document without lines, or with some that could not be read, is not summed up.
 */
export function documentSums(document: FinancialDocument, tolerance: Big, tell: Tell): void {
  const { items } = document;
  const sums: Sums = { subtotal: zero, taxes: zero, discounts: zero };
  for (const [index, item] of items.entries()) {
    lineSums(item, { list: 'items', items, index, name: item.documentItemName }, sums, tolerance, tell);
  }
  const ofTotals = tolerance.times(Math.max(1, items.length));
  const compare = (code: FindingCode, field: string, found: Big | null, expected: Big | null) => {
    const odd = difference(found, expected, ofTotals);
    if (odd !== null) {
      tell(code, () => ({ pointer: `/${field}`, parameters: { ...odd(), lines: items.length } }));
    }
  };
  const subtotal = decimal(document.subtotalAmount);
  const taxes = decimal(document.taxTotalAmount);
  const discounts = decimal(document.discountTotalAmount);
  if (items.length > 0 && !isIncomplete(items)) {
    compare('arithmetic.subtotal', 'subtotalAmount', subtotal, sums.subtotal);
    compare('arithmetic.taxTotal', 'taxTotalAmount', taxes, sums.taxes);
    compare('arithmetic.discountTotal', 'discountTotalAmount', discounts, sums.discounts);
  }
  const total =
    subtotal === null || taxes === null || discounts === null ? null : subtotal.minus(discounts).plus(taxes);
  compare('arithmetic.total', 'totalAmount', decimal(document.totalAmount), total);
}

/** `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount); adds the line's parts to the sums. */
function lineSums(item: DocumentItem, line: Line, sums: Sums, tolerance: Big, tell: Tell): void {
  const units = decimal(item.quantity);
  const price = times(units, decimal(item.unitPrice));
  const tax = times(units, decimal(item.unitTaxAmount));
  const discount = times(units, decimal(item.unitDiscountAmount));
  sums.subtotal = plus(sums.subtotal, price);
  sums.taxes = plus(sums.taxes, tax);
  sums.discounts = plus(sums.discounts, discount);
  if (price === null || tax === null || discount === null) return;
  const odd = difference(decimal(item.rowTotal), price.plus(tax).minus(discount), tolerance);
  if (odd !== null) {
    tell('arithmetic.rowTotal', () => ({
      pointer: pointerTo(line, 'rowTotal'),
      parameters: { ...odd(), ...lineWords(line) },
    }));
  }
  if (isOddTax({ tax, price, discount, units }, tolerance)) {
    tell('arithmetic.taxRate', () => ({
      pointer: pointerTo(line, 'unitTaxAmount'),
      parameters: { tax: amountText(tax), base: amountText(price.minus(discount)), ...lineWords(line) },
    }));
  }
}

const times = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.times(other);
const plus = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.plus(other);
