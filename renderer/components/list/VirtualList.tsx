import { useTheme } from '@mui/material/styles';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react';
import { focusDetail, focusWhenThere, isInList } from '../../app/keys/focus.ts';
import { Link } from '../../app/Link.tsx';
import { useI18n } from '../../app/locale/i18n.ts';
import { Box } from '../Box.tsx';
import { CheckMark } from './SelectionBar.tsx';
import type { Choosing } from './useSelection.ts';

type Id = number | string;

/** Whether Tab enters the list at this row; null outside a list, where Tab enters at the open row. */
export const TabStop = createContext<boolean | null>(null);

/** Whether the row is chosen, or only others are; null where rows cannot be. */
const Choice = createContext<'chosen' | 'others' | 'none' | null>(null);

type Props<Row extends { id: Id }> = {
  label: string;
  rows: readonly Row[];
  selected: Id | null;
  /** How many rows there are in all, for screen readers. */
  total: number;
  onNearEnd: () => void;
  /** The element that scrolls, for a screen that scrolls it. */
  scroller?: RefObject<HTMLDivElement | null>;
  renderRow: (row: Row, isSelected: boolean) => ReactNode;
  choosing: Choosing<Row> | null;
  /** Pixels of a row that is higher than the others, as the first under a heading is. */
  heightOf?: ((row: Row) => number) | undefined;
};

/** Keeps a newly selected row in sight: rows that arrive must not pull the list about. */
export function useFollowed<Row extends { id: Id }>(
  rows: readonly Row[],
  selected: Id | null,
  list: { scrollToIndex: (index: number, options: { align: 'auto' }) => void },
) {
  const followed = useRef<Id | null>(null);
  useEffect(() => {
    if (selected === followed.current) return;
    const index = rows.findIndex((row) => row.id === selected);
    if (index < 0) return;
    followed.current = selected;
    list.scrollToIndex(index, { align: 'auto' });
  }, [selected, rows, list]);
}

/** With Shift a row is not opened: the range goes to it. */
export const chosenByShift =
  <Row extends { id: Id }>(rows: readonly Row[], selected: Id | null, choosing: Choosing<Row> | null) =>
  (row: Row) =>
    choosing === null
      ? {}
      : {
          onMouseDown: (event: MouseEvent) => {
            // No text is marked from the row that was clicked before.
            if (event.shiftKey) event.preventDefault();
          },
          onClickCapture: (event: MouseEvent) => {
            if (!event.shiftKey) return;
            event.preventDefault();
            event.stopPropagation();
            const open = rows.find(({ id }) => id === selected) ?? null;
            choosing.selection.extend({ to: row, from: open, isNew: false });
          },
        };

/** Pixels of the last list that was measured. */
let lastHeight: number | null = null;

/**
 * Has a list draw its rows with its first frame, by the height of the last one, and before it is measured itself; `overscan` rows
 * beside those in sight, for who scrolls, follow after it.
 */
export function useFirstFrame(overscan: number) {
  return {
    overscan: useDeferredValue(overscan, 2),
    initialRect: { width: 0, height: lastHeight ?? window.innerHeight },
  };
}

export function useNotedHeight({ scrollRect }: { scrollRect: { height: number } | null }) {
  useEffect(() => {
    lastHeight = scrollRect?.height || lastHeight;
  });
}

/** Forgets the sizes that were taken at another density. */
export function useForgottenSizes(list: { measure: () => void }, rowHeight: number) {
  const taken = useRef(rowHeight);
  useEffect(() => {
    if (taken.current !== rowHeight) list.measure();
    taken.current = rowHeight;
  }, [rowHeight, list]);
}

