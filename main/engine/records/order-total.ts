import Big from 'big.js';
import { decimalText, member } from '#shared/marketplace/member.ts';

/** The sum of the line totals; null where a line has none that can be read. */
export function purchaseTotal(items: readonly object[]): string | null {
  return sum(items.map((item) => member(item, 'supplierItemRowTotal')));
}

/** Subtotal, adjustment and tax. The deductible is what the insured pays, and lowers no order. */
export function serviceTotal(json: object): string | null {
  return sum([
    member(json, 'subTotalAmount'),
    member(json, 'differenceAmount') ?? 0,
    member(json, 'taxTotalAmount') ?? 0,
  ]);
}

function sum(values: readonly unknown[]): string | null {
  if (values.length === 0) return null;
  const hundredths = sumOfHundredths(values);
  if (hundredths !== null) return textOfHundredths(hundredths);
  let total = new Big(0);
  for (const value of values) {
    const decimal = decimalText(value);
    if (decimal === null) return null;
    total = total.plus(decimal);
  }
  return total.toFixed();
}

/**
 * The sum in whole hundredths, which is exact; null where a value is not a number of at most two decimals. Most
 * are, and adding integers costs little before an answer.
 */
function sumOfHundredths(values: readonly unknown[]): number | null {
  let total = 0;
  for (const value of values) {
    if (typeof value !== 'number') return null;
    const hundredths = Math.round(value * 100);
    // The nearest float of a two-decimal text is this quotient, and no other number's.
    if (hundredths / 100 !== value || !Number.isSafeInteger(hundredths)) return null;
    total += hundredths;
  }
  return Number.isSafeInteger(total) ? total : null;
}

/** The decimal text of whole hundredths, with no needless zeros, as `Big` writes it. */
function textOfHundredths(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0{1,2}$/, '');
  const sign = hundredths < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -2)}${decimals === '' ? '' : `.${decimals}`}`;
}
