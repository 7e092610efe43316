import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';

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
  return useInfiniteList(query);
}
export type PolicyList = ReturnType<typeof usePolicyList>;