/** A list of any length: only the rows in sight exist. The selected row is kept in sight. */
export function VirtualList<Row extends { id: Id }>(props: Props<Row>) {
  const { rows, selected, onNearEnd, choosing } = props;
  const rowHeight = useTheme().perito.sizes.listRow;
  const ownScroller = useRef<HTMLDivElement>(null);
  const scroller = props.scroller ?? ownScroller;
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? rowHeight : (props.heightOf?.(row) ?? rowHeight);
    },
    ...useFirstFrame(8),
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  useNotedHeight(list);
  const items = list.getVirtualItems();
  // Tab enters the list at one row only: the open one where it is drawn, else the first in sight.
  const open = items.find(({ index }) => selected !== null && rows[index]?.id === selected)?.index;
  const tabStop = open ?? list.range?.startIndex ?? 0;
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 10) onNearEnd();
  }, [lastShown, rows.length, onNearEnd]);
  useFollowed(rows, selected, list);
  useForgottenSizes(list, rowHeight);
  const byShift = chosenByShift(rows, selected, choosing);
  return (
    <Box ref={scroller} tabIndex={-1} sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
      <Box
        component="ul"
        aria-label={props.label}
        style={{ height: list.getTotalSize() }}
        // One container for all rows: each that is one is styled and laid out in a pass of its own.
        sx={{ position: 'relative', containerType: 'inline-size' }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <Box
              component="li"
              key={item.key}
              data-item={item.index}
              aria-setsize={props.total}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)`, height: item.size }}
              sx={{ position: 'absolute', top: 0, left: 0, width: '100%' }}
              {...byShift(row)}
            >
              <TabStop value={item.index === tabStop}>
                {choosing === null ? (
                  props.renderRow(row, row.id === selected)
                ) : (
                  <Choice value={choiceOf(choosing.selection.rows, row.id)}>
                    <RowCheckMark row={row} choosing={choosing} />
                    {props.renderRow(row, row.id === selected)}
                  </Choice>
                )}
              </TabStop>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}

const choiceOf = (chosen: ReadonlyMap<Id, unknown>, id: Id) => {
  if (chosen.has(id)) return 'chosen';
  return chosen.size > 0 ? 'others' : 'none';
};

/** The box that chooses a row: there under the pointer and at the focus, and at each row once one is chosen. */
export function RowCheckMark<Row extends { id: Id }>({
  row,
  choosing,
}: {
  row: Row;
  choosing: Choosing<Row>;
}) {
  const { t } = useI18n();
  const { selection, nameOf } = choosing;
  return (
    <CheckMark
      label={t('common.selection.row', { name: nameOf(row) })}
      checked={selection.rows.has(row.id)}
      onClick={() => selection.toggle(row)}
      tabIndex={use(TabStop) === true ? 0 : -1}
      sx={{
        position: 'absolute',
        left: 0,
        top: 0,
        height: '100%',
        zIndex: 1,
        ...(selection.rows.size > 0
          ? {}
          : {
              '@media (hover: hover)': { '[data-item]:not(:hover, :has(:focus-visible)) &': { opacity: 0 } },
            }),
      }}
    />
  );
}

/** What makes a link that of a row: Enter goes into the detail, and the focus follows the open row while it is in the list. */
export function useRowLink(selected: boolean) {
  const isTabStop = use(TabStop) ?? selected;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (selected && isInList()) link.current?.focus({ preventScroll: true });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (selected) focusDetail();
    else {
      link.current?.click();
      focusWhenThere('detail');
    }
  };
  return {
    ref: link,
    'data-row': '',
    tabIndex: isTabStop ? 0 : -1,
    onKeyDown,
    ...(selected ? { 'aria-current': 'true' as const } : {}),
  };
}

/**
 * A two-line row of a list that opens its detail. `loud` marks what nobody has attended to.
 */
export function RowLink(props: { href: string; selected: boolean; loud: boolean; children: ReactNode }) {
  const { selected } = props;
  const choice = use(Choice);
  const isTinted = choice === 'chosen' || (selected && choice !== 'others');
  const hasEdge = selected && (choice === 'chosen' || choice === 'others');
  const link = useRowLink(selected);
  return (
    <Box
      component={Link}
      href={props.href}
      {...link}
      sx={(theme) => ({
        typography: 'body2',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        gap: 0.5,
        height: '100%',
        pl: choice === null ? 4 : 7,
        pr: 4,
        position: 'relative',
        color: 'text.primary',
        textDecoration: 'none',
        borderBottom: 1,
        bgcolor: isTinted ? 'action.selected' : 'transparent',
        // Where a tint says that a row is chosen, an edge says that it is open.
        ...(hasEdge ? { boxShadow: `inset 3px 0 ${theme.palette.primary.main}` } : {}),
        transition: theme.transitions.create('background-color', { duration: 120 }),
        'li:hover > &': { bgcolor: isTinted ? 'action.selected' : 'action.hover' },
        '&:focus-visible': { outlineOffset: '-2px !important' },
        '&::before': {
          content: '""',
          position: 'absolute',
          left: choice === null ? 5 : 11,
          top: '50%',
          width: 6,
          height: 6,
          mt: '-3px',
          borderRadius: '50%',
          bgcolor: props.loud ? 'primary.main' : 'transparent',
        },
        '& .first': {
          display: 'flex',
          gap: 3,
          alignItems: 'baseline',
          fontWeight: props.loud ? 600 : 400,
          minWidth: 0,
        },
        '& .second': {
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          color: 'text.secondary',
          fontSize: 12,
          lineHeight: '20px',
          minWidth: 0,
          whiteSpace: 'nowrap',
        },
        '& .sign': { display: 'inline-flex', alignItems: 'center', gap: 1, flex: 'none' },
        // Left out of a narrow list, where it would leave no room for whom the row is of.
        '@container (max-width: 420px)': { '& .spare': { display: 'none' } },
        '& .grow': {
          flex: 1,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
      })}
    >
      {props.children}
    </Box>
  );
}
