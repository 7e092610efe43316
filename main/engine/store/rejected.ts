import { rejectedListBodyLimit } from '#shared/contract/rejected.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface RejectedDelivery {
  receivedAt: number;
  method: string;
  path: string;
  contentType: string | null;
  status: number;
  title: string;
  reason: string;
  errors: readonly { pointer: string; detail: string }[];
  keyLabel: string;
  /** Bytes that arrived; more than `body` holds only above the ceiling for kept bodies. */
  receivedBytes: number;
  body: Uint8Array;
}

export interface RejectedRow {
  id: number;
  received_at: number;
  method: string;
  path: string;
  content_type: string | null;
  status: number;
  title: string;
  reason: string;
  /** JSON list. */
  errors: string;
  key_label: string;
  received_bytes: number;
  kept_bytes: number;
  body: Uint8Array;
  seen_at: number | null;
}

export async function insertRejected(tx: WriteTransaction, rejected: RejectedDelivery): Promise<number> {
  return tx.run(
    `INSERT INTO rejected_delivery (received_at, method, path, content_type, status, title, reason, errors, key_label,
       received_bytes, head, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    rejected.receivedAt,
    rejected.method,
    rejected.path,
    rejected.contentType,
    rejected.status,
    rejected.title,
    rejected.reason,
    JSON.stringify(rejected.errors),
    rejected.keyLabel,
    rejected.receivedBytes,
    rejected.body.length > rejectedListBodyLimit ? rejected.body.subarray(0, rejectedListBodyLimit) : null,
    rejected.body,
  ).lastId;
}

function columns(body: string): string {
  return `id, received_at, method, path, content_type, status, title, reason, errors, key_label, received_bytes,
    length(body) AS kept_bytes, ${body} AS body, seen_at`;
}

/** Newest first, below an id, each with the beginning of its body. */
export function rejectedPageSql(unseen: boolean): string {
  return `SELECT ${columns('ifnull(head, body)')} FROM rejected_delivery
    WHERE id < ?${unseen ? ' AND seen_at IS NULL' : ''} ORDER BY id DESC LIMIT ?`;
}

export async function rejectedPage(
  tx: ReadTransaction,
  query: { unseen: boolean; belowId: number; limit: number },
): Promise<RejectedRow[]> {
  return tx.all<RejectedRow>(rejectedPageSql(query.unseen), query.belowId, query.limit);
}

/** How many there are, or how many nobody has seen, counted up to `limit`. */
export async function countRejected(tx: ReadTransaction, unseen: boolean, limit: number): Promise<number> {
  const sql = `SELECT count(*) AS count FROM
    (SELECT 1 FROM rejected_delivery${unseen ? ' WHERE seen_at IS NULL' : ''} LIMIT ?)`;
  return tx.get<{ count: number }>(sql, limit)?.count ?? 0;
}

/** One with its whole body. */
export async function rejectedById(tx: ReadTransaction, id: number): Promise<RejectedRow | undefined> {
  return tx.get<RejectedRow>(`SELECT ${columns('body')} FROM rejected_delivery WHERE id = ?`, id);
}

/** False where no rejected delivery has this id. */
export async function setRejectedSeen(tx: WriteTransaction, id: number, at: number | null): Promise<boolean> {
  return tx.run('UPDATE rejected_delivery SET seen_at = ? WHERE id = ?', at, id).changes === 1;
}
