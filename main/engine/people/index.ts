/** Who works here: accounts, their roles and secrets, and who is signed in where. */

import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { OpenIdProblem, OpenIdRefusal } from '#shared/contract/open-id.ts';
import {
  type Me,
  type OpenSignIn,
  officeSecretLength,
  type Person,
  type PersonChoice,
  type SignInWay,
} from '#shared/contract/people.ts';
import { isSameName } from '#shared/rules/authority.ts';
import type { Role } from '#shared/terms.ts';
import { sourceOf } from '../addresses.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { FileAsker, Hearing } from '../engine-protocol.ts';
import type { CallContext, Caller } from '../serve-port.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  appendAudit,
  deleteInvitationOf,
  deleteProviderIdentitiesOf,
  deleteSignIn,
  deleteSignInsMadeBy,
  deleteSignInsOf,
  deleteSignInsUsedBefore,
  deleteWrongSecretsOf,
  findInvitation,
  findSignIn,
  insertPerson,
  insertProviderIdentity,
  insertSignIn,
  listInvitations,
  listPeople,
  listPeopleSignedInSince,
  listProviderIdentities,
  listSignIns,
  listWrongSecrets,
  maxPeople,
  type PersonRow,
  type ProviderIdentityRow,
  type ReadTransaction,
  type SignInRow,
  type Store,
  setInvitation,
  setPasswordOff,
  setPerson,
  setSignIn,
  setSignInUsed,
  setWrongSecrets,
  type WriteTransaction,
} from '../store/index.ts';
import { createTurns } from '../turns.ts';
import {
  createThrottle,
  hashSecret,
  isCheap,
  isLockedOut,
  isSecret,
  lockedOutAt,
  type Wrong,
} from './secret.ts';

/** Who calls; or that nobody is signed in, or only behind a lock. */
export type Calling = Caller | 'signedOut' | 'locked';

type Tried = { kind: 'wrongSecret' } | { kind: 'tooMany'; seconds: number } | { kind: 'needsSecret' };
type Refused<Kind extends string> = Kind extends string ? { kind: Kind } : never;

/** How a call came. */
type From = Pick<CallContext, 'via' | 'address' | 'agent'>;
type SignedIn = { kind: 'done'; token: string; me: Me };

/** What came of a sign-in at the office's provider. */
type Vouched =
  | { kind: 'verified'; issuer: string; user: { subject: string; email: string | null } }
  | { kind: 'refused'; reason: OpenIdRefusal; detail: string }
  | { kind: 'away'; problem: OpenIdProblem };

type Saved =
  | { kind: 'done'; person: Person }
  | Refused<'notFound' | 'nameTaken' | 'tooManyPeople' | 'lastAdministrator'>;

interface PersonFields {
  name: string;
  email: string;
  role: Role;
  verdictLimit: string | null;
}

export interface People {
  callerOf(context: CallContext): Promise<Calling>;
  /** Whether a stream that this call opened may go on. It is no use of the sign-in: a screen that is left alone has one open too. */
  hearing(context: CallContext): Promise<Hearing>;
  /** Who asks for a stored file; `anybody` where no account has a secret, so that nobody is asked who they are. */
  fileReader(asker: FileAsker): Promise<Calling | 'anybody'>;
  me(context: CallContext): Promise<Me>;
  /** In an office only for whom it knows. */
  choices(context: CallContext): Promise<PersonChoice[]>;
  list(): Promise<Person[]>;
  /** By an id, or by a name or e-mail. */
  signIn(who: number | string, secret: string | undefined, from: From): Promise<SignedIn | Tried>;
  /** In seconds, until a sign-in by the provider may begin from there; 0 where it may. */
  waitOf(from: From): number;
  /** As what that is counted. */
  sourceOf(from: From): string;
  /** Signs in for whom the provider vouches; the first time their account is bound to who they are there, by its e-mail. */
  signInByProvider(
    from: From,
    verify: () => Promise<Vouched>,
  ): Promise<SignedIn | { kind: 'tooMany'; seconds: number } | Exclude<Vouched, { kind: 'verified' }>>;
  /** Whether the provider is the only way in of somebody who is bound. */
  setPasswordOff(
    id: number,
    isOff: boolean,
    by: { actor: Actor; signIn: string | undefined },
  ): Promise<{ kind: 'done'; person: Person } | Refused<'notFound' | 'notBound' | 'lastAdministrator'>>;
  unbind(id: number, actor: Actor): Promise<{ kind: 'done'; person: Person } | Refused<'notFound'>>;
  signOut(context: CallContext): Promise<void>;
  lock(context: CallContext): Promise<void>;
  unlock(
    context: CallContext,
    secret: string | undefined,
  ): Promise<{ kind: 'done'; me: Me } | Tried | Refused<'signedOut'>>;
  /** Adds an account where `id` is null. */
  save(id: number | null, fields: PersonFields, actor: Actor): Promise<Saved>;
  /** The rest of the account stays as it is. */
  rename(id: number, name: string, actor: Actor): Promise<Saved>;
  end(
    id: number,
    actor: Actor,
  ): Promise<{ kind: 'done'; person: Person } | Refused<'notFound' | 'lastAdministrator'>>;
  /** Only with `current` where that is needed: whoever sets their own has to know it. */
  setSecret(
    id: number,
    secret: string | null,
    by: {
      actor: Actor;
      signIn: string | undefined;
      /** Where the call comes from, as in its context. */
      address?: string | undefined;
      current: { given: string | undefined } | null;
    },
  ): Promise<
    | { kind: 'done'; person: Person }
    | Tried
    | Refused<'notFound' | 'administratorFirst' | 'lastAdministrator' | 'tooShort'>
  >;
  /** Of everybody where `personId` is null; `isOwn` is of the call with this token. */
  signIns(personId: number | null, own: string | undefined): Promise<OpenSignIn[]>;
  /** Whose it is; undefined where it is over. */
  ownerOf(signInId: string): Promise<number | undefined>;
  endSignIn(signInId: string, actor: Actor): Promise<void>;
  /** All of a person but the one of this token; how many that were. */
  signOutEverywhere(id: number, own: string | undefined, actor: Actor): Promise<number>;
  release(id: number, actor: Actor): Promise<{ kind: 'done'; person: Person } | Refused<'notFound'>>;
  invite(
    id: number,
    actor: Actor,
  ): Promise<{ kind: 'done'; token: string; person: Person } | Refused<'notFound'>>;
  uninvite(id: number, actor: Actor): Promise<{ kind: 'done'; person: Person } | Refused<'notFound'>>;
  invitation(token: string): Promise<{ name: string; email: string; until: string } | null>;
  acceptInvitation(
    token: string,
    secret: string,
    from: From,
  ): Promise<SignedIn | Refused<'notValid' | 'administratorFirst' | 'lastAdministrator' | 'tooShort'>>;
  /** Reads again who is there, as after a commit of which nothing was heard; until that is read, what was known before counts. */
  reread(): Promise<void>;
}

