import { useQuery } from '@tanstack/react-query';
import { mayDo } from '#shared/contract/roles.ts';
import { type AmountAtStake, type Doer, isSamePerson, isWithinLimit } from '#shared/rules/authority.ts';
import type { Role } from '#shared/terms.ts';
import { useI18n } from '../app/locale/i18n.ts';
import { useApi } from '../app/queries.ts';
import { usePerson } from './me.ts';

/** So many who may confirm are named. */
const maxNamed = 4;

/**
 * Whether an amount is above the limit of whoever is here, and who else could decide on it; `least` is the role that may. Where it
 * was proposed already, whoever proposed it is nobody else.
 */
export function useAuthority(stake: AmountAtStake, least: Role, proposal: Doer | null = null) {
  const { t, locale } = useI18n();
  const api = useApi();
  const person = usePerson();
  const people = useQuery({ ...api.people.list.queryOptions(), staleTime: 60_000 });
  const limit = person?.verdictLimit ?? null;
  const isWithin = isWithinLimit(limit, stake);
  const isProposedBy = (name: string, id: number) =>
    proposal !== null && isSamePerson(proposal, { who: name, personId: id });
  const isOwn = person !== null && isProposedBy(person.name, person.id);
  const seconds = (people.data?.people ?? []).filter(
    ({ id, name, role, endedAt, verdictLimit }) =>
      id !== person?.id &&
      endedAt === null &&
      mayDo(role, least) &&
      isWithinLimit(verdictLimit, stake) &&
      !isProposedBy(name, id),
  );
  const mayConfirm = proposal !== null && !isOwn && isWithin && mayDo(person?.role ?? null, least);
  const lacksSecond = people.isSuccess && seconds.length === 0 && !mayConfirm;
  const names = seconds.slice(0, maxNamed).map(({ name }) => name);
  const secondWords =
    names.length > 0
      ? t('cancellations.proposal.confirmedBy', {
          names: new Intl.ListFormat(locale, { type: 'disjunction' }).format(names),
        })
      : t(lacksSecond ? 'cancellations.proposal.nobody' : 'cancellations.proposal.confirmers');
  return {
    limit,
    isWithin,
    isOwn,
    /** Nobody who works here has enough of a limit to confirm it. */
    lacksSecond,
    /** Who confirms it, in a sentence; empty until it is known. */
    secondWords: people.isSuccess ? secondWords : '',
  };
}
