/**
 * What one person may only propose, another confirms: an approval or a payment above a limit. Two accounts are not two people:
 * whoever lost an account, and came back with a new one, confirms nothing of what they proposed before.
 */
import type { Actor } from '#shared/contract/common.ts';
import {
  type AmountAtStake,
  type Doer,
  isSameName,
  isSamePerson,
  isWithinLimit,
} from '#shared/rules/authority.ts';
import { findPerson, type ReadTransaction } from '../store/index.ts';

/** Who acts, and how much that person may decide on alone. */
export interface Authority {
  actor: Actor;
  /** Decimal text in RD$; null where there is none. */
  limit: string | null;
}

/**
 * Why somebody is no second person: they proposed it; their account has the name or e-mail of an account that did and was
 * removed since; or it is above their limit as well.
 */
export type NotTheirs = { outcome: 'samePerson' } | { outcome: 'formerAccount' } | { outcome: 'aboveLimit' };

/** By name, and by account where there is one. */
export const doerOf = ({ person: who, personId }: Actor): Doer => ({ who, personId: personId ?? null });

/** Why somebody may neither confirm nor reject what was proposed; null where they may. */
export async function refusalToSecond(
  tx: ReadTransaction,
  proposal: Doer,
  { actor, limit }: Authority,
  stake: AmountAtStake,
): Promise<NotTheirs | null> {
  const second = doerOf(actor);
  if (isSamePerson(proposal, second)) return { outcome: 'samePerson' };
  if (await isFormerAccount(tx, proposal, second)) return { outcome: 'formerAccount' };
  return isWithinLimit(limit, stake) ? null : { outcome: 'aboveLimit' };
}

/** Of people who work here at the same time no two have one name; an account that is gone may have been anybody's. */
async function isFormerAccount(tx: ReadTransaction, proposal: Doer, second: Doer): Promise<boolean> {
  const before = proposal.personId === null ? undefined : await findPerson(tx, proposal.personId);
  if (before !== undefined && before.endedAt === null) return false;
  const now = second.personId === null ? undefined : await findPerson(tx, second.personId);
  const names = [proposal.who, ...(before === undefined ? [] : [before.name])];
  const isNamed = [second.who, ...(now === undefined ? [] : [now.name])].some((name) =>
    names.some((former) => isSameName(former, name)),
  );
  return isNamed || (!!before?.email && before.email.toLowerCase() === now?.email.toLowerCase());
}
