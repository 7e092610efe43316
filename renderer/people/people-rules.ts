/** What the engine refuses about accounts, so that it is said before anybody tries (`main/engine/people`). */
import type { Person } from '#shared/contract/people.ts';
import { isSameName } from '#shared/rules/authority.ts';

type Account = Pick<Person, 'id' | 'name' | 'email' | 'role' | 'hasSecret' | 'endedAt' | 'bound'>;

const isThere = ({ endedAt }: Account): boolean => endedAt === null;
const isAdministrator = (person: Account): boolean => isThere(person) && person.role === 'administrator';

/** Whether it comes in by its secret. */
const comesInBySecret = ({ hasSecret, bound }: Account): boolean =>
  hasSecret && bound?.isPasswordOff !== true;

/** Whether some account has a secret: then whoever has none comes in no more, but to read. */
export const isSomeoneGuarded = (people: readonly Account[]): boolean =>
  people.some((person) => isThere(person) && person.hasSecret);

/** Whether some are bound to a provider: beside one an administrator with a secret is always left. */
const isAnyoneBound = (people: readonly Account[]): boolean => people.some(({ bound }) => bound !== null);

/** Whether nobody else could give others their rights and secrets. */
export function isLastAdministrator(id: number, people: readonly Account[]): boolean {
  const others = people.filter((person) => person.id !== id);
  const needsSecret = isSomeoneGuarded(others) || isAnyoneBound(people);
  return !others.some((person) => isAdministrator(person) && (!needsSecret || comesInBySecret(person)));
}

/** Why an account may not come to have a secret, or lose it; null where it may. */
export function secretRuleBroken(
  person: Account,
  act: 'set' | 'remove',
  people: readonly Account[],
): 'administratorFirst' | 'lastAdministrator' | null {
  if (act === 'set')
    return person.role !== 'administrator' && !isSomeoneGuarded(people) ? 'administratorFirst' : null;
  const others = people.filter((other) => other.id !== person.id && isThere(other) && comesInBySecret(other));
  const isNobodys = others.length === 0 && !isAnyoneBound(people);
  const mayLose = person.role !== 'administrator' || isNobodys || others.some(isAdministrator);
  return mayLose ? null : 'lastAdministrator';
}

/** Whether somebody else who works here is called so, or has this e-mail, by no case and no accent. */
export const isNameTaken = (name: string, id: number | null, people: readonly Account[]): boolean =>
  people.some(
    (person) =>
      isThere(person) &&
      person.id !== id &&
      [person.name, person.email].some((known) => known !== '' && isSameName(known, name.trim())),
  );

/** Whether somebody else who works here is called as this e-mail is written. */
export const isEmailAName = (email: string, id: number | null, people: readonly Account[]): boolean =>
  people.some((person) => isThere(person) && person.id !== id && isSameName(person.name, email.trim()));

/** Who comes in no more once somebody has a secret: those that change things and have none. */
export const wouldStayOut = <One extends Account>(id: number, people: readonly One[]): One[] =>
  people.filter(
    (person) => isThere(person) && person.id !== id && !person.hasSecret && person.role !== 'reader',
  );
