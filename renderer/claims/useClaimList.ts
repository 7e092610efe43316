import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../app/queries.ts';

/** Claims, latest activity first; each under its number as `id`. */
export function useClaimList(search: string) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.claims.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(search === '' ? {} : { search }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      placeholderData: keepPreviousData,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  const rows = useMemo(
    () =>
      query.data?.pages.flatMap((page) => page.rows.map((row) => ({ ...row, id: row.claimNumber }))) ?? [],
    [query.data],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const nearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = query.data?.pages[0];
  return { query, rows, nearEnd, total: first?.total ?? 0, capped: first?.totalIsCapped ?? false };
}
export type ListedClaim = ReturnType<typeof useClaimList>['rows'][number];
