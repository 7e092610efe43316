import { isAt, navigate } from '../../app/hash-location.ts';
import {
  focusDetail,
  focusedRowIndex,
  focusList,
  focusWhenThere,
  isInDetail,
  scrollDetail,
} from '../../app/keys/focus.ts';
import { type KeyMap, useCommands, useKeys } from '../../app/keys/keys.ts';
import { useI18n } from '../../app/locale/i18n.ts';
import type { Selection } from './useSelection.ts';

/** The share of the detail's height that PageDown scrolls; a line that was read stays in sight. */
const page = 0.9;

/**
 * The keyboard of a list with a detail beside it: J and K through the rows; Enter or → into the detail, whose pages are
 * PageDown, PageUp and Space from wherever the focus is; Escape back to the row, and from there it closes the detail. Where rows can
 * be chosen: X, Shift with J or K, Ctrl+A, and Escape to choose none.
 */
export function useListNavigation<Row extends { id: number | string }>(
  rows: readonly Row[],
  id: number | string | null,
  hrefOf: (row: Row) => string,
  back: string,
  selection: Selection<Row> | null,
) {
  const { t } = useI18n();
  const step = (by: 1 | -1) => () => {
    // What a key before this one leads to may not be drawn yet.
    const open = rows.find((row) => isAt(hrefOf(row)))?.id ?? id;
    const row = adjacentRow(rows, open, by);
    if (row !== null) navigate(hrefOf(row), { replace: id !== null });
  };
  const leave = () => {
    if (isInDetail() && focusList()) return;
    if (selection !== null && selection.rows.size > 0) {
      selection.clear();
      return;
    }
    if (id === null) return;
    navigate(back);
    focusWhenThere('list');
  };
  const ofDetail =
    id === null
      ? {}
      : {
          Enter: focusDetail,
          ArrowRight: focusDetail,
          PageDown: () => scrollDetail(page),
          PageUp: () => scrollDetail(-page),
          space: () => scrollDetail(page),
        };
  /** The row that has the focus, else the open one. */
  const current = () => rows[focusedRowIndex() ?? rows.findIndex((row) => row.id === id)] ?? null;
  const extend = (by: 1 | -1) => () => {
    const from = current();
    const to = adjacentRow(rows, from?.id ?? null, by);
    if (to === null) return;
    if (!isInDetail()) selection?.extend({ to, from, isNew: true });
    navigate(hrefOf(to), { replace: id !== null });
  };
  const ofSelection: KeyMap =
    selection === null
      ? {}
      : {
          x: {
            label: t('frame.keys.select'),
            run() {
              const row = current();
              if (row !== null) selection.toggle(row);
            },
          },
          'shift j': extend(1),
          'shift k': extend(-1),
          'shift ArrowDown': { label: t('frame.keys.selectRange'), run: extend(1) },
          'shift ArrowUp': extend(-1),
          'mod a':
            rows.length === 0 ? undefined : { label: t('frame.keys.selectAll'), run: selection.chooseLoaded },
        };
  useCommands(
    (
      [
        ['next', 1],
        ['previous', -1],
      ] as const
    )
      .filter(([, by]) => adjacentRow(rows, id, by) !== null)
      .map(([name, by]) => ({ label: t(`frame.keys.${name}`), run: step(by) })),
  );
  useKeys({
    ...{ j: step(1), ArrowDown: step(1), k: step(-1), ArrowUp: step(-1), ...ofDetail, ...ofSelection },
    ...(id === null && (selection === null || selection.rows.size === 0) ? {} : { Escape: leave }),
  });
  return step;
}

/** The row before or after the one that is open; the first where none is. Null at the ends. */
export function adjacentRow<Row extends { id: number | string }>(
  rows: readonly Row[],
  id: number | string | null,
  step: 1 | -1,
): Row | null {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) return rows[0] ?? null;
  return rows[index + step] ?? null;
}
