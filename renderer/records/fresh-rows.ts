/** Rows of which the newest have the greatest ids. */
type WithId = { id: number };

/**
 * The rows to show and how many of the newest page are not among them. Rows keep their place; where the
 * newest page has one of them, its newer form is shown.
 */
export function mergeHead<Row extends WithId>(shown: readonly Row[], head: readonly Row[] | undefined) {
  if (head === undefined) return { rows: shown, fresh: 0, more: false };
  const newer = new Map(head.map((row) => [row.id, row]));
  const newest = shown.reduce((top, row) => Math.max(top, row.id), 0);
  const fresh = head.filter((row) => row.id > newest).length;
  return {
    rows: shown.map((row) => newer.get(row.id) ?? row),
    fresh,
    more: fresh > 0 && fresh === head.length,
  };
}
