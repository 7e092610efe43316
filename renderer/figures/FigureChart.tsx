import { useTheme } from '@mui/material/styles';
import { BarChart, barClasses } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useId, useMemo, useRef, useState } from 'react';
import { patternStroke, patternTile, seriesPatterns, ticksOf, tickText } from '#shared/chart-marks.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { Box } from '../components/Box.tsx';
import { type CellUnit, cellOf, type Figure, type FigureRow, numberOf, type Target } from './figure.ts';
import { useCellText } from './figure-text.ts';
import { type Anchor, TargetMenu, useOpenTargets } from './TargetMenu.tsx';

/** Pixels. */
const standing = 280;
const lying = { row: 30, names: 260, narrowNames: 170, around: 40, letter: 6.8, beside: 20 };
const axisWidth = 52;
/** Of the name of a day or month below its column. */
const tickWidth = 64;
/** Of a column at its widest. */
const columnWidth = 44;
const marks = ['circle', 'square', 'diamond', 'triangle'] as const;
const longestName = 40;

interface Series {
  id: string;
  title: string;
  unit: CellUnit;
  colour: string;
  /** With its pattern. */
  fill: string;
  values: (number | null)[];
}

const isLying = ({ chart }: Figure): boolean => chart?.form === 'bars' || chart?.form === 'stackedBars';
const isStacked = ({ chart }: Figure): boolean =>
  chart?.form === 'stackedBars' || chart?.form === 'stackedColumns';

/** The height that the chart of a figure takes, in pixels. */
export const chartHeight = (figure: Figure): number =>
  isLying(figure)
    ? Math.min(figure.rows.length, figure.chart?.drawn ?? 0) * lying.row + lying.around
    : standing;

