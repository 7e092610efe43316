import { oc } from '@orpc/contract';
import * as z from 'zod';
import { findingCode, notExamined } from '../finding-terms.ts';
import type { RecordContent } from '../marketplace/record-content.ts';
import { cancellationState, invoiceDecision, recordKind, severity } from '../terms.ts';
import { attachment } from './attachments.ts';
import { maxChangedIds } from './changes.ts';
import { amount, bodyPart, bodyPartRequest, instant, maxChosen, page, pageRequest, rowId } from './common.ts';

/** The state of an order's cancellation, for lists; `null` where none was requested. */
const cancellationOfRecord = z.object({ id: rowId, state: cancellationState }).nullable();

/** The fields of an incident report that lists show. */
const incidentHeading = z.object({
  kind: z.literal('incidentReport'),
  /** `reportCategories` of the interface: 1 reported by the workshop or intermediary, 2 by the insured. */
  categoryId: z.int().nullable(),
  /** `incidentReportTypeId`; null where none came, and of what arrived before it was kept. */
  typeId: z.int().nullable().default(null),
  typeName: z.string().nullable(),
  /** Local time of the incident, as received. */
  incidentAt: z.string().nullable(),
  /** Make, model and year. */
  vehicle: z.string().nullable(),
  vin: z.string().nullable(),
  /** The name of the policy's owner; null where none came, and of what arrived before it was kept. */
  insured: z.string().nullable().default(null),
  policyNumber: z.string().nullable(),
  pictureCount: z.int(),
  documentCount: z.int(),
});

/** The fields of a financial document that lists show. */
const documentHeading = z.object({
  kind: z.literal('financialDocument'),
  documentTypeId: z.int().nullable(),
  entityTypeId: z.int().nullable(),
  taxReceiptNumber: z.string().nullable(),
  /** `YYYY-MM-DD`, as it came. */
  documentDate: z.string().nullable(),
  currency: z.string().nullable(),
  policyNumber: z.string().nullable(),
});

/** Null of an order. */
export const recordHeading = z.discriminatedUnion('kind', [incidentHeading, documentHeading]).nullable();
export type RecordHeading = z.infer<typeof recordHeading>;

export const recordRow = z.object({
  id: rowId,
  kind: recordKind,
  marketplaceId: z.int(),
  /** The insurer's own number, given at registration. */
  number: z.string(),
  claimNumber: z.string().nullable(),
  requestId: z.int().nullable(),
  /** First line of the record and how many more, for example `Bumper delantero` and 4; of an incident its parts and services. */
  firstItem: z.string().nullable(),
  itemCount: z.int(),
  /**
   * The company on the other side: supplier of a purchase order, workshop of a service order or an incident report,
   * issuer of a financial document.
   */
  partyName: z.string().nullable(),
  /**
   * What it is about: its own of an incident report, of the others their claim's, as far as the claim's report, documents and the policy
   * book tell without doubt. The workshop is that of a purchase order or a service order, else the claim's.
   */
  about: z
    .object({
      policyNumber: z.string().nullable(),
      /** Make, model and year. */
      vehicle: z.string().nullable(),
      vin: z.string().nullable(),
      plate: z.string().nullable(),
      workshop: z.string().nullable(),
    })
    .default({ policyNumber: null, vehicle: null, vin: null, plate: null, workshop: null }),
  /** Positive for a credit note too, as received. */
  total: amount.nullable(),
  heading: recordHeading,
  receivedAt: instant,
  revision: z.int().positive(),
  /** Findings of the latest revision that nobody acknowledged. */
  findingCount: z.int(),
  /** The warnings and errors among them. */
  attentionCount: z.int(),
  reviewedAt: instant.nullable(),
  /** The id of the person whose it is; null where it is nobody's. */
  assignedTo: rowId.nullable().default(null),
  flaggedAt: instant.nullable().default(null),
  /** What somebody wrote on the flag; null without. */
  flagWord: z.string().nullable().default(null),
  cancellation: cancellationOfRecord,
  /** What was decided on an invoice; null where nothing stands, and of all that is no invoice. See `decisions`. */
  decision: z
    .object({
      /** Null while a payment is proposed and nothing was decided before. */
      decision: invoiceDecision.nullable(),
      /** The revision that it was decided on: of an earlier one than the record's it asks for a new look. */
      revision: z.int().positive().nullable(),
      /** A payment waits for a second person to confirm it. */
      isPaymentProposed: z.boolean(),
    })
    .nullable()
    .default(null),
  /**
   * The bundle (of `retention.bundles`) that the record was moved to: what is left here is this row, its cancellations and
   * what was noted since. Null of a record that is here, also of one that came back with a new revision.
   */
  archivedIn: rowId.nullable().default(null),
  /** Its first revisions up to this one lie in bundles; 0 where all are here. */
  archivedRevisions: z.int().nonnegative().default(0),
});
export type RecordRow = z.infer<typeof recordRow>;

