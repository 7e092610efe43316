/** The chart of a table on paper, as SVG: drawn of the table's own numbers, in colours that stay apart when they are printed grey. Pure. */
import {
  type ChartUnit,
  patternStroke,
  patternTile,
  seriesPatterns,
  ticksOf,
  tickText,
} from '#shared/chart-marks.ts';
import type { ColumnType, SheetCell, SheetChart } from '#shared/contract/exports.ts';
import type { Locale } from '#shared/terms.ts';
import type { Column } from './sheet.ts';

interface Drawing {
  chart: SheetChart;
  columns: readonly Column[];
  rows: readonly (readonly SheetCell[])[];
  /** A cell as it reads on paper. */
  cell: (value: SheetCell | undefined, type: ColumnType) => string;
  locale: Locale;
  /** Points. */
  width: number;
}

interface Series {
  title: string;
  colour: string;
  fill: string;
  /** Null where a row has no number. */
  values: readonly (number | null)[];
  /** As the table has them. */
  texts: readonly string[];
}

const ink = '#1a2230';
const quiet = '#5b6678';
const rule = '#c9d0da';
/** By the order of the series; their patterns tell them apart without colour. */
const colours = ['#1d4fd7', '#3c4a5e', '#0e7490', '#8a4a72', '#4f6bd8', '#6b7280'];
/** Points. */
const textSize = 7.5;
const legendHeight = 16;
const standing = { height: 190, left: 52, bottom: 18, top: 6 };
const lying = { row: 15, label: 190, value: 74 };
const maxLabel = 42;
/** More lying bars have no room on a page. */
const maxLying = 30;

