/** What the screen makes of a restore: its phases, and what came of the last one. */
import type { Restored, RestoreFailure, RestorePlan, RestoreProgress } from '#shared/contract/backups.ts';
import type { Status } from '#shared/contract/status.ts';

/** In their order. */
export const restorePhases: readonly RestoreProgress['phase'][] = [
  'journal',
  'database',
  'attachments',
  'replacing',
  'opening',
];

/** What came of the last restore, and when. */
export type RestoreOutcome =
  | { type: 'made'; at: string; restored: Restored }
  | { type: 'failed'; at: string; failure: RestoreFailure }
  | { type: 'stopped'; at: string };

/** Null where there was none in this run of the program. */
export function restoreOutcomeOf(
  engine: Pick<Status['engine'], 'lastInterruption' | 'restored' | 'restoreFailure'>,
): RestoreOutcome | null {
  const { lastInterruption: last, restored, restoreFailure } = engine;
  if (last?.cause === 'restoring') {
    if (restoreFailure !== null) return { type: 'failed', at: last.until, failure: restoreFailure };
    if (restored === null || Date.parse(restored.at) < Date.parse(last.from))
      return { type: 'stopped', at: last.until };
  }
  return restored === null ? null : { type: 'made', at: restored.at, restored };
}

/** Whether something of what was there is not in what was restored, or nobody knows. */
export const losesSomething = ({ loses }: Pick<RestorePlan, 'loses'>): boolean =>
  loses !== null && [loses.arrivals, loses.acts].some((lost) => lost === null || lost.entries > 0);
