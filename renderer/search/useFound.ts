import { keepPreviousData, useInfiniteQuery, usePrefetchInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { FoundRecord } from '#shared/contract/search.ts';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { type Api, useApi } from '../app/queries.ts';
import type { List } from '../components/list/useListQuery.ts';

export interface FoundRow extends FoundRecord {
  id: number;
  /** The claim whose records begin here; null elsewhere, and of what has none. */
  claimAbove: string | null;
}

const none = { count: 0, isCapped: false };
const pageSize = 25;

export const foundOptions = (api: Api, search: string, kind: RecordKind | 'all') =>
  api.search.find.infiniteOptions({
    input: (cursor: string | undefined) => ({
      query: search,
      limit: pageSize,
      ...(kind === 'all' ? {} : { kind }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 10_000,
    gcTime: 60_000,
  });

/** What a search finds, in pages; with what all kinds have of it. */
export function useFound(search: string, kind: RecordKind | 'all') {
  const { format } = useI18n();
  const api = useApi();
  const options = foundOptions(api, search, kind);
  // Asked for at once, not only when the screen around the list is drawn.
  usePrefetchInfiniteQuery(options);
  const query = useInfiniteQuery({
    ...options,
    // While the next letter is looked for, what the one before found stays.
    placeholderData: keepPreviousData,
  });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data]);
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const first = data?.pages[0];
  const totals = useMemo(() => {
    if (first === undefined) return null;
    const each = recordKinds.map((one) => first.totals[one]);
    const all = {
      count: each.reduce((sum, { count }) => sum + count, 0),
      isCapped: each.some(({ isCapped }) => isCapped),
    };
    return { ...first.totals, all };
  }, [first]);
  const shown = totals === null ? none : totals[kind];
  const list: List<FoundRow> = {
    ...{ query, rows, onNearEnd },
    total: shown.count,
    count: query.isSuccess ? `${format.count(shown.count)}${shown.isCapped ? '+' : ''}` : null,
    hasMore: hasNextPage,
  };
  return {
    list,
    totals,
    claimNotes: first?.claimNotes ?? [],
    didYouMean: first?.didYouMean ?? null,
    waiting: first?.waiting ?? none,
    waitingPdfs: first?.waitingPdfs ?? none,
  };
}

/** Each record once, also where one came to the front while pages were read. */
function rowsOf(
  pages: readonly { groups: readonly { claimNumber: string | null; records: readonly FoundRecord[] }[] }[],
): FoundRow[] {
  const rows: FoundRow[] = [];
  const known = new Set<number>();
  let above: string | null = null;
  for (const { claimNumber, records } of pages.flatMap(({ groups }) => groups)) {
    for (const found of records) {
      const { id } = found.record;
      if (known.has(id)) continue;
      known.add(id);
      rows.push({ ...found, id, claimAbove: claimNumber === above ? null : claimNumber });
      above = claimNumber;
    }
  }
  return rows;
}
