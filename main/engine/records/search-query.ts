/** What somebody typed, as conditions on the terms of the index. */
import type { RecordKind } from '#shared/terms.ts';
import { type TypedAmount, typedAmount, withPlainCurrency } from '#shared/typed-amount.ts';
import { type ReadTransaction, type SearchCondition, searchRecords } from '../store/index.ts';
import {
  fromEnd,
  letterOfKind,
  longestBeginningOf,
  type SearchedKind,
  searchWords,
  shortestEnd,
  type TermClass,
} from './search-index.ts';

/** More words are not looked for. */
const maxWords = 12;

/** The words of a search: those that stand together are one part. */
interface SearchParts {
  /** All of them have to be found. */
  parts: Part[];
  /** The whole as one identifier that was typed with spaces. */
  joined: string;
}

interface Part {
  words: string[];
  joined: string;
  /** Typed in one, with a hyphen or the like between words and a digit among them: `RC-2`. */
  isLikeIdentifier: boolean;
  amount: TypedAmount | null;
}

function partsOf(search: string): SearchParts | null {
  const parts: Part[] = [];
  let left = maxWords;
  for (const typed of withPlainCurrency(search).split(/\s+/)) {
    const amount = typedAmount(typed);
    const words = searchWords(typed).slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    const last = parts.at(-1);
    const joined = words.join('');
    const isApart = amount?.isSurely || last?.amount?.isSurely;
    // A telephone is typed with spaces, and so are other numbers.
    if (last !== undefined && !isApart && /\d$/.test(last.joined) && /^\d/.test(joined)) {
      last.words.push(...words);
      last.joined += joined;
      last.isLikeIdentifier = false;
      last.amount = null;
    } else parts.push({ words, joined, amount, isLikeIdentifier: words.length > 1 && /\d/.test(joined) });
  }
  return parts.length === 0 ? null : { parts, joined: parts.map(({ joined }) => joined).join('') };
}

/** How the records of a kind are found. */
export interface SearchConditions {
  /** All that is found. */
  found: SearchCondition;
  /** What was typed, or a part of it, identifies the record itself, or something that it names. */
  own: SearchCondition;
  named: SearchCondition;
  /** Whether that alone may be too little, since there are other parts. */
  hasParts: boolean;
}

/**
 * How the records of these kinds are found; of no kind where a search holds no word. What looks like an identifier stands for
 * what begins so while anything at all has such a one: `RC-2` does not find all claims `RC-…` of 2026. Where nothing has, its
 * words are looked for. So does what is surely an amount: `RD$12,500` stands for it while anything costs so much. An RNC, a Cédula or a telephone with its hyphens stands for itself alone where anything has it.
 */
export async function searchConditions<Kind extends SearchedKind>(
  tx: ReadTransaction,
  search: string,
  kinds: readonly Kind[],
): Promise<Map<Kind, SearchConditions>> {
  const typed = partsOf(search);
  if (typed === null) return new Map();
  const identifiers: Identifiers = new Map();
  const letters = Object.values(letterOfKind);
  for (const part of typed.parts) {
    const { amount } = part;
    const isAmount = (letter: string) => (amount === null ? [] : [amountIs(letter, amount)]);
    const ways = [
      ...(amount?.isSurely ? [isAmount] : []),
      ...(part.isLikeIdentifier && isWholeNumber(part) ? [isExactly] : []),
      ...(part.isLikeIdentifier ? [beginsSo] : []),
    ];
    for (const way of ways) {
      if (identifiers.has(part)) break;
      const condition = { any: letters.flatMap((letter) => way(letter, part.joined)) };
      if (await isAnywhere(tx, condition)) identifiers.set(part, way);
    }
  }
  return new Map(kinds.map((kind) => [kind, conditionsOf(typed, identifiers, letterOfKind[kind])]));
}

/** Parts that stand for an identifier, each with the conditions of what has it. */
type Identifiers = Map<Part, (letter: string, joined: string) => SearchCondition[]>;

/** An RNC, a Cédula or a telephone has so many digits, and is typed to its end. */
const isWholeNumber = ({ joined }: Part): boolean => /^(\d{9}|1?\d{10}|\d{11})$/.test(joined);

function conditionsOf(typed: SearchParts, identifiers: Identifiers, letter: string): SearchConditions {
  const partFound = (part: Part): SearchCondition => {
    const { words, joined } = part;
    const way = identifiers.get(part);
    if (way !== undefined) return { any: way(letter, joined) };
    return {
      any: [
        { all: words.map((word) => beginsWith(letter, word)) },
        ...beginsSo(letter, joined),
        ...(part.amount === null ? [] : [amountIs(letter, part.amount)]),
      ],
    };
  };
  const all: SearchCondition = { all: typed.parts.map(partFound) };
  const hasParts = typed.parts.length > 1;
  const found = hasParts ? { any: [all, ...beginsSo(letter, typed.joined)] } : all;
  const exact = new Set([typed.joined, ...typed.parts.map(({ joined }) => joined)].flatMap(identifiersOf));
  const any = (termClass: TermClass) => [...exact].map((word) => ({ term: letter + termClass + word }));
  return {
    ...{ found, hasParts },
    own: { any: any('0') },
    named: {
      any: [
        ...any('2'),
        ...[...exact].flatMap((word) => endsSo(letter, word)),
        ...typed.parts.flatMap(({ amount }) => (amount === null ? [] : [amountIs(letter, amount)])),
      ],
    },
  };
}

/** As it stands, and a telephone without the country's 1. */
const identifiersOf = (joined: string): string[] =>
  /^1\d{10}$/.test(joined) ? [joined, joined.slice(1)] : [joined];

/** An identifier that begins so, or that is meant by it: an end of a chassis number, a number without the zeros before it. */
const beginsSo = (letter: string, joined: string): SearchCondition[] =>
  identifiersOf(joined).flatMap((word) => [beginsWith(letter, word), ...isExactly(letter, word)]);

/** An identifier that is this, or that is meant by it. */
const isExactly = (letter: string, joined: string): SearchCondition[] =>
  identifiersOf(joined).flatMap((word) => [
    { term: `${letter}0${word}` },
    { term: `${letter}2${word}` },
    ...endsSo(letter, word),
  ]);

const endsSo = (letter: string, word: string): SearchCondition[] =>
  [...word].length < shortestEnd ? [] : [{ beginning: `${letter}3${fromEnd(word)}` }];

/** A total, or the amount of a line. */
const amountIs = (letter: string, { word }: TypedAmount): SearchCondition => ({ term: `${letter}4${word}` });

function beginsWith(letter: string, word: string): SearchCondition {
  const term = `${letter}1${word}`;
  return [...word].length > longestBeginningOf(word) ? { beginning: term } : { term };
}

const isAnywhere = async (tx: ReadTransaction, condition: SearchCondition): Promise<boolean> =>
  (await searchRecords(tx, condition, Number.MAX_SAFE_INTEGER, 1)).length > 0;

/** Ids of the records of these kinds that a search finds, newest first, below an id. */
export async function searchIds(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
  belowId: number,
  limit: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { found } of (await searchConditions(tx, search, kinds)).values())
    ids.push(...(await searchRecords(tx, found, belowId, limit)));
  return ids.sort((a, b) => b - a).slice(0, limit);
}
