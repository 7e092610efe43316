import type { FindingCode } from '#shared/finding-terms.ts';
import { isTooLarge } from '../decimal.ts';
import type { Tell } from '../gather.ts';
import { type Line, lineWords, pointerTo } from '../line.ts';

/**
 * Tells of the quantities and amounts of an object that are below zero, or too large to be worked with; one finding an
 * object. A credit note's amounts are those that it takes back, and its type says so (interface, "Document types"). Only
 * a service order's `differenceAmount`, an adjustment, may be negative, so it is not among the fields. `line` is null of
 * the body itself.
 */
export function oddAmounts<Field extends string>(
  owner: Readonly<Record<Field, string | number | null>>,
  line: Line | null,
  fields: readonly Field[],
  tell: Tell,
): void {
  const tellOf = (code: FindingCode, isOdd: (value: string | number | null) => boolean) => {
    if (!fields.some((field) => isOdd(owner[field]))) return;
    tell(code, () => {
      const names = fields.filter((field) => isOdd(owner[field]));
      const field = names.length === 1 ? names[0] : undefined;
      return {
        pointer: line === null ? (field === undefined ? '' : `/${field}`) : pointerTo(line, field),
        parameters: { names: names.join(', '), count: names.length, ...(line && lineWords(line)) },
      };
    });
  };
  tellOf('arithmetic.negative', isNegative);
  tellOf('arithmetic.tooLarge', isTooLarge);
}

const isNegative = (value: string | number | null) =>
  typeof value === 'string' ? value.startsWith('-') && /[1-9]/.test(value) : value !== null && value < 0;
