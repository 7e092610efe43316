/** Cancellations, their cancel calls (`ask`), and the queues that the console shows of them. */
import type { AskAnswer, AskDelivery, CancellationState, OrderKind, Verdict } from '#shared/terms.ts';
import { findEntry } from './journal.ts';
import { countRows, type ReadTransaction, selected, type WriteTransaction } from './transaction.ts';
import { listProposals, type ProposalRow } from './verdict-proposals.ts';

/** A row of `cancellation`. Times are milliseconds since 1970. */
export interface CancellationStored {
  id: number;
  orderKind: OrderKind;
  marketplaceId: number;
  /** Null while the order was never received. */
  recordId: number | null;
  state: CancellationState;
  askedAt: number;
  lastAskedAt: number;
  /** When the last held call will be answered; null unless the state is `waiting`. */
  heldUntil: number | null;
  verdict: Verdict | null;
  responseText: string | null;
  /** Code of a reason in the settings; null where none was chosen. */
  reasonCode: string | null;
  decidedAt: number | null;
  decidedBy: string | null;
  /** When an answer that carries the verdict was written out; final from then on. */
  deliveredAt: number | null;
  /** JSON of `OrderReferences`; null until the calls of an older version were read. */
  orderReferences: string | null;
  /** Of an unmatched one: when it was closed without a verdict, by whom, and why. */
  closedAt: number | null;
  closedBy: string | null;
  closedReason: string | null;
}

const cancellationProperties = [
  'id',
  'orderKind',
  'marketplaceId',
  'recordId',
  'state',
  'askedAt',
  'lastAskedAt',
  'heldUntil',
  'verdict',
  'responseText',
  'reasonCode',
  'decidedAt',
  'decidedBy',
  'deliveredAt',
  'orderReferences',
  'closedAt',
  'closedBy',
  'closedReason',
] as const;
const cancellationColumns = selected<CancellationStored>('c', cancellationProperties);

