import type Big from 'big.js';
import { amountText, toCents } from '../decimal.ts';
import type { Told } from '../new-finding.ts';

/** What is told of an amount in pesos; documents tell their own currency. */
export const inPesos = (value: Big) => ({ value: amountText(toCents(value.abs())), currency: 'DOP' });

/**
 * What a finding says of an amount that is not what was worked out, which is rounded to cents first, by more than the
 * tolerance; null where it is right, and an amount exactly at the tolerance is. Where either is absent nothing is said:
 * `wire.missing` was told.
 */
export function difference(
  found: Big | null,
  expected: Big | null,
  tolerance: Big,
): (() => Required<Omit<Told, 'pointer'>>) | null {
  if (found === null || expected === null || found.eq(expected)) return null;
  const rounded = toCents(expected);
  const away = found.minus(rounded);
  if (away.abs().lte(tolerance)) return null;
  return () => ({
    parameters: {
      expected: amountText(rounded),
      found: amountText(found),
      difference: amountText(away),
    },
    amount: inPesos(away),
  });
}
