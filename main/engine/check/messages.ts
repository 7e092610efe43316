import type { JournalWalk } from '../journal/index.ts';
import type { ScanPlace } from '../store/index.ts';

/** What it is of: the file of what is derived and what people made, what arrived, or the log of what people and Perito did. */
export type Checked = 'database' | 'journal' | 'audit';

/** Where the check goes on. */
export type CheckPlace = { in: 'database'; from: ScanPlace } | { in: 'journal'; from: JournalWalk };

/** Both ends are this program in one process, so the types are trusted. */
export interface CheckTask {
  dataDir: string;
  place: CheckPlace;
}

export interface CheckResult {
  /** In English, for the log; null where none was found. */
  damage: string | null;
  /** Where to go on in the same file; null where it is done with. */
  next: CheckPlace | null;
}
