/**
 * Revisions of records, which are the deliveries of the journal: the bytes that arrived, extracts of large bodies, and those
 * that could not be examined.
 */
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface RevisionRow {
  revision: number;
  receivedAt: number;
  keyLabel: string;
  sha256: Uint8Array;
  /** How many; null where they lie in a bundle. */
  bytes: number | null;
}

/**
 * Some of the bytes that arrived, from a place on, and how many there are: none where they lie in a bundle. Undefined where
 * there is no such revision.
 */
export async function findRevisionBytes(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
  part: { from: number; limit: number },
): Promise<{ bytes: Uint8Array; total: number } | undefined> {
  const found = await tx.get<{ bytes: Uint8Array | null; total: number }>(
    `SELECT substr(e.bytes, ?, ?) AS bytes, coalesce(length(e.bytes), 0) AS total FROM record r ${deliveries}
      WHERE r.id = ? AND e.revision = ?`,
    part.from + 1,
    part.limit,
    recordId,
    revision,
  );
  return found === undefined ? undefined : { ...found, bytes: found.bytes ?? new Uint8Array() };
}

/** A record with its deliveries in the journal. */
const deliveries =
  'JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL';

/** The revisions of a record, newest first, at most 1,000. */
export async function listRevisions(tx: ReadTransaction, recordId: number): Promise<RevisionRow[]> {
  return tx.all<RevisionRow>(
    `SELECT e.revision, e.at AS "receivedAt", e.key_label AS "keyLabel", e.sha256, length(e.bytes) AS bytes
      FROM record r ${deliveries} WHERE r.id = ? AND e.revision <= r.revision ORDER BY e.revision DESC LIMIT 1000`,
    recordId,
  );
}

/** Up to which revision a record was moved to bundles; 0 where nothing was. */
export async function findArchivedRevision(tx: ReadTransaction, recordId: number): Promise<number> {
  const row = await tx.get<{ revision: number | null }>(
    'SELECT archived_revision AS revision FROM record WHERE id = ?',
    recordId,
  );
  return row?.revision ?? 0;
}

/** The latest revision of a record that is derived; null where none is. */
export async function findRecordRevision(tx: ReadTransaction, recordId: number): Promise<number | null> {
  const row = await tx.get<{ revision: number }>('SELECT revision FROM record WHERE id = ?', recordId);
  return row?.revision ?? null;
}

/** A revision with what is read of its body. */
export interface UnexaminedRow {
  /** Of the entry of the journal. */
  seq: number;
  recordId: number;
  revision: number;
  receivedAt: number;
  kind: RecordKind;
  marketplaceId: number;
  /** The bytes that arrived, or the extract of a large body; null of a large one that has none yet. */
  body: Uint8Array | null;
  /** JSON list of what the extract leaves out; null of a body that is whole. */
  leftOut: string | null;
  /** Why it could not be examined; null where nothing is known against it. */
  notExamined: string | null;
  /** 1 where it was moved to a bundle, else 0. */
  isArchived: number;
}

const readColumns = `e.seq, r.id AS "recordId", e.revision, e.at AS "receivedAt", r.kind, r.marketplace_id AS "marketplaceId",
  l.left_out AS "leftOut",
  CASE WHEN l.seq IS NULL AND length(e.bytes) <= ${largeBodyBytes} THEN e.bytes ELSE l.extract END AS body,
  n.reason AS "notExamined", e.revision <= coalesce(r.archived_revision, 0) AS "isArchived"`;
const readBeside = 'LEFT JOIN large_body l ON l.seq = e.seq LEFT JOIN not_examined n ON n.seq = e.seq';

/** The first delivery behind a place of the journal and up to another, in the order of arrival, that was not moved to a bundle. */
export async function findRevisionAfter(
  tx: ReadTransaction,
  seq: number,
  upTo: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    // From the journal's place on, whatever the planner's figures say: they may be of a time when there were few records.
    `SELECT ${readColumns} FROM entry e
      CROSS JOIN record r ON r.kind = e.kind AND r.marketplace_id = e.marketplace_id ${readBeside}
      WHERE e.seq > ? AND e.seq <= ? AND e.revision IS NOT NULL AND e.revision > coalesce(r.archived_revision, 0)
      ORDER BY e.seq LIMIT 1`,
    seq,
    upTo,
  );
}

/** One revision of a record. */
export async function findRevision(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT ${readColumns} FROM record r ${deliveries} ${readBeside} WHERE r.id = ? AND e.revision = ?`,
    recordId,
    revision,
  );
}

/** The latest revision of a record. */
export async function findLatestRevision(
  tx: ReadTransaction,
  recordId: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT ${readColumns} FROM record r ${deliveries} AND e.revision = r.revision ${readBeside} WHERE r.id = ?`,
    recordId,
  );
}

/** The latest revisions of records, in no order. */
export async function listLatestRevisions(
  tx: ReadTransaction,
  recordIds: readonly number[],
): Promise<UnexaminedRow[]> {
  return tx.all<UnexaminedRow>(
    `SELECT ${readColumns} FROM json_each(?) own CROSS JOIN record r ON r.id = CAST(own.value AS BIGINT)
      ${deliveries} AND e.revision = r.revision ${readBeside}`,
    JSON.stringify(recordIds),
  );
}

/** What is read of a large body. */
interface LargeBodyWriting {
  extract: string;
  leftOut: readonly object[];
}

/** Inserts what is read of a delivery with a large body, unless it is there. */
export async function insertLargeBody(
  tx: WriteTransaction,
  seq: number,
  { extract, leftOut }: LargeBodyWriting,
): Promise<void> {
  await tx.run(
    `INSERT INTO large_body (seq, extract, left_out) VALUES (?, ?, ?) ON CONFLICT (seq) DO NOTHING`,
    seq,
    Buffer.from(extract),
    JSON.stringify(leftOut),
  );
}

/** Inserts that a delivery brought the examiner down. */
export async function insertNotExamined(
  tx: WriteTransaction,
  seq: number,
  reason: string,
  at: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO not_examined (seq, reason, at) VALUES (?, ?, ?) ON CONFLICT (seq) DO NOTHING',
    seq,
    reason,
    at,
  );
}

/** Deletes that a delivery brought the examiner down: it was examined after all. */
export async function deleteNotExamined(tx: WriteTransaction, seq: number): Promise<void> {
  await tx.run('DELETE FROM not_examined WHERE seq = ?', seq);
}
