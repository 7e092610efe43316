/** A search or an export in a thread of its own: nobody else waits for it. */
import { Worker } from 'node:worker_threads';
import type { SubjectRelation } from '#shared/contract/data-subject.ts';
import type { SubjectKey } from '#shared/rules/subject-key.ts';
import type { ArchiveProblem, ArchiveProgress, WrittenBundle } from '../archive/index.ts';
import { endThread } from '../end-thread.ts';
import { within } from '../within.ts';
import { workerFile } from '../worker-file.ts';
import type { SubjectFindings } from './search.ts';

/** `workerData`; what is secret in it never leaves the process. */
export type SubjectTask =
  | { type: 'search'; dataDir: string; key: SubjectKey }
  | {
      type: 'export';
      dataDir: string;
      findings: SubjectFindings;
      relations: readonly SubjectRelation[];
      to: string;
      version: string;
      signingKey: string | null;
    };

type SubjectEnd =
  | { type: 'found'; findings: SubjectFindings }
  | { type: 'written'; written: WrittenBundle }
  | { type: 'failed'; code: ArchiveProblem['code'] | 'stopped' | 'other'; detail: string };

export type SubjectProgress = { phase: 'searching'; done: number; all: number } | ArchiveProgress;

/** Both ends are this program in one process, so the types are trusted. */
export type FromSubjectThread = { type: 'progress'; progress: SubjectProgress } | SubjectEnd;

export interface SubjectThread {
  /** Resolves once nothing of it runs any more. */
  readonly ended: Promise<SubjectEnd>;
  stop(): Promise<void>;
}

/** A million records that are found take some 100 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** What waits for a network folder that hangs is not waited for. */
const stopMilliseconds = 3000;

export function startSubjectThread(
  task: SubjectTask,
  onProgress: (progress: SubjectProgress) => void,
): SubjectThread {
  const file = workerFile(
    { source: './data-subject.worker.ts', built: 'data-subject-worker.js' },
    import.meta.url,
  );
  const worker = new Worker(file, { workerData: task, name: 'perito person', resourceLimits });
  const { promise: ended, resolve } = Promise.withResolvers<SubjectEnd>();
  let end: SubjectEnd = {
    ...{ type: 'failed', code: 'other', detail: 'The thread ended without being asked to.' },
  };
  worker.on('message', (message: FromSubjectThread) => {
    if (message.type === 'progress') onProgress(message.progress);
    else end = message;
  });
  worker.on('error', (failure: unknown) => {
    const detail = failure instanceof Error ? failure.message : String(failure);
    end = { type: 'failed', code: 'other', detail };
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
