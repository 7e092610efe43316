import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { pageOptions, pageSize, useInfiniteList } from '../components/list/useListQuery.ts';

export type RecordFilter = 'all' | 'unreviewed' | 'withFindings';
export type RecordQuery = { kind?: RecordKind; filter: RecordFilter; search?: string };

const inputOf = ({ kind, ...query }: RecordQuery) => ({
  ...(kind === undefined ? {} : { kind }),
  ...filterOf(query),
});

/** What of a query is of no kind, as it is asked for. */
export function filterOf({ filter, search }: Omit<RecordQuery, 'kind'>): {
  search?: string;
  reviewed?: boolean;
  withFindings?: boolean;
} {
  return {
    ...(search === undefined ? {} : { search }),
    ...(filter === 'unreviewed' ? { reviewed: false } : {}),
    ...(filter === 'withFindings' ? { withFindings: true } : {}),
  };
}

/**
 * A list of records that does not move by itself: pages are read once, and beside them the newest page, which
 * changes keep fresh. `fresh` rows of it are not in the list until `pull`; `more` says that there may be more still.
 */
export function useRecordList(query: RecordQuery) {
  const { t, format } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const input = useMemo(() => inputOf(query), [query]);
  // Memoized, because `pull` depends on its key and effects depend on `pull`.
  const options = useMemo(
    () =>
      api.records.list.infiniteOptions({
        ...pageOptions(input),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
      }),
    [api, input],
  );
  const pages = useInfiniteQuery(options);
  const list = useInfiniteList(pages);
  const head = useQuery(
    api.records.list.queryOptions({ input: { ...input, limit: pageSize }, enabled: pages.isSuccess }),
  );
  const merged = useMemo(() => mergeHead(list.rows, head.data?.rows), [list.rows, head.data]);
  const { queryKey } = options;
  const pull = useCallback(() => {
    queries.setQueryData<{ pages: unknown[]; pageParams: unknown[] }>(queryKey, (old) =>
      old === undefined ? old : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    return queries.invalidateQueries({ queryKey });
  }, [queries, queryKey]);
  const newest = head.data ?? pages.data?.pages[0];
  const total = newest?.total ?? 0;
  const count = newest?.totalIsCapped === true ? t('common.rowsMany', { count: total }) : format.count(total);
  return { ...list, ...merged, pull, total, count: pages.isSuccess ? count : null };
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
