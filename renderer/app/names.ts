import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Actor } from '#shared/contract/common.ts';
import { numberOfEnvironmentKey } from '#shared/contract/receiver-keys.ts';
import type { ReferenceListState } from '#shared/contract/reference.ts';
import type { ReferenceList } from '#shared/reference-terms.ts';
import { useI18n } from './locale/i18n.ts';
import { useApi } from './queries.ts';

/** Every way, so that one that is added is given words. */
const ways: Record<Actor['via'], true> = {
  desktop: true,
  browser: true,
  token: true,
  receiver: true,
  engine: true,
  commandLine: true,
};
const isWay = (name: string): name is Actor['via'] => Object.hasOwn(ways, name);

/** The person who did something; without a name, a label of the channel by which it was done. */
export function useActorName(): (name: string) => string {
  const { t } = useI18n();
  return useCallback((name) => (isWay(name) ? t(`common.actor.${name}`) : name), [t]);
}

/** The label of a key, or "Clave configurada 1" for one from the environment. */
export function useKeyName(): (label: string) => string {
  const { t } = useI18n();
  return useCallback(
    (label) => {
      const number = numberOfEnvironmentKey(label);
      return number === null ? label : t('common.environmentKey', { number });
    },
    [t],
  );
}

type Id = number | string | null;
type Lists = readonly Pick<ReferenceListState, 'list' | 'items'>[];

/** The platform's name of an id, or which was missing: a copy of the list (or any such list), or the id in it. */
export function nameInList(
  lists: Lists | undefined,
  list: ReferenceList | null,
  id: number | string,
): { name: string } | { missing: 'list' | 'item' } {
  const items = lists?.find((copy) => copy.list === list)?.items ?? [];
  if (items.length === 0) return { missing: 'list' };
  const found = items.find((item) => item.id === String(id));
  return found === undefined ? { missing: 'item' } : { name: found.name };
}

/**
 * The words for an id whose name may not have come with it: the name that came, else the platform's, else the id and
 * that its list does not have it, else (where there is no such list, or no copy of it yet) "id 7". Null where
 * neither came.
 */
export function useReferenceNames(): (
  list: ReferenceList | null,
  id: Id,
  name?: string | null,
) => string | null {
  const api = useApi();
  const { t } = useI18n();
  const lists = useQuery({ ...api.reference.list.queryOptions(), staleTime: 300_000 }).data;
  return useCallback(
    (list, id, name) => {
      if (name != null && name.trim() !== '') return name;
      if (id === null || id === '') return null;
      const found = nameInList(lists, list, id);
      if ('name' in found) return found.name;
      return t(found.missing === 'item' ? 'records.facts.notInList' : 'records.facts.id', { id });
    },
    [lists, t],
  );
}

/** As `useReferenceNames`, for one id. */
export function useReferenceName(
  list: ReferenceList | null,
  id: Id,
  name: string | null = null,
): string | null {
  return useReferenceNames()(list, id, name);
}
