import type { Clock } from '../../clock.ts';
import type { IntegrityCheck } from './check.ts';

const week = 7 * 24 * 3600 * 1000;
/** A start has other things to do. */
const afterStart = 10 * 60 * 1000;

export interface Weekly {
  start(): void;
  /** A check ended; null where it was not carried through. */
  ended(finishedAt: number | null): void;
  stop(): void;
}

/** Begins a check by itself a week after the last one, in whichever run that is. */
export function checkWeekly(clock: Clock, checking: Pick<IntegrityCheck, 'begin' | 'state'>): Weekly {
  let cancel = () => {};
  let isStopped = true;
  const plan = (finishedAt: number | null, least: number) => {
    cancel();
    if (isStopped) return;
    const due = finishedAt === null ? 0 : finishedAt + week - clock.now();
    // The clock of the machine may have been in the future.
    cancel = clock.after(Math.min(Math.max(due, least), week), () => checking.begin('gently'));
  };
  return {
    start() {
      isStopped = false;
      const { finishedAt } = checking.state();
      plan(finishedAt === null ? null : Date.parse(finishedAt), afterStart);
    },
    // What could not be carried through is not begun again at once.
    ended: (finishedAt) => plan(finishedAt, finishedAt === null ? week / 7 : 0),
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