export function chartSvg(drawing: Drawing): string {
  const { chart, columns, rows, cell, width } = drawing;
  const isLying = chart.form === 'bars' || chart.form === 'stackedBars';
  const from = columns[0]?.type === 'month' || columns[0]?.type === 'day' ? firstWith(rows, chart.series) : 0;
  const drawn = rows.slice(from, from + (isLying ? Math.min(maxLying, chart.drawn) : chart.drawn));
  const series = chart.series.map((index, order): Series => {
    const { title = '', type = 'text' } = columns[index] ?? {};
    return {
      ...{ title, colour: colours[order] ?? ink, fill: fillOf(order) },
      values: drawn.map((row) => numberOf(row[index])),
      texts: drawn.map((row) => cell(row[index], type)),
    };
  });
  const labels = drawn.map((row) => cell(row[0], columns[0]?.type ?? 'text'));
  const top = series.length > 1 ? legendHeight : 0;
  const body = isLying ? lyingBars(drawing, series, labels, top) : uprightChart(drawing, series, labels, top);
  const height = body.height + top;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${series.map((_, order) => patternOf(order)).join('')}</defs>${top === 0 ? '' : legendOf(series, chart)}${body.svg}</svg>`;
}

/** The first period with anything: those before would be an empty sheet. Where none has, the first of all. */
const firstWith = (rows: Drawing['rows'], series: readonly number[]): number =>
  Math.max(
    0,
    rows.findIndex((row) => series.some((index) => (numberOf(row[index]) ?? 0) !== 0)),
  );

const numberOf = (cell: SheetCell | undefined): number | null => {
  const number =
    typeof cell === 'number' ? cell : typeof cell === 'string' && cell !== '' ? Number(cell) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

const fillOf = (order: number): string =>
  seriesPatterns[order] === null ? (colours[order] ?? ink) : `url(#p${order})`;

function patternOf(order: number): string {
  const path = seriesPatterns[order];
  if (path == null) return '';
  const tile = patternTile / 2;
  return `<pattern id="p${order}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse" viewBox="0 0 ${patternTile} ${patternTile}"><rect width="${patternTile}" height="${patternTile}" fill="${colours[order] ?? ink}"/><path d="${path}" stroke="#ffffff" stroke-width="${patternStroke}" fill="none"/></pattern>`;
}

function legendOf(series: readonly Series[], { form }: SheetChart): string {
  let x = 0;
  return series
    .map(({ title, fill, colour }, order) => {
      const at = x;
      x += 26 + title.length * textSize * 0.55;
      const mark =
        form === 'lines'
          ? `<line x1="${at}" x2="${at + 12}" y1="6" y2="6" stroke="${colour}" stroke-width="1.5"${dash(order)}/>${point(at + 6, 6, order, colour)}`
          : `<rect x="${at}" y="1.5" width="9" height="9" fill="${fill}"/>`;
      return mark + label(title, at + 15, 9);
    })
    .join('');
}

const dash = (order: number): string =>
  order === 0 ? '' : ` stroke-dasharray="${order === 1 ? '4 2' : '1.5 2'}"`;

/** The mark of a point, of another form in each series. */
function point(x: number, y: number, order: number, colour: string): string {
  const r = 2.6;
  if (order === 0) return `<circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="${colour}"/>`;
  if (order === 1)
    return `<rect x="${round(x - r)}" y="${round(y - r)}" width="${2 * r}" height="${2 * r}" fill="${colour}"/>`;
  return `<path d="M${round(x)} ${round(y - 1.3 * r)}L${round(x + 1.3 * r)} ${round(y)}L${round(x)} ${round(y + 1.3 * r)}L${round(x - 1.3 * r)} ${round(y)}Z" fill="${colour}"/>`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function label(
  text: string,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end' = 'start',
  colour = ink,
): string {
  const cut = text.length > maxLabel ? `${text.slice(0, maxLabel - 1)}…` : text;
  return `<text x="${round(x)}" y="${round(y)}" font-family="Roboto" font-size="${textSize}" fill="${colour}" text-anchor="${anchor}">${escaped(cut)}</text>`;
}

const allValues = (series: readonly Series[], isStacked: boolean): number[] =>
  isStacked
    ? (series[0]?.values ?? []).map((_, row) =>
        series.reduce((sum, { values }) => sum + (values[row] ?? 0), 0),
      )
    : series.flatMap(({ values }) => values.filter((value) => value !== null));

/** Upright columns or lines over an axis of what is compared. */
function uprightChart(
  { chart, locale, width }: Drawing,
  series: readonly Series[],
  labels: readonly string[],
  top: number,
) {
  const isStacked = chart.form === 'stackedColumns';
  const { height, left, bottom } = standing;
  const ticks = ticksOf(allValues(series, isStacked), chart.unit);
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)];
  const high = height - bottom - standing.top;
  const yOf = (value: number) => top + standing.top + high * (1 - (value - least) / (most - least));
  const band = (width - left) / Math.max(1, labels.length);
  const parts = ticks.map((tick) =>
    axisLine(tick, chart.unit, { x1: left, x2: width, y: yOf(tick), locale }),
  );
  const every = Math.ceil((Math.max(4, ...labels.map(({ length }) => length)) * textSize * 0.55 + 6) / band);
  for (const [index, text] of labels.entries())
    if (index % every === 0)
      parts.push(label(text, left + band * (index + 0.5), top + height - 6, 'middle', quiet));
  const place: Upright = { band, left, yOf };
  parts.push(
    ...(chart.form === 'lines' ? linesOf(series, place) : columnsOf(series, isStacked, labels.length, place)),
  );
  return { svg: parts.join(''), height };
}

interface Upright {
  /** The width of what one row has. */
  band: number;
  left: number;
  yOf: (value: number) => number;
}

function linesOf(series: readonly Series[], { band, left, yOf }: Upright): string[] {
  return series.flatMap(({ values, colour }, order) => {
    const at = (row: number, value: number) => [left + band * (row + 0.5), yOf(value)] as const;
    const runs = runsOf(values).filter((run) => run.length > 1);
    const lines = runs.map((run) => {
      const points = run.map(([row, value]) => at(row, value).map(round).join(',')).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.5"${dash(order)}/>`;
    });
    const points = values.map((value, row) =>
      value === null ? '' : point(...at(row, value), order, colour),
    );
    return [...lines, ...points];
  });
}

function columnsOf(
  series: readonly Series[],
  isStacked: boolean,
  rows: number,
  { band, left, yOf }: Upright,
): string[] {
  const each = (band * 0.8) / (isStacked ? 1 : series.length);
  return Array.from({ length: rows }, (_, row) =>
    spansOf(series, row, isStacked).map(({ order, fill, low, high }) => {
      const x = left + band * (row + 0.1) + (isStacked ? 0 : each * order);
      const [y1, y2] = [yOf(high), yOf(low)];
      return `<rect x="${round(x)}" y="${round(y1)}" width="${round(Math.max(0.5, each * 0.92))}" height="${round(Math.max(0.4, y2 - y1))}" fill="${fill}"/>`;
    }),
  ).flat();
}

/** Where the values of a row begin and end, each from zero or from the one before; those of zero are left out. */
function spansOf(series: readonly Series[], row: number, isStacked: boolean) {
  let reached = 0;
  return series.flatMap(({ values, fill }, order) => {
    const value = values[row] ?? 0;
    const from = isStacked ? reached : 0;
    reached += value;
    return value === 0
      ? []
      : [{ order, fill, low: Math.min(from, from + value), high: Math.max(from, from + value) }];
  });
}

/** The rows in a row that have a number, with it. */
function runsOf(values: readonly (number | null)[]): [row: number, value: number][][] {
  const runs: [number, number][][] = [[]];
  for (const [row, value] of values.entries())
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([row, value]);
  return runs;
}

function axisLine(
  tick: number,
  unit: ChartUnit,
  { x1, x2, y, locale }: { x1: number; x2: number; y: number; locale: Locale },
): string {
  const width = tick === 0 ? 0.8 : 0.4;
  return `<line x1="${round(x1)}" x2="${round(x2)}" y1="${round(y)}" y2="${round(y)}" stroke="${rule}" stroke-width="${width}"/>${label(tickText(tick, unit, locale), x1 - 4, y + 2.5, 'end', quiet)}`;
}

/** Lying bars, each below the other with its name before and its numbers behind it; those below zero reach to the left. */
function lyingBars(
  { chart, width }: Drawing,
  series: readonly Series[],
  labels: readonly string[],
  top: number,
) {
  const isStacked = chart.form === 'stackedBars';
  const values = allValues(series, isStacked);
  const least = Math.min(0, ...values);
  const span = Math.max(0, ...values) - least || 1;
  const left = lying.label + (least < 0 ? lying.value / 2 : 0);
  const room = width - left - lying.value;
  const xOf = (value: number) => left + (room * (value - least)) / span;
  const parts: string[] = [];
  for (const [row, text] of labels.entries()) {
    const y = top + lying.row * row;
    parts.push(label(text, lying.label - 6, y + 9.5, 'end'));
    const each = (lying.row - 4) / (isStacked ? 1 : series.length);
    const spans = spansOf(series, row, isStacked);
    for (const { order, fill, low, high } of spans) {
      const top = y + 2 + (isStacked ? 0 : each * order);
      parts.push(
        `<rect x="${round(xOf(low))}" y="${round(top)}" width="${round(Math.max(0.5, xOf(high) - xOf(low)))}" height="${round(each)}" fill="${fill}"/>`,
      );
    }
    const said = series.map(({ texts }) => texts[row] ?? '').filter((one) => one !== '' && one !== '0');
    const end = Math.max(0, ...spans.map(({ high }) => high));
    parts.push(label(said.join(' + '), xOf(end) + 4, y + 9.5, 'start', quiet));
  }
  const zero = xOf(0);
  const height = lying.row * labels.length + 2;
  parts.push(
    `<line x1="${round(zero)}" x2="${round(zero)}" y1="${top}" y2="${top + height}" stroke="${quiet}" stroke-width="0.6"/>`,
  );
  return { svg: parts.join(''), height };
}
