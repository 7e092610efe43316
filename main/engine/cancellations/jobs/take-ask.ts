import {
  type CancelCall,
  mismatchesOf,
  nothingSaid,
  reasonOfCall,
  saidOfOrder,
  saidWith,
} from '#shared/marketplace/cancel-call.ts';
import type { AskAnswer } from '#shared/terms.ts';
import {
  type CancellationStored,
  insertAsk,
  insertCancellation,
  lastCancellationOfOrder,
  queueRecheck,
  recordByIdentity,
  recordRow,
  unmatchedCancellationOfOrder,
  type WriteTransaction,
} from '../../store/index.ts';
import type { IncomingAsk } from '../asking.ts';
import { acceptsAsk, opening, transition } from '../machine.ts';
import { audit, saveStep, snapshotOf, stepOf, type Touched, touchedBy } from './case.ts';
import { orderArrived } from './order-arrived.ts';

export interface RegisteredAsk {
  askId: number;
  /** What it is answered with at once; null where it is held. */
  answer: AskAnswer | null;
  heldUntil: number | null;
  verdictText: string | null;
  /** Whether the order's findings are to be looked at again. */
  isOtherwise: boolean;
  touched: Touched;
}

/** Keeps a call, and the cancellation that it raises or joins. `hold` is the hold time in milliseconds. */
export async function registerAsk(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
  hold: number,
): Promise<RegisteredAsk> {
  const row = await findOrOpen(tx, incoming, at);
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'asked', hold: hold > 0 }));
  const heldUntil = step.answer === null ? at + hold : null;
  const { call, keyLabel, body } = incoming;
  const said = {
    reason: reasonOfCall(call),
    comments: call.comments,
    askedBy: call.displayName ?? call.emailAddress,
  };
  const askId = await insertAsk(tx, {
    cancellationId: row.id,
    receivedAt: at,
    heldUntil,
    keyLabel,
    ...said,
    body,
    said: JSON.stringify(call),
    answer: step.answer,
  });
  const noted = await noteSaid(tx, row, call);
  const after = await saveStep(tx, row, step, at, { last_asked_at: at, said: noted.said });
  await audit(tx, row, {
    at,
    actor: { person: keyLabel, via: 'receiver' },
    action: 'asked',
    detail: { ask: askId, ...said, heldUntil, state: after.state },
  });
  return {
    askId,
    answer: step.answer,
    heldUntil,
    verdictText: after.response_text,
    isOtherwise: noted.isOtherwise,
    touched: touchedBy(row),
  };
}

/** What all calls of a cancellation say with one more; where that is other than the order says, it becomes a finding of the order. */
export async function noteSaid(
  tx: WriteTransaction,
  row: CancellationStored,
  call: CancelCall,
): Promise<{ said: string; isOtherwise: boolean }> {
  const before = row.said === null ? nothingSaid : saidOfOrder.parse(JSON.parse(row.said));
  const said = saidWith(before, call);
  const order = row.record_id === null ? undefined : await recordRow(tx, row.record_id);
  const isOtherwise =
    order !== undefined &&
    mismatchesOf(said, {
      number: order.number,
      claimNumber: order.claim_number,
      requestId: order.request_id,
    }).length > 0;
  if (isOtherwise) await queueRecheck(tx, { name: 'record', value: String(row.record_id) });
  return { said: JSON.stringify(said), isOtherwise };
}

async function findOrOpen(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
): Promise<CancellationStored> {
  const { orderKind, marketplaceId } = incoming;
  const recordId = (await recordByIdentity(tx, orderKind, marketplaceId))?.id ?? null;
  // What was asked before the order came is joined when it comes; here only where that was missed.
  if (recordId !== null) await orderArrived(tx, { kind: orderKind, marketplaceId, recordId }, at);
  const found =
    recordId === null
      ? await unmatchedCancellationOfOrder(tx, orderKind, marketplaceId)
      : await lastCancellationOfOrder(tx, orderKind, marketplaceId);
  if (found !== null && acceptsAsk({ state: found.state, delivered: found.delivered_at !== null }))
    return found;
  const { state } = opening(recordId !== null);
  return insertCancellation(tx, { orderKind, marketplaceId, recordId, state, askedAt: at });
}
