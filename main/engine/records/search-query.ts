/** What somebody typed, as conditions on the terms of the index. */
import type { RecordKind } from '#shared/terms.ts';
import { type ReadTransaction, type SearchCondition, searchRecords } from '../store/index.ts';
import {
  letterOfKind,
  longestBeginning,
  type SearchedKind,
  searchWords,
  type TermClass,
} from './search-index.ts';

/** More words are not looked for. */
const maxWords = 12;

/** The words of a search: those that stand together are one part. */
interface SearchParts {
  /** All of them have to be found. */
  parts: { words: string[]; joined: string }[];
  /** The whole as one identifier that was typed with spaces. */
  joined: string;
}

function partsOf(search: string): SearchParts | null {
  const parts: SearchParts['parts'] = [];
  let left = maxWords;
  for (const typed of search.split(/\s+/)) {
    const words = searchWords(typed).slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    const last = parts.at(-1);
    // A telephone is typed with spaces, and so are other numbers.
    if (last !== undefined && /\d$/.test(last.joined) && /^\d/.test(words[0] ?? '')) {
      last.words.push(...words);
      last.joined += words.join('');
    } else parts.push({ words, joined: words.join('') });
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

/** Null where a search holds no word. */
export function searchConditions(search: string, kind: SearchedKind): SearchConditions | null {
  const typed = partsOf(search);
  if (typed === null) return null;
  const letter = letterOfKind[kind];
  const term = (termClass: TermClass, word: string): SearchCondition => ({ term: letter + termClass + word });
  const asIdentifier = (joined: string): SearchCondition[] =>
    identifiersOf(joined).flatMap((word) => [term('0', word), term('2', word)]);
  const partFound = ({ words, joined }: SearchParts['parts'][number]): SearchCondition => {
    const all = { all: words.map((word) => beginsWith(letter, word)) };
    const one = words.length === 1 ? [] : identifiersOf(joined).map((word) => beginsWith(letter, word));
    return { any: [all, ...one, ...asIdentifier(joined)] };
  };
  const all: SearchCondition = { all: typed.parts.map(partFound) };
  const whole = typed.parts.length === 1 ? [] : identifiersOf(typed.joined);
  const found =
    whole.length === 0
      ? all
      : { any: [all, ...whole.map((word) => beginsWith(letter, word)), ...asIdentifier(typed.joined)] };
  const exact = new Set([typed.joined, ...typed.parts.map(({ joined }) => joined)].flatMap(identifiersOf));
  const any = (termClass: TermClass) => ({ any: [...exact].map((word) => term(termClass, word)) });
  return { found, own: any('0'), named: any('2'), hasParts: typed.parts.length > 1 };
}

/** As it stands, and a telephone without the country's 1. */
const identifiersOf = (joined: string): string[] =>
  /^1\d{10}$/.test(joined) ? [joined, joined.slice(1)] : [joined];

function beginsWith(letter: string, word: string): SearchCondition {
  const term = `${letter}1${word}`;
  return [...word].length > longestBeginning ? { beginning: term } : { term };
}

/** Ids of the records of these kinds that a search finds, newest first, below an id. */
export async function searchIds(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
  belowId: number,
  limit: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const kind of kinds) {
    const conditions = searchConditions(search, kind);
    if (conditions !== null) ids.push(...(await searchRecords(tx, conditions.found, belowId, limit)));
  }
  return ids.sort((a, b) => b - a).slice(0, limit);
}
