import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { monthText } from '#shared/chart-marks.ts';
import { useKeys } from '../app/keys/keys.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { Box } from '../components/Box.tsx';
import { NotFound } from '../components/EmptyState.tsx';
import { PageTabs } from '../components/PageTabs.tsx';
import { Typography } from '../components/Typography.tsx';
import { FigureFilters } from './FigureFilters.tsx';
import { Answered, Several, Shown, useFigureView } from './FigurePanel.tsx';
import { type FigureQuery, useFigureQuery } from './figure-query.ts';
import { type Figures, useFigures } from './figures-of.ts';
import { type Asked, IntakePart, kept, type OfPart } from './IntakePart.tsx';
import { type FigurePart, figureParts, figurePath } from './parts.ts';
import { Scorecard, Scorecards } from './Scorecards.tsx';

const isPart = (name: string): name is FigurePart => figureParts.some((part) => part === name);
/** Parts whose figures are told apart by kind. */
const byKind: ReadonlySet<FigurePart> = new Set(['intake', 'times', 'findings']);

/** Pictures of the work: what arrived, how long it took, its money, prices, findings and savings, and a scorecard of each party. */
export function FiguresScreen({
  part = 'intake',
  party,
}: {
  part: string | undefined;
  party: string | undefined;
}) {
  const { t } = useI18n();
  const { query, set, hrefOf, thisMonth } = useFigureQuery();
  useWindowTitle(isPart(part) ? `${t('figures.title')}, ${t(`figures.part.${part}`)}` : t('figures.title'));
  const toggle = useCallback(
    () => useFigureView.setState(({ all }) => ({ all: all === 'chart' ? 'table' : 'chart' })),
    [],
  );
  useKeys({ t: toggle });
  if (!isPart(part) || (party !== undefined && (part !== 'parties' || !/^\d{1,40}$/.test(party))))
    return <NotFound back="/figures" />;
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Box sx={{ bgcolor: 'background.paper', borderBottom: 1, flex: 'none' }}>
        <Box
          sx={{
            ...{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', px: 6, pt: 4, pb: 1 },
            // The filters stand above what they filter.
            maxWidth: ({ perito }) => perito.widest,
          }}
        >
          <Typography variant="h1" sx={{ mr: 'auto' }}>
            {t('figures.title')}
          </Typography>
          <FigureFilters
            query={query}
            thisMonth={thisMonth}
            hasKind={byKind.has(part)}
            hasParty={part !== 'parties'}
            onChange={set}
            onToggle={toggle}
          />
        </Box>
        <Box sx={{ px: 6, '& > nav': { borderBottom: 0, flexWrap: 'wrap', columnGap: 4, rowGap: 0 } }}>
          <PageTabs
            label={t('figures.parts')}
            tabs={figureParts.map((one) => ({
              path: hrefOf(figurePath(one)),
              text: t(`figures.part.${one}`),
              isCurrent: one === part,
            }))}
          />
        </Box>
      </Box>
      <Box
        role="region"
        aria-label={t(`figures.part.${part}`)}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', outlineOffset: -2 }}
      >
        <Box
          sx={(theme) => ({
            ...{ display: 'grid', gap: 4, p: 6, maxWidth: theme.perito.widest, alignItems: 'start' },
            gridTemplateColumns: 'minmax(0, 1fr)',
            [theme.breakpoints.up('xl')]: {
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
              '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
            },
          })}
        >
          <Panels part={part} party={party} query={query} hrefOf={hrefOf} />
        </Box>
      </Box>
    </Box>
  );
}

type HrefOf = (to: string, part?: Partial<FigureQuery>) => string;
type PanelsProps = { part: FigurePart; party: string | undefined; query: FigureQuery; hrefOf: HrefOf };

function Panels({ part, party, query, hrefOf }: PanelsProps) {
  const hrefOfParty = useCallback(
    (taxId: string) => hrefOf(`${figurePath('parties')}/${taxId}`, { party: null, kind: null }),
    [hrefOf],
  );
  const figures = useFigures(query, hrefOfParty);
  const filters = useFilterWords(query, byKind.has(part), part !== 'parties', figures);
  if (part === 'parties')
    return party === undefined ? (
      <Scorecards query={query} figures={figures} filters={filters} />
    ) : (
      <Scorecard
        party={party}
        query={query}
        filters={filters}
        back={hrefOf(figurePath('parties'))}
        hrefOfParty={hrefOfParty}
      />
    );
  return <Part key={part} part={part} query={query} figures={figures} filters={filters} />;
}

