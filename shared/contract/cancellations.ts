import { oc } from '@orpc/contract';
import * as z from 'zod';
import { askAnswer, askDelivery, cancellationState, orderKind, verdict } from '../terms.ts';
import { amount, instant, page, pageRequest, rowId } from './forms.ts';

/** The longest text that is sent back in `responseText`. */
export const responseTextLimit = 500;

export const cancellationRow = z.object({
  id: rowId,
  orderKind,
  /** Marketplace id of the order. */
  marketplaceId: z.int(),
  /** The order's row, null where it was never received. */
  recordId: rowId.nullable(),
  orderNumber: z.string().nullable(),
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
  /** Reason and comments of the latest ask, in the marketplace's words. */
  reason: z.string().nullable(),
  comments: z.string().nullable(),
  askedBy: z.string().nullable(),
  verdict: verdict.nullable(),
  responseText: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  /** When the answer that carries the verdict was written out; null before that. */
  deliveredAt: instant.nullable(),
  /** Decided, nothing open: the marketplace learns of the verdict when it asks again. */
  mustAskAgain: z.boolean(),
  /** Perito was killed while the verdict was being written: the marketplace may know it already. */
  mayHaveBeenDelivered: z.boolean(),
});
export type CancellationRow = z.infer<typeof cancellationRow>;

export const ask = z.object({
  id: rowId,
  receivedAt: instant,
  heldUntil: instant.nullable(),
  answeredAt: instant.nullable(),
  answer: askAnswer.nullable(),
  delivery: askDelivery,
  reason: z.string().nullable(),
  comments: z.string().nullable(),
  askedBy: z.string().nullable(),
  /** The bytes that arrived, as text. */
  body: z.string(),
});
export type Ask = z.infer<typeof ask>;

export const cancellationDetail = cancellationRow.extend({ asks: z.array(ask) });
export type CancellationDetail = z.infer<typeof cancellationDetail>;

const errors = {
  NOT_FOUND: { status: 404, message: 'No cancellation has this id.' },
  ALREADY_DECIDED: {
    status: 409,
    message: 'This cancellation was decided already.',
    data: z.object({ verdict, decidedBy: z.string(), decidedAt: instant }),
  },
  TEXT_REQUIRED: { status: 422, message: 'A refusal needs a text for the user of the marketplace.' },
  NOT_DECIDABLE: {
    status: 409,
    message: 'This cancellation takes no verdict in its state.',
    data: z.object({ state: cancellationState }),
  },
  NOT_WITHDRAWABLE: {
    status: 409,
    message: 'A verdict can be withdrawn only until it is delivered.',
    data: z.object({ reason: z.enum(['notDecided', 'delivered', 'beingDelivered']) }),
  },
} as const;

export const cancellationsRoom = {
  /** Waiting first by the time left, then newest first. */
  list: oc
    .input(
      z
        .object({
          state: z.union([cancellationState, z.array(cancellationState).max(6)]).optional(),
          /** Only decided ones that the marketplace has not collected. */
          mustAskAgain: z.boolean().optional(),
          ...pageRequest,
        })
        .prefault({}),
    )
    .output(page(cancellationRow)),
  get: oc
    .input(z.object({ id: rowId }))
    .output(cancellationDetail)
    .errors({ NOT_FOUND: errors.NOT_FOUND }),
  /** First verdict wins. `responseText` is required to refuse and is what the marketplace's user reads. */
  decide: oc
    .input(
      z.object({
        id: rowId,
        verdict,
        responseText: z.string().trim().max(responseTextLimit).optional(),
      }),
    )
    .output(cancellationRow)
    .errors({
      NOT_FOUND: errors.NOT_FOUND,
      ALREADY_DECIDED: errors.ALREADY_DECIDED,
      TEXT_REQUIRED: errors.TEXT_REQUIRED,
      NOT_DECIDABLE: errors.NOT_DECIDABLE,
    }),
  withdraw: oc
    .input(z.object({ id: rowId }))
    .output(cancellationRow)
    .errors({ NOT_FOUND: errors.NOT_FOUND, NOT_WITHDRAWABLE: errors.NOT_WITHDRAWABLE }),
};
