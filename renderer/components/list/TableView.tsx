import Skeleton from '@mui/material/Skeleton';
import type { Theme } from '@mui/material/styles';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Link } from '../../app/Link.tsx';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { skeletonRows } from '../Skeletons.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { CheckMark } from './SelectionBar.tsx';
import type { Choosing } from './useSelection.ts';
import {
  chosenByShift,
  RowCheckMark,
  TabStop,
  useFirstFrame,
  useFollowed,
  useForgottenSizes,
  useNotedHeight,
  useRowLink,
} from './VirtualList.tsx';

/** A column: how wide it is unless somebody made it another width, and what it shows of a row. */
export interface Column<Row> {
  id: string;
  label: string;
  /** Pixels. */
  width: number;
  /** Takes what room is left, until somebody gives it a width. */
  grows?: boolean;
  align?: 'right';
  /** The order that its heading sets; none where its rows have no order. */
  order?: string;
  cell: (row: Row) => ReactNode;
}

/** A column of these in a table as somebody set it up. */
type ShownColumn<Row> = Column<Row> & { isSized: boolean };

export interface TableSetup<Row> {
  /** In their order; the first names its row and stays in sight. */
  columns: readonly ShownColumn<Row>[];
  order: { by: string; descending: boolean };
  onOrder: (by: string) => void;
  onResize: (id: string, width: number) => void;
  onReset: (id: string) => void;
  /** Moves a column to the place of another. */
  onMove: (id: string, to: string) => void;
  /** Pixels. */
  rowHeight: number;
}

type Id = number | string;

type Props<Row extends { id: Id }> = {
  label: string;
  table: TableSetup<Row>;
  rows: readonly Row[];
  selected: Id | null;
  /** How many rows there are in all, for screen readers. */
  total: number;
  onNearEnd: () => void;
  scroller?: RefObject<HTMLDivElement | null>;
  hrefOf: (row: Row) => string;
  /** Whether nobody has attended to the row, and what says so. */
  loudOf: (row: Row) => string | null;
  choosing: Choosing<Row> | null;
};

const headHeight = 32;
export const widthOfColumn = { least: 64, most: 720, step: 16 } as const;

/** A table of any length: only the rows in sight exist, below headings that stay in sight, beside a first column that does. */
export function TableView<Row extends { id: Id }>(props: Props<Row>) {
  const { rows, selected, onNearEnd, choosing, table } = props;
  const { columns, rowHeight } = table;
  const ownScroller = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? ownScroller;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    ...useFirstFrame(12),
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useNotedHeight(list);
  const items = list.getVirtualItems();
  const open = items.find(({ index }) => selected !== null && rows[index]?.id === selected)?.index;
  const tabStop = open ?? list.range?.startIndex ?? 0;
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 10) onNearEnd();
  }, [lastShown, rows.length, onNearEnd]);
  useFollowed(rows, selected, list);
  useForgottenSizes(list, rowHeight);
  const width = columns.reduce((sum, column) => sum + column.width, choosing === null ? 0 : checkWidth);
  const byShift = chosenByShift(rows, selected, choosing);
  return (
    <Box ref={scroller} tabIndex={-1} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Box
        role="table"
        aria-label={props.label}
        aria-rowcount={props.total + 1}
        aria-colcount={columns.length}
        style={{ minWidth: width }}
        sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}
      >
        <Headings table={table} choosing={choosing} rows={rows} />
        <Box role="rowgroup" style={{ height: list.getTotalSize() }} sx={{ position: 'relative' }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <TabStop key={item.key} value={item.index === tabStop}>
                <Mark value={choosing && <RowCheckMark row={row} choosing={choosing} />}>
                  <Box
                    role="row"
                    data-item={item.index}
                    aria-rowindex={item.index + 2}
                    style={{ transform: `translateY(${item.start - headHeight}px)`, height: rowHeight }}
                    sx={rowStyle(row.id === selected, choosing?.selection.rows.has(row.id) ?? false)}
                    onClick={opensRow}
                    {...byShift(row)}
                  >
                    <Cells
                      row={row}
                      columns={columns}
                      isOpen={row.id === selected}
                      href={props.hrefOf(row)}
                      loud={props.loudOf(row)}
                      hasMark={choosing !== null}
                    />
                  </Box>
                </Mark>
              </TabStop>
            );
          })}
        </Box>
      </Box>
    </Box>
  );
}

