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
