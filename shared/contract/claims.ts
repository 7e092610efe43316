import { oc } from '@orpc/contract';
import * as z from 'zod';
import type { IncidentReport } from '../marketplace/incident-report.ts';
import { recordKind } from '../terms.ts';
import { attachment } from './attachments.ts';
import { amount, instant, page, pageRequest, rowId } from './common.ts';
import { finding, recordRow } from './records.ts';

/**
 * What records can share. `order` is a document that names an order; `document` a document that names another.
 */
const linkNames = ['claimNumber', 'claimId', 'requestId', 'policy', 'vin', 'order', 'document'] as const;
const linkName = z.enum(linkNames);
export type LinkName = z.infer<typeof linkName>;

/** What a claim file is opened by. */
export const claimFileKeys = ['claimNumber', 'claimId', 'requestId', 'policy', 'vin'] as const;
export const claimFileKey = z.enum(claimFileKeys);
export type ClaimFileKey = z.infer<typeof claimFileKey>;

const share = z.object({ by: linkName, value: z.string() });

/**
 * What one party ordered, invoiced and owes, in one currency. A party is known by its RNC (digits), else by its name: the
 * supplier or workshop of an order, the issuer of a document. Nothing is netted: not across orders, parties or currencies.
 */
const ledgerRow = z.object({
  /** Its name as the first record has it; null where no record says one. */
  party: z.string().nullable(),
  /** Digits; null where no record says it. */
  partyTaxId: z.string().nullable(),
  /** ISO 4217. Orders carry none and count as DOP. */
  currency: z.string(),
  /** All its orders, the cancelled ones among them. */
  ordered: amount,
  cancelled: amount,
  invoiced: amount,
  /** Credit notes, each as far as what it credits was invoiced. */
  credited: amount,
  /** Still to be invoiced: the sum over its orders, but cancelled ones, of what is ordered beyond what is invoiced and not credited; 0 or more. */
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

/** Of all parties in one currency: both sums, never their difference. */
const claimHeadline = z.object({ currency: z.string(), outstanding: amount, toCredit: amount });
export type ClaimHeadline = z.infer<typeof claimHeadline>;

/** Why a ledger leaves out a record or a part of it. */
const uncountedReasons = [
  /** Its currency is none of ISO 4217's. */
  'currencyUnknown',
  /** A document that came before has its receipt. */
  'duplicateReceipt',
  'noTotal',
  'negativeTotal',
  /** A credit note above what was invoiced of what it credits: the part above. */
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
  /** What is left out; null where no total is told. */
  amount: amount.nullable(),
  /** ISO 4217, or as it came where it is none. */
  currency: z.string(),
  /** The number of the document that has the same receipt. */
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
  /** Findings of its records that are warnings or errors. */
  attentionCount: z.int(),
  /** Vehicle and policy, as an incident or document says; null where none does. */
  vehicle: z.string().nullable(),
  policyNumber: z.string().nullable(),
  /** True where it has more records than are summed. */
  isPartial: z.boolean(),
  /** One a currency, pesos first. */
  headline: z.array(claimHeadline),
  /** Parties of its ledger. */
  partyCount: z.int(),
  /** Records that its ledger leaves out, wholly or in part. */
  uncountedCount: z.int(),
});
export type ClaimRow = z.infer<typeof claimRow>;

/** What happened, in order of when it did. */
const timelineEntry = z.object({
  at: instant,
  event: z.enum([
    'incident',
    'record',
    'revision',
    'asked',
    'decided',
    'cancelled',
    'reviewed',
    'note',
    'lookup',
    'balance',
  ]),
  /** The record that it belongs to; null of a lookup. */
  recordId: rowId.nullable(),
  kind: recordKind.nullable(),
  /** Words of the event's own: a note's text, a verdict, a revision's number. */
  text: z.string().nullable(),
  who: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** How a line stands. Only `matched` is well, and only where quantity and amount were compared. */
const lineStates = [
  'matched',
  'notInvoiced',
  'partlyInvoiced',
  'overInvoiced',
  'priceDiffers',
  'quantityDiffers',
  /** An article of another name has its amount: a hint, and no match. */
  'amountOnly',
  /** Quantity or amount is not told on one side. */
  'notCompared',
  'credited',
  'notOrdered',
] as const;
const lineState = z.enum(lineStates);
export type LineState = z.infer<typeof lineState>;

/** How a line of an order stands against the documents that name the order. */
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
  /** Document lines that were taken for this one. */
  documentLines: z.array(
    z.object({
      recordId: rowId,
      number: z.string(),
      isCreditNote: z.boolean(),
      line: z.int(),
      quantity: amount.nullable(),
      unitPrice: amount.nullable(),
      total: amount.nullable(),
      /** How it was recognised: same name, a similar one, as the other costs of the line, or by amount alone. */
      recognisedBy: z.enum(['name', 'similarName', 'otherCosts', 'amount']),
    }),
  ),
});
export type LineMatch = z.infer<typeof lineMatch>;

/** Why a document that names an order is not held against it. */
const notComparedReasons = [
  ...uncountedReasons,
  /** Orders are in pesos, the document is not. */
  'otherCurrency',
  /** Its issuer is not the order's supplier or workshop. */
  'otherIssuer',
  /** It names a purchase order too, and counts for that. */
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
  /** Still to be invoiced, 0 or more; 0 of a cancelled order; null where the order has no total. */
  outstanding: amount.nullable(),
  /** Still to be credited, 0 or more; null where the order has no total and is not cancelled. */
  toCredit: amount.nullable(),
  isCancelled: z.boolean(),
  /** How many documents were compared with the order; where none was, nothing is well. */
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
      /** ISO 4217, or as it came where it is none. */
      currency: z.string(),
      total: amount.nullable(),
      /** Null where it is compared; of a credit note above its invoice only the part above is not. */
      notCompared: notComparedReason.nullable(),
      /** The number of the document with the same receipt of the same issuer, which came before. */
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
  /** Why it belongs here. */
  because: z.array(share),
});
export type ClaimFileRecord = z.infer<typeof claimFileRecord>;

