/** When the next backup to a place is due, and when the last one is too old. Instants in milliseconds since 1970. */
import type { BackupConfiguration } from '#shared/contract/backups.ts';
import { dominicanDay, readDominicanTime } from '#shared/rules/dominican-time.ts';

/** What is known of the backups of one place. */
export interface Backups {
  /** When the last good one was made; null where there is none. */
  lastGoodAt: number | null;
  /** When the last one failed that was begun since, and how many in a row. */
  lastFailureAt: number | null;
  failures: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long is waited after each failure; the last holds for all that follow. */
const pauses = [10 * minute, hour] as const;

/** A clock that was put back makes what is known lie in its future; a little of that is two clocks. */
const clockTolerance = 5 * minute;

/**
 * When the next one is due, `now` or earlier where it is now; null where none is scheduled. The hour is one of Dominican time, in
 * which the screen shows all times, whatever zone the computer is set to.
 */
export function nextBackupAt(
  { isOn, hour: at }: BackupConfiguration['schedule'],
  { lastGoodAt, lastFailureAt, failures }: Backups,
  now: number,
): number | null {
  if (!isOn) return null;
  const midnight = readDominicanTime(dominicanDay(now))?.at ?? now;
  const dueAt = (days: number) => midnight + days * day + at * hour;
  const due = dueAt(0) <= now ? dueAt(0) : dueAt(-1);
  const isMade = lastGoodAt !== null && lastGoodAt >= due && lastGoodAt <= now + clockTolerance;
  if (isMade) return dueAt(0) <= now ? dueAt(1) : dueAt(0);
  if (failures === 0 || lastFailureAt === null || lastFailureAt > now + clockTolerance) return due;
  return lastFailureAt + (pauses[failures - 1] ?? hour);
}

/** The one that is due takes its time. */
const grace = hour;

/**
 * Whether the last good one was made longer ago than so many days; where there is none, or a clock that was wrong says that it is
 * yet to be made, whether `since` lies that far back.
 */
export function isTooOld(
  lastGoodAt: number | null,
  since: number,
  warnAfterDays: number,
  now: number,
): boolean {
  const isKnown = lastGoodAt !== null && lastGoodAt <= now + day;
  return now - (isKnown ? lastGoodAt : since) > warnAfterDays * day + grace;
}
