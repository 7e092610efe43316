import { skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type Listed, listedKinds, type View } from '#shared/contract/views.ts';
import { useNotDone } from '../app/error-message.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { isReadOnly } from '../app/read-only.tsx';
import { notify } from '../app/snackbar.ts';
import { listBases } from './paths.ts';
import {
  addressOf,
  claimsAsked,
  newestFirst,
  type QueueFilter,
  type QueueOrder,
  queryOf,
  readQuery,
  recordsAsked,
} from './queue-filter.ts';
import { leaveQueueAs, type QueueView, useQueueView } from './queue-view.ts';

/** The list as it is shown now, as a view keeps it. */
export interface ShownNow {
  filter: QueueFilter;
  order: QueueOrder;
  set: (next: { filter: QueueFilter; order: QueueOrder }) => void;
}

type Kept = Pick<View, 'query' | 'layout' | 'density' | 'columns'>;

/** Filter and order in one way of writing, so that two that ask for the same are the same. */
const plainQuery = (query: string, of: Listed) => {
  const { filter, order } = readQuery(query, of);
  return queryOf(filter, order);
};

const isSame = (one: Kept, other: Kept, of: Listed): boolean =>
  plainQuery(one.query, of) === plainQuery(other.query, of) &&
  one.layout === other.layout &&
  one.density === other.density &&
  JSON.stringify(one.columns) === JSON.stringify(other.columns);

const keptOf = ({ layout, density, columns }: QueueView, now: ShownNow): Kept => ({
  ...{ layout, density, columns },
  query: queryOf(now.filter, now.order),
});

/** The views of a list: which of them is shown, how another is, and how they are saved, shared and removed. */
export function useSavedViews(kind: Listed, now: ShownNow) {
  const api = useApi();
  const { t } = useI18n();
  const queries = useQueryClient();
  const notDone = useNotDone();
  const { view: shown, change } = useQueueView(kind);
  const { data } = useQuery(
    api.views.list.queryOptions({ input: isReadOnly() ? skipToken : { kind }, staleTime: 60_000 }),
  );
  const views = data?.views ?? [];
  const used = views.find(({ id }) => id === shown.viewId) ?? null;
  const kept = keptOf(shown, now);
  const onSettled = () => void queries.invalidateQueries({ queryKey: api.views.key() });
  const save = useMutation({ ...api.views.save.mutationOptions(), onSettled });
  const remove = useMutation({ ...api.views.remove.mutationOptions(), onSettled, onError: notDone });
  const inPlace = (view: View, changes: Partial<View>) => {
    const { changedAt: _, personId: __, isOwn: ___, ...wanted } = { ...view, ...changes };
    save.mutate(wanted, {
      onSuccess: () => notify({ tone: 'done', text: t('queue.views.saved', { name: wanted.name }) }),
      onError: notDone,
    });
  };
  return {
    views,
    /** The one whose filter and order the list has. */
    current: used !== null && plainQuery(used.query, kind) === kept.query ? used : null,
    /** The one that was chosen, where it is one's own and the list is shown otherwise by now. */
    changed: used?.isOwn === true && !isSame(used, kept, kind) ? used : null,
    show: (view: View | null) => {
      const { filter, order } = readQuery(view?.query ?? '', kind);
      change({
        viewId: view?.id ?? null,
        ...(view === null ? {} : { layout: view.layout, density: view.density, columns: view.columns }),
      });
      now.set(view === null ? { filter: {}, order: newestFirst } : { filter, order });
    },
    /** Saves the list under a name; `onDone` once it is, and the fault otherwise. */
    saveAs: (name: string, done: { onDone: () => void; onFault: (fault: typeof save.error) => void }) =>
      save.mutate(
        { id: null, kind, name, isShared: false, ...kept },
        {
          onSuccess: (view) => {
            change({ viewId: view.id });
            notify({ tone: 'done', text: t('queue.views.saved', { name: view.name }) });
            done.onDone();
          },
          onError: (error) => done.onFault(error),
        },
      ),
    /** Gives one's own view what the list shows now. */
    update: (view: View) => inPlace(view, kept),
    share: (view: View, isShared: boolean) => inPlace(view, { isShared }),
    rename: (
      view: View,
      name: string,
      done: { onDone: () => void; onFault: (fault: typeof save.error) => void },
    ) => {
      const { changedAt: _, personId: __, isOwn: ___, ...wanted } = view;
      save.mutate({ ...wanted, name }, { onSuccess: done.onDone, onError: (error) => done.onFault(error) });
    },
    remove: (view: View) =>
      remove.mutate(
        { id: view.id },
        {
          onSuccess: ({ changedAt: _, personId: __, isOwn, ...removed }) =>
            notify({
              tone: 'done',
              text: t('queue.views.removed', { name: view.name }),
              // Another's would come back as one's own.
              ...(isOwn ? { undo: () => save.mutate({ ...removed, id: null }, { onError: notDone }) } : {}),
            }),
        },
      ),
    isPending: save.isPending || remove.isPending,
  };
}
export type SavedViews = ReturnType<typeof useSavedViews>;

/** The views of every list, one's own of each and those that others share, and how one of them is gone to. */
export function useAllViews(): { views: readonly View[]; addressToShow: (view: View) => string } {
  const api = useApi();
  const results = useQueries({
    queries: listedKinds.map((kind) =>
      api.views.list.queryOptions({ input: isReadOnly() ? skipToken : { kind }, staleTime: 60_000 }),
    ),
    combine: combined,
  });
  const addressToShow = useCallback((view: View) => {
    const query = plainQuery(view.query, view.kind);
    const { kind, layout, density, columns } = view;
    leaveQueueAs(kind, { viewId: view.id, layout, density, columns, query });
    return addressOf(listBases[kind], query);
  }, []);
  return { views: results, addressToShow };
}

const combined = (results: readonly { data: { views: View[] } | undefined }[]): View[] =>
  results.flatMap(({ data }) => data?.views ?? []);

/** No more views are counted at a time. */
const mostCounted = 20;

/** Asks a list how many rows a view of it has. */
function countOf(api: ReturnType<typeof useApi>, kind: Listed, query: string) {
  const { filter, order } = readQuery(query, kind);
  return kind === 'claim'
    ? api.claims.list.queryOptions({
        input: { ...claimsAsked(filter, order).filter, limit: 1 },
        select: counted,
      })
    : api.records.list.queryOptions({
        input: { kind, ...recordsAsked(filter, order).filter, limit: 1 },
        select: counted,
      });
}
const counted = ({ total, totalIsCapped }: { total: number; totalIsCapped: boolean }) => ({
  total,
  totalIsCapped,
});

/** How many records or claims each of the first views has, in words; empty until it is known. */
export function useViewCounts(kind: Listed, views: readonly View[]): ReadonlyMap<number, string> {
  const api = useApi();
  const { t, format } = useI18n();
  const first = views.slice(0, mostCounted);
  const results = useQueries({
    queries: first.map(({ query }) => ({
      ...countOf(api, kind, query),
      staleTime: 30_000,
    })),
  });
  return new Map(
    results.flatMap(({ data }, index) => {
      const view = first[index];
      if (view === undefined || data === undefined) return [];
      const { total, totalIsCapped } = data;
      return [[view.id, totalIsCapped ? t('common.rowsMany', { count: total }) : format.count(total)]];
    }),
  );
}
