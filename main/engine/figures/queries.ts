/** Figures as the console asks for them, each read from the sums of a few months. */
import Big from 'big.js';
import {
  type CodeCount,
  type ComparedPrices,
  type FindingFigures,
  type FoundOfKind,
  type Intake,
  type KindCount,
  type MoneyRow,
  maxListed,
  monthsBetween,
  type PartyRole,
  type Prices,
  type Savings,
  type Scorecard,
  type ScorecardRow,
  type WorkTimes,
} from '#shared/contract/figures.ts';
import { findingCode } from '#shared/finding-terms.ts';
import { currencyCode } from '#shared/rules/currency.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import {
  countFiguresByParty,
  type FigureRow,
  findPrices,
  listFigureParties,
  listFigureParts,
  listFigures,
  listPricesByPart,
  listPricesByParty,
  listPricesOfParties,
  type PriceRow,
  type ReadTransaction,
} from '../store/index.ts';
import { percentileOf } from './waiting.ts';

/** Months, both ends in it; of one party, and of one kind of records, where they are given. */
export interface FigureQuestion {
  from: string;
  until: string;
  party?: string | undefined;
  kind?: RecordKind | undefined;
}

/** Up to so many months what arrives is told by day. */
const monthsByDay = 3;

export async function intakeOf(tx: ReadTransaction, question: FigureQuestion): Promise<Intake> {
  const { from, until, party = '', kind } = question;
  const byDay = monthsBetween(from, until) <= monthsByDay;
  const found = await listFigures(tx, {
    measure: byDay ? 'received' : 'records',
    party,
    // Behind every day of the month.
    ...{ from, until: byDay ? `${until}-99` : until },
  });
  const rows = new Map<string, Intake['rows'][number]>();
  for (const period of byDay ? daysOf(from, until) : monthsOf(from, until)) {
    rows.set(period, {
      ...{ period, purchaseOrder: 0, serviceOrder: 0, incidentReport: 0, financialDocument: 0 },
    });
  }
  for (const { period, detail, count } of found) {
    const row = rows.get(period);
    if (row === undefined || (kind !== undefined && detail !== kind)) continue;
    row[detail as RecordKind] = count;
  }
  return { unit: byDay ? 'day' : 'month', rows: [...rows.values()] };
}

export async function timesOf(tx: ReadTransaction, question: FigureQuestion): Promise<WorkTimes> {
  const { kind } = question;
  const isOfKind = ({ detail }: FigureRow) => kind === undefined || detail.split(':')[0] === kind;
  const records = (await measured(tx, 'records', question)).filter(isOfKind);
  const looks = (await measured(tx, 'firstLook', question)).filter(isOfKind);
  const asks = await measured(tx, 'ask', question);
  const decided = await measured(tx, 'verdict', question);
  const lookOf = (isIn: (row: FigureRow) => boolean) => {
    const own = looks.filter(isIn);
    return { received: sumOf(records.filter(isIn)), looked: sumOf(own), ...spreadOf(own) };
  };
  const verdictOf = (isIn: (row: FigureRow) => boolean) => {
    const own = decided.filter(isIn);
    const of = (verdict: string) => sumOf(own.filter(({ detail }) => detail.startsWith(`${verdict}:`)));
    return {
      ...{ asked: sumOf(asks.filter(isIn)), approved: of('approve'), refused: of('refuse') },
      ...spreadOf(own),
    };
  };
  const months = monthsOf(question.from, question.until);
  const inMonth = (month: string) => (row: FigureRow) => row.period === month;
  return {
    firstLook: {
      ...lookOf(() => true),
      months: months.map((month) => ({ month, ...lookOf(inMonth(month)) })),
    },
    verdict: {
      ...verdictOf(() => true),
      months: months.map((month) => ({ month, ...verdictOf(inMonth(month)) })),
    },
  };
}

