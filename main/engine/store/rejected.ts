/** Deliveries that were rejected, and their repeats. */
import { maxKeptBodyBytes } from '#shared/contract/common.ts';
import { maxRejectedListBody } from '#shared/contract/rejected.ts';
import { findEntryBytes } from './journal.ts';
import { countRows, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

export interface RejectedDelivery {
  receivedAt: number;
  method: string;
  path: string;
  contentType: string | null;
  status: number;
  title: string;
  /** Of the problem that was answered; null where it was kept before codes were. */
  code: string | null;
  reason: string;
  errors: readonly { pointer: string; detail: string }[];
  keyLabel: string;
  /** Bytes that arrived; more than were kept only above the ceiling for kept bodies. */
  receivedBytes: number;
  keptBytes: number;
  /** The entry of the journal that has them. */
  seq: number;
  /** Its own entry: the order of lists. */
  arrivalSequence: number;
}

export interface RejectedRow {
  id: number;
  receivedAt: number;
  lastReceivedAt: number;
  arrivalSequence: number;
  count: number;
  method: string;
  path: string;
  contentType: string | null;
  status: number;
  title: string;
  code: string | null;
  reason: string;
  /** JSON list. */
  errors: string;
  keyLabel: string;
  receivedBytes: number;
  keptBytes: number;
  body: Uint8Array;
  seenAt: number | null;
}

/** What a delivery has in common with its repeats, and what it brought, each as a hash. */
export interface RejectedHashes {
  common: Uint8Array;
  content: Uint8Array;
}

/** Inserts a delivery that is the first of its kind. */
export async function insertRejected(
  tx: WriteTransaction,
  id: number,
  rejected: RejectedDelivery,
  { common, content }: RejectedHashes,
): Promise<void> {
  const alone = { count: 1, lastReceivedAt: rejected.receivedAt, repeatHash: common, contentHash: content };
  await insertDelivery(tx, id, rejected, alone, '');
}

/** What an older version knew of all the deliveries that it counted in one. */
export interface CountedDeliveries {
  count: number;
  lastReceivedAt: number;
  repeatHash: Uint8Array | null;
  contentHash: Uint8Array | null;
}

/** Inserts a rejected delivery with those that were counted in it, at its place in the list, unless it is there. */
export async function insertCountedRejected(
  tx: WriteTransaction,
  id: number,
  rejected: RejectedDelivery,
  counted: CountedDeliveries,
): Promise<void> {
  await insertDelivery(tx, id, rejected, counted, 'ON CONFLICT (id) DO NOTHING');
}

async function insertDelivery(
  tx: WriteTransaction,
  id: number,
  rejected: RejectedDelivery,
  counted: CountedDeliveries,
  onConflict: '' | 'ON CONFLICT (id) DO NOTHING',
): Promise<void> {
  await tx.run(
    `INSERT INTO rejected_delivery (id, received_at, last_received_at, arrival_sequence, method, path, content_type, status, title,
        code, reason, errors, key_label, received_bytes, kept_bytes, seq, repeat_hash, content_hash, count)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ${onConflict}`,
    id,
    rejected.receivedAt,
    counted.lastReceivedAt,
    rejected.arrivalSequence,
    rejected.method,
    rejected.path,
    rejected.contentType,
    rejected.status,
    rejected.title,
    rejected.code,
    rejected.reason,
    JSON.stringify(rejected.errors),
    rejected.keyLabel,
    rejected.receivedBytes,
    rejected.keptBytes,
    rejected.seq,
    counted.repeatHash,
    counted.contentHash,
    counted.count,
  );
}

/** Inserts what repeats of a delivery brought, which are counted in that already, unless it is there. */
export async function insertCountedRepeat(
  tx: WriteTransaction,
  rejectedId: number,
  rejected: RejectedDelivery,
  counted: CountedDeliveries,
): Promise<void> {
  await tx.run(
    `INSERT INTO rejected_repeat (rejected_id, content_hash, received_at, last_received_at, path, content_type,
       received_bytes, kept_bytes, seq, count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (rejected_id, content_hash) DO NOTHING`,
    rejectedId,
    counted.contentHash,
    rejected.receivedAt,
    counted.lastReceivedAt,
    rejected.path,
    rejected.contentType,
    rejected.receivedBytes,
    rejected.keptBytes,
    rejected.seq,
    counted.count,
  );
}

/** The most contents of one delivery's repeats; another begins a delivery of its own. */
const maxRepeats = 100;

/**
 * Counts a delivery as a repeat of the newest that has this in common with it and came after `since`: which one, and
 * whether it brought something new. Null where there is none, or where it holds as many contents as it may.
 */
export async function upsertRejectedRepeat(
  tx: WriteTransaction,
  rejected: RejectedDelivery,
  { common, content }: RejectedHashes,
  since: number,
): Promise<{ id: number; isNew: boolean } | null> {
  const found = await tx.get<{ id: number; isSame: number; lastArrival: number }>(
    `SELECT id, CASE WHEN content_hash = ? THEN 1 ELSE 0 END AS "isSame", arrival_sequence AS "lastArrival" FROM rejected_delivery
      WHERE repeat_hash = ? AND last_received_at >= ? ORDER BY id DESC LIMIT 1`,
    content,
    common,
    since,
  );
  if (found === undefined) return null;
  // It was counted before.
  if (found.lastArrival >= rejected.arrivalSequence) return { id: found.id, isNew: false };
  const at = rejected.receivedAt;
  const isKnown = found.isSame === 1 || (await countRepeat(tx, found.id, content, at));
  if (!isKnown) {
    const { count } = (await tx.get<{ count: number }>(
      'SELECT count(*) AS count FROM rejected_repeat WHERE rejected_id = ?',
      found.id,
    )) ?? { count: 0 };
    if (count >= maxRepeats) return null;
    await tx.run(
      `INSERT INTO rejected_repeat (rejected_id, content_hash, received_at, last_received_at, path, content_type,
         received_bytes, kept_bytes, seq) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      found.id,
      content,
      at,
      at,
      rejected.path,
      rejected.contentType,
      rejected.receivedBytes,
      rejected.keptBytes,
      rejected.seq,
    );
  }
  await tx.run(
    `UPDATE rejected_delivery SET count = count + 1, last_received_at = ?, arrival_sequence = ? WHERE id = ?`,
    at,
    rejected.arrivalSequence,
    found.id,
  );
  return { id: found.id, isNew: !isKnown };
}

/** Counts a content that came again; false where it is none of the repeats. */
async function countRepeat(
  tx: WriteTransaction,
  rejectedId: number,
  content: Uint8Array,
  at: number,
): Promise<boolean> {
  const { changes } = await tx.run(
    'UPDATE rejected_repeat SET count = count + 1, last_received_at = ? WHERE rejected_id = ? AND content_hash = ?',
    at,
    rejectedId,
    content,
  );
  return changes === 1;
}

/** What a repeat brought, without its body. */
export interface RejectedRepeatRow {
  id: number;
  receivedAt: number;
  lastReceivedAt: number;
  count: number;
  path: string;
  contentType: string | null;
  receivedBytes: number;
  keptBytes: number;
}

/** What the repeats of a delivery brought that differs from it, the oldest first; at most a hundred. */
export async function listRejectedRepeats(tx: ReadTransaction, id: number): Promise<RejectedRepeatRow[]> {
  const rows = await tx.all<RejectedRepeatRow>(
    `SELECT ${selected<RejectedRepeatRow>('p', ['id', 'receivedAt', 'lastReceivedAt', 'count', 'path', 'contentType', 'receivedBytes', 'keptBytes'])}
        FROM rejected_repeat p WHERE rejected_id = ?`,
    id,
  );
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Some of the bytes that were kept, of a delivery or of a repeat, and how many there are. */
export async function findRejectedBytes(
  tx: ReadTransaction,
  source: 'delivery' | 'repeat',
  id: number,
  part: { from: number; limit: number },
): Promise<{ bytes: Uint8Array; total: number } | undefined> {
  const row = await tx.get<{ seq: number; total: number }>(
    `SELECT seq, kept_bytes AS total FROM ${source === 'delivery' ? 'rejected_delivery' : 'rejected_repeat'} WHERE id = ?`,
    id,
  );
  if (row === undefined) return undefined;
  const found = await findEntryBytes(tx, row.seq, part);
  return { bytes: found?.bytes ?? new Uint8Array(), total: row.total };
}

const rejectedColumns = selected<RejectedRow>('d', [
  'id',
  'receivedAt',
  'lastReceivedAt',
  'arrivalSequence',
  'count',
  'method',
  'path',
  'contentType',
  'status',
  'title',
  'code',
  'reason',
  'errors',
  'keyLabel',
  'receivedBytes',
  'keptBytes',
  'seenAt',
]);

/** Rejected deliveries, the last received first, below an arrival, each with the beginning of its body. */
export async function listRejected(
  tx: ReadTransaction,
  query: { unseen: boolean; belowTurn: number; limit: number },
): Promise<RejectedRow[]> {
  const rows = await tx.all<Omit<RejectedRow, 'body'> & { body: Uint8Array | null }>(
    `SELECT ${rejectedColumns}, substr(e.bytes, 1, ${maxRejectedListBody}) AS body
      FROM rejected_delivery d LEFT JOIN entry e ON e.seq = d.seq
      WHERE d.arrival_sequence < ?${query.unseen ? ' AND d.seen_at IS NULL' : ''} ORDER BY d.arrival_sequence DESC LIMIT ?`,
    query.belowTurn,
    query.limit,
  );
  return rows.map((row) => ({ ...row, body: row.body ?? new Uint8Array() }));
}

/** Counts the rejected deliveries, or those that nobody has seen, up to `limit`. */
export async function countRejected(tx: ReadTransaction, unseen: boolean, limit: number): Promise<number> {
  return countRows(
    tx,
    `SELECT 1 FROM rejected_delivery${unseen ? ' WHERE seen_at IS NULL' : ''} LIMIT ?`,
    limit,
  );
}

/** A rejected delivery with at most `maxKeptBodyBytes` of its body. */
export async function findRejected(tx: ReadTransaction, id: number): Promise<RejectedRow | undefined> {
  const row = await tx.get<RejectedRow>(
    `SELECT ${rejectedColumns} FROM rejected_delivery d WHERE id = ?`,
    id,
  );
  const beginning = await findRejectedBytes(tx, 'delivery', id, { from: 0, limit: maxKeptBodyBytes });
  return row && beginning && { ...row, body: beginning.bytes };
}

/** Sets when somebody saw a rejected delivery, or null; false where none has this id. */
export async function setRejectedSeen(tx: WriteTransaction, id: number, at: number | null): Promise<boolean> {
  return (await tx.run('UPDATE rejected_delivery SET seen_at = ? WHERE id = ?', at, id)).changes === 1;
}
