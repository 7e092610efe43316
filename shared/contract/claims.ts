import { oc } from '@orpc/contract';
import * as z from 'zod';
import { recordKind } from '../terms.ts';
import { amount, instant, page, pageRequest, rowId } from './forms.ts';
import { recordRow } from './records.ts';

/**
 * What records can share. `order` is a document that names an order; `document` a document that names another.
 */
export const linkNames = [
  'claimNumber',
  'claimId',
  'requestId',
  'policy',
  'vin',
  'order',
  'document',
] as const;
export const linkName = z.enum(linkNames);
export type LinkName = z.infer<typeof linkName>;

/** What a dossier is opened by. */
export const dossierKeys = ['claimNumber', 'claimId', 'requestId', 'policy', 'vin'] as const;
export const dossierKey = z.enum(dossierKeys);
export type DossierKey = z.infer<typeof dossierKey>;

const share = z.object({ by: linkName, value: z.string() });

/** Money of one currency; outstanding is ordered less cancelled, less invoiced, plus credited. */
export const claimAmounts = z.object({
  /** ISO 4217, as the documents say; orders carry none and count as DOP. */
  currency: z.string(),
  ordered: amount,
  cancelled: amount,
  invoiced: amount,
  credited: amount,
  outstanding: amount,
});
export type ClaimAmounts = z.infer<typeof claimAmounts>;

/** A claim as its list shows it: all records with one claim number. */
export const claimRow = z.object({
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
  amounts: z.array(claimAmounts),
});
export type ClaimRow = z.infer<typeof claimRow>;

/** What happened, in order of when it did. */
export const timelineEntry = z.object({
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

/** How a line of an order stands against the documents that name the order. */
export const lineMatch = z.object({
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
  state: z.enum([
    'matched',
    'notInvoiced',
    'partlyInvoiced',
    'overInvoiced',
    'priceDiffers',
    'credited',
    'notOrdered',
  ]),
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
      /** How it was recognised: same name, a similar one, or by amount alone. */
      recognisedBy: z.enum(['name', 'similarName', 'amount']),
    }),
  ),
});
export type LineMatch = z.infer<typeof lineMatch>;

/** Three-way matching: an order beside its invoices and credit notes. */
export const orderMatch = z.object({
  order: recordRow,
  currency: z.string(),
  ordered: amount.nullable(),
  invoiced: amount,
  credited: amount,
  outstanding: amount.nullable(),
  isCancelled: z.boolean(),
  documents: z.array(
    z.object({
      recordId: rowId,
      number: z.string(),
      isCreditNote: z.boolean(),
      taxReceiptNumber: z.string().nullable(),
      issuer: z.string().nullable(),
      date: z.string().nullable(),
      currency: z.string(),
      total: amount.nullable(),
      /** The number of the document with the same receipt of the same issuer, which came before. */
      duplicateOf: z.string().nullable(),
    }),
  ),
  lines: z.array(lineMatch),
});
export type OrderMatch = z.infer<typeof orderMatch>;

export const dossierRecord = recordRow.extend({
  /** Why it belongs here. */
  because: z.array(share),
});
export type DossierRecord = z.infer<typeof dossierRecord>;

export const dossier = z.object({
  by: dossierKey,
  value: z.string(),
  /** Keys that its records have besides; each can be opened as a dossier of its own. */
  keys: z.array(share.extend({ count: z.int() })),
  records: z.array(dossierRecord),
  timeline: z.array(timelineEntry),
  amounts: z.array(claimAmounts),
  matches: z.array(orderMatch),
  /** True where there is more than is shown; at most 300 records are. */
  isPartial: z.boolean(),
});
export type Dossier = z.infer<typeof dossier>;

const notFound = { NOT_FOUND: { status: 404, message: 'Nothing that arrived has this.' } } as const;

export const claimsRoom = {
  /** Latest activity first. `search` matches the beginning of a claim number, or words of its records. */
  list: oc
    .input(z.object({ search: z.string().trim().max(200).optional(), ...pageRequest }).prefault({}))
    .output(page(claimRow)),
  get: oc
    .input(z.object({ by: dossierKey, value: z.string().min(1).max(300) }))
    .output(dossier)
    .errors(notFound),
  /** What belongs to one record: records that name it or that it names first, then those of the same claim; at most 50. */
  related: oc
    .input(z.object({ recordId: rowId }))
    .output(
      z.object({
        keys: z.array(share),
        records: z.array(dossierRecord),
        /** Of an order, or of the order that a document names. */
        match: orderMatch.nullable(),
      }),
    )
    .errors(notFound),
};
