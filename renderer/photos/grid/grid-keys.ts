/** How many tiles of the grid stand beside the first: those at its height. */
export function columnsOf(tiles: readonly { offsetTop: number }[]): number {
  const [first] = tiles;
  if (first === undefined) return 1;
  const next = tiles.findIndex(({ offsetTop }) => offsetTop > first.offsetTop);
  return next < 0 ? Math.max(1, tiles.length) : next;
}

/** The tile that a key leads to from the one at `index`; null where the key is not one of the grid's. */
export function tileByKey(key: string, index: number, count: number, columns: number): number | null {
  const last = count - 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    // Under the end of a full row the last row may be short.
    ArrowDown:
      Math.floor(index / columns) < Math.floor(last / columns) ? Math.min(last, index + columns) : index,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  if (to === undefined) return null;
  return to < 0 || to > last ? index : to;
}
