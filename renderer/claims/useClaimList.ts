import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';

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
  const list = useInfiniteList(query);
  const rows = useMemo(() => list.rows.map((row) => ({ ...row, id: row.claimNumber })), [list.rows]);
  return { ...list, rows };
}
export type ListedClaim = ReturnType<typeof useClaimList>['rows'][number];
