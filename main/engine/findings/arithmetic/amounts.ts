import type { FindingCode } from '#shared/finding-terms.ts';
import { amountText, decimal, isTooLarge, zero } from '../decimal.ts';
import type { AddFinding } from '../gather.ts';
import { describeLine, type Line, pointerTo } from '../line.ts';

/** The body itself, where `line` is null, or a line of it. */
type Owner<Field extends string> = Readonly<Record<Field, string | number | null>>;

/**
 * Tells of the amounts of an object that are below zero. A credit note's amounts are those that it
 * takes back, and its type says so (interface, "Document types"). Only a service order's `differenceAmount`, an
 * adjustment, may be negative, so it is not among the fields.
 */
export function negativeAmounts<Field extends string>(
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
  tell: AddFinding,
): void {
  checkAmountFields('arithmetic.negative', isNegative, owner, line, fields, tell);
}

/** Tells of the quantities and amounts of an object that are too large to be worked with. */
export function tooLargeAmounts<Field extends string>(
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
  tell: AddFinding,
): void {
  checkAmountFields('arithmetic.tooLarge', isTooLarge, owner, line, fields, tell);
}

function checkAmountFields<Field extends string>(
  code: FindingCode,
  isOdd: (value: string | number | null) => boolean,
  owner: Owner<Field>,
  line: Line | null,
  fields: readonly Field[],
  tell: AddFinding,
): void {
  for (const field of fields) {
    if (!isOdd(owner[field])) continue;
    tell(code, () => ({
      pointer: line === null ? `/${field}` : pointerTo(line, field),
      parameters: { names: field },
    }));
  }
}

/**
 * Tells of a line's quantity that is zero or less; whether it is, since the sums of such a line then follow from it.
 * `charged` is what is charged for it all the same.
 */
export function oddQuantity(
  quantity: string | number | null,
  line: Line,
  field: string,
  charged: string | null,
  tell: AddFinding,
): boolean {
  const units = decimal(quantity);
  if (units === null || units.gt(zero)) return false;
  tell('quantity.notPositive', () => {
    const value = decimal(charged)?.abs() ?? null;
    return {
      pointer: pointerTo(line, field),
      parameters: { quantity: amountText(units), ...describeLine(line) },
      amount: value === null || value.eq(zero) ? null : { value: amountText(value), currency: 'DOP' },
    };
  });
  return true;
}

const isNegative = (value: string | number | null) =>
  typeof value === 'string' ? value.startsWith('-') && /[1-9]/.test(value) : value !== null && value < 0;
