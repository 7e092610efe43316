import { useQuery } from '@tanstack/react-query';
import { mayDo } from '#shared/contract/roles.ts';
import { type AmountAtStake, isWithinLimit } from '#shared/rules/authority.ts';
import type { Role } from '#shared/terms.ts';
import { useApi } from '../app/queries.ts';
import { usePerson } from './me.ts';

/** Whether an amount is above the limit of whoever is here, and who else could decide on it, by name; `least` is the role that may. */
export function useAuthority(stake: AmountAtStake, least: Role) {
  const api = useApi();
  const person = usePerson();
  const people = useQuery({ ...api.people.list.queryOptions(), staleTime: 60_000 });
  const limit = person?.verdictLimit ?? null;
  const others = (people.data?.people ?? []).filter(
    ({ id, role, endedAt, verdictLimit }) =>
      id !== person?.id && endedAt === null && mayDo(role, least) && isWithinLimit(verdictLimit, stake),
  );
  return {
    limit,
    isWithin: isWithinLimit(limit, stake),
    others: others.map(({ id, name }) => ({ id, name })),
    isKnown: people.isSuccess,
  };
}
