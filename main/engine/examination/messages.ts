import type { FindingThresholds } from '../findings/index.ts';
import type { Examined, ToExamine } from '../records/index.ts';

/** Both ends are this program in one process, so the types are trusted. */
export interface ExaminationTask {
  rows: readonly ToExamine[];
  thresholds: FindingThresholds;
  platformUrl: string | null;
  /** How many were begun, the last of them included; told where no message would come any more. */
  progress: SharedArrayBuffer;
}

/** One of each row. */
export type ExaminationResult = Examined[];

/** Counts what was begun, seen by both threads at once. */
export function progressOf(shared = new SharedArrayBuffer(4)): {
  shared: SharedArrayBuffer;
  count(): number;
  begin(): void;
} {
  const cell = new Int32Array(shared);
  return {
    shared,
    count: () => Atomics.load(cell, 0),
    begin: () => void Atomics.add(cell, 0, 1),
  };
}
