import Big from 'big.js';
import { zero } from '../decimal.ts';

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
 * Whether a tax is none of ITBIS's rates of its base, by more than the tolerance of a line. The interface does not say
 * whether the tax is of the price before the discount or after it, so either will do, and a unit's tax may have been
 * rounded to cents. What is below zero is told of as negative, not here.
 */
export function isOddTax({ tax, price, discount, units }: TaxedLine, tolerance: Big): boolean {
  if (tax === null || price === null || discount === null || units === null) return false;
  if (tax.lte(tolerance) || price.lt(zero) || discount.lt(zero)) return false;
  const bases = discount.eq(zero) ? [price] : [price.minus(discount), price];
  const fits = (allowed: Big) =>
    tax.lte(allowed) ||
    bases.some((base) => rates.some((rate) => tax.minus(base.times(rate)).abs().lte(allowed)));
  return !fits(tolerance) && !fits(halfCent.times(units));
}
