/** How a gist takes values from JSON of any form; never fails. */
import { exactText } from '#shared/marketplace/exact-json.ts';
import { member } from '#shared/marketplace/member.ts';
import { fullLength } from '#shared/marketplace/places.ts';
import { readingLimits } from '#shared/marketplace/read.ts';

const maxSummaryText = 300;
const maxTokensText = 16_000;

/** Whether more words would be cut off again. */
export function isFull(words: string): boolean {
  return words.length > maxTokensText;
}

/** The words of a search entry, cut to what is kept of them. */
export function cutWords(words: string): string {
  return words.slice(0, maxTokensText);
}

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

/** A member that should be an object; an empty one where it is anything else. */
export function objectOf(json: object, name: string): object {
  const value = member(json, name);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : nothing;
}

const nothing = {};

/** What a member says; null where it says nothing, blank texts included. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  return typeof value === 'number' ? String(value) : exactText(value);
}

export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : null;
}

export function join(...parts: readonly (string | number | null)[]): string {
  let joined = '';
  for (const part of parts) if (part !== null) joined += joined === '' ? part : ` ${part}`;
  return joined;
}

/** The texts of these members, joined to what there is. */
export function joinMembers(words: string, json: object, names: readonly string[]): string {
  let joined = words;
  for (const name of names) joined = join(joined, textOf(member(json, name)));
  return joined;
}

/** `joinMembers` of every element, as far as there is room. */
export function joinLists(words: string, elements: readonly object[], names: readonly string[]): string {
  let joined = words;
  for (const element of elements) {
    if (isFull(joined)) break;
    joined = joinMembers(joined, element, names);
  }
  return joined;
}

export function short(text: string | null): string | null {
  return text === null || text.length <= maxSummaryText ? text : `${text.slice(0, maxSummaryText - 1)}…`;
}
