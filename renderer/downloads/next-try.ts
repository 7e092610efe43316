import type { Format } from '../app/locale/format.ts';

const tags = { es: 'es-DO', en: 'en-US' } as const;

/** "dentro de 5 min" within the hour, else the time or the day; null where it is due. */
export function nextTry(iso: string, now: number, format: Pick<Format, 'locale' | 'when'>): string | null {
  const minutes = Math.ceil((Date.parse(iso) - now) / 60_000);
  if (Number.isNaN(minutes)) return iso;
  if (minutes <= 0) return null;
  if (minutes > 60) return format.when(iso, now);
  return new Intl.RelativeTimeFormat(tags[format.locale], { style: 'short' }).format(minutes, 'minute');
}
