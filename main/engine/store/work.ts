/** What people do with records and claims beside deciding: whose they are, flags, notes on claims, mentions, reminders. */
import type { NoteRow } from './records.ts';
import { insertedId, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';

/** Sets whose a record is; with null it is nobody's, and stays so where its claim is somebody's. */
export async function setRecordAssigned(
  tx: WriteTransaction,
  id: number,
  assignment: { personId: number | null; at: number; by: string },
): Promise<void> {
  await tx.run(
    'UPDATE record SET assigned_to = ?, assigned_at = ?, assigned_by = ? WHERE id = ?',
    assignment.personId,
    assignment.at,
    assignment.by,
    id,
  );
}

/** Sets or takes back the flag of a record. */
export async function setRecordFlagged(
  tx: WriteTransaction,
  id: number,
  flag: { at: number; by: string; word: string | null } | null,
): Promise<void> {
  await tx.run(
    'UPDATE record SET flagged_at = ?, flagged_by = ?, flag_word = ? WHERE id = ?',
    flag?.at ?? null,
    flag?.by ?? null,
    flag?.word ?? null,
    id,
  );
}

/** Whose a claim is. */
export interface ClaimAssignmentRow {
  claimNumber: string;
  personId: number;
  at: number;
  who: string;
  /** What is derived from an entry of the journal behind this one goes to the person as well. */
  afterSeq: number;
}

const assignmentColumns = selected<ClaimAssignmentRow>('', [
  'claimNumber',
  'personId',
  'at',
  'who',
  'afterSeq',
]);

export async function findClaimAssignment(
  tx: ReadTransaction,
  claimNumber: string,
): Promise<ClaimAssignmentRow | undefined> {
  return tx.get<ClaimAssignmentRow>(
    `SELECT ${assignmentColumns} FROM claim_assignment WHERE claim_number = ?`,
    claimNumber,
  );
}

/** Whose claims are, by their numbers; nothing of those that are nobody's. */
export async function listClaimAssignments(
  tx: ReadTransaction,
  claimNumbers: readonly string[],
): Promise<ClaimAssignmentRow[]> {
  return tx.all<ClaimAssignmentRow>(
    `SELECT ${assignmentColumns} FROM claim_assignment WHERE claim_number IN (SELECT value FROM json_each(?))`,
    JSON.stringify(claimNumbers),
  );
}

export async function upsertClaimAssignment(tx: WriteTransaction, row: ClaimAssignmentRow): Promise<void> {
  await tx.run(
    `INSERT INTO claim_assignment (claim_number, person_id, at, who, after_seq) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (claim_number) DO UPDATE SET person_id = excluded.person_id, at = excluded.at, who = excluded.who,
        after_seq = excluded.after_seq`,
    row.claimNumber,
    row.personId,
    row.at,
    row.who,
    row.afterSeq,
  );
}

export async function deleteClaimAssignment(tx: WriteTransaction, claimNumber: string): Promise<void> {
  await tx.run('DELETE FROM claim_assignment WHERE claim_number = ?', claimNumber);
}

/** Whether any record has a claim number. */
export async function hasRecordOfClaim(tx: ReadTransaction, claimNumber: string): Promise<boolean> {
  return (await tx.get('SELECT 1 FROM record WHERE claim_number = ? LIMIT 1', claimNumber)) !== undefined;
}

/** The records of a claim that nobody has reviewed and that are here, newest first. */
export async function listOpenRecordsOfClaim(
  tx: ReadTransaction,
  claimNumber: string,
  limit: number,
): Promise<{ id: number; assignedTo: number | null }[]> {
  return tx.all(
    `SELECT id, assigned_to AS "assignedTo" FROM record WHERE claim_number = ? AND reviewed_at IS NULL
      AND archived_revision IS DISTINCT FROM revision ORDER BY id DESC LIMIT ?`,
    claimNumber,
    limit,
  );
}

/** Gives a record that nobody ever assigned to the person whose its claim is, if its entry came behind the assignment. */
export async function assignByClaim(
  tx: WriteTransaction,
  { recordId, claimNumber, seq, at }: { recordId: number; claimNumber: string; seq: number; at: number },
): Promise<void> {
  const assignment = await findClaimAssignment(tx, claimNumber);
  if (assignment === undefined || assignment.afterSeq >= seq) return;
  await tx.run(
    'UPDATE record SET assigned_to = ?, assigned_at = ?, assigned_by = ? WHERE id = ? AND assigned_at IS NULL',
    assignment.personId,
    at,
    assignment.who,
    recordId,
  );
}

const noteColumns = selected<NoteRow>('', ['id', 'at', 'who', 'personId', 'text']);

export async function insertClaimNote(
  tx: WriteTransaction,
  note: Omit<NoteRow, 'id'> & { claimNumber: string },
): Promise<number> {
  const id = await insertedId(
    tx,
    'INSERT INTO claim_note (claim_number, at, who, person_id, text) VALUES (?, ?, ?, ?, ?)',
    note.claimNumber,
    note.at,
    note.who,
    note.personId,
    note.text,
  );
  return id;
}

/** A note on a claim, with the claim's number. */
export async function findClaimNote(
  tx: ReadTransaction,
  id: number,
): Promise<(NoteRow & { claimNumber: string }) | undefined> {
  return tx.get(`SELECT ${noteColumns}, claim_number AS "claimNumber" FROM claim_note WHERE id = ?`, id);
}

/** The notes of a claim, oldest first, at most 1,000. */
export async function listClaimNotes(tx: ReadTransaction, claimNumber: string): Promise<NoteRow[]> {
  return tx.all<NoteRow>(
    `SELECT ${noteColumns} FROM claim_note WHERE claim_number = ? ORDER BY id LIMIT 1000`,
    claimNumber,
  );
}

/** Where a note stands: of a record, or of a claim. */
export type NotePlace = { recordId: number; noteId: number } | { claimNoteId: number };

export async function insertMention(
  tx: WriteTransaction,
  place: NotePlace,
  { personId, at }: { personId: number; at: number },
): Promise<void> {
  const ofRecord = 'noteId' in place ? place : null;
  await tx.run(
    'INSERT INTO mention (person_id, record_id, note_id, claim_note_id, at) VALUES (?, ?, ?, ?, ?)',
    personId,
    ofRecord?.recordId ?? null,
    ofRecord?.noteId ?? null,
    'claimNoteId' in place ? place.claimNoteId : null,
    at,
  );
}

/** Who is mentioned in notes of records, or of claims: the ids of persons by the id of the note, in the order of the text. */
export async function listMentions(
  tx: ReadTransaction,
  of: 'note' | 'claimNote',
  noteIds: readonly number[],
): Promise<Map<number, number[]>> {
  const column = of === 'note' ? 'note_id' : 'claim_note_id';
  const rows = await tx.all<{ noteId: number; personId: number }>(
    `SELECT m.${column} AS "noteId", m.person_id AS "personId"
      FROM json_each(?) notes CROSS JOIN mention m ON m.${column} = CAST(notes.value AS BIGINT) ORDER BY m.id`,
    JSON.stringify(noteIds),
  );
  const mentions = new Map<number, number[]>();
  for (const { noteId, personId } of rows) mentions.set(noteId, [...(mentions.get(noteId) ?? []), personId]);
  return mentions;
}

export interface ReminderRow {
  id: number;
  /** Of a record; else of a claim. */
  recordId: number | null;
  claimNumber: string | null;
  forPerson: number;
  /** A Dominican day, `YYYY-MM-DD`. */
  dueOn: string;
  /** `HH:MM` of that day; null where the day alone was said. */
  dueTime: string | null;
  dueAt: number;
  text: string;
  at: number;
  who: string;
  personId: number | null;
  doneAt: number | null;
  doneBy: string | null;
}

const reminderColumns = selected<ReminderRow>('', [
  ...(['id', 'recordId', 'claimNumber', 'forPerson', 'dueOn', 'dueTime', 'dueAt'] as const),
  ...(['text', 'at', 'who', 'personId', 'doneAt', 'doneBy'] as const),
]);

export async function insertReminder(
  tx: WriteTransaction,
  row: Omit<ReminderRow, 'id' | 'doneAt' | 'doneBy'>,
): Promise<number> {
  const id = await insertedId(
    tx,
    `INSERT INTO reminder (record_id, claim_number, for_person, due_on, due_time, due_at, text, at, who, person_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.recordId,
    row.claimNumber,
    row.forPerson,
    row.dueOn,
    row.dueTime,
    row.dueAt,
    row.text,
    row.at,
    row.who,
    row.personId,
  );
  return id;
}

export async function findReminder(tx: ReadTransaction, id: number): Promise<ReminderRow | undefined> {
  return tx.get<ReminderRow>(`SELECT ${reminderColumns} FROM reminder WHERE id = ?`, id);
}

/** Sets or takes back that a reminder is done. */
export async function setReminderDone(
  tx: WriteTransaction,
  id: number,
  done: { at: number; by: string } | null,
): Promise<void> {
  await tx.run(
    'UPDATE reminder SET done_at = ?, done_by = ? WHERE id = ?',
    done?.at ?? null,
    done?.by ?? null,
    id,
  );
}

/** Sets what a reminder says: whom, when and of what. */
export async function updateReminder(
  tx: WriteTransaction,
  id: number,
  row: Pick<ReminderRow, 'forPerson' | 'dueOn' | 'dueTime' | 'dueAt' | 'text'>,
): Promise<void> {
  await tx.run(
    'UPDATE reminder SET for_person = ?, due_on = ?, due_time = ?, due_at = ?, text = ? WHERE id = ?',
    row.forPerson,
    row.dueOn,
    row.dueTime,
    row.dueAt,
    row.text,
    id,
  );
}

export async function deleteReminder(tx: WriteTransaction, id: number): Promise<void> {
  await tx.run('DELETE FROM reminder WHERE id = ?', id);
}

/** The reminders of a record or a claim, the newest 200, the first due first. */
export async function listReminders(
  tx: ReadTransaction,
  of: { recordId: number } | { claimNumber: string },
): Promise<ReminderRow[]> {
  const [column, value] = 'recordId' in of ? ['record_id', of.recordId] : ['claim_number', of.claimNumber];
  const rows = await tx.all<ReminderRow>(
    `SELECT ${reminderColumns} FROM reminder WHERE ${column} = ? ORDER BY id DESC LIMIT 200`,
    value,
  );
  return rows.sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
}

/** The reminders of all records of a claim, the newest 200, the first due first. */
export async function listRecordReminders(tx: ReadTransaction, claimNumber: string): Promise<ReminderRow[]> {
  const rows = await tx.all<ReminderRow>(
    `SELECT ${reminderColumns} FROM reminder
      WHERE record_id IN (SELECT id FROM record WHERE claim_number = ?) ORDER BY id DESC LIMIT 200`,
    claimNumber,
  );
  return rows.sort((one, other) => one.dueAt - other.dueAt || one.id - other.id);
}

/** Reminders of a person that are due and not done, the first due first. */
export async function listDueReminders(
  tx: ReadTransaction,
  personId: number,
  now: number,
  limit: number,
): Promise<ReminderRow[]> {
  return tx.all<ReminderRow>(
    `SELECT ${reminderColumns} FROM reminder WHERE for_person = ? AND done_at IS NULL AND due_at <= ?
      ORDER BY due_at, id LIMIT ?`,
    personId,
    now,
    limit,
  );
}
