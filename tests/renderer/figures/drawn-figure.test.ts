import { expect, test } from 'vitest';
import { drawnFigure } from '../../../renderer/figures/drawn-figure.ts';
import type { Figure } from '../../../renderer/figures/figure.ts';

type Row = [period: string, ordered: string | null, invoiced: string | null];
const figureOf = (...rows: Row[]): Figure => ({
  ...{ id: 'money', name: 'Montos', sentence: '', currency: 'DOP' },
  columns: [
    { id: 'month', title: 'Mes', unit: 'month' },
    { id: 'ordered', title: 'Ordenado', unit: 'money' },
    { id: 'invoiced', title: 'Facturado', unit: 'money' },
  ],
  rows: rows.map(([period, ...values]) => ({
    id: period,
    cells: [period, ...values],
    targets: { ordered: [{ label: period, href: `/purchase-orders?${period}` }] },
  })),
  chart: { form: 'columns', unit: 'amount', series: ['ordered', 'invoiced'], drawn: 100 },
});

const drawnRows = (...rows: Row[]) => {
  const { figure, since, isAlone } = drawnFigure(figureOf(...rows), '2026-11-26');
  return [figure.rows.map(({ id }) => id), since, isAlone];
};

test('months before the first with anything are not drawn, those after it are', () => {
  expect(
    drawnRows(['2026-08', '0', null], ['2026-09', '0', '5'], ['2026-10', '0', '0'], ['2026-11', '7', '0']),
  ).toEqual([['2026-09', '2026-10', '2026-11'], '2026-09', false]);
  expect(drawnRows(['2026-10', '1', '0'], ['2026-11', '0', '0'])).toEqual([
    ['2026-10', '2026-11'],
    null,
    false,
  ]);
});

test('a month alone lies down: a bar for each of its values, which leads where it did', () => {
  const { figure, since, isAlone } = drawnFigure(
    figureOf(['2026-10', '0', '0'], ['2026-11', '7', '3'], ['2026-12', '0', '0']),
    '2026-11-26',
  );
  expect([since, isAlone, figure.chart]).toEqual([
    '2026-11',
    true,
    { form: 'bars', unit: 'amount', series: ['value'], drawn: 2 },
  ]);
  expect(figure.rows).toEqual([
    {
      id: 'ordered',
      cells: ['Ordenado', '7'],
      targets: { value: [{ label: '2026-11', href: '/purchase-orders?2026-11' }] },
    },
    { id: 'invoiced', cells: ['Facturado', '3'], targets: { value: [] } },
  ]);
  expect(drawnRows(['2026-11', '7', '3'])).toEqual([['ordered', 'invoiced'], '2026-11', true]);
});

test('less than a minute is something: its month lies down too, and none before it is drawn', () => {
  const figure = figureOf(['2026-10', null, null], ['2026-11', '0', '0']);
  const times: Figure = {
    ...figure,
    chart: { form: 'lines', unit: 'minutes', series: ['ordered', 'invoiced'], drawn: 100 },
  };
  expect(drawnFigure(times, '2026-11-26')).toMatchObject({ since: '2026-11', isAlone: true });
});

test('what is empty, and what is not of periods, is drawn as it is', () => {
  const empty = figureOf(['2026-10', '0', null]);
  expect(drawnFigure(empty, '2026-11-26').figure).toBe(empty);
  const parties: Figure = {
    ...figureOf(['A', '0', '0'], ['B', '1', '2']),
    columns: [{ id: 'party', title: 'Empresa', unit: 'text' }, ...figureOf().columns.slice(1)],
  };
  expect(drawnFigure(parties, '2026-11-26').figure).toBe(parties);
});
