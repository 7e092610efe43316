/** What figures are of, as the query of their address: a period, and one party or kind. */
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { monthsBetween } from '#shared/contract/figures.ts';
import type { RecordFilter } from '#shared/contract/records.ts';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { type RecordKind, recordKind } from '#shared/terms.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { recordBases } from '../records/paths.ts';
import { addressOf, newestFirst, queryOf } from '../records/queue-filter.ts';

/** Months up to this one. */
export const periods = ['1', '3', '6', '12'] as const;
type Period = (typeof periods)[number];
const usual: Period = '12';
/** As many as the engine shows at a time. */
export const maxMonths = 36;

const isMonth = (text: string | null): text is string => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '');

export interface FigureQuery {
  /** Both in it, `YYYY-MM`. */
  from: string;
  until: string;
  /** Null where somebody gave the months themselves. */
  period: Period | null;
  party: string | null;
  kind: RecordKind | null;
}

/** A month so many months before another. */
export function monthBefore(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** What the query of an address asks for in a month; what nobody can make out of it is left out. */
function readFigureQuery(query: string, thisMonth: string): FigureQuery {
  const given = new URLSearchParams(query);
  const party = given.get('party')?.replaceAll(/\D/g, '').slice(0, 40) ?? '';
  const kind = recordKind.safeParse(given.get('kind'));
  const of = { party: party === '' ? null : party, kind: kind.success ? kind.data : null };
  const [from, until] = [given.get('from'), given.get('until')];
  if (isMonth(from) && isMonth(until)) {
    const months = monthsBetween(from, until);
    if (months >= 1 && months <= maxMonths) return { from, until, period: null, ...of };
  }
  const period = periods.find((one) => one === given.get('period')) ?? usual;
  return { from: monthBefore(thisMonth, Number(period) - 1), until: thisMonth, period, ...of };
}

function textOf({ from, until, period, party, kind }: FigureQuery): string {
  const query = new URLSearchParams();
  if (period === null) {
    query.set('from', from);
    query.set('until', until);
  } else if (period !== usual) query.set('period', period);
  if (party !== null) query.set('party', party);
  if (kind !== null) query.set('kind', kind);
  return query.toString();
}

/** What the address asks for, how it is changed, and where another part shows the same. */
export function useFigureQuery() {
  const [path, go] = useLocation();
  const inAddress = useSearch();
  const thisMonth = dominicanDay(useMinuteClock()).slice(0, 7);
  const query = useMemo(() => readFigureQuery(inAddress, thisMonth), [inAddress, thisMonth]);
  const set = useCallback(
    (part: Partial<FigureQuery>) => go(addressOf(path, textOf({ ...query, ...part }))),
    [go, path, query],
  );
  const hrefOf = useCallback(
    (to: string, part: Partial<FigureQuery> = {}) => addressOf(to, textOf({ ...query, ...part })),
    [query],
  );
  return { query, set, hrefOf, thisMonth };
}

const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** The days of a period in which records arrived: a day, a month, or from one month to another. */
export const receivedIn = (from: string, until = from): RecordFilter => ({
  receivedFrom: from.length === 7 ? `${from}-01` : from,
  receivedUntil: until.length === 7 ? lastDay(until) : until,
});

/** The queue of a kind with a filter. */
export const queueHref = (kind: RecordKind, filter: Omit<RecordFilter, 'kind' | 'search'>): string =>
  addressOf(recordBases[kind], queryOf(filter, newestFirst));
