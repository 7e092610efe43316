import { skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CancellationRow } from '#shared/contract/cancellations.ts';
import type { CancellationState } from '#shared/terms.ts';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';
import { keptOrder } from './urgency.ts';

/** As many of each are shown; whoever has more works off some first. */
const limit = 200;
const openStates: CancellationState[] = ['waiting', 'deferred', 'unmatched'];
const decidedStates: CancellationState[] = ['approved', 'refused', 'cancelled'];
const none: readonly CancellationRow[] = [];

/**
 * What needs somebody, in one order for as long as the component is on the screen (`keptOrder`): rows that were decided
 * meanwhile stay in their place, in the state that they have now.
 */
export function useOpenCancellations() {
  const api = useApi();
  const undecided = useQuery(api.cancellations.list.queryOptions({ input: { state: openStates, limit } }));
  const undelivered = useQuery(api.cancellations.list.queryOptions({ input: { mustAskAgain: true, limit } }));
  const [order, setOrder] = useState<readonly number[]>([]);
  const open = useMemo(() => {
    const rows = [...(undecided.data?.rows ?? none), ...(undelivered.data?.rows ?? none)];
    return new Map(rows.map((row) => [row.id, row]));
  }, [undecided.data, undelivered.data]);
  const isThere = undecided.data !== undefined && undelivered.data !== undefined;
  const next = isThere ? keptOrder(order, [...open.values()]) : order;
  if (next !== order) setOrder(next);
  const left = next.filter((id) => !open.has(id)).slice(-limit);
  const settled = useQuery({
    ...api.cancellations.list.queryOptions({ input: left.length === 0 ? skipToken : { ids: left } }),
    // The rows stay while it is asked for one more.
    placeholderData: (before) => before,
  });
  const rows = useMemo(() => {
    const all = new Map([...(settled.data?.rows ?? none).map((row) => [row.id, row] as const), ...open]);
    return next.flatMap((id) => all.get(id) ?? []);
  }, [next, open, settled.data]);
  const failing = [undecided, undelivered, settled].find((query) => query.isError);
  return { rows, toAttend: open.size, isThere, failing };
}

/** What was decided, or closed without a verdict, newest first. */
export function useDecidedCancellations(enabled: boolean) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.cancellations.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        state: decidedStates,
        withClosed: true,
        limit: 50,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
      enabled,
    }),
  );
  return useInfiniteList(query);
}
