/** How charts are drawn, on the screen and on paper: what tells their series apart beside colour, and their axes. */

import { durationText } from './length-of-time.ts';
import type { Locale } from './terms.ts';

/** What the values of a series are. */
export type ChartUnit = 'count' | 'amount' | 'percent' | 'minutes';

/** The edge of a pattern's tile, in pixels or points. */
export const patternTile = 8;
/** Over the colour of each series in its order, as a path in its tile; the first is plain. */
export const seriesPatterns: readonly (string | null)[] = [
  null,
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  'M0 4H8',
  'M1 2H3M5 6H7',
  'M4 0V8',
  'M0 0L8 8M0 8L8 0',
];
/** How thick a pattern is drawn. */
export const patternStroke = 1.3;

const wholeSteps = [1, 2, 5];
/** Of minutes, as clocks and calendars part them: minutes, hours, days, weeks. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 7200, 10_080, 20_160, 43_200];
const maxTicks = 6;

/** Values of an axis that reach from zero over all values of its series, round numbers of its unit; of nothing 0 and 1. */
export function ticksOf(values: readonly number[], unit: ChartUnit): number[] {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  if (least === most) return [0, 1];
  const step = stepOf((most - least) / (maxTicks - 1), unit);
  const first = Math.floor(least / step);
  const last = Math.ceil(most / step);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

function stepOf(wanted: number, unit: ChartUnit): number {
  if (unit === 'minutes') {
    const known = timeSteps.find((step) => step >= wanted);
    if (known !== undefined) return known;
  }
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = ([...wholeSteps, 10].find((one) => one * power >= wanted) ?? 10) * power;
  return unit === 'count' ? Math.max(1, step) : step;
}

const languages: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };

/** A value at an axis, short: "48 k", "4 %", "2 h". */
export function tickText(value: number, unit: ChartUnit, locale: Locale): string {
  const language = languages[locale];
  switch (unit) {
    case 'minutes':
      return durationText(value);
    case 'percent':
      return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value).replace('-', '−')} %`;
    default:
      return Math.abs(value) < 10_000
        ? new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value)
        : new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
  }
}

/** "nov 2026" of `YYYY-MM`; any other text as it is. */
export function monthText(text: string, locale: Locale, form: 'short' | 'long' = 'short'): string {
  if (!/^\d{4}-\d{2}$/.test(text)) return text;
  return new Intl.DateTimeFormat(languages[locale], { year: 'numeric', month: form, timeZone: 'UTC' }).format(
    Date.parse(`${text}-01T00:00:00Z`),
  );
}
