import type { RecordOrder } from '#shared/contract/records.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { compareTexts, countedPage, type Effort, pageOfIds, type Queue } from '../queues/index.ts';
import {
  conditionsOf,
  defaultCurrency,
  driveOfKinds,
  drivesOf,
  idsReceived,
  type KeyedOrder,
  keyBounds,
  listClaimNumbers,
  listRecordsByIds,
  nextCurrency,
  type Place,
  partOfKind,
  type ReadTransaction,
  type RecordFilter,
  type RecordListRow,
  recordTable,
} from '../store/index.ts';
import { foundIds, searchConditions } from './search-query.ts';

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

/** The records of some kinds with a filter. */
export async function recordQueue(
  tx: ReadTransaction,
  kinds: readonly RecordKind[],
  asked: RecordFilter,
): Promise<Queue<KeyedOrder>> {
  const { claimKey } = asked;
  // A claim of some thousand records may be years old: its own lists are walked, and not all that came since.
  const filter =
    claimKey === undefined ? asked : { ...asked, claimNumbers: await listClaimNumbers(tx, claimKey) };
  return {
    table: recordTable,
    conditions: conditionsOf(filter, kinds),
    bounds: await idsReceived(tx, recordTable, filter),
    drives: drivesOf(filter, kinds),
    whole: driveOfKinds(filter, kinds),
    all: driveOfKinds({}, kinds),
    parts: kinds.map(partOfKind),
    coveredByParts: ['kind'],
    keyBounds: (by) => keyBounds(by, filter),
    groupBehind: (before) => currencyBehind(tx, kinds, before),
  };
}

/** Pesos stand first, the others by their code. */
async function currencyBehind(
  tx: ReadTransaction,
  kinds: readonly RecordKind[],
  before: string,
): Promise<string | null> {
  const found: string[] = [];
  for (const kind of kinds) {
    let next = await nextCurrency(tx, kind, before === defaultCurrency ? '' : before);
    if (next === defaultCurrency) next = await nextCurrency(tx, kind, next);
    if (next !== null) found.push(next);
  }
  return found.sort(compareTexts)[0] ?? null;
}

/** A page of records. `countOf` knows how many records of a kind there are. */
export async function recordsPage(
  tx: ReadTransaction,
  query: RecordQuery,
  countOf: (kind: RecordKind) => number,
  effort?: Effort,
): Promise<RecordsPage> {
  const kinds = query.kind === undefined ? recordKinds : [query.kind];
  const { ids, next, total, totalIsCapped } = await idsPage(tx, query, kinds, countOf, effort);
  const rows = new Map((await listRecordsByIds(tx, ids, {})).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), next, total, totalIsCapped };
}

/** What no condition is said of is counted already. */
async function idsPage(
  tx: ReadTransaction,
  { search = '', filter, ...request }: RecordQuery,
  kinds: readonly RecordKind[],
  countOf: (kind: RecordKind) => number,
  effort: Effort | undefined,
) {
  const queue = await recordQueue(tx, kinds, filter);
  if (search !== '') {
    const found = await searchConditions(tx, search, kinds);
    const finder = (below: number, limit: number) => foundIds(tx, found, below, limit);
    return countedPage(tx, queue, request, { most: maxCount, effort, finder });
  }
  if (conditionsOf(filter).size > 0) return countedPage(tx, queue, request, { most: maxCount, effort });
  const total = kinds.reduce((sum, kind) => sum + countOf(kind), 0);
  return { ...(await pageOfIds(tx, queue, request, effort)), total, totalIsCapped: false };
}
