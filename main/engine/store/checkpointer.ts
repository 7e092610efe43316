import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../worker-file.ts';

/** What the thread answers: pages that are only in the log, since they came meanwhile; null where it could not be copied. */
export interface Checkpointed {
  left: number | null;
}

export interface Checkpointer {
  /** A commit has added about so many bytes to the log. */
  added(bytes: number): void;
  close(): Promise<void>;
}

/** So many bytes of log are copied back at a time. */
const stretchBytes = 16 * 1024 * 1024;
/** After so long without a commit the rest is, in milliseconds: nobody waits then. */
const restMilliseconds = 1000;
/** So few pages the writer copies itself, in a few milliseconds, so that the log begins anew. */
const maxOwnPages = 256;

/**
 * Copies the log of a database back into it, in a thread of its own: copying and syncing take tens of milliseconds, for
 * which nobody's answer waits. While somebody writes on and on a little is always left; once it is little enough the writer
 * copies it itself (`finish`), and its next commit begins the log anew.
 */
export function startCheckpointer(file: string, finish: () => void): Checkpointer {
  const entry = workerFile(
    { source: './checkpointer.worker.ts', built: 'checkpointer-worker.js' },
    import.meta.url,
  );
  const worker = new Worker(entry, {
    workerData: { file },
    name: 'perito checkpointer',
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4, stackSizeMb: 1 },
  });
  let bytes = 0;
  let isCopying = false;
  let isGone = false;
  let resting: NodeJS.Timeout | null = null;
  // Without the thread SQLite copies the log in the writer's, once it is long.
  worker.on('error', () => {
    isGone = true;
  });
  const copy = () => {
    if (isCopying || isGone || bytes === 0) return;
    isCopying = true;
    bytes = 0;
    worker.postMessage('checkpoint');
  };
  worker.on('message', ({ left }: Checkpointed) => {
    isCopying = false;
    if (left === null || left === 0) return;
    if (left <= maxOwnPages) finish();
    else copy();
  });
  worker.unref();
  return {
    added(more) {
      bytes += more;
      if (bytes >= stretchBytes) copy();
      if (resting === null) {
        resting = setTimeout(() => {
          resting = null;
          copy();
        }, restMilliseconds).unref();
      } else resting.refresh();
    },
    async close() {
      if (resting !== null) clearTimeout(resting);
      if (isGone) return;
      // It is waited for, also where nothing else keeps the thread that waits.
      worker.ref();
      worker.postMessage('close');
      await Promise.race([once(worker, 'exit'), once(worker, 'error')]);
    },
  };
}
