import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ClaimFilter, ClaimOrder } from '#shared/contract/claims.ts';
import { useApi } from '../app/queries.ts';
import { pageOptions, useInfiniteList } from '../components/list/useListQuery.ts';
import { newestFirst } from '../records/queue-filter.ts';
import { useLooking } from '../records/useRecordList.ts';

/** Which claims, in which order. */
export interface ClaimQuery {
  filter: ClaimFilter;
  order: ClaimOrder;
}

/** What a list of claims is asked for, without what it does anyway. */
export const claimsInput = ({ filter, order }: ClaimQuery) => ({
  ...filter,
  ...(order.by === newestFirst.by && order.descending === newestFirst.descending ? {} : { order }),
});

/** Claims in their order, each under its number as `id`. Where pages come short, it goes on by itself until there is a screenful. */
export function useClaimList(query: ClaimQuery) {
  const api = useApi();
  const input = useMemo(() => claimsInput(query), [query]);
  const pages = useInfiniteQuery(
    api.claims.list.infiniteOptions({ ...pageOptions(input), placeholderData: keepPreviousData }),
  );
  const list = useInfiniteList(pages);
  const rows = useMemo(() => list.rows.map((row) => ({ ...row, id: row.claimNumber })), [list.rows]);
  const looking = useLooking(JSON.stringify(input), list.rows.length, pages);
  return { ...list, rows, looking };
}
export type ListedClaim = ReturnType<typeof useClaimList>['rows'][number];
