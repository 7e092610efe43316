import { describeReceipt } from '#shared/rules/ncf.ts';
import { describeVin } from '#shared/rules/vin.ts';

/** Links as texts that are equal where the things are: what people type differs in case, spaces and signs. */

/** The longest value that is kept; none of the interface comes near it. */
const limit = 300;

/** A claim number as it came, without the spaces around it; null where it is empty. */
export function textValue(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, limit);
}

/** A policy number or VIN, in capitals: as the policy book compares them. */
export function normaliseCode(text: string | null): string | null {
  return textValue(text?.toUpperCase() ?? null);
}

/**
 * The number of a tax receipt in capitals, without spaces and dashes; null for what stands in place of one ("N/A",
 * "0"): two such documents are no duplicates.
 */
export function receiptNumberValue(text: string | null): string | null {
  const { number } = describeReceipt(text ?? '');
  return /[1-9]/.test(number) ? textValue(number) : null;
}

/** A vehicle as findings compare it, without spaces and dashes; null for what stands in place of one. */
export function vehicleValue(text: string | null): string | null {
  const { number } = describeVin(text ?? '');
  return /\d/.test(number) && !/^(.)\1*$/.test(number) ? textValue(number) : null;
}

/** An id of the marketplace, which begin at 1; null for zero, which senders use for none. */
export function idValue(id: number | null): string | null {
  return id !== null && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}

/** The digits of an RNC or Cédula, whatever dashes it came with; null where all of them are zero. */
export function taxIdValue(text: string | null): string | null {
  const digits = text?.replaceAll(/\D+/g, '') ?? '';
  return /[1-9]/.test(digits) ? textValue(digits) : null;
}
