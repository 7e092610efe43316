import {
  askById,
  cancellationById,
  endAsk,
  orderLink,
  queueRecheck,
  type WriteTransaction,
} from '../../store/index.ts';
import { type CancellationEvent, transition } from '../machine.ts';
import { audit, engineActor, saveStep, snapshotOf, stepOf, type Touched, touchedBy } from './case.ts';

/** What became of an answer: written out, its socket closed first, or nobody knows. */
export type Delivery = 'delivered' | 'lost' | 'unknown';

/**
 * Notes what became of a call's answer. Only here does an order become cancelled, and only for an answer
 * that was written out. Null where the call is not being answered.
 */
export async function recordDelivery(
  tx: WriteTransaction,
  askId: number,
  delivery: Delivery,
  at: number,
): Promise<{ touched: Touched } | null> {
  const ask = await askById(tx, askId);
  if (ask === null || ask.delivery !== 'answering' || ask.answer === null) return null;
  const row = await cancellationById(tx, ask.cancellation_id);
  if (row === null) return null;
  const event: CancellationEvent =
    delivery === 'delivered' ? { type: 'written', answer: ask.answer } : { type: 'notWritten' };
  const step = stepOf(transition(await snapshotOf(tx, row), event));
  await endAsk(tx, askId, delivery, delivery === 'delivered' ? at : null);
  const after = await saveStep(tx, row, step, at);
  if (after.state === 'cancelled' && row.state !== 'cancelled') {
    // Invoices of the order are now invoices of a cancelled one.
    await queueRecheck(tx, orderLink(row.order_kind, row.marketplace_id));
  }
  await audit(tx, row, {
    at,
    actor: engineActor,
    action: 'answered',
    detail: { ask: askId, answer: ask.answer, delivery, state: after.state },
  });
  return { touched: touchedBy(row) };
}
