/** How long something took, as sums keep it: in minutes, more coarsely the longer it took, so that medians are read from counts. */

const minute = 60_000;
/** From how many minutes on it is kept in steps of how many: to the minute in the first hour, to the day after four days. */
const steps = [
  { from: 4 * 24 * 60, step: 24 * 60 },
  { from: 8 * 60, step: 60 },
  { from: 60, step: 5 },
  { from: 0, step: 1 },
] as const;
/** Longer than a year is kept as a year. */
const longest = 366 * 24 * 60;

/** Minutes from one instant to another, in milliseconds since 1970, cut to the step that is kept. */
export function waitingOf(from: number, until: number): number {
  const minutes = Math.min(longest, Math.max(0, Math.floor((until - from) / minute)));
  const { step } = steps.find((one) => minutes >= one.from) ?? { step: 1 };
  return minutes - (minutes % step);
}

/** The minutes within which a part of all was done: of 0.5 the median; null of none. */
export function percentileOf(counts: ReadonlyMap<number, number>, part: number): number | null {
  const sorted = [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  let reached = 0;
  for (const [minutes, count] of sorted) {
    reached += count;
    if (reached >= Math.ceil(all * part)) return minutes;
  }
  return null;
}
