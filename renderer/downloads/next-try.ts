import type { Format } from '../app/locale/format.ts';

/**
 * When a download is tried again: in whole minutes within the hour, later at a time or on a day as people write it. Null
 * where it is due, or where the time is none.
 */
export function nextTry(
  iso: string,
  now: number,
  format: Pick<Format, 'when'>,
): { minutes: number } | { when: string } | null {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  if (!(minutes > 0)) return null;
  return minutes > 60 ? { when: format.when(iso, now) } : { minutes };
}
