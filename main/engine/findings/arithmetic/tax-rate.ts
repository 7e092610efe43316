import Big from 'big.js';
import { amountText, zero } from '../decimal.ts';
import type { NewFinding } from '../new-finding.ts';
import type { Parameters } from './compare.ts';

/** ITBIS: 18 %, reduced 16 % (Ley 253-12, arts. 23 and 24), or exempt. */
const rates = [new Big('0.18'), new Big('0.16')];
/** What rounding a unit's tax to cents can change. */
const halfCent = new Big('0.005');

/** Amounts of a line, and how many units it has. */
export interface TaxedLine {
  tax: Big | null;
  price: Big | null;
  discount: Big | null;
  units: Big | null;
}

/**
 * Tells of a tax that is none of ITBIS's rates of its base, by more than the tolerance of a line. The interface does
 * not say whether the tax is of the price before the discount or after it, so either will do, and a unit's tax may
 * have been rounded to cents. What is below zero is told of as negative, not here.
 */
export function oddTaxRate(
  pointer: string,
  { tax, price, discount, units }: TaxedLine,
  tolerance: Big,
  more: Parameters,
): NewFinding | null {
  if (tax === null || price === null || discount === null || units === null) return null;
  if (tax.lte(zero) || price.lt(zero) || discount.lt(zero)) return null;
  const rounding = halfCent.times(units);
  const allowed = rounding.gt(tolerance) ? rounding : tolerance;
  if (tax.lte(allowed)) return null;
  const net = price.minus(discount);
  for (const base of discount.eq(zero) ? [price] : [net, price]) {
    if (rates.some((rate) => tax.minus(base.times(rate)).abs().lte(allowed))) return null;
  }
  return {
    code: 'arithmetic.taxRate',
    pointer,
    parameters: { tax: amountText(tax), base: amountText(net), ...more },
  };
}
