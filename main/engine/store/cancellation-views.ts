import type { CancellationState } from '#shared/terms.ts';
import type { CancellationStored } from './cancellations.ts';
import type { ReadTransaction } from './transaction.ts';

/** A cancellation with its order and its asks, as lists show it. */
export interface CancellationView extends CancellationStored {
  order_id: number | null;
  number: string | null;
  claim_number: string | null;
  party_name: string | null;
  first_item: string | null;
  item_count: number | null;
  total: string | null;
  request_id: number | null;
  ask_count: number;
  open_asks: number;
  carrying: number;
  may_have_been_delivered: number;
  reason: string | null;
  comments: string | null;
  asked_by: string | null;
  /** JSON of what the latest ask says. */
  latest_content: string | null;
}

/** The statements of the queue, so that a test can look at their plans. */
export const cancellationViewSql = {
  view: `SELECT c.*, r.id AS order_id, r.number, r.claim_number, r.party_name, r.first_item, r.item_count, r.total,
      r.request_id,
      (SELECT count(*) FROM ask a WHERE a.cancellation_id = c.id) AS ask_count,
      (SELECT count(*) FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')) AS open_asks,
      EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')
        AND a.delivery = 'answering' AND a.answer IN ('cancelled', 'refused')) AS carrying,
      c.delivered_at IS NULL AND EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id
        AND a.delivery = 'unknown' AND a.answer IN ('cancelled', 'refused')) AS may_have_been_delivered,
      latest.reason, latest.comments, latest.asked_by, latest.content AS latest_content
    FROM cancellation c
    LEFT JOIN record r ON r.kind = c.order_kind AND r.marketplace_id = c.marketplace_id
    LEFT JOIN ask latest ON latest.id = (SELECT max(a.id) FROM ask a WHERE a.cancellation_id = c.id)
    WHERE c.id = ?`,
  waiting: `SELECT id, held_until AS heldUntil FROM cancellation
    WHERE held_until IS NOT NULL AND (held_until, id) > (?, ?)
    ORDER BY held_until, id LIMIT ?`,
  ofState:
    'SELECT id FROM cancellation WHERE state = ? AND closed_at IS NULL AND id < ? ORDER BY id DESC LIMIT ?',
  closed: 'SELECT id FROM cancellation WHERE closed_at IS NOT NULL AND id < ? ORDER BY id DESC LIMIT ?',
  mustAskAgain: `SELECT c.id, c.state FROM cancellation c
    WHERE c.verdict IS NOT NULL AND c.delivered_at IS NULL AND c.id < ?
      AND NOT EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')
        AND a.delivery = 'answering' AND a.answer IN ('cancelled', 'refused'))
    ORDER BY c.id DESC LIMIT ?`,
  countOfState:
    'SELECT count(*) AS found FROM (SELECT 1 FROM cancellation WHERE state = ? AND closed_at IS NULL LIMIT ?)',
  countClosed:
    'SELECT count(*) AS found FROM (SELECT 1 FROM cancellation WHERE closed_at IS NOT NULL LIMIT ?)',
} as const;

export async function cancellationView(tx: ReadTransaction, id: number): Promise<CancellationView | null> {
  return tx.get<CancellationView>(cancellationViewSql.view, id) ?? null;
}

/** Cancellations with held calls, the least time left first, after the given place. */
export async function waitingQueue(
  tx: ReadTransaction,
  after: { heldUntil: number; id: number },
  limit: number,
): Promise<{ id: number; heldUntil: number }[]> {
  return tx.all(cancellationViewSql.waiting, after.heldUntil, after.id, limit);
}

/** Which cancellations: those that are open or decided in these states, and those that were closed without a verdict. */
export interface CancellationFilter {
  states: readonly CancellationState[];
  withClosed: boolean;
}

/** Ids in any of the states, newest first, below `beforeId`: each state is walked along its own index. */
export async function cancellationsInStates(
  tx: ReadTransaction,
  { states, withClosed }: CancellationFilter,
  beforeId: number,
  limit: number,
): Promise<number[]> {
  const { ofState, closed } = cancellationViewSql;
  const ids = states.flatMap((state) =>
    tx.all<{ id: number }>(ofState, state, beforeId, limit).map(({ id }) => id),
  );
  if (withClosed) ids.push(...tx.all<{ id: number }>(closed, beforeId, limit).map(({ id }) => id));
  return ids.sort((a, b) => b - a).slice(0, limit);
}

/** Decided, not delivered, and nothing carries the verdict at the moment; newest first. */
export async function mustAskAgainQueue(
  tx: ReadTransaction,
  beforeId: number,
  limit: number,
): Promise<{ id: number; state: CancellationState }[]> {
  return tx.all(cancellationViewSql.mustAskAgain, beforeId, limit);
}

/** How many there are in the states, counting no more than `limit` of each. */
export async function countInStates(
  tx: ReadTransaction,
  { states, withClosed }: CancellationFilter,
  limit: number,
): Promise<number> {
  const { countOfState, countClosed } = cancellationViewSql;
  const closed = withClosed ? (tx.get<{ found: number }>(countClosed, limit)?.found ?? 0) : 0;
  return states.reduce(
    (sum, state) => sum + (tx.get<{ found: number }>(countOfState, state, limit)?.found ?? 0),
    closed,
  );
}
