/** Entry of the thread in which a bundle is written: reading, hashing and deflating keep nobody else waiting there. */
import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchiveStart, FromArchiveThread } from './archive-thread.ts';
import { writeBundle } from './write-bundle.ts';

if (parentPort === null) throw new Error('A bundle is written in a thread of an engine.');
const owner = parentPort;
const { signingKey, ...start }: ArchiveStart = workerData;
const tell = (message: FromArchiveThread) => owner.postMessage(message);

const stopped = new AbortController();
owner.on('message', () => stopped.abort());
/** The owner is told how far it is no more often than this, in milliseconds. */
const progressMilliseconds = 200;
let toldAt = Number.NEGATIVE_INFINITY;

try {
  const written = await writeBundle({
    ...start,
    signingKey: async () => signingKey,
    signal: stopped.signal,
    onProgress(progress) {
      if (performance.now() - toldAt < progressMilliseconds) return;
      toldAt = performance.now();
      tell({ type: 'progress', progress });
    },
  });
  tell({ type: 'written', written });
} catch (failure) {
  const detail = failure instanceof Error ? failure.message : String(failure);
  if (stopped.signal.aborted) tell({ type: 'failed', code: 'stopped', detail: '' });
  else tell({ type: 'failed', code: failure instanceof ArchiveProblem ? failure.code : 'other', detail });
}
owner.close();