const claimFile = z.object({
  by: claimFileKey,
  value: z.string(),
  /** Keys that its records have besides; each can be opened as a claim file of its own. */
  keys: z.array(share.extend({ count: z.int() })),
  records: z.array(claimFileRecord),
  timeline: z.array(timelineEntry),
  /** One row a party and currency; pesos first, then by what is to be credited, then by what is outstanding. */
  ledger: z.array(ledgerRow),
  headline: z.array(claimHeadline),
  /** What the ledger leaves out, wholly or in part; at most 300. */
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
  /** Errors and warnings that nobody acknowledged, the gravest first; the first twelve. */
  worst: z.array(claimFileFinding),
  /** How many of them there are. */
  attentionCount: z.int(),
  /** Photographs and images, the first twelve; documents, the first six. Counted up to 1,000 together. */
  photos: claimFileAttachments,
  documents: claimFileAttachments,
  /** True where there is more than is shown; at most 300 records are. */
  isPartial: z.boolean(),
});
export type ClaimFile = z.infer<typeof claimFile>;

const notFound = { NOT_FOUND: { status: 404, message: 'Nothing that arrived has this.' } } as const;

export const claimsContract = {
  /** Latest activity first. `search` matches the beginning of a claim number, or words of its records. */
  list: oc
    .input(z.object({ search: z.string().trim().max(200).optional(), ...pageRequest }).prefault({}))
    .output(page(claimRow)),
  get: oc
    .input(z.object({ by: claimFileKey, value: z.string().min(1).max(300) }))
    .output(claimFile)
    .errors(notFound),
  /** What belongs to one record: records that name it or that it names first, then those of the same claim; at most 50. */
  related: oc
    .input(z.object({ recordId: rowId }))
    .output(
      z.object({
        keys: z.array(share),
        records: z.array(claimFileRecord),
        /** Of an order, or of the order that a document names. */
        match: orderMatch.nullable(),
      }),
    )
    .errors(notFound),
};
