/** What may have been meant where nothing is found: a word that nothing has, with one letter put right. */
import { searchMarks } from '#shared/search-marks.ts';
import { recordKinds } from '#shared/terms.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import {
  hasWord,
  longestBeginningOf,
  type SearchedKind,
  searchedKinds,
  searchIds,
} from '../records/index.ts';
import { isMet, listRecordsByIds, type PlainCondition, type ReadTransaction } from '../store/index.ts';
import { HitFinder } from './hits.ts';

/** A shorter word is near to too many, a longer one is none. */
const wordToCorrect = /^[a-z]{4,24}$/;
/** Words of one search that are put right, and forms of each that are looked for, a few at a time. */
const maxWords = 3;
const maxForms = 1000;
const formsAtOnce = 64;
/** Letters before the one with which the word begins like nothing else: the wrong one is among them, mostly. */
const reach = 3;
/** Longer beginnings are not known; behind them the wrong letter may be any. */
const longestKnown = longestBeginningOf('');
const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

/** The search with its wrong words as some record writes them; null where no word is wrong by one letter alone. */
export async function didYouMean(tx: ReadTransaction, search: string): Promise<string | null> {
  const typed = search.split(/\s+/).filter((word) => word !== '');
  const meant: string[] = [];
  let left = maxWords;
  for (const word of typed) {
    const plain = withoutAccents(word);
    const isWord = wordToCorrect.test(plain);
    if (
      !isWord ||
      (await isAny(
        tx,
        searchedKinds.map((kind) => hasWord(kind, plain)),
      ))
    ) {
      meant.push(word);
      continue;
    }
    const right = left === 0 ? null : await corrected(tx, plain);
    if (right === null) return null;
    left -= 1;
    meant.push(right);
  }
  if (left === maxWords) return null;
  const [id] = await searchIds(tx, meant.join(' '), recordKinds, Number.MAX_SAFE_INTEGER, 1);
  if (id === undefined) return null;
  return (await asWritten(tx, id, typed, meant)).join(' ');
}

const isAny = async (tx: ReadTransaction, any: readonly PlainCondition[]): Promise<boolean> =>
  any.length > 0 && (await isMet(tx, { any }));

/** A word as it may be meant, among those of one kind. */
interface Form {
  word: string;
  kind: SearchedKind;
  /** Of the likeliest least. */
  likelihood: number;
}

/** The first form that anything has; null where nothing has one. */
async function corrected(tx: ReadTransaction, word: string): Promise<string | null> {
  const known = await Promise.all(
    searchedKinds.map(async (kind) => ({ kind, length: await knownLength(tx, kind, word) })),
  );
  const longest = Math.max(...known.map(({ length }) => length));
  const forms = known
    // What begins like it for longer is likelier to have it.
    .filter(({ length }) => length >= longest - 1)
    .flatMap(({ kind, length }) => formsOf(word, length).map((form) => ({ ...form, kind })))
    .sort((one, other) => one.likelihood - other.likelihood)
    .slice(0, maxForms);
  const hasAny = (some: readonly Form[]) =>
    isAny(
      tx,
      some.map((form) => hasWord(form.kind, form.word)),
    );
  for (let from = 0; from < forms.length; from += formsAtOnce) {
    let some: Form[] = forms.slice(from, from + formsAtOnce);
    if (!(await hasAny(some))) continue;
    while (some.length > 1) {
      const half = some.slice(0, some.length >> 1);
      some = (await hasAny(half)) ? half : some.slice(half.length);
    }
    return some[0]?.word ?? null;
  }
  return null;
}

/** How many letters of a word anything of a kind begins with. */
async function knownLength(tx: ReadTransaction, kind: SearchedKind, word: string): Promise<number> {
  let [known, unknown] = [0, Math.min(word.length, longestKnown + 1)];
  while (unknown - known > 1) {
    const length = (known + unknown) >> 1;
    if (await isAny(tx, [hasWord(kind, word.slice(0, length))])) known = length;
    else unknown = length;
  }
  return known;
}

/** A word with two letters exchanged, one left out, one put in or another in its place, where only so many letters are known. */
function formsOf(word: string, known: number): Omit<Form, 'kind'>[] {
  const places = Array.from({ length: word.length + 1 }, (_, place) => place)
    .filter((place) => place >= known - reach && (known === longestKnown || place <= known))
    .toReversed();
  const at = (place: number, letters: string, without: number) =>
    word.slice(0, place) + letters + word.slice(place + without);
  const inside = places.filter((place) => place < word.length);
  const forms = [
    inside.map((place) => at(place, `${word[place + 1] ?? ''}${word[place]}`, 2)),
    inside.map((place) => at(place, '', 1)),
    places.flatMap((place) => alphabet.map((letter) => at(place, letter, 0))),
    inside.flatMap((place) => alphabet.map((letter) => at(place, letter, 1))),
  ];
  return forms.flatMap((some, likelihood) =>
    [...new Set(some.flatMap(withOtherEnd))]
      .filter((form) => form !== word)
      .map((form) => ({ word: form, likelihood })),
  );
}

/** Names in -ez are written with an s as often, and sound the same. */
function withOtherEnd(word: string): string[] {
  if (!/[sz]$/.test(word)) return [word];
  return [word, word.slice(0, -1) + (word.endsWith('s') ? 'z' : 's')];
}

/** The words that were put right as a record has them, whole and with their accents. */
async function asWritten(
  tx: ReadTransaction,
  id: number,
  typed: readonly string[],
  meant: readonly string[],
): Promise<string[]> {
  const [row] = await listRecordsByIds(tx, [id], {});
  if (row === undefined) return [...meant];
  const written: string[] = [];
  for (const [index, word] of meant.entries()) {
    const marks = word === typed[index] ? null : searchMarks(word);
    const [hits = []] = marks === null ? [] : await new HitFinder(marks).hitsOf(tx, [row]);
    const whole = hits.flatMap(({ text, ranges }) =>
      ranges.map(([from]) => /^[\p{L}\p{M}]+/u.exec(text.slice(from))?.[0] ?? ''),
    );
    written.push(whole.find((one) => withoutAccents(one).startsWith(word)) ?? word);
  }
  return written;
}
