import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import * as z from 'zod';
import { create } from 'zustand';
import type { Listed } from '#shared/contract/views.ts';
import type { RecordKind } from '#shared/terms.ts';
import { currentPath, isDrawn, navigate } from '../app/hash-location.ts';
import {
  addressOf,
  type QueueFilter,
  type QueueOrder,
  queryOf,
  readQuery,
  recordsAsked,
} from './queue-filter.ts';
import { keepPlace } from './queue-place.ts';

/** How somebody left the queue of a kind. */
const queueView = z.object({
  /** Null: as the window has room. */
  layout: z.enum(['list', 'table']).nullable(),
  density: z.enum(['compact', 'comfortable']).nullable(),
  /** The columns shown, in their order, with the width that somebody gave them; null: those that a kind begins with. */
  columns: z
    .array(z.object({ id: z.string().max(40), width: z.int().min(0).max(4000).nullable() }))
    .max(40)
    .nullable(),
  /** The saved view that was chosen; null where none was. */
  viewId: z.int().positive().nullable().default(null),
  /** Filter and order, as the query of an address. */
  query: z.string().max(8000),
});
export type QueueView = z.infer<typeof queueView>;

const first: QueueView = { layout: null, density: null, columns: null, viewId: null, query: '' };
const longest = 20_000;

const useViews = create<Record<string, QueueView>>(() => ({}));
const remembered = new Map<string, QueueView>();

/** As the browser kept it, read once. */
function rememberedView(name: string): QueueView {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const view = storedView(name);
  remembered.set(name, view);
  return view;
}

function storedView(name: string): QueueView {
  try {
    const text = localStorage.getItem(name) ?? '';
    return text === '' || text.length > longest ? first : queueView.parse(JSON.parse(text));
  } catch {
    return first;
  }
}

const viewNow = (name: string): QueueView => useViews.getState()[name] ?? rememberedView(name);

function changeView(name: string, part: Partial<QueueView>) {
  const view = { ...viewNow(name), ...part };
  useViews.setState({ [name]: view });
  try {
    const text = JSON.stringify(view);
    if (text.length <= longest) localStorage.setItem(name, text);
  } catch {
    // Storage may be off or full: the view holds as long as the window is open.
  }
}

const nameOf = (kind: Listed) => `perito.queue.${kind}`;

/** Has the queue of a kind as if somebody had left it so. */
export const leaveQueueAs = (kind: Listed, view: QueueView) => changeView(nameOf(kind), view);

/** The queue of a kind as this person left it, kept by this browser, and how it is changed. */
export function useQueueView(kind: Listed) {
  const name = nameOf(kind);
  const view = useViews((views) => views[name]) ?? rememberedView(name);
  const change = useCallback((part: Partial<QueueView>) => changeView(name, part), [name]);
  return { view, change };
}

/** What the queue of a kind is asked for at an address, as `useQueueFilter` has it. */
export function queueAt(kind: RecordKind, inAddress: string) {
  const { filter, order } = readQuery(inAddress === '' ? viewNow(nameOf(kind)).query : inAddress, kind);
  return recordsAsked(filter, order);
}

/**
 * The filter and order of a queue. They stand in the address, so that back, a reload and a copied link keep them; an address
 * that says nothing, as that of the rail, gets those that were in use.
 */
export function useQueueFilter(kind: Listed) {
  const { view, change } = useQueueView(kind);
  const place = `${nameOf(kind)}.place`;
  const [path, go] = useLocation();
  const inAddress = useSearch();
  const wentBack = useRef(false);
  useEffect(() => {
    const onPop = () => {
      wentBack.current = true;
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  const before = useRef('');
  // The list stays as it is until another is drawn.
  const kept = isDrawn() ? view.query : before.current;
  const query = inAddress === '' ? kept : inAddress;
  useLayoutEffect(() => {
    before.current = query;
    if (!isDrawn()) return;
    const isTruth = inAddress !== '' || wentBack.current;
    wentBack.current = false;
    if (inAddress === view.query) return;
    if (isTruth) change({ query: inAddress });
    else go(addressOf(path, view.query), { replace: true });
  }, [inAddress, view.query, query, path, change, go]);
  const { filter, order } = useMemo(() => readQuery(query, kind), [query, kind]);
  const set = useCallback(
    (next: { filter?: QueueFilter; order?: QueueOrder }) => {
      const wanted = queryOf(next.filter ?? filter, next.order ?? order);
      if (wanted === query) return;
      change({ query: wanted });
      keepPlace(place, { top: 0 });
      // Read now, so that what can set a filter is not drawn anew with each step to another record.
      navigate(addressOf(currentPath(), wanted));
    },
    [filter, order, query, change, place],
  );
  return { filter, order, query, set, place };
}
