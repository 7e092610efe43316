import { useEffect, useMemo } from 'react';
import * as z from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { usePerson } from '../people/me.ts';

const most = 8;
/** What is typed on the way to something is no search of its own. */
const settledMs = 1500;

/** By person: what each searched for last and found, the newest first. Kept in this browser. */
const useKept = create<{ byPerson: Record<string, readonly string[]> }>()(
  persist(() => ({ byPerson: {} }), {
    name: 'perito.searches',
    merge: (kept, initial) => ({ ...initial, byPerson: keptSearches.parse(kept).byPerson }),
  }),
);
const keptSearches = z
  .object({ byPerson: z.record(z.string(), z.array(z.string().max(200)).max(most)) })
  .catch({ byPerson: {} });

const keyOf = (id: number | undefined) => String(id ?? 'nobody');

/** What whoever works here searched for last. */
export function useRecentSearches(): readonly string[] {
  const person = usePerson();
  const byPerson = useKept((state) => state.byPerson);
  return useMemo(() => byPerson[keyOf(person?.id)] ?? [], [byPerson, person?.id]);
}

/** Notes a search that found something, once it stands for a moment. */
export function useNotedSearch(search: string, hasFound: boolean): void {
  const person = usePerson();
  const key = keyOf(person?.id);
  useEffect(() => {
    if (search === '' || !hasFound) return;
    const timer = setTimeout(() => {
      useKept.setState(({ byPerson }) => {
        const others = (byPerson[key] ?? []).filter((one) => one !== search);
        return { byPerson: { ...byPerson, [key]: [search, ...others].slice(0, most) } };
      });
    }, settledMs);
    return () => clearTimeout(timer);
  }, [search, hasFound, key]);
}
