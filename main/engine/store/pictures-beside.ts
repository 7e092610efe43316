import type { ReadTransaction } from './transaction.ts';

/** A photograph that another record's present revision names. */
export interface PictureRow {
  attachmentId: number;
  recordId: number;
  number: string;
  filename: string;
  caption: string | null;
}

const columns = 'a.id AS attachmentId, a.record_id AS recordId, r.number, a.filename, a.caption';
const isPresent = `a.record_id <> ? AND a.role = 'picture' AND a.last_revision >= r.revision`;

/** The statements, so that a test can look at their plans. */
export const picturesBesideSql = {
  ofRecord: `SELECT id, filename, pointer, sha256, position,
      EXISTS (SELECT 1 FROM attachment o WHERE o.sha256 = a.sha256 AND o.record_id <> a.record_id) AS hasSame,
      EXISTS (SELECT 1 FROM similar_content l WHERE l.sha256 = a.sha256) AS hasAlike
    FROM attachment a
    WHERE record_id = ? AND first_revision <= ? AND last_revision >= ? AND role = 'picture' AND sha256 IS NOT NULL
    LIMIT 1000`,
  same: `SELECT ${columns} FROM attachment a JOIN record r ON r.id = a.record_id
    WHERE a.sha256 = ? AND ${isPresent} ORDER BY a.record_id LIMIT ?`,
  // CROSS JOIN keeps to this order: few look like one, and each is of few records.
  alike: `SELECT ${columns}, l.distance FROM similar_content l CROSS JOIN attachment a CROSS JOIN record r
    WHERE l.sha256 = ? AND a.sha256 = l.similar_sha256 AND r.id = a.record_id AND ${isPresent} LIMIT ?`,
  elsewhere: `SELECT 1 FROM attachment WHERE sha256 = ? AND record_id <> ? AND role = 'picture' LIMIT 1`,
  recordsOfContent: 'SELECT DISTINCT record_id AS id FROM attachment WHERE sha256 = ? LIMIT ?',
  besideSame: `SELECT DISTINCT other.record_id AS id FROM attachment a CROSS JOIN attachment other
    WHERE a.record_id = ? AND a.role = 'picture' AND a.sha256 IS NOT NULL
      AND other.sha256 = a.sha256 AND other.record_id <> a.record_id LIMIT ?`,
  besideAlike: `SELECT DISTINCT other.record_id AS id
    FROM attachment a CROSS JOIN similar_content l CROSS JOIN attachment other
    WHERE a.record_id = ? AND a.role = 'picture' AND a.sha256 IS NOT NULL AND l.sha256 = a.sha256
      AND other.sha256 = l.similar_sha256 AND other.record_id <> a.record_id LIMIT ?`,
} as const;

export interface StoredPicture {
  id: number;
  filename: string;
  pointer: string;
  position: number;
  sha256: Uint8Array;
  /** 1 where another record has these bytes at all; asked for all at once, since most have nothing beside them. */
  hasSame: number;
  /** 1 where something looks like them. */
  hasAlike: number;
}

/** The stored photographs that a revision of a record names, in their order. */
export async function storedPictures(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<StoredPicture[]> {
  const rows = tx.all<StoredPicture>(picturesBesideSql.ofRecord, recordId, revision, revision);
  return rows.sort((one, other) => one.position - other.position || one.id - other.id);
}

/** Photographs of other records that are these bytes, in the order of arrival. */
export async function samePictures(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
  limit: number,
): Promise<PictureRow[]> {
  return tx.all<PictureRow>(picturesBesideSql.same, sha256, recordId, limit);
}

/** Photographs of other records that look like these bytes, nearest first; of very many, some. */
export async function alikePictures(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
  limit: number,
): Promise<(PictureRow & { distance: number })[]> {
  const rows = tx.all<PictureRow & { distance: number }>(
    picturesBesideSql.alike,
    sha256,
    recordId,
    5 * limit,
  );
  return rows
    .sort((one, other) => one.distance - other.distance || one.recordId - other.recordId)
    .slice(0, limit);
}

/** Whether these bytes are a photograph of another record. */
export async function isPictureElsewhere(
  tx: ReadTransaction,
  recordId: number,
  sha256: Uint8Array,
): Promise<boolean> {
  return tx.get(picturesBesideSql.elsewhere, sha256, recordId) !== undefined;
}

/** The records that have these bytes, the first of them first. */
export async function recordsOfContent(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<number[]> {
  return tx.all<{ id: number }>(picturesBesideSql.recordsOfContent, sha256, limit).map(({ id }) => id);
}

/** Records that have a photograph that is the same as one of a record's, or looks like it, whichever revision named it. */
export async function recordsBeside(tx: ReadTransaction, recordId: number, limit: number): Promise<number[]> {
  const same = tx.all<{ id: number }>(picturesBesideSql.besideSame, recordId, limit);
  const alike = tx.all<{ id: number }>(picturesBesideSql.besideAlike, recordId, limit);
  return [...new Set([...same, ...alike].map(({ id }) => id))];
}
