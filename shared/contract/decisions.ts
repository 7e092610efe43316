import { oc } from '@orpc/contract';
import * as z from 'zod';
import { invoiceDecision } from '../terms.ts';
import { amount, instant, page, pageRequest, rowId } from './common.ts';
import { recordRow } from './records.ts';
import { proposalErrors } from './second-person.ts';
import { reasonCode } from './settings.ts';

/** The longest comment on a decision, and the longest text that is asked of whoever issued the invoice. */
export const maxDecisionComment = 1000;
export const maxRequestText = 4000;

export const decisionAct = z.enum([
  'decided',
  /** A payment above the person's limit, which a second person confirms or rejects. */
  'proposed',
  'confirmed',
  'rejected',
  'withdrawn',
]);

/** One act about an invoice; acts are never edited. */
const decisionEntry = z.object({
  id: rowId,
  /** The revision of the document on which it was done. */
  revision: z.int().positive(),
  act: decisionAct,
  /** What was decided or proposed; of the other acts what they are about. */
  decision: invoiceDecision,
  /** Code of a reason in the settings. */
  reasonCode: reasonCode.nullable(),
  /** Why, for the office. */
  comment: z.string().nullable(),
  /** What was asked of whoever issued the invoice; Perito sends nothing. */
  request: z.string().nullable(),
  /** The total of the document then. */
  amount: amount.nullable(),
  currency: z.string(),
  at: instant,
  who: z.string(),
  personId: rowId.nullable(),
});
export type DecisionEntry = z.infer<typeof decisionEntry>;

/** Why nothing can be decided on a record. */
const notDecidable = z.enum([
  'notAnInvoice',
  /** A credit note is not paid: it lowers what is owed by itself. */
  'creditNote',
  /** It lies in a bundle, or is on its way there. */
  'archived',
]);

const decisionsOfRecord = z.object({
  record: recordRow,
  /** Null where it can be decided on. */
  lack: notDecidable.nullable(),
  /** What counts: the act by which it was decided or confirmed. Null where nothing does, or it lies in a bundle. */
  standing: decisionEntry.nullable(),
  /** The proposed payment that waits for a second person. */
  proposal: decisionEntry.nullable(),
  /** The newest 200 acts, the newest first. */
  entries: z.array(decisionEntry),
  /** The newest act, to be given back with the next one; null before the first. */
  lastId: rowId.nullable(),
});
export type DecisionsOfRecord = z.infer<typeof decisionsOfRecord>;

const errors = {
  ...proposalErrors,
  NOT_FOUND: { status: 404, message: 'No record has this id.' },
  NOT_DECIDABLE: {
    status: 409,
    message: 'Only an invoice that is here is decided on.',
    data: z.object({ reason: notDecidable }),
  },
  CHANGED: {
    status: 409,
    message: 'Somebody did something about this invoice meanwhile: read it and decide again.',
    data: z.object({ last: decisionEntry.nullable() }),
  },
  PROPOSED: {
    status: 409,
    message: 'A payment is proposed: it is confirmed, rejected or withdrawn first.',
    data: z.object({ who: z.string(), at: instant }),
  },
  REASON_REQUIRED: {
    status: 422,
    message: 'To hold or dispute an invoice needs a reason, in a code or in words.',
  },
  PAY_REASON_REQUIRED: {
    status: 422,
    message: 'To pay an invoice beside open findings needs a word why.',
    /** The count of its warnings and errors that nobody acknowledged. */
    data: z.object({ findings: z.int() }),
  },
  NOT_DECIDED: { status: 409, message: 'Nothing stands that could be withdrawn.' },
  OTHER_PERSON: { status: 403, message: 'Whoever proposed it takes it back; others reject it.' },
} as const;

const acting = { recordId: rowId };
/** The newest act that whoever acts has seen. */
const lastId = rowId.nullable();

export const decisionsContract = {
  get: oc.input(z.object(acting)).output(decisionsOfRecord).errors({ NOT_FOUND: errors.NOT_FOUND }),
  /** Invoices whose payment waits for a second person, the newest first. */
  proposed: oc.input(z.object(pageRequest).prefault({})).output(page(recordRow)),
  /**
   * Decides on an invoice, in place of what stood. A payment above the limit of who decides is proposed instead, and what
   * stood goes on standing until somebody else confirms it. Beside warnings or errors that nobody acknowledged it is paid, or
   * proposed, with a comment only.
   */
  decide: oc
    .input(
      z.object({
        ...acting,
        revision: z.int().positive(),
        lastId,
        decision: invoiceDecision,
        reasonCode: reasonCode.optional(),
        comment: z.string().trim().max(maxDecisionComment).optional(),
        request: z.string().trim().max(maxRequestText).optional(),
      }),
    )
    .output(decisionsOfRecord)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      CHANGED: errors.CHANGED,
      NEWER_REVISION: errors.NEWER_REVISION,
      PROPOSED: errors.PROPOSED,
      REASON_REQUIRED: errors.REASON_REQUIRED,
      PAY_REASON_REQUIRED: errors.PAY_REASON_REQUIRED,
    }),
  /** Confirms a proposed payment. Whoever does it is another person, with enough of a limit. */
  confirm: oc
    .input(z.object({ ...acting, proposalId: rowId }))
    .output(decisionsOfRecord)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      NEWER_REVISION: errors.NEWER_REVISION,
      NOT_PROPOSED: errors.NOT_PROPOSED,
      SAME_PERSON: errors.SAME_PERSON,
      FORMER_ACCOUNT: errors.FORMER_ACCOUNT,
      ABOVE_LIMIT: errors.ABOVE_LIMIT,
    }),
  /** Rejects a proposed payment, with a word why: what stood before stands. */
  reject: oc
    .input(
      z.object({ ...acting, proposalId: rowId, comment: z.string().trim().min(1).max(maxDecisionComment) }),
    )
    .output(decisionsOfRecord)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      NOT_PROPOSED: errors.NOT_PROPOSED,
    }),
  /** Takes back what stands, or one's own proposal that waits. */
  withdraw: oc
    .input(z.object({ ...acting, lastId, comment: z.string().trim().max(maxDecisionComment).optional() }))
    .output(decisionsOfRecord)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      CHANGED: errors.CHANGED,
      NOT_DECIDED: errors.NOT_DECIDED,
      OTHER_PERSON: errors.OTHER_PERSON,
    }),
};