/** The scope: the current findings of one record, or a code of its party from then on. */
const acknowledgementScope = z.enum(['record', 'party']);
export type AcknowledgementScope = z.infer<typeof acknowledgementScope>;

const findingParameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A line or field that has the fault. */
export const findingPlace = z.object({
  /** RFC 6901 pointer into the body. */
  pointer: z.string(),
  parameters: findingParameters,
});
export type FindingPlace = z.infer<typeof findingPlace>;

/** A finding: one fault, however many lines have it. Lists have the gravest first (`byConsequence`). */
export const finding = z.object({
  id: rowId,
  revision: z.int().positive(),
  code: findingCode,
  severity,
  /** The first place's pointer and parameters. */
  ...findingPlace.shape,
  /** The first hundred places of the fault, in the order of the body; at least one. */
  places: z.array(findingPlace),
  /** How many places there are in all. */
  count: z.int().positive(),
  /** The amount at stake, summed over all places: a decimal of zero or more, and its currency (ISO 4217). */
  amount: z.object({ value: amount, currency: z.string() }).nullable(),
  /** The acknowledgement: who, why, and for this record or for all of its party from then on. */
  acknowledgement: z
    .object({ id: rowId, at: instant, who: z.string(), reason: z.string(), scope: acknowledgementScope })
    .nullable(),
});
export type Finding = z.infer<typeof finding>;

export const noteText = z.string().trim().min(1).max(4000);

export const note = z.object({
  id: rowId,
  at: instant,
  who: z.string(),
  /** The id of who wrote it; null of older ones. */
  personId: rowId.nullable().default(null),
  text: z.string(),
  /** The ids of the persons that it mentions, in the order of the text. */
  mentions: z.array(rowId).default([]),
});
export type Note = z.infer<typeof note>;

export const reminderText = z.string().trim().min(1).max(500);

/** What somebody is to be reminded of, of a record or of a claim. */
export const reminder = z.object({
  id: rowId,
  recordId: rowId.nullable(),
  claimNumber: z.string().nullable(),
  forPerson: rowId,
  /** A Dominican day, and its time, `HH:MM`; null where the day alone was said. */
  on: z.iso.date(),
  time: z.string().nullable(),
  /** Both as an instant: of a day alone its beginning. */
  dueAt: instant,
  text: z.string(),
  at: instant,
  who: z.string(),
  doneAt: instant.nullable(),
  doneBy: z.string().nullable(),
});
export type Reminder = z.infer<typeof reminder>;

const revisionRow = z.object({
  revision: z.int().positive(),
  receivedAt: instant,
  /** Null where the bytes lie in a bundle alone. */
  bytes: z.int().nullable(),
  /** The bundle that it was moved to; null where it was not. */
  archivedIn: rowId.nullable().default(null),
  sha256: z.string(),
  /** Label of the key that authenticated the delivery. */
  keyLabel: z.string(),
});

const recordDetail = recordRow.extend({
  /**
   * The bytes that arrived, as text: UTF-8 was checked at the door, so encoding it gives the same bytes. Of a body of more
   * than `maxKeptBodyBytes` its beginning; `body` gives all of it, in parts.
   */
  body: z.string(),
  /** Of the whole body. */
  bodyBytes: z.int(),
  /** What is read of it: what is too long to be read is said in a finding (`wire.tooLong`). */
  content: z.custom<RecordContent>(),
  revisions: z.array(revisionRow),
  findings: z.array(finding),
  /** The attachments that this revision names; see `attachments.list`. */
  attachments: z.array(attachment),
  notes: z.array(note),
  /** The first due first, at most 200, with those that are done. */
  reminders: z.array(reminder).default([]),
  reviewedBy: z.string().nullable(),
  /** When it was given to whose it is, or taken back, and by whom; null where nobody did either. */
  assignedAt: instant.nullable().default(null),
  assignedBy: z.string().nullable().default(null),
  flaggedBy: z.string().nullable().default(null),
});
export type RecordDetail = z.infer<typeof recordDetail>;

