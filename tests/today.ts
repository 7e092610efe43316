import { setTimeout as pause } from 'node:timers/promises';
import { dominicanDay } from '../shared/rules/dominican-time.ts';

/** The year in which what comes now gets its number. */
export const dominicanYear = (): string => dominicanDay(Date.now()).slice(0, 4);

/** Waits for the next day in Santo Domingo where less than three minutes of this one are left, for who looks at what came today. */
export async function todayLasts(): Promise<void> {
  const minutes = 3;
  const day = dominicanDay(Date.now() + minutes * 60_000);
  while (dominicanDay(Date.now()) !== day) await pause(1000);
}
