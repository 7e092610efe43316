/** Days as people type them, in the order of their language. */
import type { Locale } from '#shared/terms.ts';

const region: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };
type Part = 'day' | 'month' | 'year';

/** The parts of a day in their order: day, month and year in Spanish, month first in English. */
function orderOf(locale: Locale): Part[] {
  const form = new Intl.DateTimeFormat(region[locale], { day: '2-digit', month: '2-digit', year: 'numeric' });
  return form
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []));
}

/** `YYYY-MM-DD` as it is typed: `20/11/2026` in Spanish; what is no such day as it stands. */
export function typedDay(day: string, locale: Locale): string {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === '') return day;
  const parts: Record<Part, string> = { year, month, day: date };
  return orderOf(locale)
    .map((part) => parts[part])
    .join('/');
}

/**
 * A typed day as `YYYY-MM-DD`; null where it is none. Taken are one or two digits with `/`, `-`, `.` or a space between them, two digits
 * of a year of this century, all digits without anything between, and `YYYY-MM-DD` itself.
 */
export function readTypedDay(typed: string, locale: Locale): string | null {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const split =
    /^(\d{1,2})[/\-. ](\d{1,2})[/\-. ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (split === null) return null;
  const parts: Record<Part, string> = { day: '', month: '', year: '' };
  for (const [index, part] of orderOf(locale).entries()) parts[part] = split[index + 1] ?? '';
  const { year } = parts;
  return dayOf(year.length === 2 ? `20${year}` : year, parts.month, parts.day);
}

/** Null where the month has no such day. */
function dayOf(year: string, month: string, date: string): string | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? day : null;
}
