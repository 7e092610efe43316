import type { RecordOrder } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import {
  conditionsOf,
  countRecordsByIds,
  listRecordsByIds,
  type Place,
  type ReadTransaction,
  type RecordFilter,
  type RecordListRow,
} from '../store/index.ts';
import { countedPage, type PageRequest, pageOfIds } from './record-pages.ts';
import { searchIds } from './search-query.ts';

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
  const { ids, next, total, totalIsCapped } = await plainPage(tx, { ...query, kinds }, countOf);
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), next, total, totalIsCapped };
}

/** What no condition is said of is counted already. */
async function plainPage(tx: ReadTransaction, request: PageRequest, countOf: (kind: RecordKind) => number) {
  if (conditionsOf(request.filter).size > 0) return countedPage(tx, request, maxCount);
  const total = request.kinds.reduce((sum, kind) => sum + countOf(kind), 0);
  return { ...(await pageOfIds(tx, request)), total, totalIsCapped: false };
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
