import { listNotes, listReminders, type ReadTransaction } from '../store/index.ts';
import { type SearchText, textsOfNotes, textsOfReminders } from './search-texts.ts';

/** The texts of what people wrote beside a record: notes and reminders. */
export async function textsBeside(tx: ReadTransaction, recordId: number): Promise<SearchText[]> {
  const [notes, reminders] = await Promise.all([listNotes(tx, recordId), listReminders(tx, { recordId })]);
  return [...textsOfNotes(notes), ...textsOfReminders(reminders)];
}
