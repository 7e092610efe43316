/** A match: its page, and its place among the matches of that page, both from 0. */
export type Match = { page: number; ordinal: number };

/** Further matches are not counted: nobody steps through them. */
export const maxMatches = 5_000;

/** The text to search for, folded; null where it is empty. */
export function searchNeedle(query: string): string | null {
  const folded = foldText(query).trim();
  return folded === '' ? null : folded;
}

/** The positions of `needle` in a folded text, without overlaps. */
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

/** The matches in all pages, in their order; `pages` are folded texts. */
export function findAll(pages: readonly string[], needle: string): Match[] {
  const matches: Match[] = [];
  for (const [page, text] of pages.entries()) {
    const left = maxMatches - matches.length;
    if (left <= 0) break;
    for (const ordinal of placesIn(text, needle, left).keys()) matches.push({ page, ordinal });
  }
  return matches;
}

/** The index of the first match at or after a page; 0 where there is none. */
export function firstFrom(matches: readonly Match[], page: number): number {
  const index = matches.findIndex((match) => match.page >= page);
  return index < 0 ? 0 : index;
}

/** A text for the search: without case, accents, ligatures and soft hyphens, with every run of white space as one space. */
type FoldedText = {
  text: string;
  /** The position of each character of `text` in the original, and at the end the length of the original. */
  origins: readonly number[];
};

const marks = /\p{M}/gu;
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/u;
const space = /\s/u;

/** One character folded: none, one or, for a ligature, several. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code > 32 && code < 127) return character.toLowerCase();
  if (space.test(character)) return ' ';
  if (invisible.test(character)) return '';
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
