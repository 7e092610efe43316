import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RecordFilter, RecordOrder } from '#shared/contract/records.ts';
import type { RecordKind } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { type Api, useApi } from '../app/queries.ts';
import { pageOptions, pageSize, useInfiniteList } from '../components/list/useListQuery.ts';
import { newestFirst } from './queue-filter.ts';

export type RecordQuery = {
  kind?: RecordKind;
  filter: Omit<RecordFilter, 'kind' | 'search'>;
  search?: string;
  order?: RecordOrder;
};

/** What a list is asked for, but for its order. */
export const filterOf = ({ kind, filter, search }: RecordQuery): RecordFilter => ({
  ...(kind === undefined ? {} : { kind }),
  ...(search === undefined ? {} : { search }),
  ...filter,
});

/** The pages of a list, which are read once. */
export const recordListOptions = (api: Api, query: RecordQuery) =>
  api.records.list.infiniteOptions({
    ...pageOptions({ ...filterOf(query), ...orderOf(query) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/**
 * A list of records that does not move by itself: pages are read once, and beside them the page of what came last, which
 * changes keep fresh. `fresh` rows of it are not in the list until `pull`; `more` says that there may be more still. Where pages
 * come short, it goes on by itself until there is a screenful, or somebody stops it.
 */
export function useRecordList(query: RecordQuery) {
  const { t, format } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const input = useMemo(() => ({ ...filterOf(query), ...orderOf(query) }), [query]);
  const isByArrival = !('order' in input);
  const name = JSON.stringify(input);
  const newest = useMemo(() => ({ ...filterOf(query), limit: pageSize }), [query]);
  // Memoized, because `pull` depends on its key and effects depend on `pull`.
  const options = useMemo(() => recordListOptions(api, query), [api, query]);
  // Asked for at once, not only when the screen around the list is drawn.
  usePrefetchInfiniteQuery(options);
  const pages = useInfiniteQuery(options);
  const list = useInfiniteList(pages);
  const head = useQuery(
    api.records.list.queryOptions({
      input: newest,
      enabled: pages.isSuccess || !isByArrival,
      // In the order of arrival the first page is the newest one: it is not asked for twice.
      ...(isByArrival && pages.data !== undefined
        ? { initialData: pages.data.pages[0], initialDataUpdatedAt: pages.dataUpdatedAt }
        : {}),
    }),
  );
  const known = useKnown(name, isByArrival, head.data?.rows);
  const merged = useMemo(
    () => mergeHead(list.rows, head.data?.rows, known.upTo),
    [list.rows, head.data, known.upTo],
  );
  const { queryKey } = options;
  const { takeAll } = known;
  const pull = useCallback(() => {
    queries.setQueryData<{ pages: unknown[]; pageParams: unknown[] }>(queryKey, (old) =>
      old === undefined ? old : { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    takeAll();
    return queries.invalidateQueries({ queryKey });
  }, [queries, queryKey, takeAll]);
  const counted = head.data ?? pages.data?.pages[0];
  const total = counted?.total ?? 0;
  const count =
    counted?.totalIsCapped === true ? t('common.rowsMany', { count: total }) : format.count(total);
  const looking = useLooking(name, list.rows.length, pages);
  return {
    ...list,
    ...merged,
    pull,
    total,
    count: pages.isSuccess ? count : null,
    looking,
    onNearEnd: looking?.isStopped === true ? ignored : list.onNearEnd,
  };
}
export type RecordList = ReturnType<typeof useRecordList>;

const ignored = () => undefined;

/** The order that is asked for; none where it is that of a list anyway. */
function orderOf({ order = newestFirst }: RecordQuery): { order?: RecordOrder } {
  return order.by === newestFirst.by && order.descending === newestFirst.descending ? {} : { order };
}

/**
 * In an order of its own a list does not begin with what came last: this is the newest record that was there when the list was
 * read, undefined of a list in the order of arrival.
 */
function useKnown(name: string, isByArrival: boolean, newest: readonly WithId[] | undefined) {
  const [known, setKnown] = useState<{ name: string; id: number } | null>(null);
  const top = newest?.reduce((most, { id }) => Math.max(most, id), 0);
  if (!isByArrival && top !== undefined && known?.name !== name) setKnown({ name, id: top });
  const takeAll = useCallback(() => setKnown(null), []);
  return { upTo: isByArrival || known?.name !== name ? undefined : known.id, takeAll };
}

type Pages = {
  data: { pages: readonly { rows: readonly unknown[]; nextCursor: string | null }[] } | undefined;
  isFetchingNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
};

/** Goes on where pages come short of what fills a screen; null where nothing is left to look through, or nobody waits for it. */
export function useLooking(name: string, rows: number, pages: Pages) {
  const [stopped, setStopped] = useState<string | null>(null);
  const last = pages.data?.pages.at(-1);
  const isShort = last !== undefined && last.nextCursor !== null && last.rows.length < pageSize;
  const isStopped = stopped === name;
  const { isFetching, isError, fetchNextPage } = pages;
  const isWanted = isShort && rows < pageSize;
  const goesOn = isWanted && !isStopped && !isFetching && !isError;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  if (!isShort || !(isWanted || isStopped || pages.isFetchingNextPage)) return null;
  return { isStopped, stop: () => setStopped(name), goOn: () => setStopped(null) };
}

/** Rows of which the newest have the greatest ids. */
type WithId = { id: number };

/**
 * The rows to show and how many of the newest page are not among them. Rows keep their place; where the newest page has one of
 * them, its newer form is shown. `upTo` is the newest that was known, where the rows do not say it.
 */
export function mergeHead<Row extends WithId>(
  shown: readonly Row[],
  head: readonly Row[] | undefined,
  upTo?: number,
) {
  if (head === undefined) return { rows: shown, fresh: 0, more: false };
  const newer = new Map(head.map((row) => [row.id, row]));
  const newest = upTo ?? shown.reduce((top, row) => Math.max(top, row.id), 0);
  const here = upTo === undefined ? null : new Set(shown.map(({ id }) => id));
  const fresh = head.filter(({ id }) => id > newest && here?.has(id) !== true).length;
  return {
    rows: shown.map((row) => newer.get(row.id) ?? row),
    fresh,
    more: fresh > 0 && fresh === head.length,
  };
}
