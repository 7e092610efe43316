/** A bundle in a thread of its own. */
import type { ArchiveChoice } from '#shared/contract/archives.ts';
import { type OneTaskThread, startOneTaskThread } from '../one-task-thread.ts';
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
export type FromArchiveThread = { type: 'progress'; progress: ArchiveProgress } | ArchiveEnd;

type ArchiveEnd = { type: 'written'; written: WrittenBundle } | Failed;

export type ArchiveThread = OneTaskThread<ArchiveEnd>;

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export function startArchive(
  start: ArchiveStart,
  onProgress: (progress: ArchiveProgress) => void,
): ArchiveThread {
  const file = workerFile({ source: './archive.worker.ts', built: 'archive-worker.js' }, import.meta.url);
  return startOneTaskThread<ArchiveProgress, ArchiveEnd>(
    { file, options: { workerData: start, name: 'perito archive', resourceLimits } },
    (detail) => ({ type: 'failed', code: 'other', detail }),
    onProgress,
  );
}
