import { type CellUnit, cellOf, type Figure, type FigureRow, numberOf } from './figure.ts';

/** What of a figure is drawn, and from which of its periods on. */
export interface Drawn {
  figure: Figure;
  /** The id of the first period that is drawn where others before it are not, and of one that is drawn alone; else null. */
  since: string | null;
  isAlone: boolean;
}

const periodUnits: readonly CellUnit[] = ['month', 'day'];
/** The column of the values of a period that is drawn alone. */
const alone = 'value';

/**
 * A figure as its chart has it. Of periods those before the first with anything are left out, which would be an empty sheet with a
 * column at its end, and days that are still to come. Of one period alone its values lie below each other under their names. The table keeps all.
 */
export function drawnFigure(figure: Figure, today: string): Drawn {
  const { chart, columns, rows } = figure;
  const whole = { figure, since: null, isAlone: false };
  if (chart === null || !periodUnits.includes(columns[0]?.unit ?? 'text')) return whole;
  // No minutes are less than one, and somebody's; of what is counted none is nothing.
  const nothing = chart.unit === 'minutes' ? null : 0;
  const first = rows.findIndex((row) =>
    chart.series.some((id) => (numberOf(cellOf(figure, row, id)) ?? nothing) !== nothing),
  );
  const left = first < 0 ? [] : rows.slice(first).filter(({ id }) => id <= today);
  const [only] = left;
  if (only === undefined) return whole;
  if (left.length > 1)
    return { figure: { ...figure, rows: left }, since: first > 0 ? only.id : null, isAlone: false };
  return { figure: lying(figure, only), since: only.id, isAlone: true };
}

/** One period: a bar for each of its values. */
function lying(figure: Figure, row: FigureRow): Figure {
  const { chart, columns, name } = figure;
  if (chart === null) return figure;
  const series = columns.filter(({ id }) => chart.series.includes(id));
  return {
    ...figure,
    columns: [
      { id: 'name', title: name, unit: 'text' },
      { id: alone, title: name, unit: series[0]?.unit ?? 'count' },
    ],
    rows: series.map(({ id, title }) => ({
      id,
      cells: [title, cellOf(figure, row, id)],
      targets: { [alone]: row.targets[id] ?? [] },
    })),
    chart: { form: 'bars', unit: chart.unit, series: [alone], drawn: series.length },
  };
}
