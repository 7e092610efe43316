import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Scorecard as Card } from '#shared/contract/figures.ts';
import { errorKind } from '../app/error-message.ts';
import { Link } from '../app/Link.tsx';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { useWindowTitle } from '../app/window-title.ts';
import { useClaimSearch } from '../claims/ClaimsScreen.tsx';
import { Box } from '../components/Box.tsx';
import { Code } from '../components/Code.tsx';
import { Field, Fields } from '../components/Fields.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { Answered, FigurePanel, NoFigure } from './FigurePanel.tsx';
import { panelStyle } from './FigureSkeleton.tsx';
import type { FigureQuery } from './figure-query.ts';
import { percentText } from './figure-text.ts';
import { type Figures, useFigures } from './figures-of.ts';
import { IntakePart } from './IntakePart.tsx';

const roles = ['all', 'supplier', 'workshop'] as const;
type Role = (typeof roles)[number];

const wide = { gridColumn: '1 / -1', minWidth: 0 };

type ListProps = { query: FigureQuery; figures: Figures; filters: readonly string[] };

/** All suppliers and workshops of the period, ordered by any of what is counted of them. */
export function Scorecards({ query: { from, until }, figures, filters }: ListProps) {
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [role, setRole] = useState<Role>('all');
  const search = useDeferredValue(text.trim());
  const input = { from, until, search, ...(role !== 'all' && { role }) };
  const query = useQuery({
    ...useApi().figures.scorecards.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Box sx={{ ...wide, display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <OutlinedInput
          type="search"
          size="small"
          value={text}
          placeholder={t('figures.cards.search')}
          inputProps={{ 'aria-label': t('figures.cards.search'), maxLength: 200 }}
          onChange={(event) => setText(event.target.value)}
          sx={{ width: 320 }}
        />
        <ToggleGroup
          label={t('figures.cards.role')}
          value={role}
          options={roles}
          labelOf={(option) => t(`figures.cards.${option}`)}
          onChange={setRole}
        />
      </Box>
      <Answered query={query} isTable>
        {({ rows, isCut }) => (
          <Box sx={wide}>
            {rows.length === 0 ? (
              <NoFigure title={t('figures.empty.parties')} />
            ) : (
              <FigurePanel
                figure={figures.scorecards(rows)}
                filters={[
                  ...filters,
                  ...(role === 'all' ? [] : [t(`figures.cards.${role}`)]),
                  ...(search === '' ? [] : [`«${search}»`]),
                ]}
              />
            )}
            {isCut && (
              <Typography variant="caption" component="p" role="status" sx={{ mt: 2 }}>
                {t('figures.listed', { count: rows.length })}
              </Typography>
            )}
          </Box>
        )}
      </Answered>
    </>
  );
}

type CardProps = {
  party: string;
  query: FigureQuery;
  filters: readonly string[];
  back: string;
  hrefOfParty: (party: string) => string;
};

/** The scorecard of one party: what it is counted for, its figures, and the way to its records and claims. */
export function Scorecard({ party, query, filters, back, hrefOfParty }: CardProps) {
  const { t } = useI18n();
  const { from, until } = query;
  const ofParty = useMemo(() => ({ ...query, party, kind: null }), [query, party]);
  const figures = useFigures(ofParty, hrefOfParty);
  const card = useQuery({
    ...useApi().figures.scorecard.queryOptions({ input: { from, until, party } }),
    placeholderData: keepPreviousData,
  });
  const isUnknown = card.isError && errorKind(card.error) === 'notFound';
  return (
    <>
      <Box sx={wide}>
        <Button
          component={Link}
          href={back}
          variant="text"
          size="small"
          startIcon={<ArrowLeft size={14} aria-hidden />}
        >
          {t('figures.cards.back')}
        </Button>
      </Box>
      {isUnknown ? (
        <Box sx={wide}>
          <NoFigure title={t('figures.empty.card')} />
        </Box>
      ) : (
        <Answered query={card}>
          {(data) => {
            const words = [...filters, t('figures.filterParty', { name: figures.nameOf(data) })];
            return (
              <>
                <Head card={data} figures={figures} />
                <IntakePart asked={{ from, until, party }} figures={figures} filters={words} />
                {figures.moneyFigures(data.money).map((figure) => (
                  <FigurePanel key={figure.id} figure={figure} filters={words} />
                ))}
                {data.codes.length > 0 && <FigurePanel figure={figures.codes(data)} filters={words} />}
                {data.parts.length > 0 && <FigurePanel figure={figures.pricesByPart(data)} filters={words} />}
              </>
            );
          }}
        </Answered>
      )}
    </>
  );
}

function Head({ card, figures }: { card: Card; figures: Figures }) {
  const { t, format } = useI18n();
  const [, go] = useLocation();
  const name = figures.nameOf(card);
  useWindowTitle(name);
  const part = (count: number, all: number) => t('figures.cards.of', { count, all: format.count(all) });
  return (
    <Box component="section" aria-label={t('figures.cards.open', { name })} sx={{ ...panelStyle, ...wide }}>
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <Typography variant="quiet" component="div" sx={{ mb: 4 }}>
        {card.roles.map(figures.roleName).join(', ')} · {t('records.facts.taxId')}{' '}
        <Code value={card.party} label={t('records.facts.taxId')} />
      </Typography>
      <Fields>
        <Field label={t('figures.column.percent')}>
          {card.prices === null ? t('figures.cards.noCompared') : percentText(format, card.prices.percent)}
        </Field>
        <Field label={t('figures.column.late')}>{part(card.late, card.judged)}</Field>
        <Field label={t('figures.column.cancelled')}>
          {t('figures.cards.cancelled', {
            ...{ count: card.cancelled, all: format.count(card.orders), asked: format.count(card.asked) },
          })}
        </Field>
        <Field label={t('figures.column.withFindings')}>{part(card.withFindings, card.records)}</Field>
        <Field label={t('figures.column.disputed')}>{format.count(card.disputed)}</Field>
      </Fields>
      <Box
        role="group"
        aria-label={t('figures.cards.records')}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}
      >
        {figures.counted(card.kinds, figures.inPeriod).map(({ label, href }) => (
          <Button
            key={href}
            component={Link}
            href={href}
            size="small"
            endIcon={<ArrowUpRight size={14} aria-hidden />}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          endIcon={<ArrowUpRight size={14} aria-hidden />}
          onClick={() => {
            useClaimSearch.setState({ text: card.party });
            go('/claims');
          }}
        >
          {t('figures.cards.claims')}
        </Button>
      </Box>
    </Box>
  );
}
