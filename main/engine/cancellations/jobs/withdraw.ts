import type { Actor } from '#shared/contract/forms.ts';
import {
  type CancellationView,
  cancellationById,
  cancellationView,
  hasUnknownDelivery,
  type WriteTransaction,
} from '../../store/index.ts';
import { type Refusal, transition } from '../machine.ts';
import { audit, saveStep, snapshotOf, type Touched, touchedBy } from './case.ts';

/** What came of a withdrawal, as data. */
export type Withdrawn =
  | { outcome: 'withdrawn'; cancellation: CancellationView }
  | { outcome: 'notFound' }
  | { outcome: 'notWithdrawable'; reason: 'notDecided' | 'delivered' | 'beingDelivered' };

export interface WithdrawResult {
  withdrawn: Withdrawn;
  touched: Touched | null;
}

/** Takes back a verdict that no answer has carried to the marketplace. */
export async function withdraw(
  tx: WriteTransaction,
  id: number,
  actor: Actor,
  at: number,
): Promise<WithdrawResult> {
  const row = await cancellationById(tx, id);
  if (row === null) return { withdrawn: { outcome: 'notFound' }, touched: null };
  const { step, refusal } = transition(await snapshotOf(tx, row), { type: 'withdrawn' });
  if (step === undefined) {
    return { withdrawn: { outcome: 'notWithdrawable', reason: reasonOf(refusal) }, touched: null };
  }
  await saveStep(tx, row, step, at, {
    verdict: null,
    response_text: null,
    decided_at: null,
    decided_by: null,
  });
  await audit(tx, row, {
    at,
    actor,
    action: 'withdrawn',
    detail: {
      verdict: row.verdict,
      responseText: row.response_text,
      decidedBy: row.decided_by,
      mayHaveBeenDelivered: await hasUnknownDelivery(tx, id),
      state: step.state,
    },
  });
  const cancellation = await cancellationView(tx, id);
  if (cancellation === null) return { withdrawn: { outcome: 'notFound' }, touched: null };
  return { withdrawn: { outcome: 'withdrawn', cancellation }, touched: touchedBy(row) };
}

function reasonOf(refusal: Refusal): 'notDecided' | 'delivered' | 'beingDelivered' {
  return refusal === 'delivered' || refusal === 'beingDelivered' ? refusal : 'notDecided';
}