/** A rule: a code acknowledged for all that a party sends from then on. */
const partyRule = z.object({
  /** The id of the acknowledgement. */
  id: rowId,
  code: findingCode,
  /** Digits of the RNC or Cédula. */
  partyTaxId: z.string(),
  partyName: z.string().nullable(),
  /** The finding that was acknowledged. */
  example: findingPlace,
  reason: z.string(),
  at: instant,
  who: z.string(),
  record: z.object({ id: rowId, kind: recordKind, number: z.string() }),
  /** The count of findings that the rule covers, up to 1,000. */
  heldFor: z.int().nonnegative(),
});
export type PartyRule = z.infer<typeof partyRule>;

/** As many records are marked, or assigned, in one call. */
export const maxAtOnce = 200;

/** A day in the Dominican Republic, `YYYY-MM-DD`. */
const day = z.iso.date();
/** As many values of one kind a filter names at the most. */
export const maxFilterValues = 20;
/** Something of a short list of values: any of them. */
const anyOf = <Value extends z.ZodType>(value: Value) => z.array(value).max(maxFilterValues);
const filterAmount = amount.max(30);

/** Which records: those that are all that is said. A list says any of its values, and nothing where it is empty. */
export const recordFilter = z.object({
  kind: recordKind.optional(),
  /** Words that they hold, in numbers, ids, names, comments and item names. */
  search: z.string().trim().max(200).optional(),
  /** Only what nobody has reviewed yet, or only what was. */
  reviewed: z.boolean().optional(),
  /** Whether any of their findings asks for a look: is a warning or an error that nobody acknowledged. */
  withFindings: z.boolean().optional(),
  /** The gravest of their findings is this, or graver; of those that nobody acknowledged. */
  severity: severity.optional(),
  /** Findings of the latest revision that nobody acknowledged. */
  findings: anyOf(findingCode).optional(),
  /** Days on which they were received, both included. */
  receivedFrom: day.optional(),
  receivedUntil: day.optional(),
  /** The day of an order, a document or an incident, both included. */
  datedFrom: day.optional(),
  datedUntil: day.optional(),
  /** RNC or Cédula of a supplier, a workshop or an issuer; what is no digit is passed over. */
  parties: anyOf(z.string().min(1).max(40)).optional(),
  /** Amounts of the total, both included, in `currency` (ISO 4217; pesos where none is said). */
  amountFrom: filterAmount.optional(),
  amountUntil: filterAmount.optional(),
  currency: z.string().min(1).max(10).optional(),
  /** Makes of vehicles, of incidents and of the claims that orders and documents are of; case and accents do not matter. */
  makes: anyOf(z.string().min(1).max(60)).optional(),
  /** Of the record or of its claim; hyphens, spaces and case do not matter. */
  policy: z.string().trim().min(1).max(200).optional(),
  /** The chassis number or the plate of its vehicle, or of its claim's; hyphens, spaces and case do not matter. */
  vehicle: z.string().trim().min(1).max(60).optional(),
  /** RNC or Cédula of the workshop of purchase orders; what is no digit is passed over. */
  workshops: anyOf(z.string().min(1).max(40)).optional(),
  claimNumber: z.string().trim().min(1).max(200).optional(),
  /** To whom they are assigned. */
  assignedTo: anyOf(z.union([rowId, z.literal('nobody')])).optional(),
  flagged: z.boolean().optional(),
  /** The state of an order's latest cancellation. */
  cancellation: anyOf(cancellationState).optional(),
  /** What was decided of a document; `proposed`: a payment waits for a second person; `none`: neither yet. */
  decision: anyOf(z.enum(['pay', 'hold', 'dispute', 'proposed', 'none'])).optional(),
});
export type RecordFilter = z.infer<typeof recordFilter>;

const recordOrders = ['received', 'dated', 'amount', 'party', 'claim', 'attention'] as const;

/**
 * The order of a list. What lacks the value stands last either way. Amounts of one currency stand together, pesos first, and are
 * compared with no other. `attention`: errors count before warnings. A search has its own order, whatever is said here.
 */
export const recordOrder = z.object({
  by: z.enum(recordOrders).default('received'),
  descending: z.boolean().default(true),
});
export type RecordOrder = z.infer<typeof recordOrder>;

const notFound = { NOT_FOUND: { status: 404, message: 'No record has this id.' } } as const;

/** A record as somebody has seen it. */
const seenRevision = z.object({ id: rowId, revision: z.int().positive() });

/** Of a mark of review: a revision that nobody has seen stays unmarked. */
export const newerRevision = {
  status: 409,
  message: 'A newer revision came than was seen: look at it first.',
  data: z.object({ revision: z.int().positive() }),
} as const;

