import { isoDay } from '#shared/marketplace/insurance-policy.ts';

const months = new Map(
  [
    ['ene', 'jan', 'enero', 'january'],
    ['feb', 'febrero', 'february'],
    ['mar', 'marzo', 'march'],
    ['abr', 'apr', 'abril', 'april'],
    ['may', 'mayo'],
    ['jun', 'junio', 'june'],
    ['jul', 'julio', 'july'],
    ['ago', 'aug', 'agosto', 'august'],
    ['sep', 'sept', 'septiembre', 'setiembre', 'september'],
    ['oct', 'octubre', 'october'],
    ['nov', 'noviembre', 'november'],
    ['dic', 'dec', 'diciembre', 'december'],
  ].flatMap((names, index) => names.map((name): [string, number] => [name, index + 1])),
);

const time = String.raw`(?:[T ,]\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?\s?m\.?|Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${time}$`, 'i');
const dayFirst = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${time}$`, 'i');
const named = new RegExp(
  `^(\\d{1,2})(?:\\s+de\\s+|[-/. ])(\\p{L}+)\\.?(?:\\s+(?:de|del)\\s+|[-/. ])(\\d{4}|\\d{2})${time}$`,
  'iu',
);
const compact = /^(\d{4})(\d{2})(\d{2})$/;

/** An ISO day from an ISO or Dominican date (day before month), a time after it left out; null where it is none. */
export function readDay(text: string): string | null {
  const iso = yearFirst.exec(text) ?? compact.exec(text);
  if (iso !== null) return dayOf(iso[1], Number(iso[2]), iso[3]);
  const local = dayFirst.exec(text);
  if (local !== null) return dayOf(local[3], Number(local[2]), local[1]);
  const words = named.exec(text);
  return words === null ? null : dayOf(words[3], months.get((words[2] ?? '').toLowerCase()) ?? 0, words[1]);
}

/** Years of two digits are of this century: policies of the last one are over. */
function dayOf(year = '', month: number, day = ''): string | null {
  const whole = year.length === 2 ? `20${year}` : year;
  const text = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number(whole) >= 1900 && isoDay.safeParse(text).success ? text : null;
}
