/** Values as a sentence of the log writes them. */
import type { Locale } from '../terms.ts';

const tags: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };

export function textOf(value: unknown, locale: Locale = 'es'): string | null {
  if (typeof value === 'string') return value === '' ? null : shortened(value);
  return typeof value === 'number' ? value.toLocaleString(tags[locale]) : null;
}

/** A longer text stands whole beside the sentence. */
const longest = 240;
export const shortened = (text: string, most: number = longest): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
};

export function moneyOf(amount: string, currency: string): string {
  const code = currency === 'DOP' || currency === '' ? 'RD$' : `${currency} `;
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${amount.startsWith('-') ? '-' : ''}${code}${grouped}.${fraction.padEnd(2, '0')}`;
}

export function bytesOf(bytes: number, locale: Locale): string {
  const [size, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kB'] : [bytes / 1024 ** 2, 'MB'];
  return `${size.toLocaleString(tags[locale], { maximumFractionDigits: 1 })} ${unit}`;
}

const dominican = 'America/Santo_Domingo';

export function dayOf(day: string, locale: Locale): string {
  const at = new Date(`${day}T00:00:00Z`);
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return Number.isNaN(at.getTime()) ? day : at.toLocaleDateString(tags[locale], options);
}

export function instantOf(value: unknown, locale: Locale): string | null {
  const at = typeof value === 'number' || typeof value === 'string' ? new Date(value) : null;
  if (at === null || Number.isNaN(at.getTime())) return null;
  return at.toLocaleString(tags[locale], { timeZone: dominican, dateStyle: 'medium', timeStyle: 'short' });
}

export function listed(names: readonly string[], and: string): string | null {
  const last = names.at(-1);
  if (last === undefined) return null;
  return names.length === 1 ? last : `${names.slice(0, -1).join(', ')} ${and} ${last}`;
}
