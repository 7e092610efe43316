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

/** A text as it is searched: without case, accents, ligatures and soft hyphens, all white space one space. */
type FoldedText = {
  text: string;
  /** Where each character of `text` was, and at last how long the original is. */
  origins: readonly number[];
};

const marks = /\p{M}/gu;
const unseen = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;
const space = /\s/u;

/** What one character is searched as: none, one or, of a ligature, several characters. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 32 && code < 127) return character.toLowerCase();
  if (space.test(character)) return ' ';
  if (unseen.test(character)) return '';
  return character.normalize('NFKD').replace(marks, '').toLowerCase();
}

export function foldWithOrigins(original: string): FoldedText {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of original) {
    const folded = foldCharacter(character);
    if (!(folded === ' ' && text.endsWith(' '))) {
      for (let unit = 0; unit < folded.length; unit++) origins.push(at);
      text += folded;
    }
    at += character.length;
  }
  origins.push(original.length);
  return { text, origins };
}

export function foldText(original: string): string {
  let text = '';
  for (const character of original) {
    const folded = foldCharacter(character);
    if (!(folded === ' ' && text.endsWith(' '))) text += folded;
  }
  return text;
}
