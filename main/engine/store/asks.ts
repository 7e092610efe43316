import type { AskAnswer, AskDelivery } from '#shared/terms.ts';
import type { ReadTransaction, WriteTransaction } from './transaction.ts';

/** A row of `ask`: one cancel call. Times are milliseconds since 1970. */
export interface AskStored {
  id: number;
  cancellation_id: number;
  received_at: number;
  /** Null where the call was answered at once. */
  held_until: number | null;
  key_label: string;
  reason: string | null;
  comments: string | null;
  asked_by: string | null;
  /** Of one of more than `askBodyStart` bytes its beginning. */
  body: Uint8Array;
  /** Of the whole body. */
  body_bytes: number;
  /** JSON of `CancelCall`; null until a call of an older version was read. */
  content: string | null;
  answer: AskAnswer | null;
  answered_at: number | null;
  delivery: AskDelivery;
}

/** A longer body stands apart; the row of `ask` has so much of it. */
const askBodyStart = 16 * 1024;

/** How many calls of a cancellation are open, and until when the last of them is held. */
export interface OpenAsks {
  held: number;
  /** Calls to which the verdict is being written. */
  carrying: number;
  heldUntil: number | null;
}

export interface AskWriting {
  cancellationId: number;
  receivedAt: number;
  heldUntil: number | null;
  keyLabel: string;
  reason: string | null;
  comments: string | null;
  askedBy: string | null;
  body: Uint8Array;
  /** JSON of `CancelCall`. */
  content: string;
  /** Null to hold the call. */
  answer: AskAnswer | null;
}

export async function insertAsk(tx: WriteTransaction, ask: AskWriting): Promise<number> {
  const { lastId } = tx.run(
    `INSERT INTO ask (cancellation_id, received_at, held_until, key_label, reason, comments, asked_by, body, body_bytes,
       content, answer, delivery) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ask.cancellationId,
    ask.receivedAt,
    ask.heldUntil,
    ask.keyLabel,
    ask.reason,
    ask.comments,
    ask.askedBy,
    ask.body.subarray(0, askBodyStart),
    ask.body.length,
    ask.content,
    ask.answer,
    ask.answer === null ? 'held' : 'answering',
  );
  if (ask.body.length > askBodyStart) {
    tx.run('INSERT INTO ask_body (ask_id, body) VALUES (?, ?)', lastId, ask.body);
  }
  return lastId;
}

export async function askById(tx: ReadTransaction, id: number): Promise<AskStored | null> {
  return tx.get<AskStored>('SELECT * FROM ask WHERE id = ?', id) ?? null;
}

/** An ask with all of its body. */
export async function wholeAskById(tx: ReadTransaction, id: number): Promise<AskStored | null> {
  const ask = await askById(tx, id);
  const whole = tx.get<{ body: Uint8Array }>('SELECT body FROM ask_body WHERE ask_id = ?', id);
  return ask === null ? null : { ...ask, ...whole };
}

export async function openAsksOf(tx: ReadTransaction, cancellationId: number): Promise<OpenAsks> {
  const found = tx.get<OpenAsks>(
    `SELECT count(*) FILTER (WHERE delivery = 'held') AS held,
       count(*) FILTER (WHERE delivery = 'answering' AND answer IN ('cancelled', 'refused')) AS carrying,
       max(held_until) FILTER (WHERE delivery = 'held') AS heldUntil
     FROM ask WHERE cancellation_id = ? AND delivery IN ('held', 'answering')`,
    cancellationId,
  );
  return found ?? { held: 0, carrying: 0, heldUntil: null };
}

export async function setAskAnswering(tx: WriteTransaction, id: number, answer: AskAnswer): Promise<void> {
  tx.run(`UPDATE ask SET delivery = 'answering', answer = ? WHERE id = ?`, answer, id);
}

/** Marks every held call of a cancellation as being answered; the ids of those calls. */
export async function answerHeldAsks(
  tx: WriteTransaction,
  cancellationId: number,
  answer: AskAnswer,
): Promise<number[]> {
  const held = tx
    .all<{ id: number }>(
      `SELECT id FROM ask WHERE cancellation_id = ? AND delivery IN ('held', 'answering') AND delivery = 'held'`,
      cancellationId,
    )
    .map(({ id }) => id)
    // Sorted here: asked for by id, SQLite would walk all calls there ever were.
    .sort((a, b) => a - b);
  for (const id of held) await setAskAnswering(tx, id, answer);
  return held;
}

/** Ends an ask. `answeredAt` is given only where its answer was written out. */
export async function endAsk(
  tx: WriteTransaction,
  id: number,
  delivery: 'delivered' | 'lost' | 'unknown',
  answeredAt: number | null,
): Promise<void> {
  tx.run('UPDATE ask SET delivery = ?, answered_at = ? WHERE id = ?', delivery, answeredAt, id);
}

/** Asks that nobody answers any more, since the run that held them was killed. */
export async function interruptedAsks(
  tx: ReadTransaction,
  limit: number,
): Promise<Pick<AskStored, 'id' | 'cancellation_id' | 'delivery' | 'answer'>[]> {
  return tx.all(
    `SELECT id, cancellation_id, delivery, answer FROM ask WHERE delivery IN ('held', 'answering') LIMIT ?`,
    limit,
  );
}

/** Whether a verdict may have reached the marketplace without Perito knowing. */
export async function hasUnknownDelivery(tx: ReadTransaction, cancellationId: number): Promise<boolean> {
  const found = tx.get(
    `SELECT 1 FROM ask WHERE cancellation_id = ? AND delivery = 'unknown' AND answer IN ('cancelled', 'refused')
     LIMIT 1`,
    cancellationId,
  );
  return found !== undefined;
}

/** The newest asks of a cancellation, oldest first, each with no more than `bodyBytes` of its body. */
export async function asksOf(
  tx: ReadTransaction,
  cancellationId: number,
  limit: number,
  bodyBytes: number,
): Promise<AskStored[]> {
  const newest = tx.all<AskStored>(
    `SELECT id, cancellation_id, received_at, held_until, key_label, reason, comments, asked_by, content, answer,
       answered_at, delivery, substr(body, 1, ?) AS body, body_bytes
     FROM ask WHERE cancellation_id = ? ORDER BY id DESC LIMIT ?`,
    bodyBytes,
    cancellationId,
    limit,
  );
  return newest.reverse();
}

/** Calls of an older version that were not read for what they say, the first of them first; a body that is longer than `bodyBytes` is null. */
export async function unreadAsks(
  tx: ReadTransaction,
  limit: number,
  bodyBytes: number,
): Promise<{ id: number; cancellation_id: number; body: Uint8Array | null }[]> {
  return tx.all(
    `SELECT id, cancellation_id, CASE WHEN max(a.body_bytes, length(a.body)) <= ? THEN ifnull(b.body, a.body) END AS body FROM ask a
     LEFT JOIN ask_body b ON b.ask_id = a.id WHERE content IS NULL ORDER BY id LIMIT ?`,
    bodyBytes,
    limit,
  );
}

export async function setAskContent(tx: WriteTransaction, id: number, content: string): Promise<void> {
  tx.run('UPDATE ask SET content = ? WHERE id = ?', content, id);
}
