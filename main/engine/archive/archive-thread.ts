/** A bundle in a thread of its own. */
import { Worker } from 'node:worker_threads';
import type { ArchiveChoice } from '#shared/contract/archives.ts';
import { endThread } from '../end-thread.ts';
import { within } from '../within.ts';
import { workerFile } from '../worker-file.ts';
import type { ArchiveProblemCode } from './archive-problem.ts';
import type { ArchiveProgress, WrittenBundle } from './write-bundle.ts';

/** `workerData`; neither key nor passphrase ever leaves the process. */
export interface ArchiveStart {
  dataDir: string;
  to: string;
  choice: ArchiveChoice;
  version: string;
  signingKey: string | null;
  /** Encrypts it. */
  passphrase: string | null;
}

type Failed = { type: 'failed'; code: ArchiveProblemCode | 'stopped' | 'other'; detail: string };

/** Both ends are this program in one process, so the types are trusted. */
export type FromArchiveThread =
  | { type: 'progress'; progress: ArchiveProgress }
  | { type: 'written'; written: WrittenBundle }
  | Failed;

export interface ArchiveThread {
  /** Resolves once nothing of it runs any more. */
  readonly ended: Promise<{ type: 'written'; written: WrittenBundle } | Failed>;
  /** Ends it; resolves once it has. */
  stop(): Promise<void>;
}

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** What waits for a network folder that hangs is not waited for. */
const stopMilliseconds = 3000;

export function startArchive(
  start: ArchiveStart,
  onProgress: (progress: ArchiveProgress) => void,
): ArchiveThread {
  const file = workerFile({ source: './archive.worker.ts', built: 'archive-worker.js' }, import.meta.url);
  const worker = new Worker(file, { workerData: start, name: 'perito archive', resourceLimits });
  const { promise: ended, resolve } = Promise.withResolvers<Awaited<ArchiveThread['ended']>>();
  let end: Awaited<ArchiveThread['ended']> = {
    ...{ type: 'failed', code: 'other', detail: 'The thread ended without being asked to.' },
  };
  worker.on('message', (message: FromArchiveThread) => {
    if (message.type === 'progress') onProgress(message.progress);
    else end = message;
  });
  worker.on('error', (failure: unknown) => {
    end = {
      type: 'failed',
      code: 'other',
      detail: failure instanceof Error ? failure.message : String(failure),
    };
  });
  worker.on('exit', () => resolve(end));
  return {
    ended,
    async stop() {
      worker.postMessage('stop');
      await within(stopMilliseconds, ended);
      await endThread(worker);
      resolve(end);
    },
  };
}
