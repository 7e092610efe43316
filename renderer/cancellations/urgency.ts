import type { CancellationRow } from '#shared/contract/cancellations.ts';

type Row = Pick<
  CancellationRow,
  'id' | 'state' | 'verdict' | 'heldUntil' | 'askedAt' | 'mustAskAgain' | 'closed' | 'deliveredAt'
>;

/** A call is held open and nobody has decided. */
export const isHeld = (row: Row) => row.verdict === null && row.heldUntil !== null;

/** Where a row stands in a queue: what can run out first, what is to be decided, what is to be closed, what only waits. */
function rank(row: Row): number {
  if (isHeld(row)) return 0;
  if (row.state === 'deferred') return 1;
  if (row.state === 'unmatched' && row.closed === null) return 2;
  return row.verdict !== null && row.deliveredAt === null ? 3 : 4;
}

/** Held calls by the time left, then what was asked first. */
export function byUrgency(one: Row, other: Row): number {
  return (
    rank(one) - rank(other) ||
    (isHeld(one) ? Date.parse(one.heldUntil ?? '') - Date.parse(other.heldUntil ?? '') : 0) ||
    Date.parse(one.askedAt) - Date.parse(other.askedAt) ||
    one.id - other.id
  );
}

/** The row that somebody should look at next; null where nothing is to be decided or closed. */
export function mostUrgent<Of extends Row>(rows: readonly Of[]): Of | null {
  const [first] = rows.filter((row) => rank(row) < 3).toSorted(byUrgency);
  return first ?? null;
}

/**
 * The order in which a list shows its rows while somebody works in it: by urgency when it was opened, and unmoved from
 * then on. What comes meanwhile lines up at the end; what was decided stays where it was.
 *
 * @param before the order so far, ids; empty when the list is opened.
 * @returns the same list where nothing came.
 */
export function keptOrder(before: readonly number[], rows: readonly Row[]): readonly number[] {
  const known = new Set(before);
  const fresh = rows.filter(({ id }) => !known.has(id)).toSorted(byUrgency);
  return fresh.length === 0 ? before : [...before, ...fresh.map(({ id }) => id)];
}
