import { ChartColumn } from 'lucide-react';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { create } from 'zustand';
import { dominicanDay } from '#shared/rules/dominican-time.ts';
import { useMinuteClock } from '../app/live/server-clock.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { ToggleGroup } from '../components/FormFields.tsx';
import { Typography } from '../components/Typography.tsx';
import { useElementSize } from '../components/useElementSize.ts';
import { ExportButton, PrintButton } from '../exports/ExportButton.tsx';
import { drawnFigure } from './drawn-figure.ts';
import { chartHeight, FigureChart, FigureLegend } from './FigureChart.tsx';
import { FigureSkeleton, panelStyle } from './FigureSkeleton.tsx';
import { FigureTable } from './FigureTable.tsx';
import { exportedFigure, type Figure } from './figure.ts';
import { useCellText } from './figure-text.ts';

const views = ['chart', 'table'] as const;
type View = (typeof views)[number];

/** What every figure is shown as, unless it was changed by itself since. */
export const useFigureView = create<{ all: View }>(() => ({ all: 'chart' }));

/** A figure with what it shows in a sentence: as a chart, or as the table that the chart is drawn of, which is exported and printed. */
export function FigurePanel({ figure, filters }: { figure: Figure; filters: readonly string[] }) {
  const { t } = useI18n();
  const all = useFigureView((state) => state.all);
  const [own, setOwn] = useState<{ view: View; over: View } | null>(null);
  const view = own !== null && own.over === all ? own.view : all;
  const titleId = useId();
  const source = exportedFigure(figure, filters);
  const { name, sentence, note, chart, rows, columns } = figure;
  const cellText = useCellText();
  const today = dominicanDay(useMinuteClock());
  const drawn = useMemo(() => drawnFigure(figure, today), [figure, today]);
  const isChart = chart !== null && view === 'chart';
  const isCut = isChart && drawn.figure.rows.length > chart.drawn;
  const leads = rows.some(({ targets }) => Object.keys(targets).length > 0);
  return (
    <Box component="section" aria-labelledby={titleId} sx={panelStyle}>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', mb: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="caption" component="p">
            {name}
          </Typography>
          <Typography variant="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {sentence}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flex: 'none' }}>
          {chart !== null && (
            <ToggleGroup
              label={t('figures.view.label', { name })}
              value={view}
              options={views}
              labelOf={(option) => t(`figures.view.${option}`)}
              onChange={(next) => setOwn({ view: next, over: all })}
            />
          )}
          <PrintButton source={source} />
          <ExportButton source={source} />
        </Box>
      </Box>
      {isChart ? (
        <>
          <FigureLegend figure={drawn.figure} />
          <SizedChart figure={drawn.figure} />
        </>
      ) : (
        <FigureTable figure={figure} isTall={chart === null} />
      )}
      <Typography variant="caption" component="p" sx={{ mt: 2 }}>
        {[
          isChart && drawn.since !== null
            ? t(drawn.isAlone ? 'figures.alone' : 'figures.since', {
                period: cellText(drawn.since, columns[0]?.unit ?? 'text', null),
              })
            : undefined,
          note,
          isCut ? t('figures.drawn', { drawn: chart.drawn, all: rows.length }) : undefined,
          leads ? t(chart === null ? 'figures.openHintTable' : 'figures.openHint') : undefined,
        ]
          .filter((text) => text !== undefined)
          .join(' ')}
      </Typography>
    </Box>
  );
}

/** As wide as there is room for. */
function SizedChart({ figure }: { figure: Figure }) {
  const room = useRef<HTMLDivElement>(null);
  const size = useElementSize(room);
  return (
    <Box
      ref={room}
      component="figure"
      aria-label={figure.sentence}
      sx={{ height: chartHeight(figure), overflow: 'hidden' }}
    >
      {size !== null && <FigureChart figure={figure} width={size.width} />}
    </Box>
  );
}

type AnsweredProps<T> = {
  query: {
    data: T | undefined;
    isError: boolean;
    isFetching: boolean;
    error: unknown;
    dataUpdatedAt: number;
    refetch: () => unknown;
  };
  /** Whether a table alone is made of it, over the whole width. */
  isTable?: boolean;
  children: (data: T) => ReactNode;
};

/** What is made of an answer; before it a skeleton or the error, which stands above it later. */
export function Answered<T>({ query, isTable = false, children }: AnsweredProps<T>) {
  if (query.data === undefined)
    return (
      <Box sx={isTable ? { gridColumn: '1 / -1' } : {}}>
        {query.isError ? <ErrorState query={query} /> : <FigureSkeleton isTable={isTable} />}
      </Box>
    );
  return (
    <>
      {query.isError && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ErrorState query={query} />
        </Box>
      )}
      {children(query.data)}
    </>
  );
}

type EmptyProps = { title?: string; text?: string };

/** Says what will stand here, and how to make it come. */
export function NoFigure({ title, text }: EmptyProps) {
  const { t } = useI18n();
  return (
    <Box sx={panelStyle}>
      <EmptyState
        icon={ChartColumn}
        title={title ?? t('figures.empty.title')}
        text={text ?? t('figures.empty.text')}
      />
    </Box>
  );
}

type ShownProps = EmptyProps & { figure: Figure; filters: readonly string[]; isEmpty: boolean };

/** A figure, or what stands in its place. */
export function Shown({ figure, filters, isEmpty, ...empty }: ShownProps) {
  return isEmpty ? <NoFigure {...empty} /> : <FigurePanel figure={figure} filters={filters} />;
}

type SeveralProps = EmptyProps & { figures: readonly Figure[]; filters: readonly string[] };

/** Figures that are as many as there is something of, or what stands in their place. */
export function Several({ figures, filters, ...empty }: SeveralProps) {
  if (figures.length === 0) return <NoFigure {...empty} />;
  return figures.map((figure) => <FigurePanel key={figure.id} figure={figure} filters={filters} />);
}
