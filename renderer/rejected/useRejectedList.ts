import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';

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
  return useInfiniteList(query);
}
