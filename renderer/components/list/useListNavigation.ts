import { useLocation } from 'wouter';
import { focusDetail, focusList, focusWhenThere, isInDetail, scrollDetail } from '../../app/keys/focus.ts';
import { useKeys } from '../../app/keys/keys.ts';

/** The share of the detail's height that PageDown scrolls; a line that was read stays in sight. */
const page = 0.9;

/**
 * The keyboard of a list with a detail beside it: J and K through the rows; Enter or → into the detail, whose pages are
 * PageDown, PageUp and Space from wherever the focus is; Escape back to the row, and from there it closes the detail.
 */
export function useListNavigation<Row extends { id: number | string }>(
  rows: readonly Row[],
  id: number | string | null,
  hrefOf: (row: Row) => string,
  back: string,
) {
  const [, go] = useLocation();
  const step = (by: 1 | -1) => () => {
    const row = adjacentRow(rows, id, by);
    if (row !== null) go(hrefOf(row), { replace: id !== null });
  };
  const leave = () => {
    if (isInDetail() && focusList()) return;
    go(back);
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
          Escape: leave,
        };
  useKeys({ j: step(1), ArrowDown: step(1), k: step(-1), ArrowUp: step(-1), ...ofDetail });
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
