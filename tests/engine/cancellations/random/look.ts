import { expect } from 'vitest';
import { findCancellationView, type ReadTransaction } from '../../../../main/engine/store/index.ts';
import {
  heldUntilOf,
  isBeingDelivered,
  type Model,
  type ModelOrder,
  mayHaveBeenDelivered,
  stateOf,
} from './model.ts';

/** A cancellation as the database has it. */
export interface Seen {
  id: number;
  order: ModelOrder;
  state: string;
  verdict: string | null;
  text: string | null;
  person: string | null;
  isDelivered: boolean;
  isClosed: boolean;
  heldUntil: number | null;
  askedAt: number;
  mustAskAgain: boolean;
  mayHaveBeenDelivered: boolean;
  asks: { tag: string; delivery: string; answer: string | null; heldUntil: number | null }[];
}

/** All cancellations of the orders, with their asks, in the order in which they were made. */
export async function lookAt(witness: ReadTransaction, orders: ModelOrder[]): Promise<Seen[]> {
  const found: Seen[] = [];
  for (const order of orders) {
    const ids = await witness.all<{ id: number }>(
      'SELECT id FROM cancellation WHERE order_kind = ? AND marketplace_id = ? ORDER BY id',
      order.kind,
      order.marketplaceId,
    );
    for (const { id } of ids) found.push(await seen(witness, order, id));
  }
  return found;
}

async function seen(witness: ReadTransaction, order: ModelOrder, id: number): Promise<Seen> {
  const row = (await findCancellationView(witness, id))!;
  const asks = await witness.all<{
    body: Buffer;
    delivery: string;
    answer: string | null;
    heldUntil: number | null;
  }>(
    `SELECT e.bytes AS body, a.delivery, a.answer, a.held_until AS heldUntil FROM ask a JOIN entry e ON e.seq = a.seq
      WHERE a.cancellation_id = ? ORDER BY a.id`,
    id,
  );
  return {
    id,
    order,
    state: row.state,
    verdict: row.verdict,
    text: row.responseText,
    person: row.decidedBy,
    isDelivered: row.deliveredAt !== null,
    isClosed: row.closedAt !== null,
    heldUntil: row.heldUntil,
    askedAt: row.askedAt,
    mustAskAgain: row.verdict !== null && row.deliveredAt === null && !row.isDelivering,
    mayHaveBeenDelivered: row.mayHaveBeenDelivered,
    asks: asks.map(({ body, delivery, answer, heldUntil }) => ({
      tag: body.toString(),
      delivery,
      answer,
      heldUntil,
    })),
  };
}

/** The database is as the model says. The model learns the ids of new cancellations here. */
export function expectSame(found: Seen[], model: Model): void {
  const all = model.cancellations();
  for (const [index, one] of all.entries()) one.id ??= found[index]?.id ?? null;
  const expected: Seen[] = all.map((one) => ({
    id: one.id ?? -1,
    order: one.order,
    state: stateOf(one),
    verdict: one.verdict?.verdict ?? null,
    text: one.verdict?.text ?? null,
    person: one.verdict?.person ?? null,
    isDelivered: one.isDelivered,
    isClosed: one.isClosed,
    heldUntil: heldUntilOf(one),
    askedAt: one.askedAt,
    mustAskAgain: one.verdict !== null && !one.isDelivered && !isBeingDelivered(one),
    mayHaveBeenDelivered: mayHaveBeenDelivered(one),
    asks: one.asks.map(({ tag, derived, heldUntil }) => ({
      tag,
      delivery: derived?.delivery ?? 'underived',
      answer: derived?.answer ?? null,
      heldUntil,
    })),
  }));
  const comparable = (list: Seen[]) => list.map(({ order: _, ...rest }) => rest);
  expect(comparable(found)).toEqual(comparable(expected));
}
