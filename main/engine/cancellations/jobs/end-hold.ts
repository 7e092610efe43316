import {
  type AskStored,
  askById,
  type CancellationStored,
  cancellationById,
  endAsk,
  setAskAnswering,
  type WriteTransaction,
} from '../../store/index.ts';
import { transition } from '../machine.ts';
import {
  type AskToAnswer,
  audit,
  engineActor,
  saveStep,
  snapshotOf,
  stepOf,
  type Touched,
  touchedBy,
} from './case.ts';

/** Why a hold ends: its time is over, the receiver moves to another address, or the program closes. */
export type HoldEnd = 'time' | 'moving' | 'closing';

/**
 * Ends the hold of a call with "in review". Null where the call is not held any more: a verdict or its
 * departure came first.
 */
export async function endHold(
  tx: WriteTransaction,
  askId: number,
  cause: HoldEnd,
  at: number,
): Promise<{ toAnswer: AskToAnswer; touched: Touched } | null> {
  const held = await heldCall(tx, askId);
  if (held === null) return null;
  const { row, ask } = held;
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'holdEnded' }));
  const answer = step.answer ?? 'inReview';
  await setAskAnswering(tx, ask.id, answer);
  const after = await saveStep(tx, row, step, at);
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'holdEnded',
    detail: { ask: ask.id, cause, state: after.state },
  });
  return { toAnswer: { askId, answer, verdictText: null }, touched: touchedBy(row) };
}

/** Notes that the caller of a held call went away unanswered. Null where the call is not held any more. */
export async function callerDisconnected(
  tx: WriteTransaction,
  askId: number,
  at: number,
): Promise<{ touched: Touched } | null> {
  const held = await heldCall(tx, askId);
  if (held === null) return null;
  const { row, ask } = held;
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'callerGone' }));
  await endAsk(tx, ask.id, 'lost', null);
  const after = await saveStep(tx, row, step, at);
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'callerGone',
    detail: { ask: ask.id, state: after.state },
  });
  return { touched: touchedBy(row) };
}

async function heldCall(
  tx: WriteTransaction,
  askId: number,
): Promise<{ row: CancellationStored; ask: AskStored } | null> {
  const ask = await askById(tx, askId);
  if (ask === null || ask.delivery !== 'held') return null;
  const row = await cancellationById(tx, ask.cancellation_id);
  return row === null ? null : { row, ask };
}
