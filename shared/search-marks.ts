/** Where a text holds what somebody searched for, as the index of the search compares them. */
import { type TypedAmount, typedAmount, withPlainCurrency } from './typed-amount.ts';
import { withoutAccents } from './without-accents.ts';

export type MarkRange = [from: number, to: number];

/** What was typed, cut once for many texts. */
export interface SearchMarks {
  /** All of them, each with whether it is found. */
  parts: readonly { words: readonly string[]; joined: string; amount: TypedAmount | null }[];
  joined: string;
}

interface Word {
  folded: string;
  start: number;
  end: number;
  /** For each unit of `folded` where it comes from; null where it has as many as the text. */
  from: readonly number[] | null;
}

/** Ends of identifiers that are found have as many letters and digits. */
const leastEnd = 4;

/** Letters and digits as they are compared, with where they stand. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index: start } of text.matchAll(/[\p{L}\p{N}\p{Mn}\p{Co}]+/gu)) {
    const end = start + found.length;
    const { folded, from } = isPlain(found)
      ? { folded: found.toLowerCase(), from: null }
      : fold(found, start);
    if (folded !== '') words.push({ folded, start, end, from });
  }
  return words;
}

const isPlain = (text: string): boolean => !/[^ -~]/.test(text);

function fold(word: string, start: number): { folded: string; from: number[] } {
  let folded = '';
  const from: number[] = [];
  let at = start;
  for (const letter of word) {
    for (const unit of withoutAccents(letter)) {
      folded += unit;
      for (let nth = 0; nth < unit.length; nth += 1) from.push(at);
    }
    at += letter.length;
  }
  return { folded, from };
}

/** Where a unit of a word comes from; behind its last, where the word ends. */
const placeIn = ({ folded, start, end, from }: Word, unit: number): number =>
  unit >= folded.length ? end : from === null ? start + unit : (from[unit] ?? end);

/** Null where nothing was typed that can be found. */
export function searchMarks(search: string): SearchMarks | null {
  const parts: { words: string[]; joined: string; amount: TypedAmount | null }[] = [];
  for (const typed of withPlainCurrency(search).split(/\s+/)) {
    const amount = typedAmount(typed);
    const words = wordsOf(typed).map(({ folded }) => folded);
    if (words.length === 0) continue;
    const last = parts.at(-1);
    const isApart = amount?.isSurely || last?.amount?.isSurely;
    if (last !== undefined && !isApart && /\d$/.test(last.joined) && /^\d/.test(words[0] ?? '')) {
      last.words.push(...words);
      last.joined += words.join('');
      last.amount = null;
    } else parts.push({ words, joined: words.join(''), amount });
  }
  return parts.length === 0 ? null : { parts, joined: parts.map(({ joined }) => joined).join('') };
}

/**
 * The ranges of a text that are to be marked, in their order and apart from each other, and which parts of the search it holds. Of an
 * identifier the end alone may be what was typed.
 */
export function marksIn(
  text: string,
  { parts, joined }: SearchMarks,
  isIdentifier: boolean,
): { ranges: MarkRange[]; found: Set<number> } {
  const words = wordsOf(text);
  const ranges: MarkRange[] = [];
  const found = new Set<number>();
  const whole = parts.length === 1 ? null : rangeOf(words, joined, isIdentifier);
  if (whole !== null) {
    for (const index of parts.keys()) found.add(index);
    return { ranges: [whole], found };
  }
  for (const [index, part] of parts.entries()) {
    const each = part.words.map((word) => beginningsOf(words, word));
    const together =
      part.words.length === 1 && !isIdentifier ? null : rangeOf(words, part.joined, isIdentifier);
    if (together !== null) ranges.push(together);
    else if (each.every((some) => some.length > 0)) ranges.push(...each.flat());
    else continue;
    found.add(index);
  }
  return { ranges: apart(ranges), found };
}

/** As `marksIn`, of an amount and its word in the index. */
export function marksInAmount(
  text: string,
  word: string,
  { parts }: SearchMarks,
): { ranges: MarkRange[]; found: Set<number> } {
  const found = new Set([...parts.keys()].filter((index) => parts[index]?.amount?.word === word));
  return { ranges: found.size === 0 ? [] : [[0, text.length]], found };
}

function beginningsOf(words: readonly Word[], beginning: string): MarkRange[] {
  return words
    .filter(({ folded }) => folded.startsWith(beginning))
    .map((word) => [placeIn(word, 0), placeIn(word, beginning.length)]);
}

/** Where an identifier stands without its hyphens and spaces: from the beginning of a word on, or at the very end. */
function rangeOf(words: readonly Word[], joined: string, isIdentifier: boolean): MarkRange | null {
  const all = words.map(({ folded }) => folded).join('');
  const candidates = /^1\d{10}$/.test(joined) ? [joined, joined.slice(1)] : [joined];
  for (const candidate of candidates) {
    // Mostly it stands nowhere.
    if (!all.includes(candidate)) continue;
    const starts = startsOf(words);
    let at = all.indexOf(candidate);
    while (at >= 0 && !starts.has(at)) at = all.indexOf(candidate, at + 1);
    const before = all.slice(0, all.length - candidate.length);
    const isEnd = all.endsWith(candidate) && (candidate.length >= leastEnd || before.endsWith('0'));
    if (at < 0 && isIdentifier && isEnd) at = before.length;
    if (at >= 0) return [placeOf(words, at), placeOf(words, at + candidate.length - 1, 1)];
  }
  return null;
}

/** Where the words begin when they stand without what is between them. */
function startsOf(words: readonly Word[]): Set<number> {
  const starts = new Set<number>();
  let length = 0;
  for (const { folded } of words) {
    starts.add(length);
    length += folded.length;
  }
  return starts;
}

/** Where the unit of all words comes from, or one so much behind it in its word. */
function placeOf(words: readonly Word[], unit: number, behind = 0): number {
  let left = unit;
  for (const word of words) {
    if (left < word.folded.length) return placeIn(word, left + behind);
    left -= word.folded.length;
  }
  return 0;
}

function apart(ranges: readonly MarkRange[]): MarkRange[] {
  const merged: MarkRange[] = [];
  for (const [from, to] of ranges.toSorted((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** So many characters are shown before the first mark, and in all. */
const shownBefore = 30;
const shown = 140;

/** The text around its first mark, with an ellipsis where it is cut. */
export function cutAround(text: string, ranges: readonly MarkRange[]): { text: string; ranges: MarkRange[] } {
  const plain = text.replaceAll(/\s/g, ' ');
  if (plain.length <= shown) return { text: plain, ranges: [...ranges] };
  const first = ranges[0]?.[0] ?? 0;
  let from = Math.max(0, Math.min(first - shownBefore, plain.length - shown));
  const space = plain.indexOf(' ', from);
  if (from > 0 && space >= 0 && space < first) from = space + 1;
  else if (/[\udc00-\udfff]/.test(plain[from] ?? '')) from += 1;
  let to = Math.min(plain.length, from + shown);
  if (/[\udc00-\udfff]/.test(plain[to] ?? '')) to -= 1;
  const [head, tail] = [from > 0 ? '…' : '', to < plain.length ? '…' : ''];
  const move = head.length - from;
  return {
    text: head + plain.slice(from, to) + tail,
    ranges: ranges.flatMap(([start, end]): MarkRange[] =>
      start >= to ? [] : [[start + move, Math.min(end, to) + move]],
    ),
  };
}
