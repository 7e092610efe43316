import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../app/queries.ts';

/** Rejected deliveries, newest first. */
export function useRejectedList(unseen: boolean) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.rejected.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(unseen ? { unseen } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { query, rows, nearEnd, total: query.data?.pages[0]?.total ?? 0 };
}
