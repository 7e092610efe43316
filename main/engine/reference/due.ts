import type { ReferenceListRow } from '../store/index.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const maxWait = 60 * minute;
/** Installations do not all come at the same minute of the day. */
const spread = 30 * minute;

/**
 * When a list is to be fetched again, in milliseconds of the clock: a day after the last good copy, and after a
 * failure in one minute, two, four, up to an hour. `chance` is from 0 to 1; null stands for a list never tried.
 */
export function nextRefreshAt(row: ReferenceListRow | null, random: number): number {
  // What was not set up when it was last looked at is fetched as soon as it is.
  if (row === null || (row.problem !== null && row.failures === 0)) return 0;
  if (row.failures > 0) {
    const wait = Math.min(maxWait, minute * 2 ** Math.min(row.failures - 1, 10));
    return (row.tried_at ?? 0) + wait * (0.75 + random / 4);
  }
  // An empty answer in place of a good copy is more likely a slip than the truth.
  if (row.suspicious_at !== null) return row.suspicious_at + maxWait * (0.75 + random / 4);
  return row.fetched_at === null ? 0 : row.fetched_at + day + spread * random;
}
