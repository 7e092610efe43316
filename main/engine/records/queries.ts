import type { RecordOrder } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import {
  conditionsOf,
  listRecordsByIds,
  type Place,
  type ReadTransaction,
  type RecordFilter,
  type RecordListRow,
} from '../store/index.ts';
import { countedPage, type Effort, type PageRequest, pageOfIds } from './record-pages.ts';

/** Nothing is counted further than this. */
const maxCount = 1000;

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
  effort?: Effort,
): Promise<RecordsPage> {
  const kinds = query.kind === undefined ? recordKinds : [query.kind];
  const search = query.search === '' ? undefined : query.search;
  const { ids, next, total, totalIsCapped } = await idsPage(tx, { ...query, search, kinds }, countOf, effort);
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), next, total, totalIsCapped };
}

/** What no condition is said of is counted already. */
async function idsPage(
  tx: ReadTransaction,
  request: PageRequest,
  countOf: (kind: RecordKind) => number,
  effort: Effort | undefined,
) {
  if (request.search !== undefined || conditionsOf(request.filter).size > 0)
    return countedPage(tx, request, maxCount, effort);
  const total = request.kinds.reduce((sum, kind) => sum + countOf(kind), 0);
  return { ...(await pageOfIds(tx, request, effort)), total, totalIsCapped: false };
}
