import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface AttachmentMarkRow {
  id: number;
  attachment_id: number;
  at: number;
  who: string;
  /** JSON object. */
  shape: string;
  text: string;
  removed_at: number | null;
}

/** The statement, so that a test can look at its plan. */
export const marksSql =
  'SELECT * FROM attachment_mark WHERE attachment_id = ? AND removed_at IS NULL ORDER BY id LIMIT 500';

export async function insertMark(
  tx: WriteTransaction,
  mark: { attachmentId: number; at: number; who: string; shape: string; text: string },
): Promise<number> {
  return tx.run(
    'INSERT INTO attachment_mark (attachment_id, at, who, shape, text) VALUES (?, ?, ?, ?, ?)',
    mark.attachmentId,
    mark.at,
    mark.who,
    mark.shape,
    mark.text,
  ).lastId;
}

/** Removed ones too. */
export async function markById(tx: ReadTransaction, id: number): Promise<AttachmentMarkRow | undefined> {
  return tx.get<AttachmentMarkRow>('SELECT * FROM attachment_mark WHERE id = ?', id);
}

/** Those that are shown, oldest first. */
export async function marksOf(tx: ReadTransaction, attachmentId: number): Promise<AttachmentMarkRow[]> {
  return tx.all<AttachmentMarkRow>(marksSql, attachmentId);
}

export async function setMarkText(tx: WriteTransaction, id: number, text: string): Promise<void> {
  tx.run('UPDATE attachment_mark SET text = ? WHERE id = ?', text, id);
}

/** A mark that was taken away is kept, so that it can come back. */
export async function setMarkRemoved(tx: WriteTransaction, id: number, at: number | null): Promise<void> {
  tx.run('UPDATE attachment_mark SET removed_at = ? WHERE id = ?', at, id);
}
