import { readCancelCall } from '#shared/marketplace/cancel-call.ts';
import {
  cancellationById,
  endAsk,
  interruptedAsks,
  type Store,
  saveCancellation,
  setAskSaid,
  unreadAsks,
  type WriteTransaction,
  waitingCancellations,
} from '../../store/index.ts';
import { transition } from '../machine.ts';
import { audit, engineActor, saveStep, snapshotOf, stepOf } from './case.ts';
import { noteSaid } from './take-ask.ts';

/** How many rows one job repairs, so that a start never holds the writer long. */
const batch = 500;

/**
 * Brings in order what a killed run left: held calls are lost, answers that were being written are unknown,
 * and nothing waits any more.
 */
export async function repair(store: Store, at: number): Promise<void> {
  while ((await store.write((tx) => repairAsks(tx, at))) === batch);
  while ((await store.write((tx) => repairCancellations(tx, at))) === batch);
  while ((await store.write(readOldCalls)) === batch);
}

async function repairAsks(tx: WriteTransaction, at: number): Promise<number> {
  const asks = await interruptedAsks(tx, batch);
  for (const ask of asks) {
    const delivery = ask.delivery === 'held' ? 'lost' : 'unknown';
    await endAsk(tx, ask.id, delivery, null);
    const row = await cancellationById(tx, ask.cancellation_id);
    if (row === null) continue;
    const { answer } = ask;
    await audit(tx, row, {
      at,
      actor: engineActor,
      action: 'interrupted',
      detail: { ask: ask.id, answer, delivery },
    });
  }
  return asks.length;
}

async function repairCancellations(tx: WriteTransaction, at: number): Promise<number> {
  const rows = await waitingCancellations(tx, batch);
  for (const row of rows) {
    await saveStep(tx, row, stepOf(transition(await snapshotOf(tx, row), { type: 'restarted' })), at);
  }
  return rows.length;
}

/** A longer body of an older version is not read for what it says; it is there to be seen. */
const readBytes = 64 * 1024;

/** Reads calls that an older version kept without reading all that they say. */
async function readOldCalls(tx: WriteTransaction): Promise<number> {
  const asks = await unreadAsks(tx, batch, readBytes);
  for (const { id, cancellation_id: cancellationId, body } of asks) {
    const row = await cancellationById(tx, cancellationId);
    if (row === null) continue;
    if (body === null) {
      await setAskSaid(tx, id, 'null');
      continue;
    }
    const call = readCancelCall(row.order_kind, objectOf(body));
    await setAskSaid(tx, id, JSON.stringify(call));
    const { said } = await noteSaid(tx, row, call);
    await saveCancellation(tx, { ...row, said });
  }
  return asks.length;
}

function objectOf(body: Uint8Array): object {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof json === 'object' && json !== null ? json : {};
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    return {};
  }
}