/** What figures are of, in words, for files and paper. */
function useFilterWords(
  query: FigureQuery,
  hasKind: boolean,
  hasParty: boolean,
  { kindName }: Figures,
): string[] {
  const { t, locale } = useI18n();
  const { data } = useParties(query);
  return useMemo(() => {
    const { from, until, kind, party } = query;
    const month = (text: string) => monthText(text, locale, 'long');
    const known = data?.rows.find((row) => row.party === party)?.name ?? party ?? '';
    return [
      from === until ? month(from) : t('figures.period.said', { from: month(from), until: month(until) }),
      ...(hasParty && party !== null ? [t('figures.filterParty', { name: known })] : []),
      ...(hasKind && kind !== null ? [t('figures.filterKind', { kind: kindName(kind) })] : []),
    ];
  }, [t, locale, query, data, hasKind, hasParty, kindName]);
}

/** The party of the query, by its name. */
function useParties({ from, until, party }: FigureQuery) {
  const input = { from, until, search: party ?? '' };
  return useQuery({ ...useApi().figures.scorecards.queryOptions({ input }), enabled: party !== null });
}

type PartProps = { query: FigureQuery; figures: Figures; filters: readonly string[] };

function Part({ part, query, ...rest }: PartProps & { part: Exclude<FigurePart, 'parties'> }) {
  const { from, until, party, kind } = query;
  const ofParty: Asked = { from, until, ...(party !== null && { party }) };
  const asked: Asked = { ...ofParty, ...(kind !== null && { kind }) };
  switch (part) {
    case 'intake':
      return <IntakePart asked={asked} {...rest} />;
    case 'times':
      return <TimesPart asked={asked} {...rest} />;
    case 'money':
      return <MoneyPart asked={ofParty} {...rest} />;
    case 'prices':
      return <PricesPart asked={ofParty} {...rest} />;
    case 'findings':
      return <FindingsPart asked={asked} {...rest} />;
    case 'savings':
      return <SavingsPart asked={ofParty} {...rest} />;
  }
}

function TimesPart({ asked, figures, filters }: OfPart) {
  const { t } = useI18n();
  const query = useQuery({ ...useApi().figures.times.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {(data) => (
        <>
          <Shown
            figure={figures.firstLook(data)}
            filters={filters}
            isEmpty={data.firstLook.looked === 0}
            title={t('figures.empty.looks')}
          />
          <Shown
            figure={figures.verdict(data)}
            filters={filters}
            isEmpty={data.verdict.approved + data.verdict.refused === 0}
            title={t('figures.empty.verdicts')}
          />
        </>
      )}
    </Answered>
  );
}

function MoneyPart({ asked, figures, filters }: OfPart) {
  const { t } = useI18n();
  const query = useQuery({ ...useApi().figures.money.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {({ rows }) => (
        <Several figures={figures.moneyFigures(rows)} filters={filters} title={t('figures.empty.money')} />
      )}
    </Answered>
  );
}

function PricesPart({ asked, figures, filters }: OfPart) {
  const { t } = useI18n();
  const query = useQuery({ ...useApi().figures.prices.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {(data) => (
        <Several
          figures={data.total === null ? [] : [figures.pricesByParty(data), figures.pricesByPart(data)]}
          filters={filters}
          title={t('figures.empty.prices')}
          text={t('figures.empty.pricesText')}
        />
      )}
    </Answered>
  );
}

function FindingsPart({ asked, figures, filters }: OfPart) {
  const { t } = useI18n();
  const query = useQuery({ ...useApi().figures.findings.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {(data) => (
        <Several
          figures={
            data.withFindings === 0
              ? []
              : [figures.codes(data), ...(data.parties.length === 0 ? [] : [figures.findingParties(data)])]
          }
          filters={filters}
          title={t('figures.empty.findings')}
        />
      )}
    </Answered>
  );
}

function SavingsPart({ asked, figures, filters }: OfPart) {
  const { t } = useI18n();
  const query = useQuery({ ...useApi().figures.savings.queryOptions({ input: asked }), ...kept });
  return (
    <Answered query={query}>
      {(data) => (
        <Several
          figures={figures.savingsFigures(data)}
          filters={filters}
          title={t('figures.empty.savings')}
          text={t('figures.empty.savingsText')}
        />
      )}
    </Answered>
  );
}
