import type { OrderKind } from '#shared/terms.ts';
import {
  lastCancellationOfOrder,
  saveCancellation,
  unmatchedCancellationOfOrder,
  type WriteTransaction,
} from '../../store/index.ts';
import { transition } from '../machine.ts';
import { audit, engineActor, saveStep, snapshotOf, stepOf, type Touched, touchedBy } from './case.ts';

/**
 * Joins what was asked about an order before it was received to the order, in the job that registers it: it becomes a
 * question like any other, in review, since its calls were answered and none is held. Where the order was asked about
 * again meanwhile, that question stands and this one is closed. Null where nothing was asked.
 */
export async function orderArrived(
  tx: WriteTransaction,
  order: { kind: OrderKind; marketplaceId: number; recordId: number },
  at: number,
): Promise<Touched | null> {
  const { kind, marketplaceId, recordId } = order;
  const row = await unmatchedCancellationOfOrder(tx, kind, marketplaceId);
  if (row === null) return null;
  const other = await lastCancellationOfOrder(tx, kind, marketplaceId);
  if (other !== null) {
    await saveCancellation(tx, { ...row, closed_at: at, closed_by: '' });
    await audit(tx, row, { at, actor: engineActor, action: 'closed', detail: { askedAgainAs: other.id } });
    return touchedBy(row);
  }
  const step = stepOf(transition(await snapshotOf(tx, row), { type: 'orderArrived' }));
  const after = await saveStep(tx, row, step, at, { record_id: recordId });
  await audit(tx, after, {
    at,
    actor: engineActor,
    action: 'orderArrived',
    detail: { record: recordId, state: after.state },
  });
  return touchedBy(after);
}
