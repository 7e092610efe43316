import { foldText } from './fold-text.ts';

/** One place where it is found: page from 0, and which of those on the page, from 0. */
export type Match = { page: number; ordinal: number };

/** More than these are not counted: nobody steps through them. */
export const maxMatches = 5_000;

/** What is typed, as it is looked for; null where there is nothing to look for. */
export function wanted(query: string): string | null {
  const folded = foldText(query).trim();
  return folded === '' ? null : folded;
}

/** Where `needle` begins in a folded text, without overlaps. */
export function placesIn(text: string, needle: string, limit: number = maxMatches): number[] {
  const found: number[] = [];
  if (needle === '') return found;
  let at = text.indexOf(needle);
  while (at >= 0 && found.length < limit) {
    found.push(at);
    at = text.indexOf(needle, at + needle.length);
  }
  return found;
}

/** In all pages that are read so far, in their order; `pages` are folded texts. */
export function findAll(pages: readonly string[], needle: string): Match[] {
  const matches: Match[] = [];
  for (const [page, text] of pages.entries()) {
    const left = maxMatches - matches.length;
    if (left <= 0) break;
    for (const ordinal of placesIn(text, needle, left).keys()) matches.push({ page, ordinal });
  }
  return matches;
}

/** Index of the first match at or after a page; the first of all where there is none. */
export function firstFrom(matches: readonly Match[], page: number): number {
  const index = matches.findIndex((match) => match.page >= page);
  return index < 0 ? 0 : index;
}
