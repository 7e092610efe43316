import type { CancellationState, OrderKind, Verdict } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** A row of `cancellation`. Times are milliseconds since 1970. */
export interface CancellationStored {
  id: number;
  order_kind: OrderKind;
  marketplace_id: number;
  /** Null while the order was never received. */
  record_id: number | null;
  state: CancellationState;
  asked_at: number;
  last_asked_at: number;
  /** When the last held call will be answered; null unless the state is `waiting`. */
  held_until: number | null;
  verdict: Verdict | null;
  response_text: string | null;
  decided_at: number | null;
  decided_by: string | null;
  /** When an answer that carries the verdict was written out; final from then on. */
  delivered_at: number | null;
  /** JSON of `SaidOfOrder`; null until the calls of an older version were read. */
  order_references: string | null;
  /** Of an unmatched one: when it was closed without a verdict, by whom, and why. */
  closed_at: number | null;
  closed_by: string | null;
  closed_reason: string | null;
}

export async function insertCancellation(
  tx: WriteTransaction,
  cancellation: {
    orderKind: OrderKind;
    marketplaceId: number;
    recordId: number | null;
    state: 'deferred' | 'unmatched';
    askedAt: number;
  },
): Promise<CancellationStored> {
  const row = tx.get<CancellationStored>(
    `INSERT INTO cancellation (order_kind, marketplace_id, record_id, state, asked_at, last_asked_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
    cancellation.orderKind,
    cancellation.marketplaceId,
    cancellation.recordId,
    cancellation.state,
    cancellation.askedAt,
    cancellation.askedAt,
  );
  if (row === undefined) throw new Error('A cancellation was inserted and did not come back.');
  return row;
}

/** Writes all that may change of a cancellation. */
export async function saveCancellation(tx: WriteTransaction, row: CancellationStored): Promise<void> {
  tx.run(
    `UPDATE cancellation SET state = ?, record_id = ?, last_asked_at = ?, held_until = ?, verdict = ?,
       response_text = ?, decided_at = ?, decided_by = ?, delivered_at = ?, order_references = ?, closed_at = ?, closed_by = ?,
       closed_reason = ? WHERE id = ?`,
    row.state,
    row.record_id,
    row.last_asked_at,
    row.held_until,
    row.verdict,
    row.response_text,
    row.decided_at,
    row.decided_by,
    row.delivered_at,
    row.order_references,
    row.closed_at,
    row.closed_by,
    row.closed_reason,
    row.id,
  );
}

export async function cancellationById(tx: ReadTransaction, id: number): Promise<CancellationStored | null> {
  return tx.get<CancellationStored>('SELECT * FROM cancellation WHERE id = ?', id) ?? null;
}

/** The newest cancellation of an order that was received; null where it was never asked. */
export async function lastCancellationOfOrder(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<CancellationStored | null> {
  return (
    tx.get<CancellationStored>(
      `SELECT * FROM cancellation WHERE order_kind = ? AND marketplace_id = ? AND state <> 'unmatched'
       ORDER BY id DESC LIMIT 1`,
      orderKind,
      marketplaceId,
    ) ?? null
  );
}

/** What was asked about an order while it was not known, and nobody closed; null where nothing was. */
export async function unmatchedCancellationOfOrder(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<CancellationStored | null> {
  return (
    tx.get<CancellationStored>(
      `SELECT * FROM cancellation WHERE order_kind = ? AND marketplace_id = ? AND state = 'unmatched'
         AND closed_at IS NULL`,
      orderKind,
      marketplaceId,
    ) ?? null
  );
}

/** The order references of the newest cancellations of an order, JSON of `SaidOfOrder` each. */
export async function saidAboutOrder(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<string[]> {
  return tx
    .all<{ order_references: string | null }>(
      `SELECT order_references FROM cancellation WHERE order_kind = ? AND marketplace_id = ? ORDER BY id DESC LIMIT 20`,
      orderKind,
      marketplaceId,
    )
    .flatMap((row) => row.order_references ?? []);
}

/** Those that still say that a call is held: after a start, none is. */
export async function waitingCancellations(
  tx: ReadTransaction,
  limit: number,
): Promise<CancellationStored[]> {
  return tx.all<CancellationStored>(
    'SELECT * FROM cancellation WHERE held_until IS NOT NULL ORDER BY held_until, id LIMIT ?',
    limit,
  );
}
