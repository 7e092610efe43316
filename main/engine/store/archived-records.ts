/** Records whose deliveries lie in a bundle: what of them stays, and what goes with them. */
import * as z from 'zod';
import { releaseContents } from './contents.ts';
import type { RecordSummary } from './records.ts';
import { findSetting, upsertSetting } from './settings.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** What a list shows of a record, and what is known of it besides. */
export interface ArchivedRow extends RecordSummary {
  findingCount: number;
  attentionCount: number;
  attentionRank: number;
  reviewedAt: number | null;
  reviewedBy: string | null;
}

/** Sets a record to what stays of it, and in which bundle its deliveries lie up to its revision. */
export async function setRecordArchived(
  tx: WriteTransaction,
  id: number,
  row: ArchivedRow,
  { revision, bundleId }: { revision: number; bundleId: number },
): Promise<void> {
  await tx.run(
    `UPDATE record SET claim_number = ?, request_id = ?, first_item = ?, item_count = ?, party_name = ?, total = ?, heading = ?,
        finding_count = ?, attention_count = ?, attention_rank = ?, reviewed_at = ?, reviewed_by = ?,
        archived_revision = ?, archived_bundle = ? WHERE id = ?`,
    row.claimNumber,
    row.requestId,
    row.firstItem,
    row.itemCount,
    row.partyName,
    row.total,
    row.heading,
    row.findingCount,
    row.attentionCount,
    row.attentionRank,
    row.reviewedAt,
    row.reviewedBy,
    revision,
    bundleId,
    id,
  );
}

/** Sets that earlier deliveries of a record lie in a bundle, of one that came back since. */
export async function setRecordArchivedBefore(
  tx: WriteTransaction,
  id: number,
  { revision, bundleId }: { revision: number; bundleId: number },
): Promise<void> {
  await tx.run(
    'UPDATE record SET archived_revision = ?, archived_bundle = ? WHERE id = ? AND coalesce(archived_revision, 0) < ?',
    revision,
    bundleId,
    id,
    revision,
  );
}

/** The last note of a record; 0 where it has none. */
export async function findLastNote(tx: ReadTransaction, recordId: number): Promise<number> {
  const row = await tx.get<{ id: number | null }>(
    'SELECT max(id) AS id FROM note WHERE record_id = ?',
    recordId,
  );
  return row?.id ?? 0;
}

/**
 * Deletes what is derived from deliveries that lie in a bundle, and what people said of them, which lies there as well. A note
 * that came later stays.
 */
export async function deleteArchivedParts(
  tx: WriteTransaction,
  { id, lastNote, at }: { id: number; lastNote: number; at: number },
): Promise<void> {
  await tx.run('DELETE FROM finding WHERE record_id = ?', id);
  await tx.run(`DELETE FROM acknowledgement WHERE scope = 'record' AND record_id = ?`, id);
  const notes = 'record_id = ? AND id <= ? AND at <= ?';
  await tx.run(`DELETE FROM mention WHERE note_id IN (SELECT id FROM note WHERE ${notes})`, id, lastNote, at);
  await tx.run(`DELETE FROM note WHERE ${notes}`, id, lastNote, at);
  await tx.run(
    `DELETE FROM decision WHERE record_id = ?
       AND revision <= (SELECT r.archived_revision FROM record r WHERE r.id = record_id)`,
    id,
  );
  await tx.run(
    'DELETE FROM attachment_mark WHERE attachment_id IN (SELECT a.id FROM attachment a WHERE a.record_id = ?)',
    id,
  );
  await releaseContents(tx, id, at);
  await tx.run('DELETE FROM attachment WHERE record_id = ?', id);
  const deliveries = `SELECT e.seq FROM record r JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id
      AND e.revision IS NOT NULL WHERE r.id = ? AND e.revision <= r.archived_revision`;
  await tx.run(`DELETE FROM large_body WHERE seq IN (${deliveries})`, id);
  await tx.run(`DELETE FROM not_examined WHERE seq IN (${deliveries})`, id);
}

/** Entries of records that lie in a bundle which could not be derived, behind a place of the journal: what they say is kept as it was. */
export async function listArchivedNotDerived(tx: ReadTransaction, after: number): Promise<number[]> {
  const rows = await tx.all<{ seq: number }>(
    `SELECT n.seq FROM not_derived n JOIN entry e ON e.seq = n.seq WHERE n.seq > ? AND e.kind = 'archived' ORDER BY n.seq`,
    after,
  );
  return rows.map(({ seq }) => seq);
}

const leavingSetting = 'leavingRecords';
const recordIds = z.array(z.int());

/** Sets which records are being moved to a bundle, in place of those before. */
export async function setLeavingRecords(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  await upsertSetting(tx, leavingSetting, JSON.stringify(ids));
}

/** The records that are being moved to a bundle. */
export async function listLeavingRecords(tx: ReadTransaction): Promise<number[]> {
  return recordIds.parse(JSON.parse((await findSetting(tx, leavingSetting)) ?? '[]'));
}

/**
 * Whether a record is being moved to a bundle: what somebody said of its findings and photos from now on would be in neither, and
 * is refused as of a record that left.
 */
export async function isLeaving(tx: ReadTransaction, recordId: number): Promise<boolean> {
  return (await listLeavingRecords(tx)).includes(recordId);
}
