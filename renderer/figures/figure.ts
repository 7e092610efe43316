/** A figure: one table that is shown as a chart or as itself, exported and printed, and whose cells lead into records. */
import type { ColumnType, ExportSource, SheetChart } from '#shared/contract/exports.ts';

/** What a column holds. Of `money` the figure names the currency; `share` is in per cent, `percent` has a sign besides. */
export type CellUnit = 'text' | 'month' | 'day' | 'count' | 'money' | 'percent' | 'share' | 'minutes';
/** Amounts and percentages are decimal texts. */
export type Cell = string | number | null;

export interface FigureColumn {
  id: string;
  title: string;
  unit: CellUnit;
}

/** A screen that a cell leads to. */
export interface Target {
  label: string;
  href: string;
}

export interface FigureRow {
  id: string;
  cells: readonly Cell[];
  /** By the ids of columns. */
  targets: Readonly<Record<string, readonly Target[]>>;
}

export interface Figure {
  id: string;
  /** In a few words: a file has it as its name. */
  name: string;
  /** What it shows, in a sentence. */
  sentence: string;
  /** How it is counted. */
  note?: string;
  /** ISO 4217; null where nothing is money. */
  currency: string | null;
  /** The first names the rows. */
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** Null of what is a table alone. `series` are ids of columns. */
  chart: (Pick<SheetChart, 'form' | 'unit'> & { series: readonly string[]; drawn: number }) | null;
}

const columnTypes: Record<CellUnit, ColumnType> = {
  text: 'text',
  month: 'month',
  day: 'day',
  count: 'integer',
  money: 'amount',
  percent: 'amount',
  share: 'amount',
  minutes: 'integer',
};
const widths: Record<CellUnit, number> = {
  text: 34,
  month: 12,
  day: 12,
  count: 12,
  money: 16,
  percent: 12,
  share: 12,
  minutes: 14,
};

/** A column's heading in a file, which says what its numbers are. */
function headingOf({ title, unit }: FigureColumn, currency: string | null): string {
  if (unit === 'money') return `${title} (${currency ?? ''})`;
  if (unit === 'minutes') return `${title} (min)`;
  return unit === 'percent' || unit === 'share' ? `${title} (%)` : title;
}

/** The table of a figure for `exports.begin`, with its chart for paper; `filters` say in words what it is of. */
export function exportedFigure(figure: Figure, filters: readonly string[]): ExportSource {
  const { name, sentence, note, currency, columns, rows, chart } = figure;
  const indexOf = (id: string) => columns.findIndex((column) => column.id === id);
  return {
    of: 'table',
    title: name,
    filters: [...filters, ...(note === undefined ? [] : [note])],
    columns: columns.map((column) => ({
      title: headingOf(column, currency),
      type: columnTypes[column.unit],
      width: widths[column.unit],
    })),
    rows: rows.map(({ cells }) => [...cells]),
    ...(chart !== null && {
      chart: {
        ...{ form: chart.form, unit: chart.unit, sentence, drawn: chart.drawn },
        series: chart.series.map(indexOf),
      },
    }),
  };
}

/** What a row's cell says; null of a column that is not there. */
export const cellOf = ({ columns }: Pick<Figure, 'columns'>, row: FigureRow, id: string): Cell =>
  row.cells[columns.findIndex((column) => column.id === id)] ?? null;

/** A cell as a number to be drawn or compared; null where it is none. */
export function numberOf(cell: Cell): number | null {
  const number = cell === null || cell === '' ? Number.NaN : Number(cell);
  return Number.isFinite(number) ? number : null;
}
