import { dominicanDay, dominicanTime } from '#shared/rules/dominican-time.ts';
import type { Locale } from '#shared/terms.ts';

const region: Record<Locale, string> = { es: 'es-DO', en: 'en-US' };

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/**
 * Numbers and times as they are written in the Dominican Republic, in either language. Instants are shown in Dominican
 * time, whatever zone the computer is set to: cover and claims go by its days.
 */
export function makeFormat(locale: Locale) {
  const tag = region[locale];
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  const number = new Intl.NumberFormat(tag);
  const decimal = new Intl.NumberFormat(tag, { maximumFractionDigits: 4 });
  const plain = new Intl.NumberFormat(tag, two);
  const peso = new Intl.NumberFormat('es-DO', { style: 'currency', currency: 'DOP', ...two });
  const currencies = new Map<string, Intl.NumberFormat>([['DOP', peso]]);
  // Dates are made of clock readings, as if they were of UTC.
  const timeZone = 'UTC';
  const time = new Intl.DateTimeFormat(tag, { timeZone, hour: 'numeric', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(tag, { timeZone, day: 'numeric', month: 'short' });
  // Of single parts the Spanish of here makes "27 nov de 2026", which nobody writes.
  const dayOfYear = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: 'medium' });
  const exact = new Intl.DateTimeFormat(tag, { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const ago = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  const old = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });

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
  /** As amounts in it are spoken of: "pesos dominicanos (RD$)" of an ISO 4217 code; any other as it came. */
  const currencyPlural = (code: string | null, name: string | null): string | null => {
    const iso = code?.trim().toUpperCase() ?? '';
    const known = currencyName(code, null);
    if (known === null || known === code || !/^[A-Z]{3}$/.test(iso)) return currencyName(code, name);
    const partOf = (form: Intl.NumberFormat) =>
      form.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? iso;
    const nameForm = new Intl.NumberFormat(tag, {
      style: 'currency',
      currency: iso,
      currencyDisplay: 'name',
    });
    const signForm = new Intl.NumberFormat('es-DO', { style: 'currency', currency: iso });
    return `${partOf(nameForm)} (${partOf(signForm)})`;
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

  /** "hace 3 min" within the hour, the time of day today, yesterday and tomorrow, then the date; the year where it is another one. */
  const when = (iso: string, now: number): string => {
    const at = new Date(iso);
    const minutes = Math.floor((now - at.getTime()) / 60_000);
    if (Number.isNaN(at.getTime())) return iso;
    if (minutes < 1 && minutes > -2) return ago.format(0, 'second');
    if (minutes >= 0 && minutes < 60) return ago.format(-minutes, 'minute');
    const clock = clockAt(at);
    const thatDay = dominicanDay(at.getTime());
    if (thatDay === dominicanDay(now)) return time.format(clock);
    if (thatDay === dominicanDay(now - 86_400_000)) return `${ago.format(-1, 'day')}, ${time.format(clock)}`;
    if (thatDay === dominicanDay(now + 86_400_000)) return `${ago.format(1, 'day')}, ${time.format(clock)}`;
    const isSameYear = thatDay.slice(0, 4) === dominicanDay(now).slice(0, 4);
    return isSameYear ? `${day.format(clock)}, ${time.format(clock)}` : dayOfYear.format(clock);
  };

  /** "hace 3 días", from two days on in whole days, else in hours or minutes: how old something is, at any age. */
  const age = (iso: string, now: number): string => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / 60_000));
    if (minutes < 1) return ago.format(0, 'second');
    if (minutes < 60) return old.format(-minutes, 'minute');
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? old.format(-hours, 'hour') : old.format(-Math.floor(hours / 24), 'day');
  };

  /** A whole hour of a clock, 0 to 23. */
  const clock = (hour: number) => time.format(new Date(Date.UTC(2000, 0, 1, hour)));

  const ofDate = (form: Intl.DateTimeFormat) => (iso: string) => {
    const at = new Date(iso);
    return Number.isNaN(at.getTime()) ? iso : form.format(clockAt(at));
  };

  /** A day (`YYYY-MM-DD`, what follows it is left out) as that day, whatever the zone of the screen. */
  const dayOnly = (text: string) => {
    const at = clockOf(text);
    return at === null ? text : dayOfYear.format(at);
  };

  /** As `day`, without the year where it is that of `now`: for lists. */
  const dayShort = (text: string, now: number) => {
    const at = clockOf(text);
    if (at === null) return text;
    return (text.startsWith(dominicanDay(now).slice(0, 4)) ? day : dayOfYear).format(at);
  };

  /** A local date-time as the clock there showed it: a zone that came with it does not move it. */
  const local = (text: string) => {
    const clock = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2})/.exec(text)?.[1];
    const at = clock === undefined ? null : clockOf(text, clock);
    return at === null ? dayOnly(text) : `${dayOfYear.format(at)}, ${time.format(at)}`;
  };

  /** A figure as so many per cent. */
  const percent = (figure: string) => (locale === 'en' ? `${figure}%` : `${figure}\u00a0%`);

  const bytes = (count: number) => {
    if (count < 1024) return `${number.format(count)} B`;
    if (count < 1024 * 1024) return `${decimal1(tag).format(count / 1024)} kB`;
    if (count < 1024 ** 3) return `${decimal1(tag).format(count / 1024 ** 2)} MB`;
    if (count < 1024 ** 4) return `${decimal1(tag).format(count / 1024 ** 3)} GB`;
    return `${decimal1(tag).format(count / 1024 ** 4)} TB`;
  };

  return {
    locale,
    money,
    currencyName,
    currencyPlural,
    amount,
    quantity,
    percent,
    when,
    age,
    clock,
    count: (value: number) => number.format(value),
    time: ofDate(time),
    // The time of day stays together.
    exact: (iso: string) => ofDate(exact)(iso).replaceAll(/ (?=[ap]\. m\.|m\.)/g, '\u00a0'),
    date: ofDate(dayOfYear),
    day: dayOnly,
    dayShort,
    local,
    bytes,
  };
}

/** What a Dominican clock shows at an instant. */
const clockAt = (at: Date) => new Date(`${dominicanTime(at.getTime())}Z`);

/** The day that a text begins with, at a time of it; null where it is none. */
function clockOf(text: string, time = '00:00'): Date | null {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  const at = new Date(`${day}T${time}Z`);
  return day === undefined || Number.isNaN(at.getTime()) ? null : at;
}

const decimal1 = (tag: string) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });

export type Format = ReturnType<typeof makeFormat>;
