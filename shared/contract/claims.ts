import { oc } from '@orpc/contract';
import * as z from 'zod';
import type { IncidentReport } from '../marketplace/incident-report.ts';
import { recordKind, severity } from '../terms.ts';
import { attachment } from './attachments.ts';
import { amount, instant, maxChosen, page, pageRequest, rowId } from './common.ts';
import { finding, recordFilter, recordRow } from './records.ts';

/**
 * What records can share. `order` is a document that names an order; `document` a document that names another.
 */
const linkNames = ['claimNumber', 'claimId', 'requestId', 'policy', 'vin', 'order', 'document'] as const;
const linkName = z.enum(linkNames);
export type LinkName = z.infer<typeof linkName>;

/** The keys that open a claim file. */
export const claimFileKeys = ['claimNumber', 'claimId', 'requestId', 'policy', 'vin'] as const;
export const claimFileKey = z.enum(claimFileKeys);
export type ClaimFileKey = z.infer<typeof claimFileKey>;

const share = z.object({ by: linkName, value: z.string() });

/**
 * What one party ordered, invoiced and owes, in one currency. A party is known by its RNC (digits), else by its name: the
 * supplier or workshop of an order, the issuer of a document. Nothing is netted: not across orders, parties or currencies.
 */
const ledgerRow = z.object({
  /** The name in the first record; null where no record has one. */
  party: z.string().nullable(),
  /** Digits; null where no record has it. */
  partyTaxId: z.string().nullable(),
  /** ISO 4217. Orders carry none and count as DOP. */
  currency: z.string(),
  /** The total of all its orders, cancelled ones included. */
  ordered: amount,
  cancelled: amount,
  invoiced: amount,
  /** Credit notes, each as far as what it credits was invoiced. */
  credited: amount,
  /**
   * Still to be invoiced: the sum over its orders, but cancelled ones, of what is ordered beyond what was invoiced for the
   * first time, 0 or more. What was invoiced and credited is none of it; issued again, it is invoiced once.
   */
  outstanding: amount,
  /**
   * Still to be credited: the sum over orders of what is invoiced and not credited beyond what is ordered, which is
   * nothing where the order is cancelled; 0 or more. What was invoiced for no known order, or for the order of another
   * party or currency that is not cancelled, is none of it.
   */
  toCredit: amount,
  /**
   * Invoiced and not credited, and held against no order: of no known order, or for the order of another party or
   * currency that is not cancelled, or for one without a total. Below zero where credit notes credit what is not known.
   */
  withoutOrder: amount,
});
export type LedgerRow = z.infer<typeof ledgerRow>;

/** Both sums of all parties in one currency, never their difference. */
const claimHeadline = z.object({ currency: z.string(), outstanding: amount, toCredit: amount });
export type ClaimHeadline = z.infer<typeof claimHeadline>;

/** Why a ledger leaves out a record or a part of it. */
const uncountedReasons = [
  /** The currency is not in ISO 4217. */
  'currencyUnknown',
  /** An earlier document has the same tax receipt. */
  'duplicateReceipt',
  'noTotal',
  'negativeTotal',
  /** The part of a credit note that exceeds its invoice. */
  'creditAboveInvoice',
] as const;
const uncountedReason = z.enum(uncountedReasons);
export type UncountedReason = z.infer<typeof uncountedReason>;

const uncounted = z.object({
  recordId: rowId,
  kind: recordKind,
  number: z.string(),
  isCreditNote: z.boolean(),
  reason: uncountedReason,
  /** The amount left out; null where the record has no total. */
  amount: amount.nullable(),
  /** ISO 4217, or as received where it is not a code of it. */
  currency: z.string(),
  /** The number of the document with the same receipt. */
  duplicateOf: z.string().nullable(),
});
export type Uncounted = z.infer<typeof uncounted>;

