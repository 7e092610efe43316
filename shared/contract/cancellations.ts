import { oc } from '@orpc/contract';
import * as z from 'zod';
import { cancelCall, mismatch } from '../marketplace/cancellation.ts';
import { askAnswer, askDelivery, cancellationState, orderKind, verdict } from '../terms.ts';
import { amount, instant, page, pageRequest, rowId } from './common.ts';
import { finding } from './records.ts';
import { proposalErrors } from './second-person.ts';
import { reasonCode } from './settings.ts';

/** The longest text that is sent back in `responseText`. */
export const maxResponseText = 500;
/** The longest word why a proposed approval is rejected. */
export const maxRejection = 500;
/** The longest reason for closing a cancellation whose order never came. */
export const maxCloseReason = 500;

/** A problem in the form of a cancel call's body, with a code as findings have. */
const callIssue = finding.omit({ id: true, revision: true, acknowledgement: true });
export type CallIssue = z.infer<typeof callIssue>;

/** An approval above the limit of whoever proposes it, which a second person confirms or rejects. */
const proposal = z.object({
  id: rowId,
  at: instant,
  who: z.string(),
  personId: rowId.nullable(),
  /** What the marketplace's user is to read; null for nothing. */
  responseText: z.string().nullable(),
  reasonCode: reasonCode.nullable(),
  /** The order's revision then, and its total in RD$. */
  revision: z.int().nonnegative(),
  amount: amount.nullable(),
});
export type Proposal = z.infer<typeof proposal>;

/** A proposal and what became of it. */
const pastProposal = proposal.extend({
  /** Null while it waits; `overtaken`: by a verdict, or by a later proposal. */
  ending: z.enum(['confirmed', 'rejected', 'withdrawn', 'overtaken']).nullable(),
  endedAt: instant.nullable(),
  /** Null while it waits, and of one that was overtaken. */
  endedBy: z.string().nullable(),
  /** Why it was rejected. */
  comment: z.string().nullable(),
});
export type PastProposal = z.infer<typeof pastProposal>;

