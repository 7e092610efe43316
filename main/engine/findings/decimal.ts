import Big from 'big.js';
import { decimalText } from '#shared/marketplace/member.ts';

/**
 * A decimal text of what was read, or an integer of it, as an exact number; null where it is absent, or an integer with
 * absurdly many digits. Decimal texts have at most 40 before the point and after it, as the reader takes them.
 */
export function decimal(value: string | number | null): Big | null {
  if (typeof value === 'string') return new Big(value);
  const text = decimalText(value);
  return text === null ? null : new Big(text);
}

/** Half up to two decimals, as DGII rounds amounts (facts, "Dominican rules"). */
export const toCents = (value: Big): Big => value.round(2, Big.roundHalfUp);

/** An amount as a finding's parameter carries it: at most four decimals, which is what unit prices have. */
export const amountText = (value: Big): string => {
  const text = value.round(4, Big.roundHalfUp).toFixed();
  return text === '-0' ? '0' : text;
};

/** A value raised by so many percent, or lowered. */
export const plusPercent = (value: Big, percent: number): Big =>
  percent === 0 ? value : value.times(new Big(100).plus(percent)).times('0.01');

export const zero = new Big(0);
