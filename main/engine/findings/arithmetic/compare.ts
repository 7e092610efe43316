import type Big from 'big.js';
import type { FindingCode } from '#shared/finding-terms.ts';
import { amountText, toCents } from '../decimal.ts';
import type { NewFinding } from '../new-finding.ts';

export type Parameters = NewFinding['parameters'];

/**
 * Tells of an amount that is not what was worked out, which is rounded to cents first, by more than the tolerance. An
 * amount exactly at the tolerance is right. Where either is absent nothing is told: `wire.missing` was.
 */
export function differs(
  code: FindingCode,
  pointer: string,
  { found, expected, tolerance }: { found: Big | null; expected: Big | null; tolerance: Big },
  more: Parameters,
): NewFinding | null {
  if (found === null || expected === null || found.eq(expected)) return null;
  const rounded = toCents(expected);
  const difference = found.minus(rounded);
  if (difference.abs().lte(tolerance)) return null;
  return {
    code,
    pointer,
    parameters: {
      expected: amountText(rounded),
      found: amountText(found),
      difference: amountText(difference),
      ...more,
    },
  };
}
