import type { ReadTransaction, WriteTransaction } from './transaction.ts';

export interface NoteRow {
  id: number;
  at: number;
  who: string;
  text: string;
}

export async function insertNote(
  tx: WriteTransaction,
  note: { recordId: number; at: number; who: string; text: string },
): Promise<number> {
  return tx.run(
    'INSERT INTO note (record_id, at, who, text) VALUES (?, ?, ?, ?)',
    note.recordId,
    note.at,
    note.who,
    note.text,
  ).lastId;
}

/** Oldest first. */
export async function notesOf(tx: ReadTransaction, recordId: number): Promise<NoteRow[]> {
  return tx.all<NoteRow>(
    'SELECT id, at, who, text FROM note WHERE record_id = ? ORDER BY id LIMIT 1000',
    recordId,
  );
}
