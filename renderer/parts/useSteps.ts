import { useLocation } from 'wouter';
import { useKeys } from '../app/keys/keys.ts';
import { neighbour } from './neighbour.ts';

/** J and K through a list, Escape back to it. */
export function useSteps<Row extends { id: number | string }>(
  rows: readonly Row[],
  id: number | string | null,
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
