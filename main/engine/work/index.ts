/** What people do with records and claims beside deciding: whose they are, flags, notes on claims, reminders. */
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import { dominicanInstant } from '#shared/rules/dominican-time.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import {
  appendAudit,
  type ClaimAssignmentRow,
  deleteClaimAssignment,
  deleteReminder,
  findClaimAssignment,
  findDerivedPosition,
  findRecord,
  findReminder,
  hasRecordOfClaim,
  insertClaimNote,
  insertMention,
  insertReminder,
  isLeaving,
  listOpenRecordsOfClaim,
  listPeopleHere,
  listRecordsByIds,
  mayBeAssigned,
  type NoteRow,
  type RecordListRow,
  type ReminderRow,
  type Store,
  setRecordAssigned,
  setRecordFlagged,
  setReminderDone,
  updateReminder,
  upsertClaimAssignment,
  type WriteTransaction,
} from '../store/index.ts';

/** The most open records of a claim that go to its person at once. */
const maxRecordsOfClaim = 1000;

/** What a reminder is about. */
type About = { recordId: number } | { claimNumber: string };

/** When somebody is to be reminded: a Dominican day, `YYYY-MM-DD`, and its time, `HH:MM`. */
interface Due {
  on: string;
  time: string | null;
}

/** Nobody has the id who works here and does more than read. */
type NoPerson = 'noPerson';

/** What became of assigning a claim. */
interface AssignedClaim {
  assignment: ClaimAssignmentRow | null;
  /** The records that went to somebody else, and whose they were. */
  before: { id: number; assignedTo: number | null }[];
}

/** A note with the ids of whom it mentions. */
interface MentioningNote extends NoteRow {
  mentions: number[];
}

export interface Work {
  /** Gives records to a person, or takes them back: the rows of those that are here, newest first. */
  assign(ids: readonly number[], to: number | null, actor: Actor): Promise<RecordListRow[] | NoPerson>;
  /** Flags a record, or takes the flag back; null where there is no such record. */
  setFlag(id: number, flag: { word: string } | null, actor: Actor): Promise<RecordListRow | null>;
  /** Gives a claim to a person, or takes it back; null where no record has its number. */
  assignClaim(claimNumber: string, to: number | null, actor: Actor): Promise<AssignedClaim | NoPerson | null>;
  /** Adds a note to a claim, with whom it mentions of those who work here; null where no record has its number. */
  addClaimNote(
    claimNumber: string,
    note: { text: string; mentions: readonly number[] },
    actor: Actor,
  ): Promise<MentioningNote | null>;
  /** Null where there is no such record, and none of the claim. */
  addReminder(
    reminder: Due & { about: About; forPerson: number; text: string },
    actor: Actor,
  ): Promise<ReminderRow | NoPerson | null>;
  /** Null where there is no such reminder, as of the next. */
  changeReminder(
    reminder: Due & { id: number; forPerson: number; text: string },
    actor: Actor,
  ): Promise<ReminderRow | NoPerson | null>;
  setReminderDone(id: number, done: boolean, actor: Actor): Promise<ReminderRow | null>;
  /** The reminder that was removed. */
  removeReminder(id: number, actor: Actor): Promise<ReminderRow | null>;
}

