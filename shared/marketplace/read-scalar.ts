import type { FindingCode } from '../finding-terms.ts';
import { exactText } from './exact-json.ts';
import { decimalText } from './member.ts';

export type Scalar = string | number | boolean | null;

/** A value as far as it can be used, and what was odd about its form. */
export interface ScalarReading {
  value: Scalar;
  odd: Extract<FindingCode, 'wire.numberAsText' | 'wire.textAsNumber' | 'wire.wrongType'> | null;
}

export function readText(json: unknown): ScalarReading {
  if (typeof json === 'string') return { value: json, odd: null };
  if (typeof json === 'number') return { value: decimalText(json), odd: 'wire.textAsNumber' };
  const exact = exactText(json);
  if (exact !== null) return { value: decimalText(json) ?? exact, odd: 'wire.textAsNumber' };
  return { value: null, odd: 'wire.wrongType' };
}

/** A fraction in place of an integer is told of, and its value kept; digits that no float holds are no value. */
export function readInteger(json: unknown): ScalarReading {
  if (typeof json === 'number') {
    if (Number.isSafeInteger(json)) return { value: json + 0, odd: null };
    return { value: Number.isFinite(json) ? json : null, odd: 'wire.wrongType' };
  }
  if (typeof json === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(json) && Number.isSafeInteger(Number(json))) {
    return { value: Number(json), odd: 'wire.numberAsText' };
  }
  return { value: null, odd: 'wire.wrongType' };
}

export function readDecimal(json: unknown): ScalarReading {
  const value = decimalText(json);
  if (value === null) return { value, odd: 'wire.wrongType' };
  return { value, odd: typeof json === 'string' ? 'wire.numberAsText' : null };
}

/** A field that the interface declares as number in one place and as text in another. */
export function readEither(json: unknown): ScalarReading {
  if (typeof json === 'string') return { value: json, odd: null };
  if (typeof json === 'number' && Number.isFinite(json)) return { value: json, odd: null };
  const exact = exactText(json);
  if (exact !== null) return { value: decimalText(json) ?? exact, odd: null };
  return { value: null, odd: 'wire.wrongType' };
}

/** `true` and `false`, also as texts. */
export function readTruth(json: unknown): ScalarReading {
  if (typeof json === 'boolean') return { value: json, odd: null };
  const text = typeof json === 'string' ? json.trim().toLowerCase() : '';
  return { value: text === 'true' ? true : text === 'false' ? false : null, odd: 'wire.wrongType' };
}

const dateTimeForm =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * What is odd about a text that should be an ISO 8601 date-time, or a day, which a time after it does not make
 * unreadable. One without a zone is right: fields of UTC say so by their name (interface, "Conventions").
 */
export function dateIssue(text: string): Extract<FindingCode, 'wire.notADate'> | null {
  const match = dateTimeForm.exec(text.trim());
  if (match === null || !isDay(Number(match[1]), Number(match[2]), Number(match[3]))) return 'wire.notADate';
  return null;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