export const recordsContract = {
  /**
   * A page of the records of a filter, newest first unless an order is said. A page may come back short, or empty, with a
   * cursor: what was asked for lies deep, and the next page goes on looking. Each page is of its own moment: a record that is there
   * all the while, and whose place in the order stays, is shown exactly once.
   */
  list: oc
    .input(
      recordFilter
        .extend({
          order: recordOrder.optional(),
          /** Only these; ids of no record are left out. */
          ids: z.array(rowId).min(1).max(maxChosen).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(recordRow)),
  /** The rows of these ids as `list` gives them, newest first; ids of no record are left out. As many as a change names. */
  rows: oc.input(z.object({ ids: z.array(rowId).min(1).max(maxChangedIds) })).output(z.array(recordRow)),
  get: oc
    .input(z.object({ id: rowId, revision: z.int().positive().optional() }))
    .output(recordDetail)
    .errors(notFound),
  /** All bytes of a revision, the latest one's by default, in parts. */
  body: oc
    .input(z.object({ id: rowId, revision: z.int().positive().optional(), ...bodyPartRequest }))
    .output(bodyPart)
    .errors(notFound),
  addNote: oc
    .input(
      z.object({
        id: rowId,
        text: noteText,
        /** The persons whom the text names by `@`; ids of nobody who works here are left out. */
        mentions: z.array(rowId).max(20).default([]),
      }),
    )
    .output(note)
    .errors(notFound),
  /**
   * Says of findings of a record's latest revision that they need no further look, and why: all of a code, or the one
   * that begins at `pointer`. They leave the counts and stay on record. Of a `record`, as long as their places and
   * figures are the same; of a `party` (the RNC of the company on the other side), whatever its records that arrive from
   * then on have of that code, and this one.
   */
  acknowledgeFinding: oc
    .input(
      z.object({
        recordId: rowId,
        code: findingCode,
        pointer: z.string().max(2000).optional(),
        scope: acknowledgementScope,
        reason: z.string().trim().min(1).max(1000),
      }),
    )
    .output(z.object({ id: rowId, record: recordRow }))
    .errors({
      ...notFound,
      NO_FINDING: { status: 409, message: 'The latest revision of the record has no such finding.' },
      NO_PARTY: { status: 409, message: 'The record came without the RNC of its party.' },
    }),
  /** Takes an acknowledgement back: what it held for stands again. What it was stays on record. */
  withdrawAcknowledgement: oc
    .input(z.object({ id: rowId }))
    .output(recordRow)
    .errors({ NOT_FOUND: { status: 404, message: 'No acknowledgement has this id.' } }),
  /** What holds for parties, newest first. */
  partyRules: oc.input(z.object(pageRequest).prefault({})).output(page(partyRule)),
  /**
   * Tries the latest revision of a record once more that could not be examined (`record.notExamined`), and waits for it:
   * `reason` is why it could not this time either, null where it was examined.
   */
  examineAgain: oc
    .input(z.object({ id: rowId }))
    .output(z.object({ reason: notExamined.nullable(), record: recordRow }))
    .errors({
      ...notFound,
      WAS_EXAMINED: { status: 409, message: 'The latest revision of the record was examined.' },
    }),
  /** Marks the revision of a record that somebody has seen as reviewed, or takes the mark back. */
  setReviewed: oc
    .input(
      z.discriminatedUnion('reviewed', [
        z.object({ reviewed: z.literal(true), ...seenRevision.shape }),
        z.object({ reviewed: z.literal(false), id: rowId }),
      ]),
    )
    .output(recordRow)
    .errors({ ...notFound, NEWER_REVISION: newerRevision }),
  /**
   * Marks records as reviewed, or takes the marks back: the rows of those that are here, newest first, the ids of those that
   * were not so before, and of those that stay unmarked since a newer revision came than was seen. Ids of no record are left
   * out.
   */
  setManyReviewed: oc
    .input(
      z.discriminatedUnion('reviewed', [
        z.object({ reviewed: z.literal(true), records: z.array(seenRevision).min(1).max(maxAtOnce) }),
        z.object({ reviewed: z.literal(false), ids: z.array(rowId).min(1).max(maxAtOnce) }),
      ]),
    )
    .output(z.object({ rows: z.array(recordRow), changed: z.array(rowId), newer: z.array(rowId) })),
  /**
   * What a filter offers whose name, or whose value, begins with a text; or what is known of these values. Companies by their
   * RNC or Cédula, with the name that came last, and makes as reports wrote them.
   */
  choices: oc
    .input(
      z.object({
        of: z.enum(['party', 'make']),
        beginning: z.string().max(100).default(''),
        values: z.array(z.string().min(1).max(60)).max(maxFilterValues).optional(),
        limit: z.int().min(1).max(50).default(20),
      }),
    )
    .output(z.object({ choices: z.array(z.object({ value: z.string(), label: z.string() })) })),
};
