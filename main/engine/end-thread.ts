import type { Worker } from 'node:worker_threads';
import { within } from './within.ts';

/** Threads that were told to end, and wait for what may never come. */
const stuck = new Set<Worker>();

/**
 * Ends a thread, and waits for that no longer than so many milliseconds: one that waits for a file of a network folder that
 * hangs ends only with that, or with the process.
 */
export async function endThread(worker: Worker, milliseconds = 1000): Promise<void> {
  stuck.add(worker);
  await within(
    milliseconds,
    worker.terminate().then(() => stuck.delete(worker)),
  );
}

/** Whether a thread that was told to end still waits; a plain exit would wait for it without end. */
export const isThreadStuck = (): boolean => stuck.size > 0;
