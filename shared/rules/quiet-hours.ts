/** Hours in which nobody wants to be told of anything. */
import { dominicanTime } from './dominican-time.ts';

export interface QuietHours {
  quietHours: boolean;
  /** `HH:MM` in Dominican time; the end is no part of them, and may be on the next day. */
  quietFrom: string;
  quietUntil: string;
}

/** Whether an instant, in milliseconds since 1970, is within them; never where they begin when they end. */
export function isQuiet({ quietHours, quietFrom, quietUntil }: QuietHours, at: number): boolean {
  if (!quietHours) return false;
  const time = dominicanTime(at).slice(11, 16);
  if (quietFrom <= quietUntil) return quietFrom <= time && time < quietUntil;
  return quietFrom <= time || time < quietUntil;
}
