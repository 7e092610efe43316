import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { CancellationState } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { type List, pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';

/** The most rows shown of each list. */
const limit = 200;
const decidedStates: CancellationState[] = ['approved', 'refused', 'cancelled'];
/** What each list of the screen asks for, all of it. */
export const cancellationFilters = {
  open: { toAttend: true },
  again: { mustAskAgain: true },
  decided: { state: decidedStates, withClosed: true },
};
const none: readonly CancellationRow[] = [];
const nothingMore = () => {};

/**
 * What somebody has to attend to now, in one order for as long as the component is on the screen (`keptOrder`): rows that were decided
 * meanwhile stay in their place, in the state that they have now.
 */
export function useOpenCancellations(): List<CancellationRow> {
  const api = useApi();
  const { format } = useI18n();
  const undecided = useQuery(
    api.cancellations.list.queryOptions({ input: { ...cancellationFilters.open, limit } }),
  );
  const [order, setOrder] = useState<readonly number[]>([]);
  const open = useMemo(
    () => new Map((undecided.data?.rows ?? none).map((row) => [row.id, row])),
    [undecided.data],
  );
  const isThere = undecided.data !== undefined;
  const next = isThere ? keptOrder(order, [...open.values()]) : order;
  if (next !== order) setOrder(next);
  const left = next.filter((id) => !open.has(id)).slice(-limit);
  const settled = useQuery({
    ...api.cancellations.list.queryOptions({ input: left.length === 0 ? skipToken : { ids: left } }),
    // The rows stay while one more is fetched.
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => {
    const all = new Map([...(settled.data?.rows ?? none).map((row) => [row.id, row] as const), ...open]);
    return next.flatMap((id) => all.get(id) ?? []);
  }, [next, open, settled.data]);
  const query = settled.isError && !undecided.isError ? settled : undecided;
  const count = isThere ? format.count(undecided.data.total) : null;
  return {
    ...{ query, rows, total: rows.length, count },
    ...{ onNearEnd: nothingMore, hasMore: false },
  };
}

/** Cancellations decided or closed without a verdict, newest first. */
export function useDecidedCancellations(enabled: boolean) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.cancellations.list.infiniteOptions({
      ...pageOptions(cancellationFilters.decided),
      enabled,
    }),
  );
  return useInfiniteList(query);
}

/** Those of which an approval waits for a second person, the newest first. */
export function useProposedCancellations(): List<CancellationRow> {
  const api = useApi();
  return useInfiniteList(
    useInfiniteQuery(api.cancellations.list.infiniteOptions(pageOptions({ proposed: true }))),
  );
}

/** Those that are decided and that the marketplace knows of when it asks again, the newest first. */
export function useMustAskAgain(): List<CancellationRow> {
  const api = useApi();
  return useInfiniteList(
    useInfiniteQuery(api.cancellations.list.infiniteOptions(pageOptions(cancellationFilters.again))),
  );
}

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
function byUrgency(a: Row, b: Row): number {
  return (
    rank(a) - rank(b) ||
    (isHeld(a) ? Date.parse(a.heldUntil ?? '') - Date.parse(b.heldUntil ?? '') : 0) ||
    Date.parse(a.askedAt) - Date.parse(b.askedAt) ||
    a.id - b.id
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
