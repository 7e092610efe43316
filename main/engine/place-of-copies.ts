/** All that reads and writes a place of copies, for the process that does so. */
import type {
  BackupCause,
  BackupKeep,
  BackupPhase,
  BackupSummary,
  PlaceProblem,
} from '#shared/contract/backups.ts';

export { lookAtCopies, measureBackup } from './backup/look.ts';
export { followDatabase } from './backup/second-copy/follow.ts';
export { listCopies, planRestore, restore } from './restore.ts';

type MadeBackup =
  | { state: 'made'; summary: BackupSummary }
  | { state: 'failed'; problem: PlaceProblem }
  | { state: 'ended' };

/** Not written yet. */
export async function makeBackup(_options: {
  dataDir: string;
  folder: string;
  keep: BackupKeep;
  cause: BackupCause;
  now: () => number;
  signal: AbortSignal;
  onProgress(progress: { phase: BackupPhase; done: number; all: number }): void;
}): Promise<MadeBackup> {
  return { state: 'failed', problem: { code: 'other', detail: 'Not written yet.' } };
}
