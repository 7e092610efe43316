/** Revisions of records: the bytes that arrived, extracts of large bodies, and those that could not be examined. */
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface RevisionRow {
  revision: number;
  receivedAt: number;
  keyLabel: string;
  sha256: Uint8Array;
  bytes: number;
}

export async function insertRevision(
  tx: WriteTransaction,
  revision: Omit<RevisionRow, 'bytes'> & { recordId: number; body: Uint8Array },
): Promise<number> {
  const { lastId } = await tx.run(
    'INSERT INTO revision (record_id, revision, received_at, key_label, sha256, body) VALUES (?, ?, ?, ?, ?, ?)',
    revision.recordId,
    revision.revision,
    revision.receivedAt,
    revision.keyLabel,
    revision.sha256,
    revision.body,
  );
  return lastId;
}

export async function findRevisionHash(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<Uint8Array | undefined> {
  const row = await tx.get<{ sha256: Uint8Array }>(
    'SELECT sha256 FROM revision WHERE record_id = ? AND revision = ?',
    recordId,
    revision,
  );
  return row?.sha256;
}

/** Some of the bytes that arrived, from a place on, and how many there are; undefined where there is no such revision. */
export async function findRevisionBytes(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
  part: { from: number; limit: number },
): Promise<{ bytes: Uint8Array; total: number } | undefined> {
  const found = await tx.get<{ bytes: Uint8Array | null; total: number }>(
    `SELECT substr(body, ?, ?) AS bytes, length(body) AS total FROM revision WHERE record_id = ? AND revision = ?`,
    part.from + 1,
    part.limit,
    recordId,
    revision,
  );
  return found === undefined ? undefined : { ...found, bytes: found.bytes ?? new Uint8Array() };
}

/** The revisions of a record, newest first, at most 1,000. */
export async function listRevisions(tx: ReadTransaction, recordId: number): Promise<RevisionRow[]> {
  return tx.all<RevisionRow>(
    `SELECT revision, received_at AS "receivedAt", key_label AS "keyLabel", sha256, length(body) AS bytes FROM revision
      WHERE record_id = ? ORDER BY revision DESC LIMIT 1000`,
    recordId,
  );
}

/** A revision with what is read of its body. */
export interface UnexaminedRow {
  id: number;
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
}

const readColumns = `v.id, v.record_id AS "recordId", v.revision, v.received_at AS "receivedAt", r.kind, r.marketplace_id AS "marketplaceId",
  l.left_out AS "leftOut",
  CASE WHEN l.revision_id IS NULL AND length(v.body) <= ${largeBodyBytes} THEN v.body ELSE l.extract END AS body,
  n.reason AS "notExamined"`;
const readBeside = `LEFT JOIN large_body l ON l.revision_id = v.id LEFT JOIN not_examined n ON n.revision_id = v.id`;

/** How many revisions arrived after the one with this row id; none is ever removed, so their ids have no gaps. */
export async function countRevisionsAfter(tx: ReadTransaction, id: number): Promise<number> {
  const last = (await tx.get<{ id: number | null }>('SELECT max(id) AS id FROM revision'))?.id ?? 0;
  return Math.max(0, last - id);
}

/** The first revision after the one with this row id, in the order of arrival. */
export async function findRevisionAfter(tx: ReadTransaction, id: number): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT ${readColumns} FROM revision v JOIN record r ON r.id = v.record_id ${readBeside}
      WHERE v.id > ? ORDER BY v.id LIMIT 1`,
    id,
  );
}

/** One revision of a record. */
export async function findRevision(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT ${readColumns} FROM revision v JOIN record r ON r.id = v.record_id ${readBeside}
      WHERE v.record_id = ? AND v.revision = ?`,
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
    `SELECT ${readColumns} FROM record r JOIN revision v ON v.record_id = r.id AND v.revision = r.revision ${readBeside}
      WHERE r.id = ?`,
    recordId,
  );
}

/** What is read of a large body. */
export interface LargeBodyWriting {
  extract: string;
  leftOut: readonly object[];
  /** Hexadecimal. */
  contentHash: string;
}

/** Inserts what is read of a revision with a large body, unless it is there. */
export async function insertLargeBody(
  tx: WriteTransaction,
  revisionId: number,
  { extract, leftOut, contentHash }: LargeBodyWriting,
): Promise<void> {
  await tx.run(
    `INSERT INTO large_body (revision_id, extract, left_out, content_hash) VALUES (?, ?, ?, ?) ON CONFLICT (revision_id) DO NOTHING`,
    revisionId,
    Buffer.from(extract),
    JSON.stringify(leftOut),
    Buffer.from(contentHash, 'hex'),
  );
}

/**
 * What a revision's content is compared by: the hash of a large body, else the bytes; undefined of a large one that was
 * never read.
 */
export async function findComparableContent(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<{ contentHash: string } | { body: Uint8Array } | undefined> {
  const found = await tx.get<{ hash: Uint8Array | null; body: Uint8Array | null }>(
    `SELECT l.content_hash AS hash,
        CASE WHEN l.revision_id IS NULL AND length(v.body) <= ${largeBodyBytes} THEN v.body END AS body
      FROM revision v LEFT JOIN large_body l ON l.revision_id = v.id WHERE v.record_id = ? AND v.revision = ?`,
    recordId,
    revision,
  );
  if (found?.hash) return { contentHash: Buffer.from(found.hash).toString('hex') };
  return found?.body ? { body: found.body } : undefined;
}

/** Inserts that a revision brought the examiner down. */
export async function insertNotExamined(
  tx: WriteTransaction,
  revisionId: number,
  reason: string,
  at: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO not_examined (revision_id, reason, at) VALUES (?, ?, ?) ON CONFLICT (revision_id) DO NOTHING',
    revisionId,
    reason,
    at,
  );
}

/** Deletes that a revision brought the examiner down: it was examined after all. */
export async function deleteNotExamined(tx: WriteTransaction, revisionId: number): Promise<void> {
  await tx.run('DELETE FROM not_examined WHERE revision_id = ?', revisionId);
}
