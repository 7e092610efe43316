import type { Locale } from '#shared/terms.ts';

const region: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Numbers and times as they are written in the Dominican Republic, in either language. */
export function makeFormat(locale: Locale) {
  const tag = region[locale];
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const number = new Intl.NumberFormat(tag);
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(tag, two);
  const peso = new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP', ...two });
  const currencies = new Map<string, Intl.NumberFormat>([['DOP', peso]]);
  const time = new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' });
  const exact = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'medium' });
  const ago = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });

  /** A decimal text with its currency (ISO 4217; any other is named as it came); what is no decimal text is shown as it came. */
  const money = (text: string | null, currency = 'DOP') => {
    if (text === null) return '—';
    if (!isDecimal(text)) return text;
    const code = currency.trim().toUpperCase();
    if (!/^[A-Z]{3}$/.test(code)) return `${currency} ${plain.format(text)}`.trim();
    let form = currencies.get(code);
    if (form === undefined) {
      form = new Intl.NumberFormat('es-DO', { style: 'currency', currency: code, ...two });
      currencies.set(code, form);
    }
    return form.format(text);
  };
  const currencyNames = new Intl.DisplayNames(tag, { type: 'currency' });
  /** "peso dominicano" of an ISO 4217 code; the name that came with any other, else what stands for the code. */
  const currencyName = (code: string | null, name: string | null): string | null => {
    const iso = code?.trim().toUpperCase() ?? '';
    const known = /^[A-Z]{3}$/.test(iso) ? currencyNames.of(iso) : undefined;
    return known !== undefined && known !== iso ? known : (name ?? code);
  };
  /** A decimal text with two decimals and no currency, for columns that name it once. */
  const amount = (text: string | null) => (text === null ? '—' : isDecimal(text) ? plain.format(text) : text);
  const quantity = (value: string | number | null) =>
    value === null
      ? '—'
      : typeof value === 'number'
        ? decimal.format(value)
        : isDecimal(value)
          ? decimal.format(value)
          : value;

  /** "hace 3 min" within the hour, the time of day today, then the date; the year where it is another one. */
  const when = (iso: string, now: number): string => {
    const at = new Date(iso);
    const minutes = Math.floor((now - at.getTime()) / 60_000);
    if (Number.isNaN(at.getTime())) return iso;
    if (minutes < 1 && minutes > -2) return ago.format(0, 'second');
    if (minutes >= 0 && minutes < 60) return ago.format(-minutes, 'minute');
    const today = new Date(now);
    if (at.toDateString() === today.toDateString()) return time.format(at);
    const yesterday = new Date(now - 86_400_000);
    if (at.toDateString() === yesterday.toDateString()) return `${ago.format(-1, 'day')}, ${time.format(at)}`;
    const sameYear = at.getFullYear() === today.getFullYear();
    return sameYear ? `${day.format(at)}, ${time.format(at)}` : dayOfYear.format(at);
  };

  const ofDate = (form: Intl.DateTimeFormat) => (iso: string) => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime()) ? iso : form.format(at);
  };

  /** A day (`YYYY-MM-DD`, what follows it is left out) as that day, whatever the zone of the screen. */
  const dayOnly = (text: string) => {
    const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
    if (match === null) return text;
    const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
    return Number.isNaN(at.getTime()) ? text : dayOfYear.format(at);
  };

  /** As `day`, without the year where it is that of `now`: for lists. */
  const dayShort = (text: string, now: number) => {
    const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
    if (match === null || Number(match[1]) !== new Date(now).getFullYear()) return dayOnly(text);
    const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
    return Number.isNaN(at.getTime()) ? text : day.format(at);
  };

  /** A local date-time as the clock there showed it: a zone that came with it does not move it. */
  const local = (text: string) => {
    const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(text);
    if (match === null) return dayOnly(text);
    const at = new Date(`${match[1]}T${match[2]}`);
    return Number.isNaN(at.getTime()) ? text : `${dayOfYear.format(at)}, ${time.format(at)}`;
  };

  const bytes = (count: number) => {
    if (count < 1024) return `${number.format(count)} B`;
    if (count < 1024 * 1024) return `${decimal1(tag).format(count / 1024)} kB`;
    return `${decimal1(tag).format(count / 1024 / 1024)} MB`;
  };

  return {
    locale,
    money,
    currencyName,
    amount,
    quantity,
    when,
    count: (value: number) => number.format(value),
    time: ofDate(time),
    exact: ofDate(exact),
    date: ofDate(dayOfYear),
    day: dayOnly,
    dayShort,
    local,
    bytes,
  };
}
const decimal1 = (tag: string) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });

export type Format = ReturnType<typeof makeFormat>;