/** Seen within so long, somebody is here. */
const hereMs = 2 * 60_000;
/** That a sign-in is in use is written no more often. */
const notedEveryMs = 60_000;
/** A sign-in that nobody uses so long is over. */
const signInLastsMs = 30 * 86_400_000;
const maxKnownSignIns = 1000;
/** So many of one person; the one used longest ago ends for a new one. */
const maxSignInsEach = 100;
const invitationLastsMs = 7 * 86_400_000;
const maxAgentLength = 200;

const accountKey = (personId: number): string => `account ${personId}`;
/**
 * What only whoever is signed in already, or sits at this computer, tries a secret by: what strangers guess keeps them out of nothing.
 * `signIn` is the hash of a token.
 */
const doorOf = (personId: number, signIn: Buffer | null): string =>
  `${accountKey(personId)} ${signIn === null ? 'here' : signIn.toString('base64')}`;
/** Who is called something is counted by it, be there such an account or none. */
const calledKey = (who: number | string): string =>
  `called ${typeof who === 'string' ? likeName(who) : `id ${who}`}`;
/** The same of names that `isSameName` takes for one. */
const likeName = (text: string): string =>
  plainName(text)
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{C}]/gu, '');
const plainName = (text: string): string => text.trim().toLowerCase().slice(0, maxAgentLength);
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const isThere = (row: PersonRow): boolean => row.endedAt === null;
const isAdministrator = (row: PersonRow): boolean => isThere(row) && row.role === 'administrator';
/** Whether somebody would be taken for this one: by the name, or by a name that is the e-mail of the other. */
const isTaken = (row: PersonRow, { name, email }: PersonFields): boolean =>
  isSameName(row.name, name) ||
  (row.email !== '' && isSameName(row.email, name)) ||
  (email !== '' && isSameName(row.name, email));

/** As a log entry and a list have it: never with the secret, or anything that is made of it. */
const shownOf = ({ name, email, role, verdictLimit }: PersonFields): PersonFields => ({
  ...{ name, email, role, verdictLimit },
});

function shownSignIn(signIn: SignInRow, isLocked: boolean, ownHash: string | null): OpenSignIn {
  const { tokenHash, personId, begunAt, usedAt, address, agent, way } = signIn;
  const id = Buffer.from(tokenHash).toString('hex');
  return {
    ...{ id, personId, isLocked, address, agent, way, isOwn: id === ownHash },
    ...{ begunAt: new Date(begunAt).toISOString(), usedAt: new Date(usedAt).toISOString() },
  };
}

/** Who does what a command of the command line does, which whoever has this computer may. */
export async function commandLineActor(tx: ReadTransaction): Promise<Actor> {
  const first = (await listPeople(tx)).find(isAdministrator);
  const person = { person: first?.name || 'commandLine', via: 'commandLine' } as const;
  return first === undefined ? person : { ...person, personId: first.id };
}

