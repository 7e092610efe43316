/** What whoever reads a second copy gives, and gets. */
import type { PlaceProblem } from '#shared/contract/backups.ts';

export interface ReadOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, all: number) => void) | undefined;
}

/** Whether what is to be assembled became whole, or where and why it ends before what was written. */
export interface AssembledJournal {
  /** The last entry of the file, and the hash of its group in hexadecimal. */
  seq: number;
  hash: string;
  /** Entries that came from the second copy. */
  added: number;
  /** Why what comes behind was not taken; null where nothing does. */
  cut: PlaceProblem | null;
}

export interface AssembledDatabase {
  copiedAt: string;
  bytes: number;
  /** Why stretches behind were not taken; null where there are none. */
  cut: PlaceProblem | null;
}
