import { type RecordKind, recordKinds } from '#shared/terms.ts';
import {
  type ReadTransaction,
  recordsByNumber,
  searchRecords,
  searchWordsFrom,
  tokenize,
} from '../store/index.ts';
import { kindToken } from './words.ts';

/** How many words the beginning of one may stand for. */
const maxCompletions = 40;
const maxTokens = 12;

/**
 * Ids of the records that hold all words of a search, newest first, below an id. The last word may be the
 * beginning of one. What could be the beginning of a number finds those numbers as well.
 */
export async function searchIds(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
  belowId: number,
  limit: number,
): Promise<number[]> {
  const expression = await expressionOf(tx, search, kinds);
  const byWords = expression === null ? [] : await searchRecords(tx, expression, belowId, limit);
  if (!/^\S*\d\S*$/.test(search)) return byWords;
  const byNumber: number[] = [];
  for (const beginning of new Set([search, search.toUpperCase()])) {
    byNumber.push(...(await recordsByNumber(tx, { beginning, kinds, belowId, limit })));
  }
  const ids = new Set([...byWords, ...byNumber]);
  return [...ids].sort((a, b) => b - a).slice(0, limit);
}

/** The FTS5 expression of a search; null where it holds no word. */
async function expressionOf(
  tx: ReadTransaction,
  search: string,
  kinds: readonly RecordKind[],
): Promise<string | null> {
  const words = tokenize(search).slice(0, maxTokens);
  const last = words.at(-1);
  if (last === undefined) return null;
  const isOpen = /[\p{L}\p{N}]$/u.test(search) && !/\p{N}/u.test(last);
  const completions = isOpen ? await searchWordsFrom(tx, last, maxCompletions) : [];
  const terms = words.slice(0, -1).map(quoted);
  terms.push(anyOf([...new Set([last, ...completions])]));
  if (kinds.length < recordKinds.length) terms.push(anyOf(kinds.map(kindToken)));
  return terms.join(' AND ');
}

function anyOf(words: readonly string[]): string {
  return words.length === 1 ? words.map(quoted).join('') : `(${words.map(quoted).join(' OR ')})`;
}

/** Words hold letters and digits only; the quotes keep AND, OR and NOT from being operators. */
function quoted(word: string): string {
  return `"${word}"`;
}