/** A claim as its list shows it: all records with one claim number. */
const claimRow = z.object({
  claimNumber: z.string(),
  lastReceivedAt: instant,
  counts: z.object({
    purchaseOrder: z.int(),
    serviceOrder: z.int(),
    incidentReport: z.int(),
    financialDocument: z.int(),
  }),
  /** The count of warnings and errors among the findings of its records. */
  attentionCount: z.int(),
  /** Insured, and make, model and year, from an incident report, else from the policy book; null where neither has them. */
  insured: z.string().nullable(),
  vehicle: z.string().nullable(),
  /** Letters and digits, in capitals; null where no form of the reports names a plate, or more than one. */
  plate: z.string().nullable(),
  /** From an incident report or document. */
  policyNumber: z.string().nullable(),
  /** The Dominican day of its incident; null where no report tells it without doubt. */
  incidentOn: z.string().nullable(),
  /** The id of the person whose the claim is; null where it is nobody's. */
  assignedTo: rowId.nullable(),
  /** Of the records that carry its number: how many there are, nobody has reviewed, have a flag. */
  recordCount: z.int(),
  openCount: z.int(),
  flaggedCount: z.int(),
  /** Cancellations of its orders that wait for a verdict. */
  waitingCount: z.int(),
  /** The sum of its orders in pesos, cancelled ones included, rounded to a hundredth; each counts for 100,000,000,000 at the most. */
  ordered: amount,
  /** True where the claim has more records than are summed. */
  isPartial: z.boolean(),
  /** One row per currency, pesos first. */
  headline: z.array(claimHeadline),
  /** The count of parties in its ledger. */
  partyCount: z.int(),
  /** The count of records that its ledger leaves out, wholly or in part. */
  uncountedCount: z.int(),
  /** How many of its invoices are decided on so, and of how many a payment waits for a second person. */
  decisions: z.object({ pay: z.int(), hold: z.int(), dispute: z.int(), proposed: z.int() }),
  /** The bundle (of `retention.bundles`) with its newest record where all its records were moved to bundles; null where some are here. */
  archivedIn: rowId.nullable().default(null),
});
export type ClaimRow = z.infer<typeof claimRow>;

/** Which claims: those that are all that is said, of the records that carry their number. A list says any of its values. */
export const claimFilter = recordFilter
  .pick({
    /** The beginning of a claim number, or words of its records. */
    search: true,
    /** Only those with a record that nobody has reviewed yet, or only those without. */
    reviewed: true,
    withFindings: true,
    /** Days on which something last came for the claim, both included. */
    receivedFrom: true,
    receivedUntil: true,
    /** The day of its incident, both included. */
    datedFrom: true,
    datedUntil: true,
    /** What was ordered, in pesos, both included. */
    amountFrom: true,
    amountUntil: true,
    parties: true,
    makes: true,
    policy: true,
    vehicle: true,
    /** Whose the claim is. */
    assignedTo: true,
    /** Whether any of its records has a flag. */
    flagged: true,
  })
  .extend({
    severity: severity.exclude(['info']).optional(),
    /** Whether a cancellation of its orders waits for a verdict. */
    waiting: z.boolean().optional(),
    /** The beginning of the name of its insured; case and accents do not matter. */
    insured: z.string().trim().min(1).max(60).optional(),
  });
export type ClaimFilter = z.infer<typeof claimFilter>;

const claimOrders = ['received', 'dated', 'amount', 'records', 'attention'] as const;

/** The order of a list of claims: when something last came, the day of the incident, what was ordered, how many records, findings. */
export const claimOrder = z.object({
  by: z.enum(claimOrders).default('received'),
  descending: z.boolean().default(true),
});
export type ClaimOrder = z.infer<typeof claimOrder>;

