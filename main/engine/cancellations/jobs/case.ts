/** What the jobs of this room share: reading where a cancellation stands, and writing where it stands then. */
import type { Actor } from '#shared/contract/forms.ts';
import { type Mismatch, mismatchesOf, nothingSaid, saidOfOrder } from '#shared/marketplace/cancel-call.ts';
import type { AskAnswer, OrderKind } from '#shared/terms.ts';
import {
  appendAudit,
  type CancellationStored,
  type CancellationView,
  openAsksOf,
  type ReadTransaction,
  saveCancellation,
  type WriteTransaction,
} from '../../store/index.ts';
import type { CancellationSnapshot, Outcome, Step } from '../machine.ts';

/** A call that has to be answered once the job is committed. */
export interface AskToAnswer {
  askId: number;
  answer: AskAnswer;
  /** The text that was kept with the verdict. */
  verdictText: string | null;
}

/** What a job touched, to be published after its commit. */
export interface Touched {
  cancellationId: number;
  orderKind: OrderKind;
  recordId: number | null;
}

export const engineActor: Actor = { person: '', via: 'engine' };

export function touchedBy(row: CancellationStored): Touched {
  return { cancellationId: row.id, orderKind: row.order_kind, recordId: row.record_id };
}

export async function snapshotOf(
  tx: ReadTransaction,
  row: CancellationStored,
): Promise<CancellationSnapshot> {
  const { held, carrying } = await openAsksOf(tx, row.id);
  return { state: row.state, delivered: row.delivered_at !== null, held, carrying };
}

/** The step of an event that no state refuses. */
export function stepOf(outcome: Outcome): Step {
  if (outcome.step === undefined) throw new Error(`A cancellation refused a plain event: ${outcome.refusal}`);
  return outcome.step;
}

/** Saves a cancellation in its new state; to be called when its asks are as they shall be. */
export async function saveStep(
  tx: WriteTransaction,
  row: CancellationStored,
  step: Step,
  at: number,
  more: Partial<CancellationStored> = {},
): Promise<CancellationStored> {
  const { heldUntil } = await openAsksOf(tx, row.id);
  const after: CancellationStored = {
    ...row,
    ...more,
    state: step.state,
    held_until: step.state === 'waiting' ? heldUntil : null,
    delivered_at: step.delivers ? at : row.delivered_at,
  };
  await saveCancellation(tx, after);
  return after;
}

export async function audit(
  tx: WriteTransaction,
  row: CancellationStored,
  entry: { at: number; actor: Actor; action: string; detail: Record<string, unknown> },
): Promise<void> {
  await appendAudit(tx, {
    at: entry.at,
    actor: entry.actor,
    action: `cancellation.${entry.action}`,
    subject: `cancellation:${row.id}`,
    detail: { orderKind: row.order_kind, marketplaceId: row.marketplace_id, ...entry.detail },
  });
}

/** What the calls of a cancellation say otherwise than its order; nothing where the order never came. */
export function mismatchesOfView(view: CancellationView): Mismatch[] {
  if (view.order_id === null) return [];
  const said = view.said === null ? nothingSaid : saidOfOrder.parse(JSON.parse(view.said));
  return mismatchesOf(said, {
    number: view.number,
    claimNumber: view.claim_number,
    requestId: view.request_id,
  });
}