export function createWork({
  store,
  clock,
  changes,
}: {
  store: Store;
  clock: Clock;
  changes: Changes;
}): Work {
  const publishRecords = (rows: readonly Pick<RecordListRow, 'id' | 'kind'>[]) => {
    for (const kind of new Set(rows.map((row) => row.kind)))
      changes.publish({
        topic: 'records',
        kind,
        ids: rows.filter((row) => row.kind === kind).map(({ id }) => id),
      });
  };
  const publishReminder = ({ recordId }: ReminderRow) => {
    if (recordId !== null) changes.publish({ topic: 'records', ids: [recordId] });
    changes.publish({ topic: 'work' });
  };
  return {
    async assign(ids, to, actor) {
      const at = clock.now();
      const rows = await store.write(async (tx) => {
        if (!(await mayHaveIt(tx, to))) return 'noPerson' as const;
        for (const row of await listRecordsByIds(tx, ids, {})) {
          if (row.assignedTo === to || (await isAway(tx, row))) continue;
          await setRecordAssigned(tx, row.id, { personId: to, at, by: actor.person });
          await appendAudit(tx, {
            at,
            actor,
            action: 'record.assigned',
            subject: `record:${row.id}`,
            detail: { to, before: row.assignedTo },
          });
        }
        return (await listRecordsByIds(tx, ids, {})).filter(isHere);
      });
      if (rows !== 'noPerson') publishRecords(rows);
      return rows;
    },
    async setFlag(id, flag, actor) {
      const at = clock.now();
      const row = await store.write(async (tx) => {
        const before = await findRecord(tx, id);
        if (before === undefined) return null;
        const word = flag?.word || null;
        const isSame = (before.flaggedAt !== null) === (flag !== null) && before.flagWord === word;
        if (isSame || (await isAway(tx, before))) return before;
        await setRecordFlagged(tx, id, flag === null ? null : { at, by: actor.person, word });
        await appendAudit(tx, {
          at,
          actor,
          action: flag === null ? 'record.unflagged' : 'record.flagged',
          subject: `record:${id}`,
          detail: { word: flag === null ? before.flagWord : word },
        });
        return (await findRecord(tx, id)) ?? null;
      });
      if (row !== null) publishRecords([row]);
      return row;
    },
    async assignClaim(claimNumber, to, actor) {
      const at = clock.now();
      const done = await store.write(async (tx) => {
        if (!(await hasRecordOfClaim(tx, claimNumber))) return null;
        if (!(await mayHaveIt(tx, to))) return 'noPerson' as const;
        const known = await findClaimAssignment(tx, claimNumber);
        if (to === null && known === undefined) return { assignment: null, before: [], rows: [] };
        const before = await giveOpenRecords(tx, { claimNumber, known, to, at, by: actor.person });
        if (to === null) await deleteClaimAssignment(tx, claimNumber);
        else {
          const afterSeq = await findDerivedPosition(tx, 'derivedArrivals');
          await upsertClaimAssignment(tx, { claimNumber, personId: to, at, who: actor.person, afterSeq });
        }
        await appendAudit(tx, {
          at,
          actor,
          action: 'claim.assigned',
          subject: `claim:${claimNumber}`,
          detail: { to, before: known?.personId ?? null, records: before.map(({ id }) => id) },
        });
        const rows = await listRecordsByIds(
          tx,
          before.map(({ id }) => id),
          {},
        );
        return { assignment: (await findClaimAssignment(tx, claimNumber)) ?? null, before, rows };
      });
      if (done === null || done === 'noPerson') return done;
      publishRecords(done.rows);
      changes.publish({ topic: 'work' });
      return { assignment: done.assignment, before: done.before };
    },
    async addClaimNote(claimNumber, { text, mentions }, actor) {
      const at = clock.now();
      const note = await store.write(async (tx) => {
        if (!(await hasRecordOfClaim(tx, claimNumber))) return null;
        const written = { at, who: actor.person, personId: actor.personId ?? null, text };
        const id = await insertClaimNote(tx, { claimNumber, ...written });
        const mentioned = await listPeopleHere(tx, mentions);
        for (const personId of mentioned) await insertMention(tx, { claimNoteId: id }, { personId, at });
        await appendAudit(tx, {
          at,
          actor,
          action: 'claim.noted',
          subject: `claim:${claimNumber}`,
          detail: { note: id, text, ...(mentioned.length === 0 ? {} : { mentions: mentioned }) },
        });
        return { id, ...written, mentions: mentioned };
      });
      if (note !== null) changes.publish({ topic: 'work' });
      return note;
    },
    async addReminder({ about, forPerson, text, ...due }, actor) {
      const at = clock.now();
      const row = await store.write(async (tx) => {
        const isThere =
          'recordId' in about
            ? (await findRecord(tx, about.recordId)) !== undefined
            : await hasRecordOfClaim(tx, about.claimNumber);
        if (!isThere) return null;
        if (!(await mayHaveIt(tx, forPerson))) return 'noPerson' as const;
        const id = await insertReminder(tx, {
          recordId: 'recordId' in about ? about.recordId : null,
          claimNumber: 'recordId' in about ? null : about.claimNumber,
          ...{ forPerson, text, ...columnsOf(due) },
          ...{ at, who: actor.person, personId: actor.personId ?? null },
        });
        await auditReminder(tx, at, actor, id, 'reminder.added');
        return (await findReminder(tx, id)) ?? null;
      });
      if (row !== null && row !== 'noPerson') publishReminder(row);
      return row;
    },
    async changeReminder({ id, forPerson, text, ...due }, actor) {
      const row = await store.write(async (tx) => {
        const before = await findReminder(tx, id);
        if (before === undefined) return null;
        if (forPerson !== before.forPerson && !(await mayHaveIt(tx, forPerson))) return 'noPerson' as const;
        await updateReminder(tx, id, { forPerson, text, ...columnsOf(due) });
        await auditReminder(tx, clock.now(), actor, id, 'reminder.changed');
        return (await findReminder(tx, id)) ?? null;
      });
      if (row !== null && row !== 'noPerson') publishReminder(row);
      return row;
    },
    async setReminderDone(id, done, actor) {
      const at = clock.now();
      const row = await store.write(async (tx) => {
        const before = await findReminder(tx, id);
        if (before === undefined) return null;
        if ((before.doneAt !== null) === done) return before;
        await setReminderDone(tx, id, done ? { at, by: actor.person } : null);
        await auditReminder(tx, at, actor, id, done ? 'reminder.done' : 'reminder.reopened');
        return (await findReminder(tx, id)) ?? null;
      });
      if (row !== null) publishReminder(row);
      return row;
    },
    async removeReminder(id, actor) {
      const row = await store.write(async (tx) => {
        const before = await findReminder(tx, id);
        if (before === undefined) return null;
        await auditReminder(tx, clock.now(), actor, id, 'reminder.removed');
        await deleteReminder(tx, id);
        return before;
      });
      if (row !== null) publishReminder(row);
      return row;
    },
  };
}

