import Box from '@mui/material/Box';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { TabStop } from './RowLink.tsx';

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  /** Pixels, the same for every row. */
  rowHeight: number;
  idOf: (row: Row) => number | string;
  selected: number | string | null;
  render: (row: Row) => ReactNode;
  /** How many rows there are in all, for those who hear the list. */
  total: number;
  onNearEnd?: () => void;
  scroller: RefObject<HTMLDivElement | null>;
};

/** A list of any length: only the rows in sight exist. The selected row is kept in sight. */
export function VirtualList<Row>(props: Props<Row>) {
  const { rows, rowHeight, idOf, selected, render, total, onNearEnd, scroller } = props;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : idOf(row);
    },
  });
  const items = list.getVirtualItems();
  // Tab enters the list at one row only: the open one where it is drawn, else the first in sight.
  const open = items.find(({ index }) => isRow(rows[index], selected, idOf))?.index;
  const tabStop = open ?? list.range?.startIndex ?? 0;
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 10) onNearEnd?.();
  }, [lastShown, rows.length, onNearEnd]);
  const followed = useRef<number | string | null>(null);
  useEffect(() => {
    // Only a new selection is followed: rows that arrive must not pull the list about.
    if (selected === followed.current) return;
    const index = rows.findIndex((row) => idOf(row) === selected);
    if (index < 0) return;
    followed.current = selected;
    list.scrollToIndex(index, { align: 'auto' });
  }, [selected, rows, idOf, list]);
  useEffect(() => {
    // Sizes that were taken at another density are forgotten.
    if (rowHeight > 0) list.measure();
  }, [rowHeight, list]);
  return (
    <Box ref={scroller} tabIndex={-1} sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
      <Box
        component="ul"
        aria-label={props.label}
        style={{ height: list.getTotalSize() }}
        sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative' }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <Box
              component="li"
              key={item.key}
              aria-setsize={total}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              sx={{ position: 'absolute', top: 0, left: 0, width: '100%' }}
            >
              <TabStop value={item.index === tabStop}>{render(row)}</TabStop>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

function isRow<Row>(
  row: Row | undefined,
  id: number | string | null,
  idOf: (row: Row) => number | string,
): boolean {
  return row !== undefined && idOf(row) === id;
}
