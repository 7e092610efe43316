/** Of the time between two rounds of calls at most a quarter is spent on waiting for answers: where many ask, each asks less often. */
const restPerWork = 3;
export const longestPauseMs = 5000;

/** How long to pause after a round that took so long; rounds begin no less than `quietMs` apart. */
export const pauseAfter = (tookMs: number, quietMs: number): number =>
  Math.min(Math.max(quietMs - tookMs, tookMs * restPerWork), longestPauseMs);
