import type Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { isIncomplete } from '#shared/marketplace/places.ts';
import { decimal, zero } from '../decimal.ts';
import type { Line } from '../line.ts';
import type { NewFinding } from '../new-finding.ts';
import { differs } from './compare.ts';
import { oddTaxRate } from './tax-rate.ts';

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
export function documentSums(
  document: FinancialDocument,
  lines: readonly Line<DocumentItem>[],
  tolerance: Big,
): (NewFinding | null)[] {
  const sums: Sums = { subtotal: zero, taxes: zero, discounts: zero };
  const ofLines = lines.flatMap((line) => lineSums(line, sums, tolerance));
  const isSummed = lines.length > 0 && !isIncomplete(document.items);
  const subtotal = decimal(document.subtotalAmount);
  const taxes = decimal(document.taxTotalAmount);
  const discounts = decimal(document.discountTotalAmount);
  const total = decimal(document.totalAmount);
  const sum =
    subtotal === null || taxes === null || discounts === null ? null : subtotal.minus(discounts).plus(taxes);
  const compare = (code: FindingCode, field: string, found: Big | null, expected: Big | null) =>
    differs(
      code,
      `/${field}`,
      { found, expected, tolerance: tolerance.times(Math.max(1, lines.length)) },
      { lines: lines.length },
    );
  return [
    compare('arithmetic.total', 'totalAmount', total, sum),
    compare('arithmetic.subtotal', 'subtotalAmount', subtotal, isSummed ? sums.subtotal : null),
    compare('arithmetic.taxTotal', 'taxTotalAmount', taxes, isSummed ? sums.taxes : null),
    compare('arithmetic.discountTotal', 'discountTotalAmount', discounts, isSummed ? sums.discounts : null),
    ...ofLines,
  ];
}

/** `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount); adds the line's parts to the sums. */
function lineSums(
  { item, pointer, told }: Line<DocumentItem>,
  sums: Sums,
  tolerance: Big,
): (NewFinding | null)[] {
  const quantity = decimal(item.quantity);
  const price = times(quantity, decimal(item.unitPrice));
  const tax = times(quantity, decimal(item.unitTaxAmount));
  const discount = times(quantity, decimal(item.unitDiscountAmount));
  sums.subtotal = plus(sums.subtotal, price);
  sums.taxes = plus(sums.taxes, tax);
  sums.discounts = plus(sums.discounts, discount);
  const expected =
    price === null || tax === null || discount === null ? null : price.plus(tax).minus(discount);
  return [
    differs(
      'arithmetic.rowTotal',
      `${pointer}/rowTotal`,
      { found: decimal(item.rowTotal), expected, tolerance },
      told,
    ),
    oddTaxRate(`${pointer}/unitTaxAmount`, { tax, price, discount, units: quantity }, tolerance, told),
  ];
}

const times = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.times(other);
const plus = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.plus(other);
