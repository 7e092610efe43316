/** What an archive takes of the database that no screen lists: records in the order of their arrival, and whose data they are. */
import type { RecordKind } from '#shared/terms.ts';
import type { CancellationStored } from './cancellations.ts';
import { findCancellation } from './cancellations.ts';
import { type ReadTransaction, selected } from './transaction.ts';

export interface RecordPlace {
  id: number;
  kind: RecordKind;
  receivedAt: number;
  claimNumber: string | null;
}

/** Records behind an id, in the order of their ids. */
export async function listRecordsAfter(
  tx: ReadTransaction,
  afterId: number,
  limit: number,
): Promise<RecordPlace[]> {
  return tx.all<RecordPlace>(
    `SELECT ${selected<RecordPlace>('r', ['id', 'kind', 'receivedAt', 'claimNumber'])} FROM record r
      WHERE r.id > ? ORDER BY r.id LIMIT ?`,
    afterId,
    limit,
  );
}

/** The cancellations of a record, the oldest first. */
export async function listCancellationsOfRecord(
  tx: ReadTransaction,
  recordId: number,
): Promise<CancellationStored[]> {
  const ids = await tx.all<{ id: number }>('SELECT id FROM cancellation WHERE record_id = ?', recordId);
  const found: CancellationStored[] = [];
  for (const { id } of ids.sort((a, b) => a.id - b.id)) {
    const row = await findCancellation(tx, id);
    if (row !== null) found.push(row);
  }
  return found;
}

/** Contents that look like one, nearest first. */
export async function listSimilarities(
  tx: ReadTransaction,
  sha256: Uint8Array,
  limit: number,
): Promise<{ sha256: Uint8Array; distance: number }[]> {
  return tx.all(
    'SELECT similar_sha256 AS sha256, distance FROM similar_content WHERE sha256 = ? ORDER BY distance, similar_sha256 LIMIT ?',
    sha256,
    limit,
  );
}

/** Whose data they are; `sampleData` is 1 where they are of the demo, else 0. */
export async function findInstallation(
  tx: ReadTransaction,
): Promise<{ id: string; sampleData: number } | undefined> {
  return tx.get('SELECT id, sample_data AS "sampleData" FROM installation');
}
