import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo } from 'react';
import type { Listed } from '#shared/contract/views.ts';
import { type Column, type TableSetup, widthOfColumn } from '../components/list/TableView.tsx';
import type { OrderBy, QueueOrder } from './queue-filter.ts';
import { type QueueView, useQueueView } from './queue-view.ts';

/** The table of a queue as somebody set it up, and how that is changed. */
export interface QueueTable<Row> {
  isTable: boolean;
  setTable: (isTable: boolean) => void;
  density: 'compact' | 'comfortable';
  setDensity: (density: 'compact' | 'comfortable') => void;
  /** Every column that there is. */
  all: readonly Column<Row>[];
  setup: TableSetup<Row>;
  show: (id: string, isShown: boolean) => void;
  reset: () => void;
}

/** From this width of the window on a queue is a table unless somebody chose the list. */
const tableFrom = 1600;

type Kept = NonNullable<QueueView['columns']>;

/** Those kept, without what this kind has no more, its first always first; what it begins with where nothing was kept. */
function keptColumns(kept: Kept | null, all: readonly Column<never>[], shown: readonly string[]): Kept {
  const known = (kept ?? shown.map((id) => ({ id, width: null }))).filter(({ id }) =>
    all.some((column) => column.id === id),
  );
  const [first] = all;
  if (first === undefined) return known;
  const own = known.find(({ id }) => id === first.id) ?? { id: first.id, width: null };
  return [own, ...known.filter(({ id }) => id !== first.id)];
}

/** The columns with one at the place of another. */
export function moved(columns: Kept, id: string, to: string): Kept {
  const from = columns.findIndex((column) => column.id === id);
  const at = columns.findIndex((column) => column.id === to);
  const column = columns[from];
  if (column === undefined || from === at || from === 0 || at <= 0) return columns;
  const left = columns.filter((_, index) => index !== from);
  return [...left.slice(0, at), column, ...left.slice(at)];
}

/** The order that a heading sets: its own, then the other way round. Days, amounts and findings begin with the most. */
export const nextOrder = (order: QueueOrder, by: QueueOrder['by']): QueueOrder => ({
  by,
  descending: order.by === by ? !order.descending : by !== 'party' && by !== 'claim',
});

/** A column whose heading may set an order of the list. */
export type QueueColumn<Row> = Column<Row> & { order?: OrderBy };

/** The columns of a list, by their names, and which of them it begins with. */
export interface QueueColumns<Row> {
  columns: readonly QueueColumn<Row>[];
  shown: readonly string[];
}

export function useQueueTable<Row>(
  kind: Listed,
  { columns: all, shown }: QueueColumns<Row>,
  order: QueueOrder,
  onOrder: (order: QueueOrder) => void,
): QueueTable<Row> {
  const { view, change } = useQueueView(kind);
  const { perito } = useTheme();
  const isWide = useMediaQuery(`(min-width: ${tableFrom}px)`, { noSsr: true });
  const isTable = view.layout === null ? isWide : view.layout === 'table';
  const density = view.density ?? perito.density;
  const kept = useMemo(() => keptColumns(view.columns, all, shown), [view.columns, all, shown]);
  const setup = useMemo<TableSetup<Row>>(() => {
    const set = (columns: Kept) => change({ columns });
    const sized = (id: string, width: number | null) =>
      set(kept.map((column) => (column.id === id ? { id, width } : column)));
    return {
      columns: kept.flatMap(({ id, width }) => {
        const column = all.find((one) => one.id === id);
        if (column === undefined) return [];
        return [{ ...column, width: width ?? column.width, isSized: width !== null }];
      }),
      order,
      onOrder: (by) => {
        const column = all.find((one) => one.order === by);
        if (column?.order !== undefined) onOrder(nextOrder(order, column.order));
      },
      onResize: (id, width) =>
        sized(id, Math.round(Math.min(widthOfColumn.most, Math.max(widthOfColumn.least, width)))),
      onReset: (id) => sized(id, null),
      onMove: (id, to) => set(moved(kept, id, to)),
      rowHeight: density === 'compact' ? perito.sizes.rowCompact : perito.sizes.rowComfortable,
    };
  }, [kept, all, change, order, onOrder, density, perito]);
  return useMemo(
    () => ({
      isTable,
      setTable: (wanted) => change({ layout: wanted ? 'table' : 'list' }),
      density,
      setDensity: (wanted) => change({ density: wanted }),
      all,
      setup,
      show: (id, isShown) =>
        change({
          columns: isShown ? [...kept, { id, width: null }] : kept.filter((column) => column.id !== id),
        }),
      reset: () => change({ columns: null, density: null }),
    }),
    [isTable, density, all, setup, kept, change],
  );
}
