import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useApi } from '../app/queries.ts';

/** A VIN has 17 letters and digits, none of them I, O or Q (ISO 3779). Anything else is asked for as a policy. */
export const looksLikeVin = (text: string) => /^[A-HJ-NPR-Z0-9]{17}$/i.test(text);

/** Lookups, newest first; of one policy or VIN where `text` names one. */
export function useLookupList(text: string) {
  const api = useApi();
  const query = useInfiniteQuery(
    api.policyLookups.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 50,
        ...(text === '' ? {} : looksLikeVin(text) ? { vin: text } : { insurancePolicyNumber: text }),
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
