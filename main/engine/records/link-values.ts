/** Links as texts that are equal where the things are: what people type differs in case, spaces and signs. */

/** The longest value that is kept; none of the interface comes near it. */
const limit = 300;

/** A claim number as it came, without the spaces around it; null where it is empty. */
export function textValue(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed.slice(0, limit);
}

/** A policy number or VIN, in capitals: as the policy book compares them. */
export function codeValue(text: string | null): string | null {
  return textValue(text?.toUpperCase() ?? null);
}

/** The number of a tax receipt: capitals, no spaces inside. */
export function receiptNumberValue(text: string | null): string | null {
  return codeValue(text?.replaceAll(/\s+/g, '') ?? null);
}

/** An id of the marketplace, which begin at 1; null for zero, which senders use for none. */
export function idValue(id: number | null): string | null {
  return id !== null && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}

/** The digits of an RNC or Cédula, whatever dashes it came with. */
export function taxIdValue(text: string | null): string | null {
  return textValue(text?.replaceAll(/\D+/g, '') ?? null);
}

/** The day of a local date-time as it came, `YYYY-MM-DD`; null where it does not begin with one. */
export function dayValue(dateTime: string | null): string | null {
  return /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(dateTime ?? '')?.[1] ?? null;
}