/** A figure drawn: the numbers are those of its table, and where one stands leads to the same records. */
export function FigureChart({ figure, width }: { figure: Figure; width: number }) {
  const { t, locale } = useI18n();
  const { perito } = useTheme();
  const cellText = useCellText();
  const { columns, rows, chart } = figure;
  const chartId = `chart-${useId().replaceAll(/\W/g, '')}`;
  const frame = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<Anchor | null>(null);
  const open = useOpenTargets(setMenu);
  const drawn = useMemo(() => rows.slice(0, chart?.drawn ?? 0), [rows, chart]);
  const series = useMemo(
    () =>
      (chart?.series ?? []).map((id, order): Series => {
        const column = columns.find((one) => one.id === id);
        const colour = perito.scheme.series[order] ?? perito.scheme.text;
        return {
          ...{ id, colour, title: column?.title ?? id, unit: column?.unit ?? 'count' },
          fill: seriesPatterns[order] === null ? colour : `url(#${chartId}-${order})`,
          values: drawn.map((row) => numberOf(cellOf(figure, row, id))),
        };
      }),
    [chart, columns, drawn, figure, perito.scheme, chartId],
  );
  if (chart === null) return null;
  const isStack = isStacked(figure);
  const values = isStack
    ? drawn.map((_, row) => series.reduce((sum, { values: own }) => sum + (own[row] ?? 0), 0))
    : series.flatMap(({ values: own }) => own.filter((value) => value !== null));
  const ticks = ticksOf(values, chart.unit);
  const [first] = columns;
  const nameOf = (row: FigureRow | undefined) =>
    row === undefined || first === undefined
      ? ''
      : cellText(row.cells[0] ?? null, first.unit, figure.currency);
  const names = new Map(drawn.map((row) => [row.id, nameOf(row)]));
  const textOf =
    (id: string, unit: CellUnit) =>
    (value: number | null, { dataIndex }: { dataIndex: number }) => {
      const row = drawn[dataIndex];
      return value === null || row === undefined
        ? t('figures.noValue')
        : cellText(cellOf(figure, row, id), unit, figure.currency);
    };
  const onAxisClick = (event: MouseEvent, at: { dataIndex: number } | null) => {
    const row = at === null ? undefined : drawn[at.dataIndex];
    const place = frame.current?.getBoundingClientRect();
    if (row === undefined || place === undefined) return;
    const isPointer = 'clientX' in event && (event.clientX !== 0 || event.clientY !== 0);
    const under = isPointer ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const hit = under
      ?.closest(`.${barClasses.element}`)
      ?.closest('[data-series]')
      ?.getAttribute('data-series');
    const anchor = isPointer
      ? { left: event.clientX, top: event.clientY }
      : { left: place.left + place.width / 2, top: place.top + place.height / 2 };
    open(targetsOf(row, hit == null ? chart.series : [hit]), { ...anchor, title: names.get(row.id) ?? '' });
  };
  const height = chartHeight(figure);
  const leads = drawn.some(({ targets }) => chart.series.some((id) => (targets[id]?.length ?? 0) > 0));
  const category = {
    data: drawn.map(({ id }) => id),
    scaleType: 'band' as const,
    disableLine: true,
    disableTicks: true,
  };
  const measure = {
    min: ticks[0] ?? 0,
    max: ticks.at(-1) ?? 1,
    tickInterval: ticks,
    valueFormatter: (value: number) => tickText(value, chart.unit, locale),
    disableLine: true,
    disableTicks: true,
  };
  const common = {
    ...{ width, height, hideLegend: true, skipAnimation: true, onAxisClick },
    localeText: { a11yNoValue: t('figures.noValue') },
    // Enter on a focused bar or point is a press.
    experimentalFeatures: { keyboardActivation: true },
    sx: {
      cursor: leads ? 'pointer' : 'default',
      '& .MuiChartsGrid-line': { stroke: perito.scheme.line },
      '& .MuiChartsAxis-tickLabel': { fill: perito.scheme.textQuiet, fontVariantNumeric: 'tabular-nums' },
      [`& .${barClasses.element}`]: { stroke: perito.scheme.surface, strokeWidth: isStack ? 1 : 0 },
    },
  };
  // A few columns are no walls.
  const band = (width - axisWidth) / Math.max(1, drawn.length);
  const widest = columnWidth * (isStack ? 1.6 : series.length);
  const columnGap = Math.max(drawn.length > 40 ? 0.2 : 0.35, 1 - widest / band);
  const every = Math.max(1, Math.ceil((tickWidth * drawn.length) / Math.max(1, width - axisWidth)));
  const tickLabelInterval = (_: unknown, index: number) => index % every === 0;
  const longest = Math.max(0, ...[...names.values()].map(({ length }) => length));
  // Whole pixels: the chart leaves out a bar of nothing, with its words, that begins a fraction before the axis.
  const nameWidth = Math.round(
    Math.min(width < 640 ? lying.narrowNames : lying.names, longest * lying.letter + lying.beside),
  );
  const [firstSeries] = series;
  const labels = firstSeries?.values.map((value, dataIndex) =>
    textOf(firstSeries.id, firstSeries.unit)(value, { dataIndex }),
  );
  const labelWidth = Math.max(0, ...(labels ?? []).map(({ length }) => length)) * lying.letter + lying.beside;
  const labelShare = labelWidth / Math.max(labelWidth, width - nameWidth - labelWidth);
  return (
    <Box ref={frame} sx={{ minWidth: 0 }}>
      {chart.form === 'lines' ? (
        <LineChart
          {...common}
          margin={{ top: 12, right: 24, bottom: 0, left: 0 }}
          grid={{ horizontal: true }}
          xAxis={[
            {
              ...category,
              tickLabelInterval,
              height: 28,
              valueFormatter: (id: string) => names.get(id) ?? '',
            },
          ]}
          yAxis={[{ ...measure, width: axisWidth }]}
          series={series.map(({ id, title, unit, colour, values: data }, order) => ({
            ...{ id, label: title, data, color: colour, curve: 'linear' as const, showMark: true },
            shape: marks[order] ?? 'circle',
            valueFormatter: textOf(id, unit),
          }))}
        />
      ) : isLying(figure) ? (
        <BarChart
          {...common}
          layout="horizontal"
          margin={{ top: 0, right: 24, bottom: 0, left: 0 }}
          grid={{ vertical: true }}
          yAxis={[
            {
              ...{ ...category, width: nameWidth, categoryGapRatio: 0.35, tickLabelInterval: () => true },
              valueFormatter: (id: string, { location }: { location: string }) =>
                location === 'tick' ? cut(names.get(id) ?? '', nameWidth) : (names.get(id) ?? ''),
            },
          ]}
          xAxis={[{ ...measure, ...(isStack ? {} : roomForLabels(measure, labelShare)), height: 28 }]}
          series={barSeries(series, isStack, textOf)}
        >
          <Patterns id={chartId} series={series} />
        </BarChart>
      ) : (
        <BarChart
          {...common}
          margin={{ top: 12, right: 8, bottom: 0, left: 0 }}
          grid={{ horizontal: true }}
          xAxis={[
            {
              ...{
                ...category,
                tickLabelInterval,
                height: 28,
                categoryGapRatio: columnGap,
                barGapRatio: 0.05,
              },
              valueFormatter: (id: string) => names.get(id) ?? '',
            },
          ]}
          yAxis={[{ ...measure, width: axisWidth }]}
          series={barSeries(series, isStack, textOf)}
        >
          <Patterns id={chartId} series={series} />
        </BarChart>
      )}
      <TargetMenu anchor={menu} onClose={() => setMenu(null)} />
    </Box>
  );
}

