import { useLocation } from 'wouter';
import { useKeys } from '../app/keys/keys.ts';

/** The row before or after the one that is open; the first where none is. Null at the ends. */
export function neighbour<Row extends { id: number }>(
  rows: readonly Row[],
  id: number | null,
  step: 1 | -1,
): Row | null {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) return rows[0] ?? null;
  return rows[index + step] ?? null;
}

/** J and K through a list, Escape back to it. */
export function useSteps<Row extends { id: number }>(
  rows: readonly Row[],
  id: number | null,
  hrefOf: (row: Row) => string,
  back: string,
) {
  const [, go] = useLocation();
  const step = (by: 1 | -1) => () => {
    const row = neighbour(rows, id, by);
    if (row !== null) go(hrefOf(row), { replace: id !== null });
  };
  useKeys({
    j: step(1),
    ArrowDown: step(1),
    k: step(-1),
    ArrowUp: step(-1),
    Escape: id === null ? undefined : () => go(back),
  });
  return step;
}
