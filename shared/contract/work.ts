import { oc } from '@orpc/contract';
import * as z from 'zod';
import { instant, rowId } from './common.ts';
import { maxAtOnce, note, noteText, recordRow, reminder, reminderText } from './records.ts';

/** A claim number as records have it; a claim file by policy, chassis or request has no notes, reminders or person of its own. */
const claimNumber = z.string().min(1).max(400);

/** Null takes it back: it is nobody's. */
const to = rowId.nullable();

/** Ids of nobody who works here are left out. */
const mentions = z.array(rowId).max(20).default([]);

/** What people wrote of a claim itself, and whose it is. */
const claimWork = z.object({
  /** The person whose the claim is: its open records, and what arrives of it later. */
  assignment: z.object({ personId: rowId, at: instant, by: z.string() }).nullable(),
  /** Oldest first, at most 1,000. */
  notes: z.array(note),
  /** The first due first, at most 200, with those that are done. */
  reminders: z.array(reminder),
  /** Those of its records, likewise. */
  recordReminders: z.array(reminder),
});
export type ClaimWork = z.infer<typeof claimWork>;

/** When somebody is to be reminded: a Dominican day, and the time of it; without one from the beginning of the day. */
const due = {
  on: z.iso
    .date()
    .refine((day) => day >= '2000-01-01' && day <= '2199-12-31', 'is no day on which anybody works here'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable()
    .default(null),
};

/** An account that is not there, or has ended: what it is given would be seen by no one. */
const noPerson = {
  NO_PERSON: { status: 409, message: 'Nobody who works here, and does more than read, has this id.' },
} as const;
const noRecord = { NOT_FOUND: { status: 404, message: 'No record has this id.' } } as const;
const noClaim = { NOT_FOUND: { status: 404, message: 'No record has this claim number.' } } as const;
const noReminder = { NOT_FOUND: { status: 404, message: 'No reminder has this id.' } } as const;

export const workContract = {
  /**
   * Gives records to a person, or takes them back. Ids of no record, and of one that lies in a bundle, are left out; the rows
   * of all others come back, newest first.
   */
  assign: oc
    .input(z.object({ ids: z.array(rowId).min(1).max(maxAtOnce), to }))
    .output(z.array(recordRow))
    .errors(noPerson),
  /** Flags a record, with a word or without, or takes the flag back. */
  setFlag: oc
    .input(z.object({ id: rowId, flagged: z.boolean(), word: z.string().trim().max(80).default('') }))
    .output(recordRow)
    .errors(noRecord),
  /** What people wrote of a claim, and whose it is; nothing of a number that no record has. */
  claim: oc.input(z.object({ claimNumber })).output(claimWork),
  /** Gives a claim to a person: its records that nobody has reviewed, and what arrives of it later; null takes both back. */
  assignClaim: oc
    .input(z.object({ claimNumber, to }))
    .output(
      z.object({
        assignment: claimWork.shape.assignment,
        /** Whose its open records were before, so that it can be undone. */
        before: z.array(z.object({ id: rowId, assignedTo: rowId.nullable() })),
      }),
    )
    .errors({ ...noClaim, ...noPerson }),
  addClaimNote: oc
    .input(z.object({ claimNumber, text: noteText, mentions }))
    .output(note)
    .errors(noClaim),
  /** Reminds a person, by default whoever asks, of a record or a claim. */
  addReminder: oc
    .input(
      z.object({
        about: z.union([z.object({ recordId: rowId }), z.object({ claimNumber })]),
        forPerson: rowId.optional(),
        ...due,
        text: reminderText,
      }),
    )
    .output(reminder)
    .errors({ NOT_FOUND: { status: 404, message: 'There is no such record or claim.' }, ...noPerson }),
  /** Says a reminder anew: whom, when, of what. Whose it is may have left, where that does not change. */
  changeReminder: oc
    .input(z.object({ id: rowId, forPerson: rowId, ...due, text: reminderText }))
    .output(reminder)
    .errors({ ...noReminder, ...noPerson }),
  setReminderDone: oc
    .input(z.object({ id: rowId, done: z.boolean() }))
    .output(reminder)
    .errors(noReminder),
  /** Takes back a reminder that was added by mistake; the log keeps what it said. */
  removeReminder: oc
    .input(z.object({ id: rowId }))
    .output(z.object({ id: rowId }))
    .errors(noReminder),
};
