/** Each figure of what the engine counted: its table, its sentence, and where its numbers lead. */
import Big from 'big.js';
import { useMemo } from 'react';
import type {
  CodeCount,
  FindingFigures,
  Intake,
  MoneyRow,
  PartyRole,
  Prices,
  Savings,
  ScorecardRow,
  WorkTimes,
} from '#shared/contract/figures.ts';
import type { RecordFilter } from '#shared/contract/records.ts';
import type { FindingCode } from '#shared/finding-terms.ts';
import { durationText } from '#shared/length-of-time.ts';
import { cancellationStates, type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import type { Figure, FigureRow, Target } from './figure.ts';
import { type FigureQuery, queueHref, receivedIn } from './figure-query.ts';
import { percentText, shareOf, shareText } from './figure-text.ts';

/** So many lying bars are drawn; more would be no picture. */
const drawnBars = 15;
/** So many upright columns or points: the days of three months, and 36 months. */
const drawnColumns = 100;
const pesos = 'DOP';

export const kindLabels = {
  purchaseOrder: 'purchaseOrders',
  serviceOrder: 'serviceOrders',
  incidentReport: 'incidents',
  financialDocument: 'documents',
} as const satisfies Record<RecordKind, string>;

const orderKinds = ['purchaseOrder', 'serviceOrder'] as const;

/** Makes figures of answers in the language of the screen; `hrefOfParty` is where the scorecard of one is. */
export function useFigures(query: FigureQuery, hrefOfParty: (party: string) => string) {
  const { t, format, locale } = useI18n();
  return useMemo(() => {
    const kindName = (kind: RecordKind) => t(`frame.rail.${kindLabels[kind]}`);
    const nameOf = ({ party, name }: { party: string; name: string | null }) =>
      name ?? t('figures.party.unnamed', { taxId: party });
    const currencyOf = (currency: string) => format.currencyPlural(currency, null) ?? currency;
    const money = (amount: Big, currency: string) => format.money(amount.toFixed(), currency);
    const ofParty = query.party === null ? {} : { parties: [query.party] };
    const inPeriod = { ...receivedIn(query.from, query.until), ...ofParty };
    /** Queues of these kinds with a filter, each under its name. */
    const queues = (kinds: readonly RecordKind[], filter: RecordFilter): Target[] =>
      kinds.map((kind) => ({ label: kindName(kind), href: queueHref(kind, filter) }));
    const counted = (
      kinds: readonly { kind: RecordKind; records: number }[],
      filter: RecordFilter,
    ): Target[] =>
      kinds
        .filter(({ records }) => records > 0)
        .map(({ kind, records }) => ({
          label: `${kindName(kind)} (${format.count(records)})`,
          href: queueHref(kind, filter),
        }));
    const findingTitle = (code: FindingCode) => t(`findingTitle.${code}`);

    function intake({ unit, rows }: Intake): Figure {
      const kinds = recordKinds.filter((kind) => query.kind === null || kind === query.kind);
      const totals = kinds.map((kind) => ({ kind, count: rows.reduce((sum, row) => sum + row[kind], 0) }));
      const all = totals.reduce((sum, { count }) => sum + count, 0);
      const [most] = totals.toSorted((a, b) => b.count - a.count);
      return {
        id: 'intake',
        name: t(unit === 'day' ? 'figures.intake.nameDay' : 'figures.intake.nameMonth'),
        sentence: t('figures.intake.sentence', {
          ...{ count: all, records: format.count(all) },
          kind: most === undefined ? '' : kindName(most.kind).toLocaleLowerCase(locale),
          most: format.count(most?.count ?? 0),
        }),
        note: t('figures.intake.note'),
        currency: null,
        columns: [
          { id: 'period', title: t(`figures.column.${unit}`), unit },
          ...kinds.map((kind) => ({ id: kind, title: kindName(kind), unit: 'count' as const })),
          ...(kinds.length > 1
            ? [{ id: 'total', title: t('figures.column.total'), unit: 'count' as const }]
            : []),
        ],
        rows: rows.map((row): FigureRow => {
          const own = kinds.map((kind) => ({ kind, records: row[kind] }));
          const filter = { ...receivedIn(row.period), ...ofParty };
          const total = own.reduce((sum, { records }) => sum + records, 0);
          return {
            id: row.period,
            cells: [row.period, ...own.map(({ records }) => records), ...(kinds.length > 1 ? [total] : [])],
            targets: {
              ...Object.fromEntries(own.map((one) => [one.kind, counted([one], filter)])),
              total: counted(own, filter),
            },
          };
        }),
        chart: { form: 'stackedColumns', unit: 'count', series: kinds, drawn: drawnColumns },
      };
    }

    function firstLook({ firstLook: { median, p90, months } }: WorkTimes): Figure {
      const kinds = query.kind === null ? recordKinds : [query.kind];
      return {
        id: 'firstLook',
        name: t('figures.firstLook.name'),
        sentence: t('figures.firstLook.sentence', spread(median, p90)),
        note: t('figures.firstLook.note'),
        currency: null,
        columns: [
          { id: 'month', title: t('figures.column.month'), unit: 'month' },
          { id: 'received', title: t('figures.column.received'), unit: 'count' },
          { id: 'looked', title: t('figures.column.looked'), unit: 'count' },
          { id: 'median', title: t('figures.column.median'), unit: 'minutes' },
          { id: 'p90', title: t('figures.column.p90'), unit: 'minutes' },
        ],
        rows: months.map((one): FigureRow => {
          const filter = { ...receivedIn(one.month), ...ofParty };
          const seen = queues(kinds, { ...filter, reviewed: true });
          return {
            id: one.month,
            cells: [one.month, one.received, one.looked, one.median, one.p90],
            targets: {
              received: one.received > 0 ? queues(kinds, filter) : [],
              median: one.looked > 0 ? seen : [],
              p90: one.looked > 0 ? seen : [],
            },
          };
        }),
        chart: { form: 'lines', unit: 'minutes', series: ['median', 'p90'], drawn: drawnColumns },
      };
    }

    function verdict({ verdict: { median, p90, months } }: WorkTimes): Figure {
      return {
        id: 'verdict',
        name: t('figures.verdict.name'),
        sentence: t('figures.verdict.sentence', spread(median, p90)),
        note: t('figures.verdict.note'),
        currency: null,
        columns: [
          { id: 'month', title: t('figures.column.month'), unit: 'month' },
          { id: 'asked', title: t('figures.column.asked'), unit: 'count' },
          { id: 'approved', title: t('figures.column.approved'), unit: 'count' },
          { id: 'refused', title: t('figures.column.refused'), unit: 'count' },
          { id: 'median', title: t('figures.column.median'), unit: 'minutes' },
          { id: 'p90', title: t('figures.column.p90'), unit: 'minutes' },
        ],
        rows: months.map((one): FigureRow => {
          const filter = { ...receivedIn(one.month), ...ofParty };
          const asked =
            one.asked > 0 ? queues(orderKinds, { ...filter, cancellation: [...cancellationStates] }) : [];
          return {
            id: one.month,
            cells: [one.month, one.asked, one.approved, one.refused, one.median, one.p90],
            targets: {
              ...{ asked, median: asked, p90: asked },
              approved:
                one.approved > 0
                  ? queues(orderKinds, { ...filter, cancellation: ['approved', 'cancelled'] })
                  : [],
              refused: one.refused > 0 ? queues(orderKinds, { ...filter, cancellation: ['refused'] }) : [],
            },
          };
        }),
        chart: { form: 'lines', unit: 'minutes', series: ['median', 'p90'], drawn: drawnColumns },
      };
    }

    const durationOf = (minutes: number | null) =>
      minutes === null ? t('common.none') : minutes === 0 ? t('figures.underAMinute') : durationText(minutes);
    const spread = (median: number | null, p90: number | null) => ({
      median: durationOf(median),
      p90: durationOf(p90),
    });

    /** One a currency; pesos first. */
    function moneyFigures(rows: readonly MoneyRow[]): Figure[] {
      return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]): Figure => {
        const sumOf = (name: 'ordered' | 'invoiced' | 'credited' | 'outstanding') =>
          own.reduce((sum, row) => sum.plus(row[name]), new Big(0));
        const isOrdered = own.some(({ ordered }) => Number(ordered) !== 0);
        const drawn = isOrdered
          ? (['ordered', 'invoiced', 'credited', 'outstanding'] as const)
          : (['invoiced', 'credited'] as const);
        const shown = isOrdered
          ? (['ordered', 'cancelled', 'invoiced', 'credited', 'outstanding', 'toCredit'] as const)
          : (['invoiced', 'credited', 'toCredit'] as const);
        return {
          id: `money-${currency}`,
          name: t('figures.money.name', { currency: currencyOf(currency) }),
          sentence: t(isOrdered ? 'figures.money.sentence' : 'figures.money.sentenceOther', {
            ordered: money(sumOf('ordered'), currency),
            invoiced: money(sumOf('invoiced'), currency),
            credited: money(sumOf('credited'), currency),
            outstanding: money(sumOf('outstanding'), currency),
          }),
          note: t('figures.money.note'),
          currency,
          columns: [
            { id: 'month', title: t('figures.column.month'), unit: 'month' },
            ...shown.map((id) => ({ id, title: t(`claims.amounts.${id}`), unit: 'money' as const })),
          ],
          rows: own.map((row): FigureRow => {
            const filter = { ...receivedIn(row.month), ...ofParty };
            const orders = queues(orderKinds, filter);
            const documents = queues(['financialDocument'], { ...filter, currency });
            const behind: Record<(typeof shown)[number], Target[]> = {
              ...{ ordered: orders, outstanding: orders, toCredit: [...orders, ...documents] },
              cancelled: queues(orderKinds, { ...filter, cancellation: ['cancelled'] }),
              ...{ invoiced: documents, credited: documents },
            };
            return {
              id: row.month,
              cells: [row.month, ...shown.map((name) => row[name])],
              targets: Object.fromEntries(
                shown.flatMap((name) => (Number(row[name]) === 0 ? [] : [[name, behind[name]]])),
              ),
            };
          }),
          chart: { form: 'columns', unit: 'amount', series: drawn, drawn: drawnColumns },
        };
      });
    }

    /** Parts are told apart in small letters. */
    const partName = (part: string) => part.slice(0, 1).toLocaleUpperCase(locale) + part.slice(1);
    const comparedColumns = [
      { id: 'lines', title: t('figures.column.lines'), unit: 'count' },
      { id: 'price', title: t('figures.column.price'), unit: 'money' },
      { id: 'market', title: t('figures.column.market'), unit: 'money' },
      { id: 'percent', title: t('figures.column.percent'), unit: 'percent' },
    ] as const;

    const dearestFirst = <Row extends { percent: string }>(rows: readonly Row[]) =>
      rows.toSorted((a, b) => Number(b.percent) - Number(a.percent));

    function pricesByParty({ total, parties }: Prices): Figure {
      const percent = total?.percent ?? '0';
      const form = Number(percent) === 0 ? 'same' : percent.startsWith('-') ? 'below' : 'above';
      return {
        id: 'pricesByParty',
        name: t('figures.prices.byParty'),
        sentence: t(`figures.prices.${form}`, {
          lines: format.count(total?.lines ?? 0),
          percent: format.percent(percent.replace('-', '')),
        }),
        note: t('figures.prices.note'),
        currency: pesos,
        columns: [{ id: 'party', title: t('figures.column.party'), unit: 'text' }, ...comparedColumns],
        rows: dearestFirst(parties).map((row): FigureRow => {
          const orders = queues(['purchaseOrder'], { ...inPeriod, parties: [row.party] });
          return {
            id: row.party,
            cells: [nameOf(row), row.lines, row.price, row.market, row.percent],
            targets: {
              party: [{ label: nameOf(row), href: hrefOfParty(row.party) }],
              ...{ lines: orders, percent: orders },
            },
          };
        }),
        chart: { form: 'bars', unit: 'percent', series: ['percent'], drawn: drawnBars },
      };
    }

    function pricesByPart({ parts }: Pick<Prices, 'parts'>): Figure {
      const [dearest] = dearestFirst(parts);
      return {
        id: 'pricesByPart',
        name: t('figures.prices.byPart'),
        sentence: t('figures.prices.part', {
          part: partName(dearest?.name ?? ''),
          percent: percentText(format, dearest?.percent ?? '0'),
        }),
        note: t('figures.prices.note'),
        currency: pesos,
        columns: [{ id: 'part', title: t('figures.column.part'), unit: 'text' }, ...comparedColumns],
        rows: dearestFirst(parts).map(
          (row): FigureRow => ({
            id: row.part,
            cells: [partName(row.name), row.lines, row.price, row.market, row.percent],
            targets: {
              percent: [{ label: partName(row.name), href: `/search/${encodeURIComponent(row.part)}` }],
            },
          }),
        ),
        chart: { form: 'bars', unit: 'percent', series: ['percent'], drawn: drawnBars },
      };
    }

    /** `of` is a party whose records they are, where the query names none. */
    function codes(
      {
        records,
        withFindings,
        codes: found,
      }: Pick<FindingFigures, 'records' | 'withFindings'> & {
        codes: readonly CodeCount[];
      },
      of = ofParty,
    ): Figure {
      const kinds = query.kind === null ? recordKinds : [query.kind];
      const [first] = found;
      return {
        id: 'codes',
        name: t('figures.findings.byCode'),
        sentence: t('figures.findings.sentence', {
          share: shareText(format, shareOf(withFindings, records) ?? 0),
          title: first === undefined ? '' : findingTitle(first.code),
          count: first?.records ?? 0,
        }),
        note: t('figures.findings.note'),
        currency: null,
        columns: [
          { id: 'finding', title: t('figures.column.finding'), unit: 'text' },
          ...kinds.map((kind) => ({ id: kind, title: kindName(kind), unit: 'count' as const })),
          { id: 'total', title: t('figures.column.total'), unit: 'count' },
        ],
        rows: found.map((one): FigureRow => {
          const filter = { ...inPeriod, ...of, findings: [one.code] };
          const countOf = (kind: RecordKind) => one.kinds.find((own) => own.kind === kind)?.records ?? 0;
          return {
            id: one.code,
            cells: [findingTitle(one.code), ...kinds.map(countOf), one.records],
            targets: {
              ...Object.fromEntries(one.kinds.map((own) => [own.kind, counted([own], filter)])),
              total: counted(one.kinds, filter),
            },
          };
        }),
        chart: { form: 'stackedBars', unit: 'count', series: kinds, drawn: drawnBars },
      };
    }

    function findingParties({ parties }: FindingFigures): Figure {
      const rows = parties.toSorted((a, b) => b.withFindings - a.withFindings);
      const [first] = rows;
      return {
        id: 'findingParties',
        name: t('figures.findings.byParty'),
        sentence: t('figures.findings.partySentence', {
          name: first === undefined ? '' : nameOf(first),
          found: format.count(first?.withFindings ?? 0),
          records: format.count(first?.records ?? 0),
        }),
        note: t('figures.findings.note'),
        currency: null,
        columns: [
          { id: 'party', title: t('figures.column.party'), unit: 'text' },
          { id: 'withFindings', title: t('figures.column.withFindings'), unit: 'count' },
          { id: 'without', title: t('figures.column.without'), unit: 'count' },
          { id: 'share', title: t('figures.column.share'), unit: 'share' },
          { id: 'codes', title: t('figures.column.codes'), unit: 'text' },
        ],
        rows: rows.map((row): FigureRow => {
          const filter = { ...inPeriod, parties: [row.party] };
          const found = row.kinds.map(({ kind, withFindings }) => ({ kind, records: withFindings }));
          const clean = row.kinds.map(({ kind, records, withFindings }) => ({
            kind,
            records: records - withFindings,
          }));
          return {
            id: row.party,
            cells: [
              ...[nameOf(row), row.withFindings, row.records - row.withFindings],
              shareOf(row.withFindings, row.records),
              row.codes.map(({ code }) => findingTitle(code)).join('; '),
            ],
            targets: {
              party: [{ label: nameOf(row), href: hrefOfParty(row.party) }],
              withFindings: counted(found, { ...filter, withFindings: true }),
              without: counted(clean, { ...filter, withFindings: false }),
            },
          };
        }),
        chart: { form: 'stackedBars', unit: 'count', series: ['withFindings', 'without'], drawn: drawnBars },
      };
    }

    function savingsFigures({ compared, rows }: Savings): Figure[] {
      const names = ['lowered', 'raised', 'creditedBack', 'toCredit'] as const;
      return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]): Figure => {
        const sumOf = (name: 'lowered' | 'creditedBack') =>
          own.reduce((sum, row) => sum.plus(row[name]), new Big(0));
        return {
          id: `savings-${currency}`,
          name: t('figures.savings.name', { currency: currencyOf(currency) }),
          sentence: t('figures.savings.sentence', {
            lowered: money(sumOf('lowered'), currency),
            creditedBack: money(sumOf('creditedBack'), currency),
          }),
          note: t('figures.savings.note', { count: compared, shown: format.count(compared) }),
          currency,
          columns: [
            { id: 'month', title: t('figures.column.month'), unit: 'month' },
            ...names.map((id) => ({ id, title: t(`figures.column.${id}`), unit: 'money' as const })),
          ],
          rows: own.map((row): FigureRow => {
            const filter = { ...receivedIn(row.month), ...ofParty };
            const changed = queues(['purchaseOrder'], { ...filter, findings: ['revision.changed'] });
            const invoices = queues(['financialDocument'], { ...filter, currency });
            const behind = {
              ...{ lowered: changed, raised: changed },
              creditedBack: queues(orderKinds, filter),
              toCredit: [...queues(orderKinds, filter), ...invoices],
            };
            return {
              id: row.month,
              cells: [row.month, ...names.map((name) => row[name])],
              targets: Object.fromEntries(
                names.flatMap((name) => (Number(row[name]) === 0 ? [] : [[name, behind[name]]])),
              ),
            };
          }),
          chart: { form: 'columns', unit: 'amount', series: names, drawn: drawnColumns },
        };
      });
    }

    const roleName = (role: PartyRole) =>
      t(role === 'supplier' ? 'figures.cards.isSupplier' : 'figures.cards.isWorkshop');

    function scorecards(rows: readonly ScorecardRow[]): Figure {
      return {
        id: 'scorecards',
        name: t('figures.cards.name'),
        sentence: t('figures.cards.sentence', { count: rows.length, shown: format.count(rows.length) }),
        note: t('figures.cards.note'),
        currency: null,
        columns: [
          { id: 'party', title: t('figures.column.party'), unit: 'text' },
          { id: 'roles', title: t('figures.column.roles'), unit: 'text' },
          { id: 'records', title: t('figures.column.records'), unit: 'count' },
          { id: 'found', title: t('figures.column.withFindings'), unit: 'share' },
          { id: 'orders', title: t('figures.column.orders'), unit: 'count' },
          { id: 'percent', title: t('figures.column.percent'), unit: 'percent' },
          { id: 'late', title: t('figures.column.late'), unit: 'share' },
          { id: 'cancelled', title: t('figures.column.cancelled'), unit: 'share' },
          { id: 'disputed', title: t('figures.column.disputed'), unit: 'count' },
        ],
        rows: rows.map((row): FigureRow => {
          const filter = { ...inPeriod, parties: [row.party] };
          const found = row.kinds.map(({ kind, withFindings }) => ({ kind, records: withFindings }));
          return {
            id: row.party,
            cells: [
              ...[nameOf(row), row.roles.map(roleName).join(', '), row.records],
              shareOf(row.withFindings, row.records),
              ...[row.orders, row.prices?.percent ?? null, shareOf(row.late, row.judged)],
              ...[shareOf(row.cancelled, row.orders), row.disputed],
            ],
            targets: {
              party: [{ label: nameOf(row), href: hrefOfParty(row.party) }],
              records: counted(row.kinds, filter),
              found: counted(found, { ...filter, withFindings: true }),
              disputed:
                row.disputed > 0 ? queues(['financialDocument'], { ...filter, decision: ['dispute'] }) : [],
            },
          };
        }),
        chart: null,
      };
    }

    return {
      ...{ intake, firstLook, verdict, moneyFigures, pricesByParty, pricesByPart, codes, findingParties },
      ...{ savingsFigures, scorecards, nameOf, roleName, kindName, counted, inPeriod },
    };
  }, [t, format, locale, query, hrefOfParty]);
}

export type Figures = ReturnType<typeof useFigures>;