export async function openPeople(parts: {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsService;
  /** Whether other computers open the console too: then nobody comes in without a secret. */
  isOffice?: boolean;
  /** The provider that the office has set, by which people sign in too; both null where there is none. */
  provider?: { issuer(): string | null; name(): string | null };
}): Promise<People> {
  const { store, clock, changes, settings, isOffice = false, provider } = parts;
  let rows = new Map<number, PersonRow>();
  /** Who is bound to whom at the issuer, by the id of their account. */
  let identities = new Map<number, ProviderIdentityRow>();
  let identitiesOf: string | null = null;
  /** Null also where one desk has the data alone, and signs in by nothing but secrets. */
  const issuer = (): string | null => (isOffice ? (provider?.issuer() ?? null) : null);
  /** How many commits were made here, and how many of them what is known of people was read after. */
  let commits = 0;
  let knownCommits = 0;
  const readNow = async () => {
    const of = issuer();
    const after = commits;
    const found = await store.read(async (tx) => ({
      people: await listPeople(tx),
      identities: of === null ? [] : await listProviderIdentities(tx, of),
    }));
    rows = new Map(found.people.map((row) => [row.id, row]));
    identities = new Map(found.identities.map((row) => [row.personId, row]));
    identitiesOf = of;
    knownCommits = after;
  };
  const readInTurn = createTurns();
  let nextRead: Promise<void> | null = null;
  /** One read after the other, or an older one that is answered late would undo a newer; one serves all who ask before it begins. */
  const readAll = (): Promise<void> => {
    if (nextRead !== null) return nextRead;
    nextRead = readInTurn(() => {
      nextRead = null;
      return readNow();
    });
    return nextRead;
  };
  /** Before anybody is judged: a read after a commit may have failed, and another provider may have been set. */
  const readIfBehind = async () => {
    while (knownCommits !== commits || identitiesOf !== issuer()) await readAll();
  };
  await readAll();
  const throttle = createThrottle(clock);
  for (const { personId, count, until, lastAt } of await store.read(listWrongSecrets))
    for (const key of [accountKey(personId), doorOf(personId, null)])
      throttle.set(key, { count, until, last: lastAt });
  const forgive = ({ id, name, email }: PersonRow) => {
    throttle.forgetAccount(accountKey(id));
    for (const who of [id, name, email]) throttle.forget(calledKey(who));
  };
  /** Sign-ins in use, by the hash of their token in base64; nothing of a token that is none, or whoever makes them up would empty it. */
  let known = new Map<string, SignInRow>();
  /** Whatever is being read meanwhile may have ended too: it is noted among those that are forgotten. */
  const forgetSignIns = () => {
    known = new Map();
  };

  const all = () => [...rows.values()];
  /** Whether no account has a secret: whoever has the console is trusted to say who they are. */
  const isOpen = () => !isOffice && !all().some((row) => isThere(row) && row.secret !== null);
  const first = (): PersonRow | undefined => all().find(isAdministrator);
  /** Of the issuer that is set now; what is known of another counts for nothing. */
  const identityOf = ({ id }: PersonRow): ProviderIdentityRow | undefined =>
    identitiesOf !== null && identitiesOf === issuer() ? identities.get(id) : undefined;
  const isOff = (row: PersonRow): boolean => (identityOf(row)?.passwordOff ?? 0) !== 0;
  /** Were none left, those that are turned off hold: it may have come to be so while another provider was set, or none. */
  const isPasswordLeft = () =>
    all().some((row) => isAdministrator(row) && row.secret !== null && !isOff(row));
  const hasPassword = (row: PersonRow): boolean =>
    row.secret !== null && (!isOff(row) || (isAdministrator(row) && !isPasswordLeft()));
  const comesIn = (row: PersonRow): PersonChoice['comesIn'] => {
    if (hasPassword(row)) return 'withSecret';
    if (identityOf(row) !== undefined) return 'byProvider';
    return isOpen() || (row.role === 'reader' && !isOffice) ? 'freely' : 'notYet';
  };
  const callerAs = ({ id, name, role, verdictLimit }: PersonRow): Caller => ({
    ...{ personId: id, name, role, verdictLimit },
  });

  const callingAs = (state: Me['state'], row: PersonRow | null): Calling => {
    if (state === 'locked') return 'locked';
    return row === null ? 'signedOut' : callerAs(row);
  };
  /**
   * The token by which a window of the desktop called last: they are of one profile and share one sign-in. What a page shows, an
   * `<img>`, is asked for without any header, and there is no cookie at `app:`.
   */
  let desktopSignIn: string | undefined;

  async function signInOf(token: string | undefined): Promise<SignInRow | null> {
    if (token === undefined) return null;
    const tokenHash = hashOf(token);
    const key = tokenHash.toString('base64');
    const ofNow = known;
    let found = ofNow.get(key);
    if (found === undefined) {
      found = await store.read((tx) => findSignIn(tx, tokenHash));
      if (found === undefined) return null;
      const [oldest] = ofNow.keys();
      if (ofNow.size >= maxKnownSignIns && oldest !== undefined) ofNow.delete(oldest);
      ofNow.set(key, found);
    }
    if (clock.now() - found.usedAt > signInLastsMs) return null;
    return found;
  }

  /** Whose sign-in it is; undefined where they may not come in by it any more. */
  function personOf({ personId, way }: SignInRow): PersonRow | undefined {
    const row = rows.get(personId);
    if (row === undefined || !isThere(row) || comesIn(row) === 'notYet') return undefined;
    return way === 'provider' && identityOf(row) === undefined ? undefined : row;
  }

  /** After which instant it counts as left alone, in milliseconds since 1970. */
  function lockedAfter({ usedAt }: SignInRow, row: PersonRow): number {
    const minutes = settings.current().lock.afterMinutes;
    const isGuarded = row.secret !== null || identityOf(row) !== undefined;
    return !isGuarded || minutes <= 0 ? Infinity : usedAt + minutes * 60_000 + notedEveryMs;
  }

  /** Also where no call came for as long as a screen may be left alone. */
  const isLocked = (signIn: SignInRow, row: PersonRow): boolean =>
    signIn.lockedAt !== null || clock.now() > lockedAfter(signIn, row);

  async function noteUse(signIn: SignInRow): Promise<void> {
    if (clock.now() - signIn.usedAt < notedEveryMs) return;
    signIn.usedAt = clock.now();
    // Where nothing can be written, reading goes on.
    await store.write((tx) => setSignInUsed(tx, signIn)).catch(() => {});
  }

  /** How a call stands; `signIn` is null where it has none that holds. */
  async function standingOf(
    context: CallContext,
  ): Promise<{ state: Me['state']; row: PersonRow | null; signIn: SignInRow | null }> {
    const signIn = await signInOf(context.signIn);
    await readIfBehind();
    const row = signIn === null ? undefined : personOf(signIn);
    if (signIn !== null && row !== undefined)
      return { state: isLocked(signIn, row) ? 'locked' : 'signedIn', row, signIn };
    const open = isOpen() ? first() : undefined;
    return open === undefined
      ? { state: 'signedOut', row: null, signIn: null }
      : { state: 'open', row: open, signIn: null };
  }

  async function find(context: CallContext): Promise<{ state: Me['state']; row: PersonRow | null }> {
    const { state, row, signIn } = await standingOf(context);
    if (signIn !== null && state === 'signedIn') await noteUse(signIn);
    return { state, row };
  }

  const isoOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  /** The instant where it is still to come. */
  const ahead = (at: number | undefined) => isoOf(at === undefined || at <= clock.now() ? null : at);
  const lockedOut = (id: number): Wrong | undefined => {
    const wrong = throttle.known(accountKey(id));
    return wrong !== undefined && isLockedOut(wrong) ? wrong : undefined;
  };
  /** What a view says of people beside their rows. */
  const readStanding = () =>
    store.read(async (tx) => ({
      here: new Set(await listPeopleSignedInSince(tx, clock.now() - hereMs)),
      invited: new Map((await listInvitations(tx)).map(({ personId, until }) => [personId, until])),
    }));
  type Standing = Awaited<ReturnType<typeof readStanding>>;
  const personView = (row: PersonRow, { here, invited }: Standing): Person => ({
    ...{ id: row.id, ...shownOf(row), hasSecret: row.secret !== null, isHere: here.has(row.id) },
    ...{ createdAt: isoOf(row.createdAt), endedAt: isoOf(row.endedAt) },
    ...{ invitedUntil: ahead(invited.get(row.id)), lockedOutUntil: ahead(lockedOut(row.id)?.until) },
    bound: boundOf(row),
  });
  const boundOf = (row: PersonRow): Person['bound'] => {
    const identity = identityOf(row);
    if (identity === undefined) return null;
    const { boundAt, email, passwordOff } = identity;
    return { at: new Date(boundAt).toISOString(), email, isPasswordOff: passwordOff !== 0 };
  };
  const viewOf = async (id: number): Promise<Person> => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`There is no person ${id}.`);
    return personView(row, await readStanding());
  };
  const meAs = async ({ state, row }: { state: Me['state']; row: PersonRow | null }): Promise<Me> => ({
    ...{ state, person: row === null ? null : await viewOf(row.id), isOffice },
    lockMinutes: settings.current().lock.afterMinutes,
    provider: providerShown(),
  });
  const providerShown = (): Me['provider'] => {
    const name = issuer() === null ? null : (provider?.name() ?? null);
    return name === null ? null : { name };
  };

  /** Runs a write, and knows what is there then; `onCommitted` is for what is known of it beside the rows. */
  async function write<Result>(
    job: (tx: WriteTransaction) => Promise<Result>,
    onCommitted: () => void = () => {},
  ): Promise<Result> {
    const result = await store.write(job);
    // At once, since the read may fail: what has ended is over, and rows are read before anybody is judged by them.
    commits += 1;
    forgetSignIns();
    onCommitted();
    try {
      await readAll();
    } finally {
      changes.publish({ topic: 'people' });
    }
    return result;
  }
  const takeTurn = createTurns();
  /** One after the other: each looks at what the one before it left, also where nothing was heard of its commit. */
  function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    return takeTurn(async () => {
      await readAll();
      await readIfBehind();
      return act();
    });
  }
  const auditOf = (row: Pick<PersonRow, 'id'>, actor: Actor, action: AuditAction, detail: object = {}) => ({
    ...{ at: clock.now(), actor, action, subject: `person:${row.id}`, detail: { ...detail } },
  });
  const actorAs = (row: PersonRow, via: Actor['via']): Actor => ({
    ...{ person: row.name || via, personId: row.id, via },
  });

  /** The account that is meant; undefined where none is, or more than one. */
  function meant(who: number | string): PersonRow | undefined {
    if (typeof who === 'number') return rows.get(who);
    const here = all().filter(isThere);
    const email = plainName(who);
    const having = here.filter((row) => row.email !== '' && row.email.toLowerCase() === email);
    // Nobody who calls themself by another's e-mail is tried in their place.
    if (having.length > 0) return having.length === 1 ? having[0] : undefined;
    return here.find((row) => row.name !== '' && isSameName(row.name, who.trim()));
  }

  /** Of a call over the network without a sign-in, and where there is one desk, none. */
  function ownDoor({ id }: PersonRow, address: string | undefined, signIn: string | undefined) {
    if (!isOffice) return undefined;
    if (signIn !== undefined) return doorOf(id, hashOf(signIn));
    return address === undefined ? doorOf(id, null) : undefined;
  }

  const sourceAt = ({ address }: Pick<From, 'address'>): string =>
    address === undefined ? 'here' : `from ${sourceOf(address)}`;

  /** By which keys a try is counted, and the account whose secret is looked at. */
  function countedAs(
    who: number | string,
    row: PersonRow | undefined,
    address: string | undefined,
    signIn: string | undefined,
  ) {
    const found = row !== undefined && isThere(row) ? row : undefined;
    const door = found && ownDoor(found, address, signIn);
    const isStranger = isOffice && door === undefined;
    const isPaused = found !== undefined && throttle.waitOf(accountKey(found.id)) > 0;
    // A wait would tell a stranger that there is such an account, and by what else it is called: it is as if there were none.
    const account = isStranger && isPaused ? undefined : found;
    const called = calledKey(who);
    const attempt = {
      account: account === undefined ? called : accountKey(account.id),
      ...{ called: isStranger ? called : undefined, door, isThere: account !== undefined },
    };
    return { account, attempt };
  }

  /** Null where the secret is right, or none is needed. */
  async function tried(
    who: number | string,
    row: PersonRow | undefined,
    secret: string | undefined,
    { via, address }: From,
    signIn: string | undefined = undefined,
  ): Promise<Tried | null> {
    const { account, attempt } = countedAs(who, row, address, signIn);
    const way = account && comesIn(account);
    if (way === 'freely') return null;
    // Whoever may not come in yet is told so where all names are shown anyway.
    if (way === 'notYet' && !isOffice) return { kind: 'needsSecret' };
    const hadWrong = throttle.known(attempt.account) !== undefined;
    const outcome = await throttle.try(attempt, sourceAt({ address }), () =>
      isSecret(account !== undefined && hasPassword(account) ? account.secret : null, secret ?? ''),
    );
    if (typeof outcome === 'object') return { kind: 'tooMany', seconds: outcome.seconds };
    if (outcome) {
      await forgiveKept(account, hadWrong);
      return null;
    }
    noteOnceAnswered(account, { via, address });
    return { kind: 'wrongSecret' };
  }

  async function forgiveKept(row: PersonRow | undefined, hadWrong: boolean): Promise<void> {
    if (row === undefined) return;
    const { id } = row;
    const isForgiven = (throttle.known(accountKey(id))?.count ?? 0) === 0;
    if (hadWrong && isForgiven) await store.write((tx) => deleteWrongSecretsOf(tx, id));
  }

  /** How long a commit takes, or that it fails, would tell an account from a name that nobody has. */
  function noteOnceAnswered(row: PersonRow | undefined, from: From): void {
    if (row === undefined) return;
    const wrong = { ...throttle.known(accountKey(row.id)) };
    void setImmediate().then(() => noteWrong(row, wrong, from).catch(() => {}));
  }

  /** Kept, so that a start of the program forgives nothing. */
  async function noteWrong(row: PersonRow, wrong: Partial<Wrong>, { via, address }: From): Promise<void> {
    const { count, until, last } = wrong;
    const actor = { person: via, via };
    const from = address === undefined ? {} : { address };
    await store.write(async (tx) => {
      if (count !== undefined && until !== undefined && last !== undefined)
        await setWrongSecrets(tx, { personId: row.id, count, until, lastAt: last });
      await appendAudit(tx, auditOf(row, actor, 'person.signInRefused', from));
      if (count === lockedOutAt) await appendAudit(tx, auditOf(row, actor, 'person.lockedOut', from));
    });
    if (count === lockedOutAt) changes.publish({ topic: 'people' });
  }

  /** Signs in whoever may come in. */
  async function begin(
    row: PersonRow,
    { via, address, agent }: From,
    way: SignInWay,
    more: (tx: WriteTransaction) => Promise<void>,
    onCommitted?: () => void,
  ) {
    const token = randomBytes(32).toString('base64url');
    const now = clock.now();
    const begun = {
      ...{ tokenHash: hashOf(token), personId: row.id, begunAt: now, usedAt: now, lockedAt: null },
      ...{ address: address ?? null, agent: agent?.slice(0, maxAgentLength) ?? null, way },
    };
    await write(async (tx) => {
      await deleteSignInsUsedBefore(tx, now - signInLastsMs);
      const open = await listSignIns(tx, row.id);
      for (const { tokenHash } of open.slice(maxSignInsEach - 1)) await deleteSignIn(tx, tokenHash);
      await more(tx);
      await insertSignIn(tx, begun);
      const from = address === undefined ? {} : { address };
      const by = way === 'provider' ? { provider: provider?.name() } : {};
      const action = way === 'provider' ? 'person.signedInByProvider' : 'person.signedIn';
      await appendAudit(tx, auditOf(row, actorAs(row, via), action, { ...by, ...from }));
    }, onCommitted);
    return { kind: 'done', token, me: await meAs({ state: 'signedIn', row }) } as const;
  }

  /** One whose hash costs less than a new one would is made anew. */
  async function hashedAnew(row: PersonRow, secret: string | undefined): Promise<PersonRow> {
    if (secret === undefined || row.secret === null || !isCheap(row.secret)) return row;
    return { ...row, secret: await hashSecret(secret) };
  }

  /** Whether, without this one, nobody could give others their rights and secrets. */
  function isLastAdministrator(id: number): boolean {
    const others = all().filter((row) => row.id !== id && isAdministrator(row));
    const isSecretNeeded =
      issuer() !== null || all().some((row) => row.id !== id && isThere(row) && row.secret !== null);
    return !others.some((row) => !isSecretNeeded || hasPassword(row));
  }

  return {
    async callerOf(context) {
      if (context.via === 'engine') return { personId: null, name: '', role: 'reader', verdictLimit: null };
      const { state, row } = await find(context);
      if (context.via === 'desktop' && (state === 'signedIn' || state === 'locked'))
        desktopSignIn = context.signIn;
      return callingAs(state, row);
    },
    async hearing(context) {
      const always = { state: 'hears', until: Number.MAX_SAFE_INTEGER } as const;
      if (context.via === 'engine') return always;
      const { state, row, signIn } = await standingOf(context);
      if (state === 'locked' || state === 'signedOut') return { state, until: 0 };
      if (signIn === null || row === null) return always;
      return { state: 'hears', until: Math.min(signIn.usedAt + signInLastsMs, lockedAfter(signIn, row)) };
    },
    async fileReader({ via, signIn = via === 'desktop' ? desktopSignIn : undefined }) {
      await readIfBehind();
      if (isOpen()) return 'anybody';
      const { state, row } = await find({ via, signIn });
      return callingAs(state, row);
    },
    me: async (context) => meAs(await find(context)),
    async choices(context) {
      if (isOffice && (await find(context)).row === null) return [];
      await readIfBehind();
      return all()
        .filter(isThere)
        .map((row) => ({ id: row.id, name: row.name, comesIn: comesIn(row) }));
    },
    async list() {
      const standing = await readStanding();
      await readIfBehind();
      return all().map((row) => personView(row, standing));
    },

    async signIn(who, secret, from) {
      await readIfBehind();
      const asked = meant(who);
      const refusal = await tried(who, asked, secret, from);
      if (refusal !== null) return refusal;
      // The slow hash keeps nobody else waiting; what became of the account meanwhile counts.
      return inTurn(async () => {
        const row = asked === undefined ? undefined : rows.get(asked.id);
        const isAsAsked = row !== undefined && isThere(row) && row.secret === asked?.secret;
        if (!isAsAsked || comesIn(row) === 'byProvider') return { kind: 'wrongSecret' };
        const renewed = await hashedAnew(row, secret);
        return begin(row, from, comesIn(row) === 'freely' ? 'freely' : 'secret', async (tx) => {
          if (renewed !== row) await setPerson(tx, renewed);
        });
      });
    },

    waitOf: (from) => throttle.waitOf(sourceAt(from)),
    sourceOf: sourceAt,

    async signInByProvider(from, verify) {
      const attempt = throttle.attempt(sourceAt(from));
      if ('seconds' in attempt) return { kind: 'tooMany', seconds: attempt.seconds };
      const vouched = await verify();
      if (vouched.kind === 'away') attempt.wasNotWrong();
      // What was not begun here, or not by this browser, is nobody's.
      if (vouched.kind === 'refused' && vouched.reason !== 'expired')
        await noteRefused(null, from, vouched.reason, { detail: vouched.detail });
      if (vouched.kind !== 'verified') return vouched;
      let isJudged = false;
      try {
        return await inTurn(async () => {
          isJudged = true;
          const found = accountFor(vouched);
          if ('reason' in found) {
            const { email } = vouched.user;
            await noteRefused(found.row, from, found.reason, { email: email ?? undefined });
            return { kind: 'refused', reason: found.reason, detail: '' };
          }
          attempt.wasNotWrong();
          const { row, isNew, email } = found;
          return begin(row, from, 'provider', async (tx) => {
            if (!isNew) return;
            const { issuer, user } = vouched;
            await deleteProviderIdentitiesOf(tx, row.id, issuer);
            const identity = { personId: row.id, issuer, subject: user.subject, email, passwordOff: 0 };
            await insertProviderIdentity(tx, { ...identity, boundAt: clock.now() });
            const detail = { email, provider: provider?.name() };
            await appendAudit(tx, auditOf(row, actorAs(row, from.via), 'person.bound', detail));
          });
        });
      } catch (failure) {
        if (!isJudged) attempt.wasNotWrong();
        throw failure;
      }
    },

    setPasswordOff: (id, isOff, { actor, signIn }) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined || !isThere(row)) return { kind: 'notFound' };
        const identity = identityOf(row);
        if (identity === undefined) return { kind: 'notBound' };
        const isLeft = all().some((other) => other.id !== id && isAdministrator(other) && hasPassword(other));
        if (isOff && !isLeft) return { kind: 'lastAdministrator' };
        if (isOff !== (identity.passwordOff !== 0)) {
          const except = signIn === undefined ? null : hashOf(signIn);
          await write(async (tx) => {
            await setPasswordOff(tx, { ...identity, passwordOff: isOff ? 1 : 0 });
            if (isOff) {
              await deleteInvitationOf(tx, id);
              await deleteSignInsMadeBy(tx, { personId: id, byProvider: false, except });
            }
            await appendAudit(tx, auditOf(row, actor, isOff ? 'person.passwordOff' : 'person.passwordOn'));
          });
        }
        return { kind: 'done', person: await viewOf(id) };
      }),

    unbind: (id, actor) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined || !isThere(row)) return { kind: 'notFound' };
        const identity = identityOf(row);
        if (identity !== undefined) {
          await write(async (tx) => {
            await deleteProviderIdentitiesOf(tx, id, identity.issuer);
            await deleteSignInsMadeBy(tx, { personId: id, byProvider: true, except: null });
            await appendAudit(tx, auditOf(row, actor, 'person.unbound', { email: identity.email }));
          });
        }
        return { kind: 'done', person: await viewOf(id) };
      }),

    async signOut(context) {
      const signIn = await signInOf(context.signIn);
      if (signIn === null) return;
      await readIfBehind();
      const row = rows.get(signIn.personId);
      await write(async (tx) => {
        await deleteSignIn(tx, signIn.tokenHash);
        if (row) await appendAudit(tx, auditOf(row, actorAs(row, context.via), 'person.signedOut'));
      });
    },

    async lock(context) {
      const signIn = await signInOf(context.signIn);
      if (signIn === null || signIn.lockedAt !== null) return;
      await write((tx) => setSignIn(tx, { ...signIn, lockedAt: clock.now() }));
    },

    async unlock(context, secret) {
      const signIn = await signInOf(context.signIn);
      await readIfBehind();
      const row = signIn === null ? undefined : personOf(signIn);
      if (signIn === null || row === undefined) return { kind: 'signedOut' };
      if (isLocked(signIn, row)) {
        const refusal = await tried(row.id, row, secret, context, context.signIn);
        if (refusal !== null) return refusal;
        await write((tx) => setSignIn(tx, { ...signIn, usedAt: clock.now(), lockedAt: null }));
      }
      return { kind: 'done', me: await meAs({ state: 'signedIn', row }) };
    },

    save: (id, fields, actor) =>
      inTurn(async () => (id === null ? add(fields, actor) : change(rows.get(id), () => fields, actor))),

    rename: (id, name, actor) =>
      inTurn(async () => change(rows.get(id), (present) => ({ ...present, name }), actor)),

    end: (id, actor) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined) return { kind: 'notFound' };
        if (isThere(row)) {
          if (isAdministrator(row) && isLastAdministrator(id)) return { kind: 'lastAdministrator' };
          await write(async (tx) => {
            await setPerson(tx, { ...row, secret: null, endedAt: clock.now() });
            await deleteProviderIdentitiesOf(tx, id);
            await deleteInvitationOf(tx, id);
            await deleteSignInsOf(tx, id);
            await appendAudit(tx, auditOf(row, actor, 'person.ended'));
          });
        }
        return { kind: 'done', person: await viewOf(id) };
      }),

    setSecret: (id, secret, { actor, signIn, address, current }) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined || !isThere(row)) return { kind: 'notFound' };
        const isOwn = current !== null && row.secret !== null;
        const from = { via: actor.via, address };
        const refusal = isOwn ? await tried(id, row, current.given, from, signIn) : null;
        if (refusal !== null) return refusal;
        const broken = ruleBroken(row, secret);
        if (broken !== null) return broken;
        const hash = secret === null ? null : await hashSecret(secret);
        const action = hash === null ? 'person.secretRemoved' : 'person.secretSet';
        await write(async (tx) => {
          await setPerson(tx, { ...row, secret: hash });
          await deleteInvitationOf(tx, id);
          await deleteSignInsOf(tx, id, signIn === undefined ? null : hashOf(signIn));
          await appendAudit(tx, auditOf(row, actor, action));
        });
        return { kind: 'done', person: await viewOf(id) };
      }),

    async signIns(personId, own) {
      const ownHash = own === undefined ? null : hashOf(own).toString('hex');
      const found = await store.read((tx) => listSignIns(tx, personId));
      await readIfBehind();
      return found
        .filter(({ usedAt }) => clock.now() - usedAt <= signInLastsMs)
        .flatMap((signIn) => {
          const row = personOf(signIn);
          return row === undefined ? [] : [shownSignIn(signIn, isLocked(signIn, row), ownHash)];
        });
    },

    ownerOf: async (signInId) =>
      (await store.read((tx) => findSignIn(tx, Buffer.from(signInId, 'hex'))))?.personId,

    async endSignIn(signInId, actor) {
      const tokenHash = Buffer.from(signInId, 'hex');
      const found = await store.read((tx) => findSignIn(tx, tokenHash));
      if (found === undefined) return;
      await write(async (tx) => {
        await deleteSignIn(tx, tokenHash);
        await appendAudit(tx, auditOf({ id: found.personId }, actor, 'person.signInEnded'));
      });
    },

    async signOutEverywhere(id, own, actor) {
      const except = own === undefined ? null : hashOf(own);
      return write(async (tx) => {
        const ended = await deleteSignInsOf(tx, id, except);
        if (ended > 0) await appendAudit(tx, auditOf({ id }, actor, 'person.signedOutEverywhere'));
        return ended;
      });
    },

    release: (id, actor) =>
      onAccount(
        id,
        async (tx, row) => {
          await deleteWrongSecretsOf(tx, id);
          await appendAudit(tx, auditOf(row, actor, 'person.released'));
        },
        forgive,
      ),

    async invite(id, actor) {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const outcome = await onAccount(id, async (tx, row) => {
        const until = now + invitationLastsMs;
        await setInvitation(tx, { personId: id, tokenHash: hashOf(token), madeAt: now, until });
        await appendAudit(tx, auditOf(row, actor, 'person.invited'));
      });
      return outcome.kind === 'done' ? { ...outcome, token } : outcome;
    },

    uninvite: (id, actor) =>
      onAccount(id, async (tx, row) => {
        await deleteInvitationOf(tx, id);
        await appendAudit(tx, auditOf(row, actor, 'person.uninvited'));
      }),

    async invitation(token) {
      const found = await invitedBy(token);
      if (found === null) return null;
      const { name, email } = found.row;
      return { name, email, until: new Date(found.until).toISOString() };
    },

    acceptInvitation: (token, secret, from) =>
      inTurn(async () => {
        const found = await invitedBy(token);
        if (found === null) return { kind: 'notValid' };
        const { row } = found;
        const broken = ruleBroken(row, secret);
        if (broken !== null) return broken;
        const accepted = { ...row, secret: await hashSecret(secret) };
        const identity = identityOf(row);
        const accept = async (tx: WriteTransaction) => {
          await setPerson(tx, accepted);
          // An administrator let them have a password.
          if (identity !== undefined) await setPasswordOff(tx, { ...identity, passwordOff: 0 });
          await deleteInvitationOf(tx, row.id);
          await deleteWrongSecretsOf(tx, row.id);
          await deleteSignInsOf(tx, row.id);
          await appendAudit(tx, auditOf(row, actorAs(row, from.via), 'person.invitationAccepted'));
        };
        return begin(accepted, from, 'invitation', accept, () => forgive(row));
      }),

    async reread() {
      await readAll();
      forgetSignIns();
    },
  };

  /** Whose account somebody comes in by for whom the provider vouches, or why by none. */
  function accountFor({
    issuer: from,
    user,
  }: Extract<Vouched, { kind: 'verified' }>):
    | { row: PersonRow; isNew: boolean; email: string }
    | { row: PersonRow | null; reason: OpenIdRefusal } {
    // Another provider was set while somebody was on their way through this one.
    if (from !== issuer()) return { row: null, reason: 'expired' };
    const known = [...identities.values()].find(({ subject }) => subject === user.subject);
    const bound = known && rows.get(known.personId);
    if (known !== undefined && bound !== undefined && isThere(bound))
      return { row: bound, isNew: false, email: known.email };
    const { email } = user;
    if (email === null) return { row: null, reason: 'noEmail' };
    const having = all().filter((row) => isThere(row) && row.email.toLowerCase() === email);
    const [row] = having;
    if (row === undefined || having.length > 1) return { row: null, reason: 'noAccount' };
    // The provider gave the address to somebody else.
    return identities.has(row.id) ? { row, reason: 'otherSubject' } : { row, isNew: true, email };
  }

  /** Never fails the sign-in that was refused. */
  async function noteRefused(
    row: PersonRow | null,
    { via, address }: From,
    reason: OpenIdRefusal,
    more: { email?: string | undefined; detail?: string },
  ): Promise<void> {
    const said = Object.fromEntries(Object.entries(more).filter(([, value]) => value));
    const detail = { reason, ...said, ...(address !== undefined && { address }) };
    const entry = { at: clock.now(), actor: { person: via, via }, detail };
    const about = row === null ? 'openId' : `person:${row.id}`;
    const action = row === null ? 'openId.signInRefused' : 'person.providerRefused';
    await store.write((tx) => appendAudit(tx, { ...entry, action, subject: about })).catch(() => {});
  }

  /** One that holds, and whom it is for. */
  async function invitedBy(token: string): Promise<{ row: PersonRow; until: number } | null> {
    const found = await store.read((tx) => findInvitation(tx, hashOf(token)));
    await readIfBehind();
    const row = found === undefined ? undefined : rows.get(found.personId);
    if (found === undefined || found.until <= clock.now() || row === undefined || !isThere(row)) return null;
    return { row, until: found.until };
  }

  /** Changes what belongs to an account that has not ended. */
  function onAccount(
    id: number,
    change: (tx: WriteTransaction, row: PersonRow) => Promise<void>,
    onCommitted: (row: PersonRow) => void = () => {},
  ) {
    return inTurn(async () => {
      const row = rows.get(id);
      if (row === undefined || !isThere(row)) return { kind: 'notFound' } as const;
      await write(
        (tx) => change(tx, row),
        () => onCommitted(row),
      );
      return { kind: 'done', person: await viewOf(id) } as const;
    });
  }

  function isTakenByOther(fields: PersonFields, id: number | null): boolean {
    return all().some((row) => isThere(row) && row.id !== id && isTaken(row, fields));
  }

  async function add(fields: PersonFields, actor: Actor): Promise<Saved> {
    if (isTakenByOther(fields, null)) return { kind: 'nameTaken' };
    if (rows.size >= maxPeople) return { kind: 'tooManyPeople' };
    const id = await write(async (tx) => {
      const inserted = await insertPerson(tx, { ...fields, createdAt: clock.now() });
      await appendAudit(tx, auditOf({ id: inserted }, actor, 'person.added', { after: shownOf(fields) }));
      return inserted;
    });
    return { kind: 'done', person: await viewOf(id) };
  }

  async function change(
    before: PersonRow | undefined,
    changed: (present: PersonFields) => PersonFields,
    actor: Actor,
  ): Promise<Saved> {
    if (before === undefined || !isThere(before)) return { kind: 'notFound' };
    const fields = changed(shownOf(before));
    if (isTakenByOther(fields, before.id)) return { kind: 'nameTaken' };
    const isDemoted = isAdministrator(before) && fields.role !== 'administrator';
    if (isDemoted && isLastAdministrator(before.id)) return { kind: 'lastAdministrator' };
    const detail = { before: shownOf(before), after: shownOf(fields) };
    if (JSON.stringify(detail.before) !== JSON.stringify(detail.after)) {
      await write(async (tx) => {
        await setPerson(tx, { ...before, ...fields });
        await appendAudit(tx, auditOf(before, actor, 'person.changed', detail));
      });
    }
    return { kind: 'done', person: await viewOf(before.id) };
  }

  /** Why an account may not come to have this secret, or none. */
  function ruleBroken(
    row: PersonRow,
    secret: string | null,
  ): Refused<'administratorFirst' | 'lastAdministrator' | 'tooShort'> | null {
    const isNone = secret === null && identityOf(row) === undefined;
    if (isOffice && (isNone || (secret !== null && secret.length < officeSecretLength)))
      return { kind: 'tooShort' };
    if (isAdministrator(row))
      return secret === null && !mayLoseSecret(row.id) ? { kind: 'lastAdministrator' } : null;
    return secret !== null && isOpen() ? { kind: 'administratorFirst' } : null;
  }

  /**
   * Where another administrator has one; or where nobody else has one, and whoever has the console is trusted again. Never the last one
   * of an office, into which nobody comes without.
   */
  function mayLoseSecret(id: number): boolean {
    const others = all().filter((row) => row.id !== id && isThere(row) && hasPassword(row));
    return (others.length === 0 && !isOffice) || others.some(isAdministrator);
  }
}
