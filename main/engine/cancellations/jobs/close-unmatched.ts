import type { Actor } from '#shared/contract/forms.ts';
import type { CancellationState } from '#shared/terms.ts';
import {
  type CancellationView,
  cancellationById,
  cancellationView,
  saveCancellation,
  type WriteTransaction,
} from '../../store/index.ts';
import { transition } from '../machine.ts';
import { audit, snapshotOf, type Touched, touchedBy } from './case.ts';

/** What came of closing, as data. */
export type Closed =
  | { outcome: 'closed'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'alreadyClosed'; closedBy: string; closedAt: number }
  | { outcome: 'notClosable'; state: CancellationState };

/** Closes what was asked about an order that never came, with a word why; the next call about it is a new question. */
export async function closeUnmatched(
  tx: WriteTransaction,
  given: { id: number; reason: string; actor: Actor },
  at: number,
): Promise<{ closed: Closed; touched: Touched | null }> {
  const without = (closed: Closed) => ({ closed, touched: null });
  const row = await cancellationById(tx, given.id);
  if (row === null) return without({ outcome: 'notFound' });
  if (row.closed_at !== null) {
    return without({ outcome: 'alreadyClosed', closedBy: row.closed_by ?? '', closedAt: row.closed_at });
  }
  const { step } = transition(await snapshotOf(tx, row), { type: 'closed' });
  if (step === undefined) return without({ outcome: 'notClosable', state: row.state });
  const { reason, actor } = given;
  await saveCancellation(tx, { ...row, closed_at: at, closed_by: actor.person, closed_reason: reason });
  await audit(tx, row, { at, actor, action: 'closed', detail: { reason } });
  const cancellation = await cancellationView(tx, row.id);
  if (cancellation === null) return without({ outcome: 'notFound' });
  return { closed: { outcome: 'closed', cancellation }, touched: touchedBy(row) };
}
