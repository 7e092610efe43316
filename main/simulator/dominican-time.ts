import { dominicanDay, dominicanTime } from '#shared/rules/dominican-time.ts';

const dayLength = 86_400_000;

/** `2026-11-20T10:30:00`: local time as .NET writes it, without a zone. */
export function localTime(at: Date): string {
  return dominicanTime(at.getTime());
}

/** `2026-11-20`. */
export function localDay(at: Date): string {
  return dominicanDay(at.getTime());
}

export function daysLater(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayLength);
}
