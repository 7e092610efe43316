import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useI18n } from '../../app/locale/i18n.ts';

/** A list as a screen shows it. */
export interface List<Row> {
  query: Pick<
    UseInfiniteQueryResult,
    'isError' | 'isFetching' | 'isPending' | 'isSuccess' | 'error' | 'dataUpdatedAt' | 'refetch'
  >;
  rows: readonly Row[];
  total: number;
  /** The row count as a text; null while it is unknown. */
  count: string | null;
  /** Fetches the next page unless it is being fetched. */
  onNearEnd: () => void;
  /** Whether there are rows that were not loaded. */
  hasMore: boolean;
  /** Where pages come short because what is asked for lies deep: whether it is looked for, and how that is stopped or gone on with. */
  looking?: { isStopped: boolean; stop: () => void; goOn: () => void } | null;
}

export const pageSize = 50;

/** The options of a procedure that lists in pages, to be handed to its `infiniteOptions`. */
export const pageOptions = <Input extends object>(input: Input) => ({
  input: (cursor: string | undefined) => ({
    ...input,
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
  }),
  initialPageParam: undefined,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor ?? undefined,
});

type Page<Row> = { rows: Row[]; total: number; totalIsCapped: boolean };

/** Turns a query by pages into the list that a screen shows. */
export function useInfiniteList<Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>, unknown>>,
): List<Row> {
  const { t, format } = useI18n();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data]);
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  const total = first?.total ?? 0;
  const count = first?.totalIsCapped === true ? t('common.rowsMany', { count: total }) : format.count(total);
  return { query, rows, total, onNearEnd, hasMore: hasNextPage, count: query.isSuccess ? count : null };
}
