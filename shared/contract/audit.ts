import { oc } from '@orpc/contract';
import * as z from 'zod';
import { recordKind } from '../terms.ts';
import { actor, instant, page, pageRequest, rowId } from './common.ts';

const auditEntry = z.object({
  id: rowId,
  at: instant,
  actor,
  /** The action, for example `cancellation.decided`. */
  action: z.string(),
  /** The object of the action, for example `cancellation:12`. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** SHA-256 over this entry and the hash before it, hexadecimal. */
  hash: z.string(),
});

/** What an entry is about, as it is called now. */
const auditAbout = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('record'),
    id: rowId,
    kind: recordKind,
    number: z.string(),
    claimNumber: z.string().nullable(),
  }),
  z.object({ what: z.literal('claim'), claimNumber: z.string() }),
  /** Its order; null where it never came. */
  z.object({ what: z.literal('cancellation'), id: rowId, number: z.string().nullable() }),
  z.object({
    what: z.literal('attachment'),
    filename: z.string(),
    record: z.object({ id: rowId, kind: recordKind, number: z.string() }),
  }),
  z.object({
    what: z.literal('policyVehicle'),
    id: rowId,
    policyNumber: z.string(),
    vin: z.string().nullable(),
  }),
  z.object({ what: z.literal('person'), id: rowId, name: z.string() }),
]);
export type AuditAbout = z.infer<typeof auditAbout>;

const auditLine = auditEntry.extend({
  /** Null of what has no name of its own, or is no longer there. */
  about: auditAbout.nullable(),
  /** Of accounts that the detail names. */
  names: z.array(z.object({ id: rowId, name: z.string() })),
});
export type AuditLine = z.infer<typeof auditLine>;

const day = z.iso.date();

/** What a list of entries is narrowed to; all of it holds at once. */
const auditFilter = {
  subject: z.string().max(100).optional(),
  /** Of an account, whatever its name was. */
  personId: rowId.optional(),
  /** The name that stands in entries of no account, as before there were accounts; an empty text is Perito itself. */
  person: z.string().max(200).optional(),
  /** True: only what people did. */
  byPeople: z.literal(true).optional(),
  /** What it is done with: the part of an action before its point. */
  area: z.string().max(60).optional(),
  /** Days of the Dominican calendar, both included. */
  from: day.optional(),
  until: day.optional(),
  /** The number of a record, or of a claim, whole: of it, and of all that belongs to it. */
  about: z.string().trim().min(1).max(100).optional(),
  /** A record, its files, cancellations and reminders. */
  recordId: rowId.optional(),
};

/** A walked chain of hashes. */
const chain = {
  intact: z.boolean(),
  entries: z.int(),
  brokenAt: rowId.nullable(),
  lastHash: z.string().nullable(),
};

/** An entry is missing or cannot be read, its bytes are not those that arrived, or its group does not follow from the one before. */
const journalBreak = z.enum(['missing', 'bytes', 'chain']);

export const auditContract = {
  /** The newest first. `total` counts up to 1,000 of what was asked for, all where nothing was. */
  list: oc.input(z.object({ ...auditFilter, ...pageRequest }).prefault({})).output(page(auditLine)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(auditLine)
    .errors({ NOT_FOUND: { status: 404, message: 'No entry of the log has this id.' } }),
  /** Whom and what the log has entries of, to choose from. */
  choices: oc.output(
    z.object({
      people: z.array(z.object({ personId: rowId.nullable(), name: z.string() })),
      areas: z.array(z.string()),
    }),
  ),
  /**
   * Walks both chains: of what people and Perito did, and of what arrived. `brokenAt` is the first entry of each whose hash
   * does not follow.
   */
  verify: oc.output(z.object({ ...chain, journal: z.object({ ...chain, what: journalBreak.nullable() }) })),
};
