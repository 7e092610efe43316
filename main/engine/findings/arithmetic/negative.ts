import type { NewFinding } from '../new-finding.ts';
import type { Parameters } from './compare.ts';

/**
 * Tells of quantities and amounts below zero, one finding an object: a credit note's amounts are those that it takes
 * back, and its type says so (interface, "Document types"). Only a service order's `differenceAmount`, an adjustment,
 * may be negative, so it is not among the fields.
 */
export function negatives<Field extends string>(
  owner: Readonly<Record<Field, string | number | null>>,
  pointer: string,
  fields: readonly Field[],
  more: Parameters,
): NewFinding | null {
  const names = fields.filter((field) => isNegative(owner[field]));
  const [first] = names;
  if (first === undefined) return null;
  return {
    code: 'arithmetic.negative',
    pointer: names.length === 1 ? `${pointer}/${first}` : pointer,
    parameters: { names: names.join(', '), count: names.length, ...more },
  };
}

const isNegative = (value: string | number | null) =>
  typeof value === 'string' ? /^-.*[1-9]/.test(value) : value !== null && value < 0;
