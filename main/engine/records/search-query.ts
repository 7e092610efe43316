/** What somebody typed, as conditions on the terms of the index. */
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { type TypedAmount, typedAmount, withPlainCurrency } from '#shared/typed-amount.ts';
import {
  KnownTerms,
  type PlainCondition,
  type ReadTransaction,
  searchRecordsOfEach,
} from '../store/index.ts';
import {
  fromEnd,
  letterOfKind,
  longestBeginningOf,
  phoneEnd,
  type SearchedKind,
  searchWords,
  shortestEnd,
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
  found: PlainCondition;
  /** What was typed, or a part of it, identifies the record itself, or something that it names; null where it does so for none. */
  own: ExactCondition | null;
  named: ExactCondition | null;
}

/** What is identified, and what of it is found: a part of what was typed identifies more than all of it finds. */
interface ExactCondition {
  any: PlainCondition;
  /** The same object where it finds the same. */
  found: PlainCondition;
}

const isSame = (one: PlainCondition, other: PlainCondition): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * How the records of these kinds are found; of no kind where nothing is. What looks like an identifier stands for
 * what begins so while anything at all has such a one: `RC-2` does not find all claims `RC-…` of 2026. Where nothing has, its
 * words are looked for. So does what is surely an amount: `RD$12,500` stands for it while anything costs so much. An RNC, a Cédula or a
 * telephone with its hyphens stands for itself alone where anything has it.
 */
export async function searchConditions<Kind extends SearchedKind>(
  tx: ReadTransaction,
  search: string,
  kinds: readonly Kind[],
): Promise<Map<Kind, SearchConditions>> {
  const typed = partsOf(search);
  if (typed === null) return new Map();
  const known = new KnownTerms(tx);
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
      if (await known.isAny(letters.flatMap((letter) => way(letter, part.joined))))
        identifiers.set(part, way);
    }
  }
  const conditions = new Map<Kind, SearchConditions>();
  for (const kind of kinds) {
    const ofKind = await conditionsOf(known, typed, identifiers, letterOfKind[kind]);
    if (ofKind !== null) conditions.set(kind, ofKind);
  }
  return conditions;
}

/** Parts that stand for an identifier, each with the conditions of what has it. */
type Identifiers = Map<Part, (letter: string, joined: string) => PlainCondition[]>;

/** An RNC, a Cédula or a telephone has so many digits, and is typed to its end. */
const isWholeNumber = ({ joined }: Part): boolean => /^(\d{9}|1?\d{10}|\d{11})$/.test(joined);

async function conditionsOf(
  known: KnownTerms,
  typed: SearchParts,
  identifiers: Identifiers,
  letter: string,
): Promise<SearchConditions | null> {
  const partFound = (part: Part): PlainCondition => {
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
  const { parts, joined } = typed;
  const whole = parts.length > 1 ? beginsSo(letter, joined) : [];
  const found = await known.partOf({ any: [{ all: parts.map(partFound) }, ...whole] });
  if (found === null) return null;
  const exact = async (identified: (word: string) => PlainCondition[], isOfAmounts: boolean) => {
    const by = (text: string, amount: TypedAmount | null = null): PlainCondition => ({
      any: [
        ...identifiersOf(text).flatMap(identified),
        ...(isOfAmounts && amount !== null ? [amountIs(letter, amount)] : []),
      ],
    });
    const byPart = (part: Part) => by(part.joined, part.amount);
    const any = await known.partOf({ any: [by(joined), ...parts.map(byPart)] });
    if (any === null) return null;
    // What a part identifies has that part already, unless it stands for something else.
    const rest = (one: Part) => parts.filter((part) => part !== one || identifiers.has(part)).map(partFound);
    const each = parts.map((part) => ({ all: [byPart(part), ...rest(part)] }));
    const ofThem = await known.partOf({ any: parts.length > 1 ? [by(joined), ...each] : each });
    if (ofThem === null) return null;
    return { any, found: isSame(any, ofThem) ? any : ofThem };
  };
  return {
    found,
    own: await exact((word) => [{ term: `${letter}0${word}` }], false),
    named: await exact((word) => [{ term: `${letter}2${word}` }, ...endsSo(letter, word)], true),
  };
}

/** As it stands, and a telephone without the country's 1. */
const identifiersOf = (joined: string): string[] =>
  /^1\d{10}$/.test(joined) ? [joined, joined.slice(1)] : [joined];

/** An identifier that begins so, or that is meant by it: an end of a chassis number, a number without the zeros before it. */
const beginsSo = (letter: string, joined: string): PlainCondition[] =>
  identifiersOf(joined).flatMap((word) => [beginsWith(letter, word), ...ends(letter, word)]);

/** Every identifier is a word too, and begins with itself; but for ends. */
const ends = (letter: string, word: string): PlainCondition[] => [
  ...([...word].length === phoneEnd ? [{ term: `${letter}2${word}` }] : []),
  ...endsSo(letter, word),
];

/** An identifier that is this, or that is meant by it. */
const isExactly = (letter: string, joined: string): PlainCondition[] =>
  identifiersOf(joined).flatMap((word) => [
    { term: `${letter}0${word}` },
    { term: `${letter}2${word}` },
    ...endsSo(letter, word),
  ]);

const endsSo = (letter: string, word: string): PlainCondition[] =>
  [...word].length < shortestEnd ? [] : [{ beginning: `${letter}3${fromEnd(word)}` }];

/** A total, or the amount of a line. */
const amountIs = (letter: string, { word }: TypedAmount): PlainCondition => ({ term: `${letter}4${word}` });

function beginsWith(letter: string, word: string): PlainCondition {
  const term = `${letter}1${word}`;
  return [...word].length > longestBeginningOf(word) ? { beginning: term } : { term };
}

/** Ids of the records that conditions find, newest first, below an id. */
export async function foundIds(
  tx: ReadTransaction,
  conditions: ReadonlyMap<SearchedKind, SearchConditions>,
  belowId: number,
  limit: number,
): Promise<number[]> {
  const ids = await searchRecordsOfEach(
    tx,
    [...conditions.values()].map(({ found }) => ({ condition: found, belowId, limit })),
  );
  return ids
    .flat()
    .sort((a, b) => b - a)
    .slice(0, limit);
}

/** The kinds that are searched. */
export const searchedKinds: readonly SearchedKind[] = [...recordKinds, 'claimNote', 'claimReminder'];

/**
 * What has a word that begins so; of one that is longer than beginnings are terms, what has that very word. It holds letters only, in
 * lower case and without accents.
 */
export const hasWord = (kind: SearchedKind, word: string): PlainCondition => ({
  term: `${letterOfKind[kind]}1${word}`,
});

/** Ids of the records of these kinds that a search finds, newest first, below an id. */
export async function searchIds(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
  belowId: number,
  limit: number,
): Promise<number[]> {
  return foundIds(tx, await searchConditions(tx, search, kinds), belowId, limit);
}
