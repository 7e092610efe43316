import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../app/queries.ts';
import { useInfiniteList } from '../components/list/useListQuery.ts';
import { recordsOfHosts } from './reports-of-hosts.ts';
import type { WaitingState } from './summary.ts';

/** What is not stored, newest first. */
export function useWaitingList(state: WaitingState | 'all') {
  const api = useApi();
  const query = useInfiniteQuery(
    api.attachments.waiting.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(state === 'all' ? {} : { state }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.nextCursor ?? undefined,
    }),
  );
  return useInfiniteList(query);
}

const lookedAt = 200;

/** The records whose files wait for each host, by the newest of those files. */
export function useRecordsOfHosts() {
  const api = useApi();
  const { data } = useQuery({
    ...api.attachments.waiting.queryOptions({ input: { state: 'awaitingApproval', limit: lookedAt } }),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => recordsOfHosts(data?.rows ?? []), [data]);
}