/** Placeholder of a table while its rows are loading: its columns in their places, under headings that say what will come. */
export function TableSkeleton({ table }: { table: Pick<TableSetup<never>, 'columns' | 'rowHeight'> }) {
  const { t } = useI18n();
  const { columns, rowHeight } = table;
  const [first, ...others] = columns;
  if (first === undefined) return null;
  const firstStyle = { flexBasis: first.width + checkWidth, pl: `${checkWidth + 10}px` };
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ flex: 1, minHeight: 0, overflow: 'hidden' }}>
      <Box
        aria-hidden
        sx={{
          ...{ typography: 'caption', display: 'flex', height: headHeight, borderBottom: 1 },
          ...{ bgcolor: 'background.raised', color: 'text.secondary' },
        }}
      >
        {columns.map((column, index) => (
          <Box key={column.id} sx={{ ...cellStyle(column, false), ...(index === 0 ? firstStyle : {}) }}>
            <span className="cut">{column.label}</span>
          </Box>
        ))}
      </Box>
      {Array.from({ length: skeletonRows }, (_, index) => index).map((row) => (
        <Box key={row} sx={{ display: 'flex', height: rowHeight, borderBottom: 1 }}>
          <Box sx={{ ...cellStyle(first, false), ...firstStyle }}>
            <Skeleton width="100%" height={12} />
          </Box>
          {others.map((column, index) => (
            <Box key={column.id} sx={cellStyle(column, false)}>
              <Skeleton width={`${80 - ((row + index) % 3) * 14}%`} height={12} />
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** The box before a row's first cell. */
const checkWidth = 32;

/** A press on a row beside what can be pressed in it opens it. */
function opensRow(event: MouseEvent<HTMLElement>) {
  if (event.target instanceof Element && event.target.closest('a, button') !== null) return;
  if (window.getSelection()?.isCollapsed === false) return;
  event.currentTarget.querySelector<HTMLElement>('[data-row]')?.click();
}

const rowStyle = (isOpen: boolean, isChosen: boolean) => (theme: Theme) => ({
  position: 'absolute',
  top: 0,
  left: 0,
  width: '100%',
  display: 'flex',
  cursor: 'pointer',
  borderBottom: 1,
  '--ground': isOpen || isChosen ? theme.perito.scheme.selected : theme.perito.scheme.surface,
  bgcolor: 'var(--ground)',
  ...(isOpen ? { boxShadow: `inset 3px 0 ${theme.palette.primary.main}` } : {}),
  '&:hover': isOpen || isChosen ? {} : { '--ground': theme.perito.scheme.hover },
  // Over the cell that stays in sight, too.
  '&:has([data-row]:focus-visible)::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    zIndex: 2,
    pointerEvents: 'none',
    outline: `2px solid ${theme.palette.primary.main}`,
    outlineOffset: '-2px',
  },
});

/** On the widest screens what belongs together stays near each other. */
const mostGrown = 520;

const cellStyle = (column: ShownColumn<never>, isHead: boolean) => ({
  ...(column.grows === true && !column.isSized
    ? { flex: `1 0 ${column.width}px`, maxWidth: mostGrown }
    : { flex: `0 0 ${column.width}px` }),
  minWidth: 0,
  px: 2,
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  justifyContent: column.align === 'right' ? 'flex-end' : 'flex-start',
  ...(isHead ? {} : { '& > .cut': cut }),
});
const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

type CellsProps<Row extends { id: Id }> = {
  row: Row;
  columns: readonly ShownColumn<Row>[];
  isOpen: boolean;
  href: string;
  loud: string | null;
  /** Whether rows can be chosen. */
  hasMark: boolean;
};

/** The box that chooses the row: it changes oftener than the row's cells. */
const Mark = createContext<ReactNode>(null);
const MarkHere = () => use(Mark);

/** Drawn again only where something of the row changed, not with each change around the table. */
const Cells = memo(CellsOfRow) as typeof CellsOfRow;

function CellsOfRow<Row extends { id: Id }>({ row, columns, isOpen, href, loud, hasMark }: CellsProps<Row>) {
  const link = useRowLink(isOpen);
  const [first, ...others] = columns;
  if (first === undefined) return null;
  return (
    <>
      <Box
        role="rowheader"
        sx={{
          ...cellStyle(first, false),
          position: 'sticky',
          left: 0,
          zIndex: 1,
          bgcolor: 'var(--ground)',
          ...(!hasMark ? {} : { flexBasis: first.width + checkWidth, pl: `${checkWidth}px` }),
          boxShadow: isOpen ? 'inherit' : 'none',
        }}
      >
        {hasMark && <MarkHere />}
        <Box
          component="span"
          sx={{
            width: 6,
            height: 6,
            flex: 'none',
            borderRadius: '50%',
            bgcolor: loud === null ? 'transparent' : 'primary.main',
          }}
        />
        <Box
          component={Link}
          href={href}
          {...link}
          sx={{
            ...cut,
            color: 'text.primary',
            textDecoration: 'none',
            fontWeight: loud === null ? 400 : 600,
            '&:hover': { textDecoration: 'underline' },
            '&:focus-visible': { outline: 'none !important' },
          }}
        >
          {first.cell(row)}
          {loud !== null && <VisuallyHidden>{loud}</VisuallyHidden>}
        </Box>
      </Box>
      {others.map((column) => (
        <Box key={column.id} role="cell" sx={cellStyle(column, false)}>
          {column.cell(row)}
        </Box>
      ))}
    </>
  );
}

type HeadingsProps<Row extends { id: Id }> = {
  table: TableSetup<Row>;
  choosing: Choosing<Row> | null;
  rows: readonly Row[];
};

/**
 * The headings, which are one tab stop: arrows go through them, Enter orders by one, Shift with an arrow makes it wider or
 * narrower, Ctrl with an arrow moves it.
 */
function Headings<Row extends { id: Id }>({ table, choosing, rows }: HeadingsProps<Row>) {
  const { t } = useI18n();
  const { columns } = table;
  const keysId = useId();
  const head = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const stop = Math.min(at, columns.length - 1);
  const focus = (index: number) => {
    setAt(index);
    head.current?.querySelectorAll<HTMLElement>('[role="columnheader"] > [data-order]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const step = stepOf(event);
    const column = columns[index];
    if (step === null || column === undefined) return;
    event.preventDefault();
    const next = columns[index + step];
    if (event.shiftKey) {
      const shown = event.currentTarget.parentElement?.offsetWidth ?? column.width;
      table.onResize(column.id, shown + step * widthOfColumn.step);
    } else if (next === undefined) return;
    else if (event.ctrlKey || event.metaKey) {
      if (index === 0 || index + step === 0) return;
      table.onMove(column.id, next.id);
      setAt(index + step);
    } else focus(index + step);
  };
  return (
    <Box
      role="rowgroup"
      ref={head}
      sx={{ position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.raised', borderBottom: 1 }}
    >
      <Box role="row" aria-rowindex={1} sx={{ display: 'flex', height: headHeight - 1 }}>
        {columns.map((column, index) => (
          <Box
            key={column.id}
            role="columnheader"
            {...sortOf(column, table.order)}
            draggable={index > 0}
            onDragStart={(event) => event.dataTransfer.setData(dragged, column.id)}
            onDragOver={(event) => {
              if (index > 0 && event.dataTransfer.types.includes(dragged)) event.preventDefault();
            }}
            onDrop={(event) => table.onMove(event.dataTransfer.getData(dragged), column.id)}
            sx={headingStyle(column, index === 0, choosing !== null)}
          >
            {index === 0 && choosing !== null && <HeadCheckMark rows={rows} choosing={choosing} />}
            <OrderButton
              column={column}
              order={table.order}
              tabIndex={index === stop ? 0 : -1}
              describedBy={keysId}
              onFocus={() => setAt(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onOrder={table.onOrder}
            />
            <ResizeHandle column={column} table={table} />
          </Box>
        ))}
      </Box>
      <VisuallyHidden>
        <span id={keysId}>{t('queue.table.headingKeys')}</span>
      </VisuallyHidden>
    </Box>
  );
}

function stepOf({ key, altKey }: KeyboardEvent): 1 | -1 | null {
  if (altKey) return null;
  if (key === 'ArrowRight') return 1;
  return key === 'ArrowLeft' ? -1 : null;
}

type Order = TableSetup<never>['order'];

function sortOf({ order: by }: { order?: string }, order: Order) {
  if (by === undefined) return {};
  if (by !== order.by) return { 'aria-sort': 'none' as const };
  return { 'aria-sort': order.descending ? ('descending' as const) : ('ascending' as const) };
}

const headingStyle = (column: ShownColumn<never>, isFirst: boolean, hasChecks: boolean) => ({
  ...cellStyle(column, true),
  position: 'relative',
  bgcolor: 'background.raised',
  ...(isFirst ? { position: 'sticky', left: 0, zIndex: 1, pl: '10px' } : {}),
  ...(isFirst && hasChecks ? { flexBasis: column.width + checkWidth, pl: `${checkWidth + 10}px` } : {}),
});

type OrderButtonProps = {
  column: { label: string; order?: string };
  order: Order;
  tabIndex: number;
  describedBy: string;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onOrder: (by: string) => void;
};

function OrderButton({
  column,
  order,
  tabIndex,
  describedBy,
  onFocus,
  onKeyDown,
  onOrder,
}: OrderButtonProps) {
  const isOrder = column.order !== undefined && column.order === order.by;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <Box
      component="button"
      type="button"
      data-order=""
      tabIndex={tabIndex}
      aria-describedby={describedBy}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => column.order !== undefined && onOrder(column.order)}
      sx={{
        typography: 'caption',
        fontWeight: isOrder ? 600 : 500,
        color: isOrder ? 'text.primary' : 'text.secondary',
        border: 0,
        p: 0,
        bgcolor: 'transparent',
        height: '100%',
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        cursor: column.order === undefined ? 'default' : 'pointer',
        '& > span': cut,
        '& > svg': { flex: 'none' },
        '&:focus-visible': { outlineOffset: '-2px !important' },
        ...(column.order === undefined ? {} : { '&:hover': { color: 'text.primary' } }),
      }}
    >
      <span>{column.label}</span>
      {isOrder && <Arrow size={13} aria-hidden />}
    </Box>
  );
}

/** What a heading is while it is dragged. */
const dragged = 'application/x-perito-column';

function HeadCheckMark<Row extends { id: Id }>({
  rows,
  choosing,
}: {
  rows: readonly Row[];
  choosing: Choosing<Row>;
}) {
  const { t } = useI18n();
  const { selection } = choosing;
  const areAll = rows.length > 0 && rows.every(({ id }) => selection.rows.has(id));
  return (
    <CheckMark
      label={t('common.selection.all')}
      checked={areAll ? true : selection.rows.size > 0 ? 'mixed' : false}
      onClick={areAll ? selection.clear : selection.chooseLoaded}
      sx={{ position: 'absolute', left: 2, top: 0, height: '100%' }}
    />
  );
}

/** The edge of a heading, which is drawn to a width and pressed twice to have its own again; by keyboard the heading does it. */
function ResizeHandle<Row>({ column, table }: { column: ShownColumn<Row>; table: TableSetup<Row> }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const width = event.currentTarget.parentElement?.offsetWidth ?? column.width;
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current !== null) table.onResize(column.id, from.current.width + event.clientX - from.current.x);
  };
  const end = () => {
    from.current = null;
  };
  return (
    <Box
      aria-hidden
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => table.onReset(column.id)}
      sx={{
        position: 'absolute',
        right: 0,
        top: 0,
        width: 9,
        height: '100%',
        cursor: 'col-resize',
        touchAction: 'none',
        '&::after': {
          content: '""',
          position: 'absolute',
          right: 0,
          top: 8,
          bottom: 8,
          width: '1px',
          bgcolor: 'divider',
        },
        '&:hover::after': { bgcolor: 'primary.main', top: 0, bottom: 0 },
      }}
    />
  );
}
