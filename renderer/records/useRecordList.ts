import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RecordKind } from '#shared/terms.ts';
import { useApi } from '../app/queries.ts';

export type RecordFilter = 'all' | 'unreviewed' | 'withFindings';
export type RecordQuery = { kind?: RecordKind; filter: RecordFilter; search?: string };

const pageSize = 50;

function inputOf({ kind, filter, search }: RecordQuery) {
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(search === undefined ? {} : { search }),
    ...(filter === 'unreviewed' ? { reviewed: false } : {}),
    ...(filter === 'withFindings' ? { withFindings: true } : {}),
    limit: pageSize,
  };
}

/**
 * A list of records that does not move by itself: pages are read once, and beside them the newest page, which
 * changes keep fresh. `fresh` rows of it are not in the list until `pull`; `more` says that there may be more still.
 */
export function useRecordList(query: RecordQuery) {
  const api = useApi();
  const queries = useQueryClient();
  const input = useMemo(() => inputOf(query), [query]);
  // The same object as long as the query is the same: `pull` hangs on its key, and effects hang on `pull`.
  const options = useMemo(
    () =>
      api.records.list.infiniteOptions({
        input: (cursor: string | undefined) => ({ ...input, ...(cursor === undefined ? {} : { cursor }) }),
        initialPageParam: undefined,
        getNextPageParam: (last) => last.nextCursor ?? undefined,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      }),
    [api, input],
  );
  const pages = useInfiniteQuery(options);
  const head = useQuery(api.records.list.queryOptions({ input, enabled: pages.isSuccess }));
  const shown = useMemo(() => pages.data?.pages.flatMap((page) => page.rows) ?? [], [pages.data]);
  const merged = useMemo(() => mergeHead(shown, head.data?.rows), [shown, head.data]);
  const { queryKey } = options;
  const pull = useCallback(() => {
    queries.setQueryData<{ pages: unknown[]; pageParams: unknown[] }>(queryKey, (old) =>
      old === undefined ? old : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    return queries.invalidateQueries({ queryKey });
  }, [queries, queryKey]);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  const nearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const count = head.data ?? pages.data?.pages[0];
  return { pages, ...merged, pull, nearEnd, total: count?.total ?? 0, capped: count?.totalIsCapped ?? false };
}
export type RecordList = ReturnType<typeof useRecordList>;

/** Rows of which the newest have the greatest ids. */
type WithId = { id: number };

/**
 * The rows to show and how many of the newest page are not among them. Rows keep their place; where the
 * newest page has one of them, its newer form is shown.
 */
export function mergeHead<Row extends WithId>(shown: readonly Row[], head: readonly Row[] | undefined) {
  if (head === undefined) return { rows: shown, fresh: 0, more: false };
  const newer = new Map(head.map((row) => [row.id, row]));
  const newest = shown.reduce((top, row) => Math.max(top, row.id), 0);
  const fresh = head.filter((row) => row.id > newest).length;
  return {
    rows: shown.map((row) => newer.get(row.id) ?? row),
    fresh,
    more: fresh > 0 && fresh === head.length,
  };
}
