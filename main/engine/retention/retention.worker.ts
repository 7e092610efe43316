/** Entry of the thread that looks through all claims, and writes and reads bundles: nobody else waits there. */
import { parentPort, workerData } from 'node:worker_threads';
import { rootOfBundle } from '../archive/index.ts';
import { inspectStore } from '../store/index.ts';
import {
  type BundleProgress,
  RetentionProblem,
  verifyRetentionBundle,
  writeRetentionBundle,
} from './bundle-file.ts';
import { chooseClaims } from './choose.ts';
import { planRetention } from './plan.ts';
import { lookAgain } from './removal.ts';
import type { FromRetentionThread, RetentionTask } from './retention-thread.ts';

if (parentPort === null) throw new Error('Retention works in a thread of an engine.');
const owner = parentPort;
const dataDir: string = workerData;
const tell = (message: FromRetentionThread) => owner.postMessage(message);

const stopped = new AbortController();
const { signal } = stopped;
/** The owner is told how far it is no more often than this, in milliseconds. */
const progressMilliseconds = 200;
let toldAt = Number.NEGATIVE_INFINITY;
let toldPhase = '';
const onProgress: BundleProgress = (phase, done, all) => {
  if (phase === toldPhase && performance.now() - toldAt < progressMilliseconds) return;
  toldAt = performance.now();
  toldPhase = phase;
  tell({ type: 'progress', phase, done, all });
};

owner.on('message', (message: RetentionTask | 'stop') => {
  if (message === 'stop') stopped.abort();
  else void answer(message);
});

async function answer(task: RetentionTask): Promise<void> {
  try {
    tell({ type: 'found', found: await work(task) });
  } catch (failure) {
    const detail = failure instanceof Error ? failure.message : String(failure);
    tell({ type: 'failed', code: failure instanceof RetentionProblem ? failure.code : 'other', detail });
  }
}

async function work({ name, given }: RetentionTask): Promise<unknown> {
  if (name === 'verify') {
    await verifyRetentionBundle({ dataDir, ...given }, given.root, signal, onProgress);
    return null;
  }
  if (name === 'identify') return rootOfBundle(given.file);
  const store = await inspectStore(dataDir);
  try {
    if (name === 'plan') return await planRetention(store, given.years, given.now);
    if (name === 'choose') return await chooseClaims(store, given);
    if (name === 'look') return await lookAgain(store, given);
    const { ids, version, signingKey, ...places } = given;
    return await writeRetentionBundle({
      places: { dataDir, ...places },
      ...{ store, ids, version, signingKey, signal, onProgress },
    });
  } finally {
    await store.close();
  }
}
