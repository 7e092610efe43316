import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Person } from '#shared/contract/people.ts';
import { useNotDone } from '../app/error-message.ts';
import { useApi } from '../app/queries.ts';

/** Who is here, and whether they are signed in, or behind a lock. */
const useMe = () => useQuery({ ...useApi().people.me.queryOptions(), staleTime: 300_000 });

/** Who works at this screen; null until it is known, and where nobody is signed in. */
export const usePerson = (): Person | null => useMe().data?.person ?? null;

/** Says who one is oneself. */
export function useRename() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    ...api.people.rename.mutationOptions(),
    onSuccess: () => queries.invalidateQueries({ queryKey: api.people.key() }),
    onError: useNotDone(),
  });
}