export async function insertCancellation(
  tx: WriteTransaction,
  cancellation: Pick<CancellationStored, 'id' | 'orderKind' | 'marketplaceId' | 'recordId' | 'askedAt'> & {
    state: 'deferred' | 'unmatched';
  },
): Promise<CancellationStored> {
  const row = await tx.get<CancellationStored>(
    `INSERT INTO cancellation (id, order_kind, marketplace_id, record_id, state, asked_at, last_asked_at)
      VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${selected<CancellationStored>('', cancellationProperties)}`,
    cancellation.id,
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

/** Updates all that may change of a cancellation. */
export async function updateCancellation(tx: WriteTransaction, row: CancellationStored): Promise<void> {
  await tx.run(
    `UPDATE cancellation SET state = ?, record_id = ?, last_asked_at = ?, held_until = ?, verdict = ?,
       response_text = ?, reason_code = ?, decided_at = ?, decided_by = ?, delivered_at = ?, order_references = ?, closed_at = ?, closed_by = ?,
       closed_reason = ? WHERE id = ?`,
    row.state,
    row.recordId,
    row.lastAskedAt,
    row.heldUntil,
    row.verdict,
    row.responseText,
    row.reasonCode,
    row.decidedAt,
    row.decidedBy,
    row.deliveredAt,
    row.orderReferences,
    row.closedAt,
    row.closedBy,
    row.closedReason,
    row.id,
  );
}

export async function findCancellation(tx: ReadTransaction, id: number): Promise<CancellationStored | null> {
  const row = await tx.get<CancellationStored>(
    `SELECT ${cancellationColumns} FROM cancellation c WHERE id = ?`,
    id,
  );
  return row ?? null;
}

/** The newest cancellation of a known order; null where it was never asked. */
export async function findLastCancellation(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<CancellationStored | null> {
  const row = await tx.get<CancellationStored>(
    `SELECT ${cancellationColumns} FROM cancellation c WHERE order_kind = ? AND marketplace_id = ? AND state <> 'unmatched'
        ORDER BY id DESC LIMIT 1`,
    orderKind,
    marketplaceId,
  );
  return row ?? null;
}

/** The cancellation of an order that was unknown when it was asked, unless it was closed; null where there is none. */
export async function findUnmatchedCancellation(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<CancellationStored | null> {
  const row = await tx.get<CancellationStored>(
    `SELECT ${cancellationColumns} FROM cancellation c WHERE order_kind = ? AND marketplace_id = ? AND state = 'unmatched'
         AND closed_at IS NULL`,
    orderKind,
    marketplaceId,
  );
  return row ?? null;
}

/** The order references of the newest cancellations of an order, JSON of `OrderReferences` each. */
export async function listOrderReferences(
  tx: ReadTransaction,
  orderKind: OrderKind,
  marketplaceId: number,
): Promise<string[]> {
  const rows = await tx.all<{ orderReferences: string | null }>(
    `SELECT order_references AS "orderReferences" FROM cancellation WHERE order_kind = ? AND marketplace_id = ? ORDER BY id DESC LIMIT 20`,
    orderKind,
    marketplaceId,
  );
  return rows.flatMap((row) => row.orderReferences ?? []);
}

/** A row of `ask`: one cancel call. Times are milliseconds since 1970. */
export interface AskStored {
  id: number;
  cancellationId: number;
  receivedAt: number;
  /** Null where the call was answered at once. */
  heldUntil: number | null;
  keyLabel: string;
  reason: string | null;
  comments: string | null;
  askedBy: string | null;
  /** The entry of the journal that has its body. */
  seq: number;
  /** JSON of `CancelCall`; null until a call of an older version was read. */
  content: string | null;
  answer: AskAnswer | null;
  answeredAt: number | null;
  delivery: AskDelivery;
}

const askColumns = selected<AskStored>('a', [
  'id',
  'cancellationId',
  'receivedAt',
  'heldUntil',
  'keyLabel',
  'reason',
  'comments',
  'askedBy',
  'seq',
  'content',
  'answer',
  'answeredAt',
  'delivery',
]);

/** How many calls of a cancellation are open, and until when the last of them is held. */
export interface OpenAsks {
  held: number;
  /** Calls to which the verdict is being written. */
  delivering: number;
  heldUntil: number | null;
}

/** A call to insert; an `answer` of null holds it. */
export type AskWriting = Omit<AskStored, 'content' | 'answeredAt' | 'delivery'> & {
  /** JSON of `CancelCall`. */
  content: string;
};

export async function insertAsk(tx: WriteTransaction, ask: AskWriting): Promise<void> {
  await tx.run(
    `INSERT INTO ask (id, cancellation_id, received_at, held_until, key_label, reason, comments, asked_by, seq, content,
       answer, delivery) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ask.id,
    ask.cancellationId,
    ask.receivedAt,
    ask.heldUntil,
    ask.keyLabel,
    ask.reason,
    ask.comments,
    ask.askedBy,
    ask.seq,
    ask.content,
    ask.answer,
    ask.answer === null ? 'held' : 'answering',
  );
}

export async function findAsk(tx: ReadTransaction, id: number): Promise<AskStored | null> {
  return (await tx.get<AskStored>(`SELECT ${askColumns} FROM ask a WHERE id = ?`, id)) ?? null;
}

/** A call with some of the bytes that arrived, and how many there are. */
export interface AskWithBody extends AskStored {
  body: Uint8Array;
  bodyBytes: number;
}

/** A call with its whole body. */
export async function findWholeAsk(tx: ReadTransaction, id: number): Promise<AskWithBody | null> {
  const ask = await findAsk(tx, id);
  if (ask === null) return null;
  const body = (await findEntry(tx, ask.seq))?.bytes ?? new Uint8Array();
  return { ...ask, body, bodyBytes: body.length };
}

export async function countOpenAsks(tx: ReadTransaction, cancellationId: number): Promise<OpenAsks> {
  const found = await tx.get<OpenAsks>(
    `SELECT count(*) FILTER (WHERE delivery = 'held') AS held,
        count(*) FILTER (WHERE delivery = 'answering' AND answer IN ('cancelled', 'refused')) AS delivering,
        max(held_until) FILTER (WHERE delivery = 'held') AS "heldUntil"
      FROM ask WHERE cancellation_id = ? AND delivery IN ('held', 'answering')`,
    cancellationId,
  );
  return found ?? { held: 0, delivering: 0, heldUntil: null };
}

export async function setAskAnswering(tx: WriteTransaction, id: number, answer: AskAnswer): Promise<void> {
  await tx.run(`UPDATE ask SET delivery = 'answering', answer = ? WHERE id = ?`, answer, id);
}

/** Sets every held call of a cancellation to `answering`; returns the ids of those calls. */
export async function setHeldAsksAnswering(
  tx: WriteTransaction,
  cancellationId: number,
  answer: AskAnswer,
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `SELECT id FROM ask WHERE cancellation_id = ? AND delivery IN ('held', 'answering') AND delivery = 'held'`,
    cancellationId,
  );
  // Sorted here: asked for by id, SQLite would walk all calls there ever were.
  const held = rows.map(({ id }) => id).sort((a, b) => a - b);
  for (const id of held) await setAskAnswering(tx, id, answer);
  return held;
}

/** Sets how the answer of a call ended. `answeredAt` is given only where it was written out. */
export async function setAskEnded(
  tx: WriteTransaction,
  id: number,
  delivery: 'delivered' | 'lost' | 'unknown',
  answeredAt: number | null,
): Promise<void> {
  await tx.run('UPDATE ask SET delivery = ?, answered_at = ? WHERE id = ?', delivery, answeredAt, id);
}

/** Calls whose answer is decided and of which it is not known what became. */
export async function listAnsweringAsks(
  tx: ReadTransaction,
  limit: number,
): Promise<Pick<AskStored, 'id' | 'cancellationId' | 'answer'>[]> {
  return tx.all(
    `SELECT id, cancellation_id AS "cancellationId", answer FROM ask
      WHERE delivery IN ('held', 'answering') AND delivery = 'answering' LIMIT ?`,
    limit,
  );
}

/** Whether a verdict may have reached the marketplace without Perito knowing. */
export async function hasUnknownDelivery(tx: ReadTransaction, cancellationId: number): Promise<boolean> {
  const found = await tx.get(
    `SELECT 1 FROM ask WHERE cancellation_id = ? AND delivery = 'unknown' AND answer IN ('cancelled', 'refused')
      LIMIT 1`,
    cancellationId,
  );
  return found !== undefined;
}

/** The newest calls of a cancellation, oldest first, each with at most `bodyBytes` of its body. */
export async function listAsks(
  tx: ReadTransaction,
  cancellationId: number,
  limit: number,
  bodyBytes: number,
): Promise<AskWithBody[]> {
  const newest = await tx.all<Omit<AskWithBody, 'body'> & { body: Uint8Array | null }>(
    `SELECT ${askColumns}, substr(e.bytes, 1, ?) AS body, coalesce(length(e.bytes), 0) AS "bodyBytes"
      FROM ask a LEFT JOIN entry e ON e.seq = a.seq WHERE a.cancellation_id = ? ORDER BY a.id DESC LIMIT ?`,
    bodyBytes,
    cancellationId,
    limit,
  );
  return newest.reverse().map((ask) => ({ ...ask, body: ask.body ?? new Uint8Array() }));
}

/** Calls of an older version whose content was not read, the oldest first. A body of more than `bodyBytes` is null. */
export async function listUnreadAsks(
  tx: ReadTransaction,
  limit: number,
  bodyBytes: number,
): Promise<{ id: number; cancellationId: number; body: Uint8Array | null }[]> {
  return tx.all(
    `SELECT a.id, a.cancellation_id AS "cancellationId", CASE WHEN length(e.bytes) <= ? THEN e.bytes END AS body
      FROM ask a LEFT JOIN entry e ON e.seq = a.seq WHERE a.content IS NULL ORDER BY a.id LIMIT ?`,
    bodyBytes,
    limit,
  );
}

export async function setAskContent(tx: WriteTransaction, id: number, content: string): Promise<void> {
  await tx.run('UPDATE ask SET content = ? WHERE id = ?', content, id);
}

/** A cancellation with its order and its calls, as lists show it. */
export interface CancellationView extends CancellationStored {
  orderId: number | null;
  /** The order's latest revision. */
  orderRevision: number | null;
  number: string | null;
  claimNumber: string | null;
  partyName: string | null;
  firstItem: string | null;
  itemCount: number | null;
  total: string | null;
  requestId: number | null;
  askCount: number;
  openAsks: number;
  /** Whether its verdict is being written to a call. */
  isDelivering: boolean;
  /** Whether the verdict may have reached the marketplace without Perito knowing. */
  mayHaveBeenDelivered: boolean;
  reason: string | null;
  comments: string | null;
  askedBy: string | null;
  /** JSON of `CancelCall`, of the latest call. */
  latestContent: string | null;
  /** The approval that waits for a second person; null where none does. */
  proposal: ProposalRow | null;
  /** The proposal that the verdict confirmed; null where one person gave it. */
  confirmed: ProposalRow | null;
}

export async function findCancellationView(
  tx: ReadTransaction,
  id: number,
): Promise<CancellationView | null> {
  const row = await tx.get<ViewStored>(
    `SELECT ${cancellationColumns}, r.id AS "orderId", r.revision AS "orderRevision",
          ${selected<CancellationView>('r', ['number', 'claimNumber', 'partyName', 'firstItem', 'itemCount', 'total', 'requestId'])},
          (SELECT count(*) FROM ask a WHERE a.cancellation_id = c.id) AS "askCount",
          (SELECT count(*) FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')) AS "openAsks",
          CASE WHEN EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')
            AND a.delivery = 'answering' AND a.answer IN ('cancelled', 'refused')) THEN 1 ELSE 0 END AS "isDelivering",
          CASE WHEN c.delivered_at IS NULL AND EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id
            AND a.delivery = 'unknown' AND a.answer IN ('cancelled', 'refused')) THEN 1 ELSE 0 END AS "mayHaveBeenDelivered",
          latest.reason, latest.comments, latest.asked_by AS "askedBy", latest.content AS "latestContent"
        FROM cancellation c
        LEFT JOIN record r ON r.kind = c.order_kind AND r.marketplace_id = c.marketplace_id
        LEFT JOIN ask latest ON latest.id = (SELECT max(a.id) FROM ask a WHERE a.cancellation_id = c.id)
        WHERE c.id = ?`,
    id,
  );
  if (row === undefined) return null;
  const { isDelivering, mayHaveBeenDelivered } = row;
  const [last = null] = await listProposals(tx, id, 1);
  return {
    ...row,
    isDelivering: isDelivering === 1,
    mayHaveBeenDelivered: mayHaveBeenDelivered === 1,
    proposal: row.verdict === null && last?.ending === null ? last : null,
    confirmed: row.verdict !== null && last?.ending === 'confirmed' ? last : null,
  };
}

type Flag = 'isDelivering' | 'mayHaveBeenDelivered';
type ViewStored = Omit<CancellationView, Flag | 'proposal' | 'confirmed'> & Record<Flag, number>;

/** Of a cancellation `c`: no approval of its order as it is now waits for a second person. */
export const notProposedSql = `NOT EXISTS (SELECT 1 FROM verdict_proposal p JOIN record r ON r.id = c.record_id
  WHERE p.cancellation_id = c.id AND p.ending IS NULL AND p.revision = r.revision)`;
const andNotProposed = (exceptProposed: boolean) => (exceptProposed ? ` AND ${notProposedSql}` : '');

/** Cancellations with held calls, the least time left first, after the given place. */
export async function listWaitingQueue(
  tx: ReadTransaction,
  after: { heldUntil: number; id: number },
  limit: number,
  exceptProposed = false,
): Promise<{ id: number; heldUntil: number }[]> {
  return tx.all(
    `SELECT id, held_until AS "heldUntil" FROM cancellation c
      WHERE held_until IS NOT NULL AND (held_until, id) > (?, ?)${andNotProposed(exceptProposed)}
      ORDER BY held_until, id LIMIT ?`,
    after.heldUntil,
    after.id,
    limit,
  );
}

/** Which cancellations: those that are open or decided in these states, and those that were closed without a verdict. */
export interface CancellationFilter {
  states: readonly CancellationState[];
  withClosed: boolean;
  /** Without those of which an approval of the order as it is now waits for a second person. */
  exceptProposed?: boolean;
}

/** The ids of matching cancellations, newest first, below `beforeId`; each state is walked along its own index. */
export async function listCancellationsInStates(
  tx: ReadTransaction,
  { states, withClosed, exceptProposed = false }: CancellationFilter,
  beforeId: number,
  limit: number,
): Promise<number[]> {
  const openSql = `SELECT id FROM cancellation c
    WHERE state = ? AND closed_at IS NULL AND id < ?${andNotProposed(exceptProposed)} ORDER BY id DESC LIMIT ?`;
  const closedSql =
    'SELECT id FROM cancellation WHERE closed_at IS NOT NULL AND id < ? ORDER BY id DESC LIMIT ?';
  const rows = withClosed ? await tx.all<{ id: number }>(closedSql, beforeId, limit) : [];
  for (const state of states) rows.push(...(await tx.all<{ id: number }>(openSql, state, beforeId, limit)));
  return rows
    .map(({ id }) => id)
    .sort((a, b) => b - a)
    .slice(0, limit);
}

/** Cancellations whose verdict is not delivered and not being delivered, newest first. */
export async function listMustAskAgain(
  tx: ReadTransaction,
  beforeId: number,
  limit: number,
): Promise<{ id: number; state: CancellationState }[]> {
  return tx.all(
    `SELECT c.id, c.state FROM cancellation c
      WHERE c.verdict IS NOT NULL AND c.delivered_at IS NULL AND c.id < ?
        AND NOT EXISTS (SELECT 1 FROM ask a WHERE a.cancellation_id = c.id AND a.delivery IN ('held', 'answering')
          AND a.delivery = 'answering' AND a.answer IN ('cancelled', 'refused'))
      ORDER BY c.id DESC LIMIT ?`,
    beforeId,
    limit,
  );
}

/** Counts the matching cancellations, at most `limit` of each state. */
export async function countCancellationsInStates(
  tx: ReadTransaction,
  { states, withClosed, exceptProposed = false }: CancellationFilter,
  limit: number,
): Promise<number> {
  let count = withClosed
    ? await countRows(tx, 'SELECT 1 FROM cancellation WHERE closed_at IS NOT NULL LIMIT ?', limit)
    : 0;
  const openSql = `SELECT 1 FROM cancellation c
    WHERE state = ? AND closed_at IS NULL${andNotProposed(exceptProposed)} LIMIT ?`;
  for (const state of states) count += await countRows(tx, openSql, state, limit);
  return count;
}
