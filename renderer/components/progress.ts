/** How far work is that reports what is done of all, and how long it still takes. */

type Progress = { done: number; all: number };

/** Whole percents; 100 only where all is done, and null where it is not known of how much. */
export const percentOf = ({ done, all }: Progress): number | null =>
  all === 0 ? null : Math.min(100, Math.floor((100 * done) / all));

/** A rate is none before a phase has gone on for so long. */
const leastMilliseconds = 3000;

/** Seconds until the end of the present phase at the rate so far; null while there is none. `now` in milliseconds. */
export function secondsLeftOfPhase(
  { done, all, phaseSince }: Progress & { phaseSince: string },
  now: number,
): number | null {
  const elapsed = now - Date.parse(phaseSince);
  if (elapsed < leastMilliseconds || done === 0 || all === 0) return null;
  return (elapsed / 1000 / done) * Math.max(0, all - done);
}

/** In steps that do not change with every look: of five seconds, then of minutes. */
export const roughly = (seconds: number): number =>
  seconds < 90 ? Math.max(5, Math.ceil(seconds / 5) * 5) : Math.ceil(seconds / 60) * 60;