/** Gives the open records of a claim to a person, or takes them back: those that went to somebody else, and whose they were. */
async function giveOpenRecords(
  tx: WriteTransaction,
  given: {
    claimNumber: string;
    known: ClaimAssignmentRow | undefined;
    to: number | null;
    at: number;
    by: string;
  },
): Promise<AssignedClaim['before']> {
  const { claimNumber, known, to, at, by } = given;
  const open = await listOpenRecordsOfClaim(tx, claimNumber, maxRecordsOfClaim);
  // What somebody else was given of it by itself stays his when the claim is taken back.
  const moved = open.filter(({ assignedTo }) =>
    to === null ? assignedTo === known?.personId : assignedTo !== to,
  );
  const before: AssignedClaim['before'] = [];
  for (const record of moved) {
    if (await isLeaving(tx, record.id)) continue;
    await setRecordAssigned(tx, record.id, { personId: to, at, by });
    before.push(record);
  }
  return before;
}

/** Whether something can be given to a person: one who works here and does more than read, or null for nobody. */
const mayHaveIt = async (tx: WriteTransaction, personId: number | null) =>
  personId === null || (await mayBeAssigned(tx, personId));

const isHere = ({ archivedRevision, revision }: RecordListRow) => archivedRevision !== revision;

/** Whether a record lies in a bundle, or is on its way there: what is done with it now would be in neither. */
const isAway = async (tx: WriteTransaction, row: RecordListRow) =>
  !isHere(row) || (await isLeaving(tx, row.id));

function columnsOf({ on, time }: Due): Pick<ReminderRow, 'dueOn' | 'dueTime' | 'dueAt'> {
  return { dueOn: on, dueTime: time, dueAt: dominicanInstant(on, time ?? '00:00') };
}

async function auditReminder(
  tx: WriteTransaction,
  at: number,
  actor: Actor,
  id: number,
  action: AuditAction,
): Promise<void> {
  const row = await findReminder(tx, id);
  if (row === undefined) return;
  const { recordId, claimNumber, forPerson, dueOn, dueTime, text } = row;
  await appendAudit(tx, {
    at,
    actor,
    action,
    subject: recordId === null ? `claim:${claimNumber}` : `record:${recordId}`,
    detail: { reminder: id, forPerson, on: dueOn, time: dueTime, text },
  });
}
