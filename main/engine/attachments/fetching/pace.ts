import type { Clock } from '../../clock.ts';
import type { FetchProgress } from './task.ts';

/** Passes on the first progress and then one of those within each span of time; what became of the file says the end. */
export function throttle(
  milliseconds: number,
  clock: Clock,
  tell: (progress: FetchProgress) => void,
): (progress: FetchProgress) => void {
  let lastTold = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = clock.now();
    if (now - lastTold < milliseconds) return;
    lastTold = now;
    tell(progress);
  };
}
