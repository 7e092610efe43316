/** Lengths of time as people read them, by the symbols of their units, which both languages share. */
import type { Locale } from './terms.ts';

/** "7 min", "2 h 5 min", "3 d 4 h": minutes in two units at most, by their symbols, which both languages share. */
export function durationText(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [days > 0 ? 0 : minutes % 60, 'min'],
  ] as const;
  const said = parts.filter(([value]) => value !== 0).map(([value, unit]) => `${value}\u00A0${unit}`);
  return said.length === 0 ? '0\u00A0min' : said.join(' ');
}

/** As `durationText`; of less than a minute in seconds, with tenths. */
export function lengthOfTime(milliseconds: number, locale: Locale): string {
  if (milliseconds >= 60_000) return durationText(Math.round(milliseconds / 60_000));
  const seconds = Math.max(0.1, Math.round(milliseconds / 100) / 10);
  return `${seconds.toLocaleString(locale === 'es' ? 'es-DO' : 'en-US')}\u00A0s`;
}
