import type { RecordKind } from '#shared/terms.ts';
import { recordKinds } from '#shared/terms.ts';
import {
  countRecordQueue,
  countRecordsOf,
  type ReadTransaction,
  type RecordFilter,
  type RecordListRow,
  recordQueue,
  recordRowsOf,
} from '../store/index.ts';
import { searchIds } from './search.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;
/** Found ids that are looked at together, and how many times for one page. */
const spanSize = 250;
const maxSpan = 40;

export interface RecordQuery {
  kind?: RecordKind | undefined;
  search?: string | undefined;
  filter: RecordFilter;
  belowId: number;
  limit: number;
}

export interface RecordsPage {
  rows: RecordListRow[];
  /** Id to go on below; null on the last page. */
  nextBelowId: number | null;
  total: number;
  totalIsCapped: boolean;
}

/** A page of records, newest first. `countOf` knows how many records of a kind there are. */
export async function recordsPage(
  tx: ReadTransaction,
  query: RecordQuery,
  countOf: (kind: RecordKind) => number,
): Promise<RecordsPage> {
  const kinds = query.kind === undefined ? recordKinds : [query.kind];
  if (query.search !== undefined && query.search !== '') return searchPage(tx, query, query.search, kinds);
  const rows = await recordQueue(tx, { ...query, kinds, limit: query.limit + 1 });
  return { ...cut(rows, query.limit), ...(await countPage(tx, query.filter, kinds, countOf)) };
}

async function countPage(
  tx: ReadTransaction,
  filter: RecordFilter,
  kinds: readonly RecordKind[],
  countOf: (kind: RecordKind) => number,
) {
  if (filter.reviewed === undefined && filter.withFindings === undefined) {
    return { total: kinds.reduce((sum, kind) => sum + countOf(kind), 0), totalIsCapped: false };
  }
  const counted = await countRecordQueue(tx, { kinds, filter, limit: maxCount + 1 });
  return { total: Math.min(counted, maxCount), totalIsCapped: counted > maxCount };
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
  let belowId: number | undefined = query.belowId;
  for (let span = 0; span < maxSpan && rows.length <= query.limit && belowId !== undefined; span++) {
    const ids = await searchIds(tx, search, kinds, belowId, spanSize);
    rows.push(...(await recordRowsOf(tx, ids.slice(0, spanSize), query.filter)));
    belowId = ids.length < spanSize ? undefined : ids.at(-1);
  }
  const found = await searchIds(tx, search, kinds, Number.MAX_SAFE_INTEGER, maxCount + 1);
  const total = await countRecordsOf(tx, found.slice(0, maxCount), query.filter);
  return { ...cut(rows, query.limit), total, totalIsCapped: found.length > maxCount };
}

function cut(rows: RecordListRow[], limit: number) {
  const shown = rows.slice(0, limit);
  return { rows: shown, nextBelowId: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
