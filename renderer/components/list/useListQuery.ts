import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';

type Page<Row> = { rows: Row[]; total: number; totalIsCapped: boolean };

/** A paged query as a list shows it: its rows, how many there are in words, and more of them near its end. */
export function useInfiniteList<Row>(query: UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>) {
  const { t, format } = useI18n();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  const total = first?.total ?? 0;
  const count = first?.totalIsCapped === true ? t('common.rowsMany', { count: total }) : format.count(total);
  return { query, rows, total, onNearEnd, count: query.isSuccess ? count : null };
}
export type Listed<Row> = {
  query: Pick<UseInfiniteQueryResult, 'isError' | 'isPending' | 'error' | 'dataUpdatedAt' | 'refetch'>;
  rows: readonly Row[];
  total: number;
  onNearEnd: () => void;
};

/** The count for a list's head, once it is known. */
export const countOf = ({ count }: { count: string | null }) => (count === null ? {} : { count });
