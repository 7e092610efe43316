import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import { workerFile } from '../worker-file.ts';

/** Well inside of what a call may take. */
const limitMilliseconds = 10_000;

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * `readAuthorities` in a thread that is there only for it: the system's store may be slow, and who calls meanwhile does
 * not wait for it. Rejects as it throws, and after 10 s.
 */
export async function readInThread(clock: Clock): Promise<string[]> {
  const file = workerFile({ source: './worker.ts', built: 'authority-reader-worker.js' }, import.meta.url);
  const worker = new Worker(file, { name: 'perito authority reader' });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  worker.on('message', resolve);
  worker.on('error', reject);
  worker.on('exit', () => reject(new Error('the thread ended')));
  const cancelLimit = clock.after(limitMilliseconds, () => reject(new TookTooLong()));
  try {
    return await promise;
  } finally {
    cancelLimit();
    // Not waited for: it may hang in the system's store.
    void worker.terminate();
  }
}
