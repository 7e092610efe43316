/** Dominican local time, which is UTC-4 all year. */
const behindUtc = 4 * 3_600_000;
const dayLength = 86_400_000;

/** `2026-11-20T10:30:00`: local time as .NET writes it, without a zone. */
export function localTime(at: Date): string {
  return new Date(at.getTime() - behindUtc).toISOString().slice(0, 19);
}

/** `2026-11-20`. */
export function localDay(at: Date): string {
  return localTime(at).slice(0, 10);
}

export function daysLater(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayLength);
}
