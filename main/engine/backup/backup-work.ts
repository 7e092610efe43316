import type { BackupProgress } from '#shared/contract/backups.ts';
import { errorCode } from '../error-code.ts';
import { isDamage, LogChanged, StoreProblem } from '../store/index.ts';
import { type InstallationFolder, PlaceFailure } from './place.ts';

/** What all that makes a backup goes by. */
export interface BackupWork {
  dataDir: string;
  folder: InstallationFolder;
  signal: AbortSignal;
  /** In bytes. */
  onProgress(progress: Pick<BackupProgress, 'phase' | 'done' | 'all'>): void;
}

/** Written at once, since the most of the time is waiting for syncs. */
export const writtenAtOnce = 6;

/** What fails at the data directory, or on this computer's own disk, is no problem of the place. */
export async function ofDataDirectory<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (failure) {
    const isTold =
      failure instanceof LogChanged || failure instanceof PlaceFailure || failure instanceof StoreProblem;
    if (isTold || isDamage(failure) || errorCode(failure) === null) throw failure;
    throw new PlaceFailure('other', failure instanceof Error ? failure.message : String(failure), failure);
  }
}
