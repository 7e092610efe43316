import { useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { usePerson } from '../people/me.ts';

/** Somebody to whom work is given, or who is mentioned. */
export interface Colleague {
  id: number;
  name: string;
}

export interface Colleagues {
  /** Those who work here: whoever asks first, the others by name. */
  people: readonly Colleague[];
  /** Those of them who may be given work: who only reads may not. */
  assignable: readonly Colleague[];
  /** The id of whoever asks; null until it is known. */
  me: number | null;
  /** How an id is called, also of those who have left; of none that is known, that. */
  nameOf: (id: number) => string;
  /** What else a person was called in notes: every account by its name. */
  all: readonly Colleague[];
}

export const ColleaguesContext = createContext<Colleagues | null>(null);

/** Who works here. */
export function useColleagues(): Colleagues {
  const colleagues = use(ColleaguesContext);
  if (colleagues === null) throw new Error('No colleagues above this component.');
  return colleagues;
}

/** The same from the engine, for the one who hands it on. */
export function useColleaguesRead(): Colleagues {
  const api = useApi();
  const { t, locale } = useI18n();
  const me = usePerson();
  const { data } = useQuery({ ...api.people.list.queryOptions(), staleTime: 300_000 });
  const id = me?.id ?? null;
  return useMemo(() => {
    const all = (data?.people ?? []).map((person) => ({
      ...person,
      name: person.name === '' ? t('work.person.unnamed') : person.name,
    }));
    const names = new Map(all.map((person) => [person.id, person.name]));
    const here = all
      .filter(({ endedAt }) => endedAt === null)
      .sort(
        (one, other) =>
          Number(other.id === id) - Number(one.id === id) || one.name.localeCompare(other.name, locale),
      );
    return {
      people: here,
      assignable: here.filter(({ role }) => role !== 'reader'),
      me: id,
      nameOf: (person) => names.get(person) ?? t('work.person.unknown'),
      all,
    };
  }, [data, id, t, locale]);
}

/** "AP" of "Ana Prueba". */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /^\p{L}/u.test(word));
  const [first = name, ...others] = words;
  const last = others.at(-1) ?? '';
  return [first, last]
    .flatMap((word) => [...word].slice(0, 1))
    .join('')
    .toLocaleUpperCase();
}
