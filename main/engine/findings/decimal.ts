import Big from 'big.js';

/** The most digits before the point that are worked with: a thousand million millions. */
const maxIntegerDigits = 15;
/** Digits further behind the point cannot move a comparison of cents. */
const maxDecimalDigits = 12;

/**
 * A decimal text of what was read, or an integer of it, as an exact number; null where it is absent or too large. The
 * reader takes texts of 40 digits before the point and as many after it, and thousands of such lines must not hold the
 * thread.
 */
export function decimal(value: string | number | null): Big | null {
  if (value === null || isTooLarge(value)) return null;
  if (typeof value === 'number') return new Big(value);
  const point = value.indexOf('.');
  const isLong = point >= 0 && value.length - point - 1 > maxDecimalDigits;
  return new Big(isLong ? value.slice(0, point + 1 + maxDecimalDigits) : value);
}

/** Whether a number has more digits before the point than any amount has. */
export function isTooLarge(value: string | number | null): boolean {
  if (typeof value !== 'string') return value !== null && Math.abs(value) >= 10 ** maxIntegerDigits;
  if (value.length <= maxIntegerDigits) return false;
  const point = value.indexOf('.');
  const digits = (point < 0 ? value.length : point) - (value.startsWith('-') ? 1 : 0);
  return digits > maxIntegerDigits;
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
