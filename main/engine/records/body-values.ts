/** Reads members of a body straight from its JSON, whatever forms they came in. */
import { exactText } from '#shared/marketplace/exact-json.ts';
import { member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/source-pointers.ts';
import { readingLimits } from '#shared/marketplace/tolerant-reader.ts';

/** What a member says; null where it says nothing, blank texts included. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' ? String(value) : exactText(value);
}

export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : null;
}

/** A member that should be an object; an empty one where it is anything else. */
export function objectOf(json: object, name: string): object {
  const value = member(json, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing;
}

const nothing = {};

/** The objects of a list; of one that is too long to be walked, none. */
export function listOf(value: unknown): object[] {
  if (!Array.isArray(value) || fullLength(value) > readingLimits.elements) return [];
  return value.filter((element) => typeof element === 'object' && element !== null);
}

/** How many objects a list has; of one that is too long to be walked, how many elements. */
export function lengthOf(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  const length = fullLength(value);
  return length > readingLimits.elements ? length : listOf(value).length;
}
