/**
 * Time in the Dominican Republic (America/Santo_Domingo): UTC−4 all year since December 2000, with no daylight saving
 * time. The only place that knows it.
 */
const behindUtc = 4 * 3_600_000;

/** The day of an instant in milliseconds since 1970, `YYYY-MM-DD`. */
export function dominicanDay(at: number): string {
  return dominicanTime(at).slice(0, 10);
}

/** The date and time of an instant in milliseconds since 1970, `YYYY-MM-DDTHH:mm:ss`, without a zone. */
export function dominicanTime(at: number): string {
  return new Date(at - behindUtc).toISOString().slice(0, 19);
}

/** The instant of a day, `YYYY-MM-DD`, and a time of it, `HH:MM`, in milliseconds since 1970. */
export function dominicanInstant(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00.000Z`) + behindUtc;
}

/** A date-time of the wire that should be local, read as Dominican time. */
interface DominicanReading {
  /** The day in the Dominican Republic, `YYYY-MM-DD`. */
  day: string;
  /** The time there, `HH:mm:ss`; null where only a day came, or what follows it is no time. */
  time: string | null;
  /** The instant in milliseconds since 1970; of a day alone, its beginning. */
  at: number;
  /** Set where the text named another zone, and day and time were turned from it: what the text says itself. */
  turnedFrom: { day: string; time: string; zone: string } | null;
  /**
   * The day that the text says, where turning made it another: should the zone have been put beside a local time by
   * mistake, this is the day. Null where there is no doubt.
   */
  otherDay: string | null;
}

const form =
  /^\s*(\d{4}-\d{2}-\d{2})(?!\d)(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?(Z|[+-]\d{2}(?::?\d{2})?)?\s*$)?/i;

/**
 * Reads a date-time that the interface has as local time. One with `Z` or an offset is an instant and is turned into
 * Dominican time; of one without, the time is taken as it stands. Null of what is no date, and of .NET's year 1, which
 * stands for none.
 */
export function readDominicanTime(text: string | null | undefined): DominicanReading | null {
  const [, day = '', hours, minutes, seconds = '00', zone] = form.exec(text ?? '') ?? [];
  if (!isDay(day)) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`) + behindUtc;
  const alone = { day, time: null, at: midnight, turnedFrom: null, otherDay: null };
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return alone;
  const time = `${hours}:${minutes}:${seconds}`;
  const sinceMidnight = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
  const written = { ...alone, time, at: midnight + sinceMidnight };
  const offset = zone === undefined ? -behindUtc : offsetOf(zone);
  if (offset === -behindUtc) return written;
  const at = written.at - behindUtc - offset;
  const there = dominicanTime(at);
  return {
    day: there.slice(0, 10),
    time: there.slice(11),
    at,
    turnedFrom: { day, time, zone: zoneName(offset) },
    otherDay: there.slice(0, 10) === day ? null : day,
  };
}

/**
 * Reads a date-time of a field that is UTC by its name (`createdOnUtc`), as Dominican time; one without a zone is UTC too.
 * Of a day alone, that day.
 */
export function readUtcTime(text: string | null | undefined): DominicanReading | null {
  // An offset follows a time: what ends a day alone is none.
  const isZoned = /:.*(Z|[+-]\d{2}(:?\d{2})?)\s*$/i.test(text ?? '');
  return readDominicanTime(isZoned ? text : `${text?.trim() ?? ''}Z`);
}

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !text.startsWith('0001') && !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Milliseconds ahead of UTC; `Z` has no digits and is none ahead. */
function offsetOf(zone: string): number {
  const digits = zone.replaceAll(/\D/g, '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** `UTC`, or `UTC+02:00`. */
function zoneName(offset: number): string {
  if (offset === 0) return 'UTC';
  const minutes = Math.abs(offset) / 60_000;
  const two = (part: number) => String(part).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
