import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, SqlValue } from './transaction.ts';

export interface RecordListRow {
  id: number;
  kind: RecordKind;
  marketplace_id: number;
  number: string;
  claim_number: string | null;
  request_id: number | null;
  first_item: string | null;
  item_count: number;
  party_name: string | null;
  /** Digits of the party's RNC, once it is examined. */
  party_tax_id: string | null;
  /** `YYYY-MM-DD` of an order or document, once it is examined. */
  dated_on: string | null;
  total: string | null;
  heading: string | null;
  received_at: number;
  revision: number;
  finding_count: number;
  attention_count: number;
  reviewed_at: number | null;
  reviewed_by: string | null;
  cancellation_id: number | null;
  cancellation_state: string | null;
}

/** Which records a queue shows. */
export interface RecordFilter {
  reviewed?: boolean | undefined;
  /** Whether any of its findings asks for a look: is a warning or an error. */
  withFindings?: boolean | undefined;
}

const columns = `r.id, r.kind, r.marketplace_id, r.number, r.claim_number, r.request_id, r.first_item, r.item_count,
  r.party_name, r.party_tax_id, r.dated_on, r.total, r.heading, r.received_at, r.revision, r.finding_count,
  r.attention_count, r.reviewed_at, r.reviewed_by,
  c.id AS cancellation_id, c.state AS cancellation_state`;
const latestCancellation =
  'LEFT JOIN cancellation c ON c.id = (SELECT max(x.id) FROM cancellation x WHERE x.record_id = r.id)';

/** The conditions of a filter, as the partial indexes of `record` have them. */
export function filterSql(filter: RecordFilter): string {
  const conditions: string[] = [];
  if (filter.reviewed !== undefined) {
    conditions.push(`r.reviewed_at IS ${filter.reviewed ? 'NOT NULL' : 'NULL'}`);
  }
  if (filter.withFindings !== undefined) {
    conditions.push(filter.withFindings ? 'r.attention_count > 0' : 'r.attention_count = 0');
  }
  return conditions.map((condition) => ` AND ${condition}`).join('');
}

/** One queue: records of a kind below an id, newest first. */
export function recordQueueSql(filter: RecordFilter): string {
  return `SELECT ${columns} FROM record r ${latestCancellation}
    WHERE r.kind = ? AND r.id < ?${filterSql(filter)} ORDER BY r.id DESC LIMIT ?`;
}

/** How many a queue holds, counted up to a limit. */
export function recordQueueCountSql(filter: RecordFilter): string {
  return `SELECT count(*) AS count FROM (SELECT 1 FROM record r WHERE r.kind = ?${filterSql(filter)} LIMIT ?)`;
}

/**
 * The queue of these kinds, newest first, below an id. Reviewed or not are two queues, each with its index, and are
 * put together here: an index over both would be one more to write for every order that arrives.
 */
export async function recordQueue(
  tx: ReadTransaction,
  query: { kinds: readonly RecordKind[]; filter: RecordFilter; belowId: number; limit: number },
): Promise<RecordListRow[]> {
  const rows = halvesOf(query.filter).flatMap((half) => {
    const sql = recordQueueSql(half);
    return query.kinds.flatMap((kind) => tx.all<RecordListRow>(sql, kind, query.belowId, query.limit));
  });
  return rows.sort((a, b) => b.id - a.id).slice(0, query.limit);
}

function halvesOf(filter: RecordFilter): RecordFilter[] {
  if (filter.reviewed !== undefined) return [filter];
  return [
    { ...filter, reviewed: false },
    { ...filter, reviewed: true },
  ];
}

/** How many there are of these kinds, counted up to `limit`. */
export async function countRecordQueue(
  tx: ReadTransaction,
  query: { kinds: readonly RecordKind[]; filter: RecordFilter; limit: number },
): Promise<number> {
  let count = 0;
  for (const half of halvesOf(query.filter)) {
    const sql = recordQueueCountSql(half);
    for (const kind of query.kinds) count += tx.get<{ count: number }>(sql, kind, query.limit)?.count ?? 0;
  }
  return Math.min(count, query.limit);
}

export async function recordRow(tx: ReadTransaction, id: number): Promise<RecordListRow | undefined> {
  return tx.get<RecordListRow>(`SELECT ${columns} FROM record r ${latestCancellation} WHERE r.id = ?`, id);
}

/** The rows of these ids that a filter lets pass, newest first. */
export async function recordRowsOf(
  tx: ReadTransaction,
  ids: readonly number[],
  filter: RecordFilter,
): Promise<RecordListRow[]> {
  if (ids.length === 0) return [];
  const list: SqlValue = JSON.stringify(ids);
  return tx.all<RecordListRow>(
    `SELECT ${columns} FROM record r ${latestCancellation}
      WHERE r.id IN (SELECT value FROM json_each(?))${filterSql(filter)} ORDER BY r.id DESC`,
    list,
  );
}

/** How many of these ids a filter lets pass. */
export async function countRecordsOf(
  tx: ReadTransaction,
  ids: readonly number[],
  filter: RecordFilter,
): Promise<number> {
  if (filter.reviewed === undefined && filter.withFindings === undefined) return ids.length;
  const sql = `SELECT count(*) AS count FROM record r
    WHERE r.id IN (SELECT value FROM json_each(?))${filterSql(filter)}`;
  return tx.get<{ count: number }>(sql, JSON.stringify(ids))?.count ?? 0;
}
