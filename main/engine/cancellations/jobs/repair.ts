import {
  cancellationById,
  endAsk,
  interruptedAsks,
  type Store,
  type WriteTransaction,
  waitingCancellations,
} from '../../store/index.ts';
import { transition } from '../machine.ts';
import { audit, engineActor, saveStep, standingOf, stepOf } from './case.ts';

/** How many rows one job repairs, so that a start never holds the writer long. */
const batch = 500;

/**
 * Brings in order what a killed run left: held calls are lost, answers that were being written are unknown,
 * and nothing waits any more.
 */
export async function repair(store: Store, at: number): Promise<void> {
  while ((await store.write((tx) => repairAsks(tx, at))) === batch);
  while ((await store.write((tx) => repairCancellations(tx, at))) === batch);
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
    await saveStep(tx, row, stepOf(transition(await standingOf(tx, row), { type: 'restarted' })), at);
  }
  return rows.length;
}