function spreadOf(rows: readonly FigureRow[]): { median: number | null; p90: number | null } {
  const counts = new Map<number, number>();
  for (const { detail, count } of rows) {
    const minutes = Number(detail.slice(detail.lastIndexOf(':') + 1));
    counts.set(minutes, (counts.get(minutes) ?? 0) + count);
  }
  return { median: percentileOf(counts, 0.5), p90: percentileOf(counts, 0.9) };
}

const moneyMeasures = ['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const;

export async function moneyOf(tx: ReadTransaction, question: FigureQuestion): Promise<MoneyRow[]> {
  return amountsOf(tx, moneyMeasures, question);
}

/** Amounts by month and currency, pesos first; a month without any has no row. */
async function amountsOf<Measure extends string>(
  tx: ReadTransaction,
  measures: readonly Measure[],
  question: FigureQuestion,
): Promise<({ month: string; currency: string } & Record<Measure, string>)[]> {
  type Row = { month: string; currency: string } & Record<Measure, string>;
  const none = Object.fromEntries(measures.map((measure) => [measure, '0'])) as Record<Measure, string>;
  const rows = new Map<string, Row>();
  for (const measure of measures) {
    for (const { period: month, detail: currency, amount } of await measured(tx, measure, question)) {
      const key = `${currency} ${month}`;
      rows.set(key, { ...(rows.get(key) ?? { month, currency, ...none }), [measure]: amount });
    }
  }
  return [...rows.values()].sort(byCurrencyAndMonth);
}

const pesos = currencyCode(null);
function byCurrencyAndMonth(
  one: { month: string; currency: string },
  other: { month: string; currency: string },
): number {
  if (one.currency === other.currency) return one.month < other.month ? -1 : 1;
  if (one.currency === pesos || other.currency === pesos) return one.currency === pesos ? -1 : 1;
  return one.currency < other.currency ? -1 : 1;
}

export async function pricesOf(tx: ReadTransaction, question: FigureQuestion): Promise<Prices> {
  const { party = '', from, until } = question;
  const total = await findPrices(tx, { party, from, until });
  const byParty =
    party === '' ? await listPricesByParty(tx, { from, until }, maxListed) : total && [{ party, ...total }];
  const parts = await listPricesByPart(tx, { party, from, until }, maxListed);
  const called = new Map(
    (
      await listFigureParts(
        tx,
        parts.map(({ part }) => part),
      )
    ).map(({ part, name }) => [part, name]),
  );
  const names = await namesOf(tx, byParty ?? []);
  return {
    total: total === undefined ? null : comparedOf(total),
    parties: (byParty ?? []).map((row) => ({ ...names(row.party), ...comparedOf(row) })),
    parts: parts.map((row) => ({
      part: row.part,
      name: called.get(row.part) ?? row.part,
      ...comparedOf(row),
    })),
  };
}

function comparedOf({ lines, price, market }: PriceRow): ComparedPrices {
  const percent = new Big(price).minus(market).times(100).div(market).round(1, Big.roundHalfUp);
  // Nothing is said to be below where it is not, by a sign alone.
  const text = percent.eq(0) ? '0.0' : percent.toFixed(1);
  return { lines, price: amountOf(price), market: amountOf(market), percent: text };
}

const amountOf = (hundredths: string): string => new Big(hundredths).div(100).toFixed(2);

export async function findingsOf(tx: ReadTransaction, question: FigureQuestion): Promise<FindingFigures> {
  const { kind, party } = question;
  const isOfKind = ({ detail }: { detail: string }) => kind === undefined || detail.split(':')[0] === kind;
  const records = (await measured(tx, 'records', question)).filter(isOfKind);
  const withFindings = (await measured(tx, 'withFindings', question)).filter(isOfKind);
  const codes = (await measured(tx, 'finding', question)).filter(isOfKind);
  const byParty = party === undefined ? await foundByParty(tx, question, isOfKind) : [];
  return {
    ...foundIn(records, withFindings),
    codes: codesOf(codes),
    parties: byParty,
  };
}

async function foundByParty(
  tx: ReadTransaction,
  question: FigureQuestion,
  isOfKind: (row: { detail: string }) => boolean,
): Promise<FindingFigures['parties']> {
  const { from, until } = question;
  const records = (await countFiguresByParty(tx, { measure: 'records', from, until })).filter(isOfKind);
  const listed = [...Map.groupBy(records, ({ party }) => party)]
    .map(([party, rows]) => ({ party, rows, records: sumOf(rows) }))
    .sort(byRecords)
    .slice(0, maxListed);
  const parties = listed.map(({ party }) => party);
  const by = async (measure: string) =>
    Map.groupBy(
      (await countFiguresByParty(tx, { measure, from, until, parties })).filter(isOfKind),
      (row) => row.party,
    );
  const withFindings = await by('withFindings');
  const codes = await by('finding');
  const names = await namesOf(tx, listed);
  return listed.map(({ party, rows }) => ({
    ...names(party),
    ...foundIn(rows, withFindings.get(party) ?? []),
    codes: codesOf(codes.get(party) ?? []).slice(0, 3),
  }));
}

type Counted = readonly { detail: string; count: number }[];

/** Of counts whose detail is a kind, or begins with one, those of each kind that has any. */
function kindsIn(rows: Counted): KindCount[] {
  const isOf = (kind: RecordKind) => (row: { detail: string }) => row.detail.split(':')[0] === kind;
  return recordKinds
    .map((kind) => ({ kind, records: sumOf(rows.filter(isOf(kind))) }))
    .filter(({ records }) => records > 0);
}

function foundIn(
  rows: Counted,
  withFindings: Counted,
): { records: number; withFindings: number; kinds: FoundOfKind[] } {
  const found = new Map(kindsIn(withFindings).map(({ kind, records }) => [kind, records]));
  return {
    ...{ records: sumOf(rows), withFindings: sumOf(withFindings) },
    kinds: kindsIn(rows).map((one) => ({ ...one, withFindings: found.get(one.kind) ?? 0 })),
  };
}

/** Codes of an older Perito, which are no more, say nothing. */
function codesOf(rows: Counted): CodeCount[] {
  const byCode = Map.groupBy(rows, ({ detail }) => detail.slice(detail.indexOf(':') + 1));
  return [...byCode]
    .flatMap(([code, own]) => {
      const known = findingCode.safeParse(code);
      return known.success ? [{ code: known.data, records: sumOf(own), kinds: kindsIn(own) }] : [];
    })
    .sort((a, b) => b.records - a.records || (a.code < b.code ? -1 : 1));
}

const savingMeasures = ['lowered', 'raised', 'creditedBack', 'toCredit'] as const;

export async function savingsOf(tx: ReadTransaction, question: FigureQuestion): Promise<Savings> {
  return {
    compared: sumOf(await measured(tx, 'revisedOrder', question)),
    rows: await amountsOf(tx, savingMeasures, question),
  };
}

/** Those with the most records first; `isCut` where there are more than are listed. */
export async function scorecardsOf(
  tx: ReadTransaction,
  question: Pick<FigureQuestion, 'from' | 'until'> & {
    role?: PartyRole | undefined;
    search?: string | undefined;
  },
): Promise<{ rows: ScorecardRow[]; isCut: boolean }> {
  const { role, search = '', from, until } = question;
  const records = await countFiguresByParty(tx, { measure: 'records', from, until });
  const parties = [...Map.groupBy(records, ({ party }) => party)]
    .map(([party, rows]) => ({ party, rows, roles: rolesOf(rows), records: sumOf(rows) }))
    .filter(({ roles }) => role === undefined || roles.includes(role))
    .sort(byRecords);
  const found = search.trim() === '' ? parties : await namedSo(tx, parties, search);
  const listed = found.slice(0, maxListed);
  const names = await namesOf(tx, listed);
  const these = listed.map(({ party }) => party);
  const by = async (measure: string) =>
    Map.groupBy(await countFiguresByParty(tx, { measure, from, until, parties: these }), (row) => row.party);
  const withFindings = await by('withFindings');
  const orders = await by('order');
  const decisions = await by('decision');
  const priced = await listPricesOfParties(tx, { from, until, parties: these });
  const prices = new Map(priced.map((row) => [row.party, comparedOf(row)]));
  const rows = listed.map(({ party, rows: own, roles }) => ({
    ...{ ...names(party), roles },
    ...foundIn(own, withFindings.get(party) ?? []),
    ...orderCounts(orders.get(party) ?? []),
    disputed: detailOf(decisions.get(party) ?? [], 'dispute'),
    prices: prices.get(party) ?? null,
  }));
  return { rows, isCut: found.length > maxListed };
}

/** Those whose name or RNC holds a text, the RNC as people write it. */
async function namedSo<Party extends { party: string }>(
  tx: ReadTransaction,
  parties: readonly Party[],
  search: string,
): Promise<Party[]> {
  const names = await namesOf(tx, parties);
  const sought = plain(search);
  const soughtDigits = /^[\d\s.-]*\d[\d\s.-]*$/.test(search) ? search.replaceAll(/\D/g, '') : sought;
  return parties.filter(
    ({ party }) => plain(names(party).name ?? '').includes(sought) || party.includes(soughtDigits),
  );
}
const plain = (text: string): string => withoutAccents(text).toLowerCase().trim();

/** Null where no record of it was counted in the period. */
export async function scorecardOf(
  tx: ReadTransaction,
  question: FigureQuestion & { party: string },
): Promise<Scorecard | null> {
  const records = await measured(tx, 'records', question);
  if (records.length === 0) return null;
  const names = await namesOf(tx, [question]);
  const { total, parts } = await pricesOf(tx, question);
  const { withFindings, kinds, codes } = await findingsOf(tx, question);
  return {
    ...names(question.party),
    ...{ records: sumOf(records), roles: rolesOf(records), withFindings, kinds, codes },
    ...orderCounts(await measured(tx, 'order', question)),
    disputed: detailOf(await measured(tx, 'decision', question), 'dispute'),
    ...{ prices: total, parts, money: await moneyOf(tx, question) },
  };
}

function orderCounts(rows: Counted) {
  const late = detailOf(rows, 'late');
  return {
    orders: detailOf(rows, 'made'),
    asked: detailOf(rows, 'asked'),
    cancelled: detailOf(rows, 'cancelled'),
    judged: late + detailOf(rows, 'inTime'),
    late,
  };
}

const detailOf = (rows: Counted, detail: string): number =>
  sumOf(rows.filter((row) => row.detail === detail));

function rolesOf(rows: readonly { detail: string }[]): PartyRole[] {
  const kinds = new Set(rows.map(({ detail }) => detail));
  const roles: PartyRole[] = [];
  if (kinds.has('purchaseOrder')) roles.push('supplier');
  if (kinds.has('serviceOrder') || kinds.has('incidentReport')) roles.push('workshop');
  return roles;
}

const measured = (
  tx: ReadTransaction,
  measure: string,
  { party = '', from, until }: FigureQuestion,
): Promise<FigureRow[]> => listFigures(tx, { measure, party, from, until });

const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

const byRecords = (
  one: { party: string; records: number },
  other: { party: string; records: number },
): number => other.records - one.records || (one.party < other.party ? -1 : 1);

/** What each party is called; null where no record says it. */
async function namesOf(tx: ReadTransaction, rows: readonly { party: string }[]) {
  const names = new Map(
    (
      await listFigureParties(
        tx,
        rows.map(({ party }) => party),
      )
    ).map(({ party, name }) => [party, name]),
  );
  return (party: string) => ({ party, name: names.get(party) ?? null });
}

function monthsOf(from: string, until: string): string[] {
  const [year = 0, month = 1] = from.split('-').map(Number);
  return Array.from({ length: monthsBetween(from, until) }, (_, index) =>
    new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 7),
  );
}

function daysOf(from: string, until: string): string[] {
  return monthsOf(from, until).flatMap((month) => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
    return Array.from({ length: last }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  });
}
