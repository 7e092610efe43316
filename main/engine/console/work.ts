import type { ClaimWork } from '#shared/contract/work.ts';
import {
  type ClaimAssignmentRow,
  findClaimAssignment,
  listClaimNotes,
  listRecordReminders,
  listReminders,
  type Store,
} from '../store/index.ts';
import type { Work } from '../work/index.ts';
import { actorOf, instantOf, os } from './base.ts';
import { noteOf, notesOf, reminderOf, rowOf } from './records.ts';

export function workProcedures(work: Work, store: Store) {
  return {
    assign: os.work.assign.handler(async ({ input, context, errors }) => {
      const rows = await work.assign(input.ids, input.to, actorOf(context));
      if (rows === 'noPerson') throw errors.NO_PERSON();
      return rows.map(rowOf);
    }),
    setFlag: os.work.setFlag.handler(async ({ input, context, errors }) => {
      const { id, flagged, word } = input;
      const row = await work.setFlag(id, flagged ? { word } : null, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      return rowOf(row);
    }),
    claim: os.work.claim.handler(({ input: { claimNumber } }) =>
      store.read(async (tx) => ({
        assignment: assignmentOf((await findClaimAssignment(tx, claimNumber)) ?? null),
        notes: await notesOf(tx, 'claimNote', await listClaimNotes(tx, claimNumber)),
        reminders: (await listReminders(tx, { claimNumber })).map(reminderOf),
        recordReminders: (await listRecordReminders(tx, claimNumber)).map(reminderOf),
      })),
    ),
    assignClaim: os.work.assignClaim.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const done = await work.assignClaim(input.claimNumber, input.to, actor);
      if (done === null) throw errors.NOT_FOUND();
      if (done === 'noPerson') throw errors.NO_PERSON();
      return { assignment: assignmentOf(done.assignment), before: done.before };
    }),
    addClaimNote: os.work.addClaimNote.handler(async ({ input, context, errors }) => {
      const { claimNumber, ...written } = input;
      const note = await work.addClaimNote(claimNumber, written, actorOf(context));
      if (note === null) throw errors.NOT_FOUND();
      return noteOf(note, note.mentions);
    }),
    addReminder: os.work.addReminder.handler(async ({ input, context, errors }) => {
      const actor = actorOf(context);
      const { forPerson = actor.personId ?? 1, ...reminder } = input;
      const row = await work.addReminder({ ...reminder, forPerson }, actor);
      if (row === null) throw errors.NOT_FOUND();
      if (row === 'noPerson') throw errors.NO_PERSON();
      return reminderOf(row);
    }),
    changeReminder: os.work.changeReminder.handler(async ({ input, context, errors }) => {
      const row = await work.changeReminder(input, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      if (row === 'noPerson') throw errors.NO_PERSON();
      return reminderOf(row);
    }),
    setReminderDone: os.work.setReminderDone.handler(async ({ input, context, errors }) => {
      const row = await work.setReminderDone(input.id, input.done, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      return reminderOf(row);
    }),
    removeReminder: os.work.removeReminder.handler(async ({ input: { id }, context, errors }) => {
      const row = await work.removeReminder(id, actorOf(context));
      if (row === null) throw errors.NOT_FOUND();
      return { id };
    }),
  };
}

function assignmentOf(row: ClaimAssignmentRow | null): ClaimWork['assignment'] {
  return row && { personId: row.personId, at: instantOf(row.at), by: row.who };
}