/**
 * The axis with room for the words at its longest bars, to the left too where there are bars: what lies outside of the
 * axis is cut off. `share`: the room at one end, 0 to 1 of the axis without it.
 */
function roomForLabels({ min, max }: { min: number; max: number }, share: number) {
  const room = (max - min) * share;
  return { min: min < 0 ? min - room : min, max: max > 0 ? max + room : max };
}

/** Of several columns, each screen once. */
const targetsOf = (row: FigureRow, ids: readonly string[]): Target[] => [
  ...new Map(ids.flatMap((id) => row.targets[id] ?? []).map((target) => [target.href, target])).values(),
];

type TextOf = (id: string, unit: CellUnit) => (value: number | null, at: { dataIndex: number }) => string;

function barSeries(series: readonly Series[], isStack: boolean, textOf: TextOf) {
  const isAlone = series.length === 1;
  return series.map(({ id, title, unit, fill, values: data }) => {
    const format = textOf(id, unit);
    return {
      ...{ id, label: title, data, color: fill, valueFormatter: format },
      ...(isStack ? { stack: 'all' } : { minBarSize: 1 }),
      ...(isAlone && {
        barLabel: ({ value, dataIndex }: { value: number | null; dataIndex: number }) =>
          format(value, { dataIndex }),
        barLabelPlacement: 'outside' as const,
      }),
    };
  });
}

/** A name that has room before its bar; a letter of 12 pixels is about six wide. */
function cut(name: string, width: number): string {
  const room = Math.min(longestName, Math.floor((width - 12) / 6.4));
  return name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name;
}

/** What fills the bars of each series. */
function Patterns({ id, series }: { id: string; series: readonly Series[] }) {
  const { perito } = useTheme();
  return (
    <defs>
      {series.map(({ id: own, colour }, order) => (
        <Pattern
          key={own}
          id={`${id}-${order}`}
          order={order}
          colour={colour}
          ground={perito.scheme.surface}
        />
      ))}
    </defs>
  );
}

type PatternProps = { id: string; order: number; colour: string; ground: string };

function Pattern({ id, order, colour, ground }: PatternProps) {
  const path = seriesPatterns[order];
  if (path == null) return null;
  return (
    <pattern id={id} width={patternTile} height={patternTile} patternUnits="userSpaceOnUse">
      <rect width={patternTile} height={patternTile} fill={colour} />
      <path d={path} stroke={ground} strokeWidth={patternStroke} fill="none" />
    </pattern>
  );
}

/** What each series of a figure is: its pattern, or the mark of its line, and its name. */
export function FigureLegend({ figure: { columns, chart } }: { figure: Figure }) {
  const { t } = useI18n();
  const { perito } = useTheme();
  const id = `legend-${useId().replaceAll(/\W/g, '')}`;
  if (chart === null || chart.series.length < 2) return null;
  return (
    <Box
      component="ul"
      aria-label={t('figures.legend')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, mb: 2 }}
    >
      {chart.series.map((name, order) => {
        const colour = perito.scheme.series[order] ?? perito.scheme.text;
        return (
          <Box
            component="li"
            key={name}
            sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'caption' }}
          >
            <svg width={16} height={12} aria-hidden focusable="false">
              {chart.form === 'lines' ? (
                <>
                  <line x1={0} x2={16} y1={6} y2={6} stroke={colour} strokeWidth={2} />
                  {order === 0 ? (
                    <circle cx={8} cy={6} r={4} fill={colour} />
                  ) : (
                    <rect x={4.5} y={2.5} width={7} height={7} fill={colour} />
                  )}
                </>
              ) : (
                <>
                  <defs>
                    <Pattern
                      id={`${id}-${order}`}
                      order={order}
                      colour={colour}
                      ground={perito.scheme.surface}
                    />
                  </defs>
                  <rect
                    width={16}
                    height={12}
                    rx={2}
                    fill={seriesPatterns[order] === null ? colour : `url(#${id}-${order})`}
                  />
                </>
              )}
            </svg>
            {columns.find((column) => column.id === name)?.title}
          </Box>
        );
      })}
    </Box>
  );
}
