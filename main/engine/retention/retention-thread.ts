/** What takes long of retention, in a thread of its own: looking through all claims, and writing and reading bundles. */
import { Worker } from 'node:worker_threads';
import type { RetentionPlan } from '#shared/contract/retention.ts';
import { workerFile } from '../worker-file.ts';

/** `workerData`. */
export interface RetentionTask {
  dataDir: string;
  plan: { years: number; now: number };
}

/** Both ends are this program in one process, so the types are trusted. */
export type FromRetentionThread =
  | { type: 'planned'; plan: RetentionPlan }
  | { type: 'failed'; detail: string };

const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/** Rejects where the data cannot be read. */
export function planInThread(task: RetentionTask): {
  planned: Promise<RetentionPlan>;
  stop(): Promise<void>;
} {
  const file = workerFile({ source: './retention.worker.ts', built: 'retention-worker.js' }, import.meta.url);
  const worker = new Worker(file, { workerData: task, name: 'perito retention', resourceLimits });
  const { promise: planned, resolve, reject } = Promise.withResolvers<RetentionPlan>();
  planned.catch(() => {});
  worker.on('message', (message: FromRetentionThread) => {
    if (message.type === 'planned') resolve(message.plan);
    else reject(new Error(message.detail));
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('The thread ended without being asked to.')));
  return { planned, stop: async () => void (await worker.terminate()) };
}
