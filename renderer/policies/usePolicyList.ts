import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../app/queries.ts';

export type PolicyFilter = 'all' | 'expired' | 'premiumUnpaid' | 'excluded';

/** The book by policy number and VIN. */
export function usePolicyList(search: string, filter: PolicyFilter) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policies.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(search === '' ? {} : { search }),
        ...(filter === 'all' ? {} : { only: filter }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      placeholderData: keepPreviousData,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = query.data?.pages[0];
  return { query, rows, nearEnd, total: first?.total ?? 0, capped: first?.totalIsCapped ?? false };
}
export type PolicyList = ReturnType<typeof usePolicyList>;
