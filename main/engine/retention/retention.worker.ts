/** Entry of the thread that looks through all claims for what is old and closed: nobody else waits there. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectStore } from '../store/index.ts';
import { planRetention } from './plan.ts';
import type { FromRetentionThread, RetentionTask } from './retention-thread.ts';

if (parentPort === null) throw new Error('Retention is planned in a thread of an engine.');
const owner = parentPort;
const { dataDir, plan }: RetentionTask = workerData;
const tell = (message: FromRetentionThread) => owner.postMessage(message);

try {
  const store = inspectStore(dataDir);
  try {
    tell({ type: 'planned', plan: await planRetention(store, plan.years, plan.now) });
  } finally {
    await store.close();
  }
} catch (failure) {
  tell({ type: 'failed', detail: failure instanceof Error ? failure.message : String(failure) });
}
