import type { RecordOrder } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import {
  conditionsOf,
  countRecordsByIds,
  listCompletionWords,
  listRecordsByIds,
  listRecordsByNumber,
  type Place,
  type ReadTransaction,
  type RecordFilter,
  type RecordListRow,
  searchRecords,
  tokenize,
} from '../store/index.ts';
import { countRecords, pageOfIds } from './record-pages.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;
/** Found ids that are looked at together, and how many times for one page. */
const spanSize = 250;
const maxSpan = 40;

export interface RecordQuery {
  kind?: RecordKind | undefined;
  search?: string | undefined;
  filter: RecordFilter;
  /** A search has its own: the newest first. */
  order: RecordOrder;
  /** Behind which it goes on; null from the first on. */
  after: Place | null;
  limit: number;
}

export interface RecordsPage {
  rows: RecordListRow[];
  /** Where to go on behind; null on the last page. */
  next: Place | null;
  total: number;
  totalIsCapped: boolean;
}

/** A page of records. `countOf` knows how many records of a kind there are. */
export async function recordsPage(
  tx: ReadTransaction,
  query: RecordQuery,
  countOf: (kind: RecordKind) => number,
): Promise<RecordsPage> {
  const kinds = query.kind === undefined ? recordKinds : [query.kind];
  if (query.search !== undefined && query.search !== '') return searchPage(tx, query, query.search, kinds);
  const { ids, next } = await pageOfIds(tx, { ...query, kinds });
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  return {
    rows: ids.flatMap((id) => rows.get(id) ?? []),
    next,
    ...(await countPage(tx, query.filter, kinds, countOf)),
  };
}

async function countPage(
  tx: ReadTransaction,
  filter: RecordFilter,
  kinds: readonly RecordKind[],
  countOf: (kind: RecordKind) => number,
) {
  if (conditionsOf(filter).size === 0)
    return { total: kinds.reduce((sum, kind) => sum + countOf(kind), 0), totalIsCapped: false };
  return countRecords(tx, { kinds, filter }, maxCount);
}

/**
 * What the words find is looked at in spans, newest first, until a page of it passes the filter. The total
 * counts what passes among the first found, up to the limit.
 */
async function searchPage(
  tx: ReadTransaction,
  query: RecordQuery,
  search: string,
  kinds: readonly RecordKind[],
): Promise<RecordsPage> {
  const rows: RecordListRow[] = [];
  let belowId: number | undefined = query.after?.id ?? Number.MAX_SAFE_INTEGER;
  for (let span = 0; span < maxSpan && rows.length <= query.limit && belowId !== undefined; span++) {
    const ids = await searchIds(tx, search, kinds, belowId, spanSize);
    rows.push(...(await listRecordsByIds(tx, ids, query.filter)));
    belowId = ids.length < spanSize ? undefined : ids.at(-1);
  }
  const found = await searchIds(tx, search, kinds, Number.MAX_SAFE_INTEGER, maxCount + 1);
  const total = await countRecordsByIds(tx, found.slice(0, maxCount), query.filter);
  return { ...cut(rows, query.limit), total, totalIsCapped: found.length > maxCount };
}

function cut(rows: RecordListRow[], limit: number): Pick<RecordsPage, 'rows' | 'next'> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : { group: null, key: null, id: last.id } };
}

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
  if (!/\d/.test(search)) return byWords;
  const byNumber: number[] = [];
  for (const beginning of new Set([search, search.toUpperCase()])) {
    byNumber.push(...(await listRecordsByNumber(tx, { beginning, kinds, belowId, limit })));
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
  const tokens = tokenize(search).slice(0, maxTokens);
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const isOpen = /[\p{L}\p{N}]$/u.test(search) && !/\p{N}/u.test(last);
  const completions = isOpen ? await listCompletionWords(tx, last, maxCompletions) : [];
  const terms = tokens.slice(0, -1).map(quoted);
  terms.push(anyOf([...new Set([last, ...completions])]));
  if (kinds.length < recordKinds.length) terms.push(anyOf(kinds.map(kindToken)));
  return terms.join(' AND ');
}

function anyOf(tokens: readonly string[]): string {
  return `(${tokens.map(quoted).join(' OR ')})`;
}

/** Words hold letters and digits only; the quotes keep AND, OR and NOT from being operators. */
function quoted(word: string): string {
  return `"${word}"`;
}

/** The word that every record of a kind has, so that kind and words are found together. */
export function kindToken(kind: RecordKind): string {
  return `kind${kind.toLowerCase()}`;
}
