import type { RecordKind } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface RevisionRow {
  revision: number;
  received_at: number;
  key_label: string;
  sha256: Uint8Array;
  bytes: number;
}

export async function insertRevision(
  tx: WriteTransaction,
  revision: {
    recordId: number;
    revision: number;
    receivedAt: number;
    keyLabel: string;
    sha256: Uint8Array;
    body: Uint8Array;
  },
): Promise<number> {
  return tx.run(
    'INSERT INTO revision (record_id, revision, received_at, key_label, sha256, body) VALUES (?, ?, ?, ?, ?, ?)',
    revision.recordId,
    revision.revision,
    revision.receivedAt,
    revision.keyLabel,
    revision.sha256,
    revision.body,
  ).lastId;
}

export async function revisionHash(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<Uint8Array | undefined> {
  return tx.get<{ sha256: Uint8Array }>(
    'SELECT sha256 FROM revision WHERE record_id = ? AND revision = ?',
    recordId,
    revision,
  )?.sha256;
}

/** The bytes that arrived. */
export async function revisionBody(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<Uint8Array | undefined> {
  return tx.get<{ body: Uint8Array }>(
    'SELECT body FROM revision WHERE record_id = ? AND revision = ?',
    recordId,
    revision,
  )?.body;
}

/** Newest first. */
export async function revisionsOf(tx: ReadTransaction, recordId: number): Promise<RevisionRow[]> {
  return tx.all<RevisionRow>(
    `SELECT revision, received_at, key_label, sha256, length(body) AS bytes FROM revision
      WHERE record_id = ? ORDER BY revision DESC LIMIT 1000`,
    recordId,
  );
}

export interface UnexaminedRow {
  id: number;
  record_id: number;
  revision: number;
  received_at: number;
  kind: RecordKind;
  marketplace_id: number;
  body: Uint8Array;
}

/** The first revision after the one with this row id, in the order of arrival. */
export async function revisionAfter(tx: ReadTransaction, id: number): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT v.id, v.record_id, v.revision, v.received_at, v.body, r.kind, r.marketplace_id
      FROM revision v JOIN record r ON r.id = v.record_id WHERE v.id > ? ORDER BY v.id LIMIT 1`,
    id,
  );
}

/** One revision of a record. */
export async function revisionOfRecord(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT v.id, v.record_id, v.revision, v.received_at, v.body, r.kind, r.marketplace_id
      FROM revision v JOIN record r ON r.id = v.record_id WHERE v.record_id = ? AND v.revision = ?`,
    recordId,
    revision,
  );
}

/** The latest revision of a record. */
export async function latestRevision(
  tx: ReadTransaction,
  recordId: number,
): Promise<UnexaminedRow | undefined> {
  return tx.get<UnexaminedRow>(
    `SELECT v.id, v.record_id, v.revision, v.received_at, v.body, r.kind, r.marketplace_id
      FROM record r JOIN revision v ON v.record_id = r.id AND v.revision = r.revision WHERE r.id = ?`,
    recordId,
  );
}
