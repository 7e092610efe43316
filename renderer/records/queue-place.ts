import { type RefObject, useEffect, useRef } from 'react';
import * as z from 'zod';
import type { List } from '../components/list/useListQuery.ts';

/** Where somebody left a queue: the row at its top, counted from 0, and the record that was open. */
const place = z.object({
  top: z.int().nonnegative(),
  open: z.union([z.int().positive(), z.string().max(300)]).nullable(),
});
type Place = z.infer<typeof place>;

/** No list is read further than this to be where it was. */
const farthest = 500;
const nowhere: Place = { top: 0, open: null };

function placeOf(name: string): Place {
  try {
    const kept = place.parse(JSON.parse(localStorage.getItem(name) ?? 'null'));
    return { ...kept, top: Math.min(kept.top, farthest) };
  } catch {
    return nowhere;
  }
}

/** Notes where a queue is left; nothing is drawn again for it. */
export function keepPlace(name: string, part: Partial<Place>) {
  try {
    localStorage.setItem(name, JSON.stringify({ ...placeOf(name), ...part }));
  } catch {
    // Storage may be off or full: the queue begins at its top next time.
  }
}

const settleMs = 300;

/** Scrolls a list to the row where it was left, and keeps noting where it is. Null of a list that begins at its top. */
export function useKeptTop(
  name: string | null,
  list: List<unknown>,
  scroller: RefObject<HTMLDivElement | null>,
  rowHeight: number,
) {
  const wanted = useRef<number | null>(null);
  wanted.current ??= name === null ? 0 : placeOf(name).top;
  const { hasMore, onNearEnd } = list;
  const count = list.rows.length;
  useEffect(() => {
    const top = wanted.current ?? 0;
    if (top === 0 || count === 0 || scroller.current === null) return;
    if (count <= top && hasMore) onNearEnd();
    else {
      wanted.current = 0;
      scroller.current.scrollTop = top * rowHeight;
    }
  }, [count, hasMore, onNearEnd, scroller, rowHeight]);
  const isThere = count > 0;
  useEffect(() => {
    const element = scroller.current;
    if (element === null || name === null || !isThere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      if (wanted.current !== 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => keepPlace(name, { top: Math.floor(element.scrollTop / rowHeight) }), settleMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [name, isThere, scroller, rowHeight]);
}

/** The queues that this window has shown. */
const begun = new Set<string>();

/** Opens the record again that was open when the program was closed, where the queue still begins with it, and notes which one is. */
export function useKeptOpen<Id extends number | string>(
  name: string,
  id: Id | null,
  rows: readonly { id: Id }[],
  isRead: boolean,
  open: (id: Id) => void,
) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (begun.has(name)) {
      keepPlace(name, { open: id });
      return;
    }
    if (id === null && !isRead) return;
    begun.add(name);
    const before = placeOf(name).open;
    const row = id === null ? rows.find((one) => one.id === before) : undefined;
    if (row !== undefined) latest.current(row.id);
    else keepPlace(name, { open: id });
  }, [name, id, rows, isRead]);
}
