import type { AskAnswer } from '#shared/terms.ts';
import {
  type CancellationStored,
  insertAsk,
  insertCancellation,
  lastCancellationOfOrder,
  recordByIdentity,
  unmatchedCancellationOfOrder,
  type WriteTransaction,
} from '../../store/index.ts';
import type { IncomingAsk } from '../asking.ts';
import { joins, opening, transition } from '../machine.ts';
import { audit, saveStep, standingOf, stepOf, type Touched, touchedBy } from './case.ts';

export interface TakenAsk {
  askId: number;
  /** What it is answered with at once; null where it is held. */
  answer: AskAnswer | null;
  heldUntil: number | null;
  verdictText: string | null;
  touched: Touched;
}

/** Keeps a call, and the cancellation that it raises or joins. `hold` is the hold time in milliseconds. */
export async function takeAsk(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
  hold: number,
): Promise<TakenAsk> {
  const row = await findOrOpen(tx, incoming, at);
  const step = stepOf(transition(await standingOf(tx, row), { type: 'asked', hold: hold > 0 }));
  const heldUntil = step.answer === null ? at + hold : null;
  const { keyLabel, reason, comments, askedBy, body } = incoming;
  const askId = await insertAsk(tx, {
    cancellationId: row.id,
    receivedAt: at,
    heldUntil,
    keyLabel,
    reason,
    comments,
    askedBy,
    body,
    answer: step.answer,
  });
  const after = await saveStep(tx, row, step, at, { last_asked_at: at });
  await audit(tx, row, {
    at,
    actor: { person: keyLabel, via: 'receiver' },
    action: 'asked',
    detail: { ask: askId, askedBy, reason, comments, heldUntil, state: after.state },
  });
  return {
    askId,
    answer: step.answer,
    heldUntil,
    verdictText: after.response_text,
    touched: touchedBy(row),
  };
}

async function findOrOpen(
  tx: WriteTransaction,
  incoming: IncomingAsk,
  at: number,
): Promise<CancellationStored> {
  const { orderKind, marketplaceId } = incoming;
  const recordId = (await recordByIdentity(tx, orderKind, marketplaceId))?.id ?? null;
  const found =
    recordId === null
      ? await unmatchedCancellationOfOrder(tx, orderKind, marketplaceId)
      : await lastCancellationOfOrder(tx, orderKind, marketplaceId);
  if (found !== null && joins({ state: found.state, delivered: found.delivered_at !== null })) return found;
  const { state } = opening(recordId !== null);
  return insertCancellation(tx, { orderKind, marketplaceId, recordId, state, askedAt: at });
}
