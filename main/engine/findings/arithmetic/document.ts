import type Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import type { DocumentItem, FinancialDocument } from '#shared/marketplace/financial-document.ts';
import { isIncomplete } from '#shared/marketplace/places.ts';
import { decimal, zero } from '../decimal.ts';
import type { AddFinding } from '../gather.ts';
import { describeLine, type Line, pointerTo } from '../line.ts';
import { difference } from './compare.ts';
import {
  checkTaxOfLine,
  checkTaxOfTotal,
  isTotalOfRightTax,
  oddTaxOfLine,
  oddTaxOfTotal,
} from './tax-rate.ts';

/** What lines come to; null from the first line on that lacks a part. */
interface Sums {
  subtotal: Big | null;
  taxes: Big | null;
  discounts: Big | null;
}

interface Limits {
  tolerance: Big;
  rates: readonly Big[];
}

/**
 * Sums of a financial document (interface, "FinancialDocumentDetails" and "ItemDetails(FD)"): each line's `rowTotal`;
 * the subtotal, taxes and discounts against the lines; `totalAmount` against the three that the document gives. Where
 * one of the three is wrong and the total fits the lines, that one is told and the total is not: it is one fault. A
 * document without lines, or with some that could not be read or have no quantity above zero, is not summed up.
 */
export function documentSums(document: FinancialDocument, limits: Limits, tell: AddFinding): void {
  const { items } = document;
  const sums: Sums = { subtotal: zero, taxes: zero, discounts: zero };
  for (const [index, item] of items.entries()) {
    lineSums(item, { list: 'items', items, index, name: item.documentItemName }, sums, limits, tell);
  }
  const ofTotals = limits.tolerance.times(Math.max(1, items.length));
  const compare = (code: FindingCode, field: string, found: Big | null, expected: Big | null): boolean => {
    const odd = difference(found, expected, ofTotals);
    if (odd === null) return false;
    tell(code, () => {
      const { parameters, amount } = odd();
      return { pointer: `/${field}`, parameters: { ...parameters, lines: items.length }, amount };
    });
    return true;
  };
  const subtotal = decimal(document.subtotalAmount);
  const taxes = decimal(document.taxTotalAmount);
  const discounts = decimal(document.discountTotalAmount);
  const total = decimal(document.totalAmount);
  const isSummed = items.length > 0 && !isIncomplete(items) && items.every(hasQuantity);
  const odd =
    isSummed &&
    [
      compare('arithmetic.subtotal', 'subtotalAmount', subtotal, sums.subtotal),
      compare('arithmetic.taxTotal', 'taxTotalAmount', taxes, sums.taxes),
      compare('arithmetic.discountTotal', 'discountTotalAmount', discounts, sums.discounts),
    ].includes(true);
  if (!(odd && difference(total, ofParts(sums), ofTotals) === null)) {
    compare('arithmetic.total', 'totalAmount', total, ofParts({ subtotal, taxes, discounts }));
  }
  if (items.every(({ unitTaxAmount }) => unitTaxAmount === null)) {
    taxRate({ subtotal, taxes, discounts }, document, { ...limits, tolerance: ofTotals }, tell);
  }
}

function ofParts({ subtotal, taxes, discounts }: Sums): Big | null {
  return subtotal === null || taxes === null || discounts === null
    ? null
    : subtotal.minus(discounts).plus(taxes);
}

/** The rate of a total's tax, where no line tells its own. */
function taxRate(
  { subtotal, taxes: tax, discounts }: Sums,
  { items }: FinancialDocument,
  { rates, tolerance }: Limits,
  tell: AddFinding,
): void {
  if (subtotal === null || tax === null) return;
  const base = subtotal.minus(discounts ?? zero);
  const lines = items.flatMap((item) => times(decimal(item.quantity), decimal(item.unitPrice)) ?? []);
  const away = oddTaxOfTotal({ tax, bases: [base, subtotal], lines }, rates, tolerance);
  if (away !== null) checkTaxOfTotal({ tax, base, away }, tell);
}

/** `rowTotal` is quantity x (unitPrice + unitTaxAmount - unitDiscountAmount); adds the line's parts to the sums. */
function lineSums(
  item: DocumentItem,
  line: Line,
  sums: Sums,
  { tolerance, rates }: Limits,
  tell: AddFinding,
): void {
  const units = decimal(item.quantity);
  const price = times(units, decimal(item.unitPrice));
  const tax = times(units, decimal(item.unitTaxAmount));
  const discount = times(units, decimal(item.unitDiscountAmount));
  sums.subtotal = plus(sums.subtotal, price);
  sums.taxes = plus(sums.taxes, tax);
  sums.discounts = plus(sums.discounts, discount);
  if (price === null || tax === null || discount === null) return;
  const away = oddTaxOfLine({ tax, price, discount, units }, rates, tolerance);
  if (away !== null) checkTaxOfLine(line, 'unitTaxAmount', { tax, base: price.minus(discount), away }, tell);
  const total = decimal(item.rowTotal);
  const odd = difference(total, price.plus(tax).minus(discount), tolerance);
  if (odd === null || !units?.gt(zero)) return;
  // Where the total fits an accepted rate and the tax does not, only the tax is wrong.
  if (away !== null && isTotalOfRightTax(total, { price, discount, units }, rates, tolerance)) return;
  tell('arithmetic.rowTotal', () => {
    const { parameters, amount } = odd();
    return {
      pointer: pointerTo(line, 'rowTotal'),
      parameters: { ...parameters, ...describeLine(line) },
      amount,
    };
  });
}

const hasQuantity = ({ quantity }: DocumentItem) => decimal(quantity)?.gt(zero) !== false;

const times = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.times(other);
const plus = (one: Big | null, other: Big | null) =>
  one === null || other === null ? null : one.plus(other);
