import Big from 'big.js';
import { amountText, zero } from '../decimal.ts';
import type { AddFinding } from '../gather.ts';
import { describeLine, type Line, pointerTo } from '../line.ts';
import { inPesos } from './compare.ts';

/** What rounding a unit's tax to cents can change. */
const halfCent = new Big('0.005');
/** So many taxes that lines can come to together are tried; a total of more lines is not judged. */
const maxSums = 4096;

/** Amounts of a line, and how many units it has. */
export interface TaxedLine {
  tax: Big | null;
  price: Big | null;
  discount: Big | null;
  units: Big | null;
}

/** The rates of ITBIS that are accepted, as parts of one: 18 % and exempt, unless the settings say otherwise. */
export function acceptedRates(percents: readonly number[]): Big[] {
  return percents.map((percent) => new Big(percent).div(100));
}

/**
 * How far a line's tax is from the nearest accepted rate of its base, where that is more than the tolerance; null where
 * it is right. The interface does not say whether the tax is of the price before the discount or after it, so either
 * will do, and a unit's tax may have been rounded to cents. What is below zero is told of as negative, not here.
 */
export function oddTaxOfLine(
  { tax, price, discount, units }: TaxedLine,
  rates: readonly Big[],
  tolerance: Big,
): Big | null {
  if (tax === null || price === null || discount === null || units === null) return null;
  if (tax.lt(zero) || price.lt(zero) || discount.lt(zero)) return null;
  const bases = discount.eq(zero) ? [price] : [price.minus(discount), price];
  const away = nearest(tax, bases, rates);
  const ofUnits = halfCent.times(units);
  return away === null || away.lte(tolerance) || away.lte(ofUnits) ? null : away;
}

/**
 * The same for the tax of a total of which no line tells its own. It is right where an accepted rate of one of the bases
 * gives it, or where lines of different rates can come to it together.
 */
export function oddTaxOfTotal(
  { tax, bases, lines }: { tax: Big | null; bases: readonly Big[]; lines: readonly Big[] },
  rates: readonly Big[],
  tolerance: Big,
): Big | null {
  if (tax === null || tax.lt(zero) || bases.some((base) => base.lt(zero))) return null;
  const away = nearest(tax, bases, rates);
  if (away === null || away.lte(tolerance)) return null;
  let sums = new Set(['0']);
  for (const line of lines) {
    const longer = new Set<string>();
    for (const sum of sums)
      for (const rate of rates) longer.add(line.times(rate).plus(sum).round(2).toFixed());
    if (longer.size > maxSums) return null;
    sums = longer;
  }
  const isMixed = lines.length > 1 && [...sums].some((sum) => tax.minus(sum).abs().lte(tolerance));
  return isMixed ? null : away;
}

function nearest(tax: Big, bases: readonly Big[], rates: readonly Big[]): Big | null {
  let least: Big | null = null;
  for (const base of bases) {
    for (const rate of rates) {
      const away = tax.minus(base.times(rate)).abs();
      if (least === null || away.lt(least)) least = away;
    }
  }
  return least;
}

/**
 * Whether a line's total is its price less its discount with a tax that is right. Where its own tax is not, that is all
 * that is wrong.
 */
export function isTotalOfRightTax(
  total: Big | null,
  { price, discount, units }: Omit<TaxedLine, 'tax'>,
  rates: readonly Big[],
  tolerance: Big,
): boolean {
  if (total === null || price === null || discount === null) return false;
  const tax = total.minus(price).plus(discount);
  return tax.gte(zero) && oddTaxOfLine({ tax, price, discount, units }, rates, tolerance) === null;
}

/** Tells of a line's tax, in `field`, that is `away` from every accepted rate of its base. */
export function checkTaxOfLine(line: Line, field: string, taxed: OddTax, tell: AddFinding): void {
  tell('arithmetic.taxRate', () => {
    const { parameters, amount } = taxTokens(taxed);
    return { pointer: pointerTo(line, field), parameters: { ...parameters, ...describeLine(line) }, amount };
  });
}

/** The same of the tax of all lines together. */
export function checkTaxOfTotal(taxed: OddTax, tell: AddFinding): void {
  tell('arithmetic.taxRateOfTotal', () => ({ pointer: '/taxTotalAmount', ...taxTokens(taxed) }));
}

interface OddTax {
  tax: Big;
  base: Big;
  away: Big;
}

const taxTokens = ({ tax, base, away }: OddTax) => ({
  parameters: { tax: amountText(tax), base: amountText(base), percent: percentOf(tax, base) },
  amount: inPesos(away),
});

/** A tax as the percent of its base, to two decimals; null of a base of zero. */
function percentOf(tax: Big, base: Big): string | null {
  return base.eq(zero) ? null : tax.times(100).div(base).round(2).toFixed();
}