const cancellationRow = z.object({
  id: rowId,
  orderKind,
  /** Marketplace id of the order. */
  marketplaceId: z.int(),
  /** The row id of the order; null where it was never received. */
  recordId: rowId.nullable(),
  orderNumber: z.string().nullable(),
  /** The order's; of one that never came, what its calls say, where they say one alone. */
  claimNumber: z.string().nullable(),
  partyName: z.string().nullable(),
  firstItem: z.string().nullable(),
  itemCount: z.int(),
  total: amount.nullable(),
  state: cancellationState,
  /** When the first ask came. */
  askedAt: instant,
  lastAskedAt: instant,
  askCount: z.int(),
  openAsks: z.int(),
  /** When the last held call will be answered "in review"; null where none is held. */
  heldUntil: instant.nullable(),
  /** Fields in which the calls contradict the order, so that they may mean another one. Empty while the order is unknown. */
  mismatches: z.array(mismatch),
  /** Problems in the form of the latest ask. */
  issues: z.array(callIssue),
  /** Of an order that never came: closed without a verdict; `who` and `reason` are null where the order was asked about again. */
  closed: z.object({ at: instant, who: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Reason, all of it that came, and comments of the latest ask, in the marketplace's words. */
  reason: z.string().nullable(),
  comments: z.string().nullable(),
  askedBy: z.string().nullable(),
  verdict: verdict.nullable(),
  responseText: z.string().nullable(),
  /** Code of a reason in the settings. */
  reasonCode: reasonCode.nullable().default(null),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** The approval that waits for a second person; the cancellation is open meanwhile. */
  proposal: proposal
    .extend({
      /** The order changed since: it is to be proposed again. */
      isOutdated: z.boolean(),
    })
    .nullable()
    .default(null),
  /** Who proposed the approval that `decidedBy` confirmed; null where one person gave the verdict. */
  proposedBy: z.object({ who: z.string(), personId: rowId.nullable(), at: instant }).nullable().default(null),
  /** When the response with the verdict was written out; null before that. */
  deliveredAt: instant.nullable(),
  /** Decided without an open call: the marketplace learns of the verdict when it asks again. */
  mustAskAgain: z.boolean(),
  /** Perito was killed while the verdict was being written: the marketplace may know it already. */
  mayHaveBeenDelivered: z.boolean(),
});
export type CancellationRow = z.infer<typeof cancellationRow>;

const ask = z.object({
  id: rowId,
  receivedAt: instant,
  heldUntil: instant.nullable(),
  answeredAt: instant.nullable(),
  answer: askAnswer.nullable(),
  delivery: askDelivery,
  reason: z.string().nullable(),
  comments: z.string().nullable(),
  askedBy: z.string().nullable(),
  /** The fields of the call; null for a call from an older version that is too long to be read. */
  call: cancelCall.omit({ issues: true }).nullable(),
  issues: z.array(callIssue),
  /** The bytes that arrived, as text; the first 8 KiB of them in a cancellation. */
  body: z.string(),
  /** How many bytes arrived. */
  bodyBytes: z.int(),
});
export type Ask = z.infer<typeof ask>;

/** One party's invoices for the order in one currency; never summed over parties or currencies. */
const invoicedOfOrder = z.object({
  party: z.string().nullable(),
  partyTaxId: z.string().nullable(),
  currency: z.string(),
  invoiced: amount,
  credited: amount,
  /** Invoiced and not credited, so to be credited once the order is cancelled. Zero or more. */
  toCredit: amount,
});
export type InvoicedOfOrder = z.infer<typeof invoicedOfOrder>;

const cancellationDetail = cancellationRow.extend({
  /** Insured and vehicle from the incident's report or the policy book; null where neither has them. */
  insured: z.string().nullable(),
  /** Make, model and year. */
  vehicle: z.string().nullable(),
  vin: z.string().nullable(),
  policyNumber: z.string().nullable(),
  invoiced: z.array(invoicedOfOrder),
  /** The newest 500, oldest first. */
  asks: z.array(ask),
  /** The newest 50, newest first. */
  proposals: z.array(pastProposal).default([]),
});
export type CancellationDetail = z.infer<typeof cancellationDetail>;

const errors = {
  ...proposalErrors,
  NOT_FOUND: { status: 404, message: 'No cancellation has this id.' },
  ALREADY_DECIDED: {
    status: 409,
    message: 'This cancellation was decided already.',
    data: z.object({ verdict, decidedBy: z.string(), decidedAt: instant }),
  },
  TEXT_REQUIRED: { status: 422, message: 'A refusal needs a text for the user of the marketplace.' },
  MISMATCH: {
    status: 409,
    message:
      'The calls give another order number, claim or request than the order has, and may mean another order: approve with acknowledgeMismatch.',
    data: z.object({ mismatches: z.array(mismatch) }),
  },
  ALREADY_PROPOSED: {
    status: 409,
    message:
      'An approval waits for a second person: it is confirmed or rejected. To refuse beside it, give its id as proposalId.',
    data: z.object({ proposal }),
  },
  OTHER_PERSON: { status: 403, message: 'Whoever proposed it takes it back; others reject it.' },
  NOT_DECIDABLE: {
    status: 409,
    message: 'This cancellation takes no verdict in its state.',
    data: z.object({ state: cancellationState }),
  },
  NOT_CLOSABLE: {
    status: 409,
    message: 'Only what was asked about an order that never came can be closed.',
    data: z.object({ state: cancellationState }),
  },
  ALREADY_CLOSED: {
    status: 409,
    message: 'This cancellation was closed already.',
    data: z.object({ closedBy: z.string(), closedAt: instant }),
  },
  NOT_WITHDRAWABLE: {
    status: 409,
    message: 'A verdict can be withdrawn only until it is delivered.',
    data: z.object({ reason: z.enum(['notDecided', 'delivered', 'beingDelivered']) }),
  },
} as const;

export const cancellationsContract = {
  /** Waiting first by the time left, then newest first. */
  list: oc
    .input(
      z
        .object({
          state: z.union([cancellationState, z.array(cancellationState).max(6)]).optional(),
          /** Selects only decided ones that the marketplace has not collected. */
          mustAskAgain: z.boolean().optional(),
          /**
           * Selects only those that somebody has to attend to now, as `status` counts them: undecided, and no approval of the
           * order as it is waits for a second person; or of an order that never came. No state is looked at then.
           */
          toAttend: z.boolean().optional(),
          /** Selects only those of which an approval waits for a second person, newest first; no state is looked at then. */
          proposed: z.boolean().optional(),
          /** Adds those closed without a verdict, which have no state; without `states` they are always included. */
          withClosed: z.boolean().optional(),
          /** Selects exactly these, in this order, in any state; the other filters are then absent. */
          ids: z.array(rowId).min(1).max(200).optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(cancellationRow)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(cancellationDetail)
    .errors({ NOT_FOUND: errors.NOT_FOUND }),
  /** One call with its body, as far as `maxKeptBodyBytes`. */
  ask: oc
    .input(z.object({ id: rowId }))
    .output(ask)
    .errors({ NOT_FOUND: { status: 404, message: 'No call has this id.' } }),
  /**
   * First verdict wins. `responseText` is required to refuse and is what the marketplace's user reads. An approval of an order
   * whose total is above the limit of who decides, or not known, is proposed: the row comes back with it, and without a verdict.
   * A refusal, which releases no order, needs no second person.
   */
  decide: oc
    .input(
      z.object({
        id: rowId,
        verdict,
        responseText: z.string().trim().max(maxResponseText).optional(),
        reasonCode: reasonCode.optional(),
        /** The proposal that whoever decides has seen: needed to refuse beside it, and to propose anew where it is outdated. */
        proposalId: rowId.optional(),
        /** Needed to approve where the cancellation has `mismatches`: the calls may mean another order. */
        acknowledgeMismatch: z.boolean().optional(),
      }),
    )
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      ALREADY_DECIDED: errors.ALREADY_DECIDED,
      TEXT_REQUIRED: errors.TEXT_REQUIRED,
      MISMATCH: errors.MISMATCH,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      ALREADY_PROPOSED: errors.ALREADY_PROPOSED,
    }),
  /** Confirms a proposed approval, which is then the verdict. Whoever does it is another person, with enough of a limit. */
  confirm: oc
    .input(
      z.object({
        id: rowId,
        proposalId: rowId,
        /** Needed where the cancellation has `mismatches`, as to approve. */
        acknowledgeMismatch: z.boolean().optional(),
      }),
    )
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      ALREADY_DECIDED: errors.ALREADY_DECIDED,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
      NOT_PROPOSED: errors.NOT_PROPOSED,
      NEWER_REVISION: errors.NEWER_REVISION,
      SAME_PERSON: errors.SAME_PERSON,
      FORMER_ACCOUNT: errors.FORMER_ACCOUNT,
      ABOVE_LIMIT: errors.ABOVE_LIMIT,
      MISMATCH: errors.MISMATCH,
    }),
  /** Rejects a proposed approval: the cancellation is open as before. By another person, with enough of a limit. */
  reject: oc
    .input(z.object({ id: rowId, proposalId: rowId, comment: z.string().trim().min(1).max(maxRejection) }))
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_PROPOSED: errors.NOT_PROPOSED,
      SAME_PERSON: errors.SAME_PERSON,
      FORMER_ACCOUNT: errors.FORMER_ACCOUNT,
      ABOVE_LIMIT: errors.ABOVE_LIMIT,
    }),
  /** Takes back one's own proposal. */
  withdrawProposal: oc
    .input(z.object({ id: rowId, proposalId: rowId }))
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_PROPOSED: errors.NOT_PROPOSED,
      OTHER_PERSON: errors.OTHER_PERSON,
    }),
  /** Closes what was asked about an order that never came, with a word why. The next call about the order is a new question. */
  close: oc
    .input(z.object({ id: rowId, reason: z.string().trim().min(1).max(maxCloseReason) }))
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      NOT_CLOSABLE: errors.NOT_CLOSABLE,
      ALREADY_CLOSED: errors.ALREADY_CLOSED,
    }),
  withdraw: oc
    .input(z.object({ id: rowId }))
    .output(cancellationRow)
    .errors({ NOT_FOUND: errors.NOT_FOUND, NOT_WITHDRAWABLE: errors.NOT_WITHDRAWABLE }),
};
