import type { AttachmentState } from '#shared/attachment-terms.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { AttachmentRow } from './attachments.ts';
import type { ContentRow } from './contents.ts';
import type { ReadTransaction } from './transaction.ts';

/** An attachment with what is known of its bytes, as lists show it. */
export type AttachmentView = AttachmentRow & {
  content_bytes: number | null;
  decoder_version: number | null;
  media_type: ContentRow['media_type'];
  shown_as: ContentRow['shown_as'];
  content_problem: ContentRow['problem'];
  content_problem_detail: string | null;
  width: number | null;
  height: number | null;
  has_previews: number | null;
  photo: string | null;
  perceptual_hash: string | null;
  mark_count: number;
};

/** With the record that it belongs to. */
export type AttachmentOfRecord = AttachmentView & { record_kind: RecordKind; record_number: string };

const columns = `a.*, c.bytes AS content_bytes, c.decoder_version, c.media_type, c.shown_as, c.problem AS content_problem,
  c.problem_detail AS content_problem_detail, c.width, c.height, c.has_previews, c.photo, c.perceptual_hash,
  (SELECT count(*) FROM attachment_mark m WHERE m.attachment_id = a.id AND m.removed_at IS NULL) AS mark_count`;
const withContent = 'LEFT JOIN content c ON c.sha256 = a.sha256';
const withRecord = 'JOIN record r ON r.id = a.record_id';
const recordColumns = 'r.kind AS record_kind, r.number AS record_number';

/** As many of a record are shown. */
const most = 1000;

/** The statements, so that a test can look at their plans. */
export const attachmentViewSql = {
  ofRecord: `SELECT ${columns} FROM attachment a ${withContent}
    WHERE a.record_id = ? AND a.first_revision <= ? AND a.last_revision >= ? LIMIT ${most}`,
  earlierOfRecord: `SELECT ${columns} FROM attachment a ${withContent}
    WHERE a.record_id = ? AND a.last_revision < ? LIMIT ?`,
  ofRecords: `SELECT ${columns} FROM json_each(?) own CROSS JOIN attachment a ON a.record_id = own.value
    AND a.is_dropped = 0 ${withContent} LIMIT ?`,
  byId: `SELECT ${columns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord} WHERE a.id = ?`,
  waiting: `SELECT ${columns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
    WHERE a.state <> 'stored' AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
  waitingInState: `SELECT ${columns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
    WHERE a.state = ? AND a.state <> 'stored' AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
  waitingFailed: `SELECT ${columns}, ${recordColumns} FROM attachment a ${withContent} ${withRecord}
    WHERE a.state = 'failed' AND a.is_dropped = 0 AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
} as const;

/**
 * Those of a record that were named in a revision or both before and after it, pictures first, in their order. Exact for
 * the newest revision.
 */
export async function attachmentsAround(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<AttachmentView[]> {
  return inOrder(tx.all<AttachmentView>(attachmentViewSql.ofRecord, recordId, revision, revision));
}

/** All that any revision of a record ever named, up to 1,000: those of the newest, then others; in the same order. */
export async function attachmentsOfRecord(
  tx: ReadTransaction,
  recordId: number,
  newest: number,
): Promise<AttachmentView[]> {
  const named = tx.all<AttachmentView>(attachmentViewSql.ofRecord, recordId, newest, newest);
  const earlier = tx.all<AttachmentView>(
    attachmentViewSql.earlierOfRecord,
    recordId,
    newest,
    most - named.length,
  );
  return inOrder([...named, ...earlier]);
}

/** What the newest revisions of some records name, the records in the order given, each with its pictures first. */
export async function attachmentsOfRecords(
  tx: ReadTransaction,
  recordIds: readonly number[],
  limit: number,
): Promise<AttachmentView[]> {
  const rows = tx.all<AttachmentView>(attachmentViewSql.ofRecords, JSON.stringify(recordIds), limit);
  const place = new Map(recordIds.map((id, index) => [id, index]));
  return inOrder(rows).sort(
    (one, other) => (place.get(one.record_id) ?? 0) - (place.get(other.record_id) ?? 0),
  );
}

function inOrder(rows: AttachmentView[]): AttachmentView[] {
  const place = ({ role, position }: AttachmentView) => (role === 'picture' ? 0 : 1_000_000) + position;
  return rows.sort((one, other) => place(one) - place(other) || one.id - other.id);
}

export async function attachmentView(
  tx: ReadTransaction,
  id: number,
): Promise<AttachmentOfRecord | undefined> {
  return tx.get<AttachmentOfRecord>(attachmentViewSql.byId, id);
}

/** Those that are not stored, newest first, below an id; of those that failed, what their records still name. */
export async function waitingAttachments(
  tx: ReadTransaction,
  state: Exclude<AttachmentState, 'stored'> | undefined,
  belowId: number,
  limit: number,
): Promise<AttachmentOfRecord[]> {
  if (state === 'failed') return tx.all<AttachmentOfRecord>(attachmentViewSql.waitingFailed, belowId, limit);
  return state === undefined
    ? tx.all<AttachmentOfRecord>(attachmentViewSql.waiting, belowId, limit)
    : tx.all<AttachmentOfRecord>(attachmentViewSql.waitingInState, state, belowId, limit);
}