/** An event of a claim file. */
const timelineEntry = z.object({
  at: instant,
  event: z.enum([
    'incident',
    'record',
    'revision',
    'asked',
    'decided',
    /** Somebody decided on an invoice, or did something about what was decided. */
    'invoiceDecision',
    'cancelled',
    'reviewed',
    'note',
    'lookup',
    'balance',
  ]),
  /** The record that the event belongs to; null for a lookup. */
  recordId: rowId.nullable(),
  kind: recordKind.nullable(),
  /** The event's own text: a note's text, a verdict, a revision's number, an act and a decision as `confirmed pay`. */
  text: z.string().nullable(),
  who: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The state of a line. Only `matched` is in order: quantity and amount were compared. */
const lineStates = [
  'matched',
  'notInvoiced',
  'partlyInvoiced',
  'overInvoiced',
  'priceDiffers',
  'quantityDiffers',
  /** An article of another name has the same amount: a hint, not a match. */
  'amountOnly',
  /** Quantity or amount is absent on one side. */
  'notCompared',
  'credited',
  'notOrdered',
] as const;
const lineState = z.enum(lineStates);
export type LineState = z.infer<typeof lineState>;

/** A line of an order compared with the documents that name the order. */
const lineMatch = z.object({
  /** Position in the order; null for document lines that match none. */
  orderLine: z.int().nullable(),
  name: z.string(),
  orderedQuantity: amount.nullable(),
  orderedUnitPrice: amount.nullable(),
  orderedTotal: amount.nullable(),
  invoicedQuantity: amount,
  invoicedTotal: amount,
  creditedQuantity: amount,
  creditedTotal: amount,
  state: lineState,
  /** The document lines that were matched with this one. */
  documentLines: z.array(
    z.object({
      recordId: rowId,
      number: z.string(),
      isCreditNote: z.boolean(),
      line: z.int(),
      quantity: amount.nullable(),
      unitPrice: amount.nullable(),
      total: amount.nullable(),
      /** How the match was recognised: the same name, a similar one, the line's other costs, or the amount alone. */
      recognisedBy: z.enum(['name', 'similarName', 'otherCosts', 'amount']),
    }),
  ),
});
export type LineMatch = z.infer<typeof lineMatch>;

/** Why a document that names an order is not compared with it. */
const notComparedReasons = [
  ...uncountedReasons,
  /** Orders are in pesos, the document is not. */
  'otherCurrency',
  /** The issuer is not the order's supplier or workshop. */
  'otherIssuer',
  /** The document also names a purchase order, and counts for that one. */
  'otherOrder',
] as const;
const notComparedReason = z.enum(notComparedReasons);
export type NotComparedReason = z.infer<typeof notComparedReason>;

/**
 * Three-way matching: an order beside its invoices and credit notes. Compared are documents of the order's party in the
 * order's currency, each receipt once; the others are listed, and say why they are not.
 */
const orderMatch = z.object({
  order: recordRow,
  currency: z.string(),
  ordered: amount.nullable(),
  invoiced: amount,
  credited: amount,
  /** Still to be invoiced for the first time, 0 or more; 0 of a cancelled order; null where the order has no total. */
  outstanding: amount.nullable(),
  /** Still to be credited, 0 or more; null where the order has no total and is not cancelled. */
  toCredit: amount.nullable(),
  isCancelled: z.boolean(),
  /** The count of documents compared with the order; with none, no line is in order. */
  comparedCount: z.int(),
  /** Whether what is invoiced and not credited is the order's total, by the rounding of all lines; false where nothing was compared. */
  totalMatches: z.boolean(),
  /** Invoiced and not credited, less ordered (nothing where cancelled); null where nothing was compared or the order has no total. */
  difference: amount.nullable(),
  documents: z.array(
    z.object({
      recordId: rowId,
      number: z.string(),
      isCreditNote: z.boolean(),
      taxReceiptNumber: z.string().nullable(),
      issuer: z.string().nullable(),
      issuerTaxId: z.string().nullable(),
      date: z.string().nullable(),
      /** ISO 4217, or as received where it is not a code of it. */
      currency: z.string(),
      total: amount.nullable(),
      /** Null where it is compared; of a credit note above its invoice only the excess is left out. */
      notCompared: notComparedReason.nullable(),
      /** The number of the earlier document with the same receipt of the same issuer. */
      duplicateOf: z.string().nullable(),
    }),
  ),
  lines: z.array(lineMatch),
});
export type OrderMatch = z.infer<typeof orderMatch>;

/** A finding of one of the claim file's records. */
const claimFileFinding = finding.extend({ recordId: rowId });
export type ClaimFileFinding = z.infer<typeof claimFileFinding>;

/** A file that a record of the claim file names. */
const claimFileAttachment = attachment.pick({
  id: true,
  recordId: true,
  role: true,
  caption: true,
  filename: true,
  declaredType: true,
  state: true,
  content: true,
});
export type ClaimFileAttachment = z.infer<typeof claimFileAttachment>;

const claimFileAttachments = z.object({ shown: z.array(claimFileAttachment), count: z.int() });

const claimFileRecord = recordRow.extend({
  /** Why the record belongs to the claim file. */
  because: z.array(share),
});
export type ClaimFileRecord = z.infer<typeof claimFileRecord>;

const claimFile = z.object({
  by: claimFileKey,
  value: z.string(),
  /** Other keys of its records; each opens a claim file of its own. */
  keys: z.array(share.extend({ count: z.int() })),
  records: z.array(claimFileRecord),
  timeline: z.array(timelineEntry),
  /** One row per party and currency; pesos first, then by the amount to be credited, then by the outstanding one. */
  ledger: z.array(ledgerRow),
  headline: z.array(claimHeadline),
  /** Records that the ledger leaves out, wholly or in part; at most 300. */
  notCounted: z.array(uncounted),
  matches: z.array(orderMatch),
  /** The newest report of the claim file: who is insured, which vehicle, on which day; null where it has no report. */
  incident: z
    .object({
      recordId: rowId,
      number: z.string(),
      generalInfo: z.custom<IncidentReport['generalInfo']>(),
    })
    .nullable(),
  incidentCount: z.int(),
  /** The first twelve errors and warnings that nobody acknowledged, the gravest first. */
  gravest: z.array(claimFileFinding),
  /** The count of all of them. */
  attentionCount: z.int(),
  /** Photographs and images, the first twelve; documents, the first six. Counted up to 1,000 together. */
  photos: claimFileAttachments,
  documents: claimFileAttachments,
  /** True where the claim file has more than the 300 records that are given. */
  isPartial: z.boolean(),
});
export type ClaimFile = z.infer<typeof claimFile>;

/**
 * What a claim file shares with records of other claims: a photo of its reports (the same or much alike), the chassis, a plate, a
 * Cédula or a telephone in the form of a report, the policy, the name of the insured. A name or a telephone alone may be chance.
 */
const elsewhereReason = z.enum(['photo', 'vin', 'plate', 'identity', 'phone', 'policy', 'insured']);
export type ElsewhereReason = z.infer<typeof elsewhereReason>;

const shared = z.object({
  reason: elsewhereReason,
  /** What is shared, normalised; of a photo the name of its file here. */
  value: z.string(),
  /** Newest first, at most ten; `keys` open their claim files, the best first. */
  records: z.array(z.object({ record: recordRow, keys: z.array(share) })),
  /** True where there are more. */
  isPartial: z.boolean(),
  /** Of a photo: the attachments here and there, and by how many of 64 points they differ; null of the others. */
  photos: z.array(z.object({ here: rowId, there: rowId, distance: z.int() })).nullable(),
});
export type Shared = z.infer<typeof shared>;

const notFound = { NOT_FOUND: { status: 404, message: 'Nothing that arrived has this.' } } as const;

/** As much of a text as is read of a record. */
const maxValueLength = 65_536;

export const claimsContract = {
  /**
   * A page of the claims of a filter, latest activity first unless an order is said. A page may come back short, or empty, with a
   * cursor, as one of `records.list`; a claim for which something comes meanwhile has another place.
   */
  list: oc
    .input(
      claimFilter
        .extend({
          order: claimOrder.optional(),
          /** Only the claims with these numbers, whatever is searched. */
          claimNumbers: z.array(z.string().min(1).max(200)).min(1).max(maxChosen).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(claimRow)),
  get: oc
    .input(z.object({ by: claimFileKey, value: z.string().min(1).max(maxValueLength) }))
    .output(claimFile)
    .errors(notFound),
  /** What stands in other claims too, the strongest reason first. */
  elsewhere: oc
    .input(z.object({ by: claimFileKey, value: z.string().min(1).max(maxValueLength) }))
    .output(z.array(shared))
    .errors(notFound),
  /** What belongs to one record: records that name it or that it names first, then those of the same claim; at most 50. */
  related: oc
    .input(z.object({ recordId: rowId }))
    .output(
      z.object({
        keys: z.array(share),
        records: z.array(claimFileRecord),
        /** The match of an order, or of the order that a document names. */
        match: orderMatch.nullable(),
      }),
    )
    .errors(notFound),
};
