/** A search or an export in a thread of its own: nobody else waits for it. */
import type { SubjectRelation } from '#shared/contract/data-subject.ts';
import type { SubjectKey } from '#shared/rules/subject-key.ts';
import type { ArchiveProblem, ArchiveProgress, WrittenBundle } from '../archive/index.ts';
import { type OneTaskThread, startOneTaskThread } from '../one-task-thread.ts';
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
      /** Null of one that is not encrypted. */
      passphrase: string | null;
    };

type SubjectEnd =
  | { type: 'found'; findings: SubjectFindings }
  | { type: 'written'; written: WrittenBundle }
  | { type: 'failed'; code: ArchiveProblem['code'] | 'stopped' | 'other'; detail: string };

export type SubjectProgress = { phase: 'searching'; done: number; all: number } | ArchiveProgress;

/** Both ends are this program in one process, so the types are trusted. */
export type FromSubjectThread = { type: 'progress'; progress: SubjectProgress } | SubjectEnd;

export type SubjectThread = OneTaskThread<SubjectEnd>;

/** A million records that are found take some 100 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

export function startSubjectThread(
  task: SubjectTask,
  onProgress: (progress: SubjectProgress) => void,
): SubjectThread {
  const file = workerFile(
    { source: './data-subject.worker.ts', built: 'data-subject-worker.js' },
    import.meta.url,
  );
  return startOneTaskThread<SubjectProgress, SubjectEnd>(
    { file, options: { workerData: task, name: 'perito person', resourceLimits } },
    (detail) => ({ type: 'failed', code: 'other', detail }),
    onProgress,
  );
}
