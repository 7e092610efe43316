/** Who works here: accounts, their roles and secrets, and who is signed in where. */

import { createHash, randomBytes } from 'node:crypto';
import type { AuditAction } from '#shared/audit/sentences.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Me, Person, PersonChoice } from '#shared/contract/people.ts';
import { isSameName } from '#shared/rules/authority.ts';
import type { Role } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { FileAsker } from '../engine-protocol.ts';
import type { CallContext, Caller } from '../serve-port.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  appendAudit,
  deleteSignIn,
  deleteSignInsOf,
  deleteSignInsUsedBefore,
  findSignIn,
  insertPerson,
  insertSignIn,
  listPeople,
  listPeopleSignedInSince,
  maxPeople,
  type PersonRow,
  type ReadTransaction,
  type SignInRow,
  type Store,
  setPerson,
  setSignIn,
  setSignInUsed,
  type WriteTransaction,
} from '../store/index.ts';
import { createThrottle, hashSecret, isCheap, isSecret } from './secret.ts';

/** Who calls; or that nobody is signed in, or only behind a lock. */
export type Calling = Caller | 'signedOut' | 'locked';

type Tried = { kind: 'wrongSecret' } | { kind: 'tooMany'; seconds: number } | { kind: 'needsSecret' };
type Refused<Kind extends string> = Kind extends string ? { kind: Kind } : never;

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
  /** Who asks for a stored file; `anybody` where no account has a secret, so that nobody is asked who they are. */
  fileReader(asker: FileAsker): Promise<Calling | 'anybody'>;
  me(context: CallContext): Promise<Me>;
  choices(): PersonChoice[];
  list(): Promise<Person[]>;
  /** An account by its id; undefined where there is none. */
  find(id: number): PersonRow | undefined;
  signIn(
    personId: number,
    secret: string | undefined,
    via: Actor['via'],
  ): Promise<{ kind: 'done'; token: string; me: Me } | Tried>;
  signOut(context: CallContext): Promise<void>;
  lock(context: CallContext): Promise<void>;
  unlock(
    context: CallContext,
    secret: string | undefined,
  ): Promise<{ kind: 'done'; me: Me } | Tried | Refused<'signedOut'>>;
  /** Adds an account where `id` is null. */
  save(id: number | null, fields: PersonFields, actor: Actor): Promise<Saved>;
  end(
    id: number,
    actor: Actor,
  ): Promise<{ kind: 'done'; person: Person } | Refused<'notFound' | 'lastAdministrator'>>;
  /** Only with `current` where that is needed: whoever sets their own has to know it. */
  setSecret(
    id: number,
    secret: string | null,
    by: { actor: Actor; signIn: string | undefined; current: { given: string | undefined } | null },
  ): Promise<
    | { kind: 'done'; person: Person }
    | Tried
    | Refused<'notFound' | 'administratorFirst' | 'lastAdministrator'>
  >;
}

/** Seen within so long, somebody is here. */
const hereMs = 2 * 60_000;
/** That a sign-in is in use is written no more often. */
const notedEveryMs = 60_000;
/** A sign-in that nobody uses so long is over. */
const signInLastsMs = 30 * 86_400_000;
const maxKnownSignIns = 1000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
const isThere = (row: PersonRow): boolean => row.endedAt === null;
const isAdministrator = (row: PersonRow): boolean => isThere(row) && row.role === 'administrator';

/** As a log entry and a list have it: never with the secret, or anything that is made of it. */
const shownOf = ({ name, email, role, verdictLimit }: PersonFields): PersonFields => ({
  ...{ name, email, role, verdictLimit },
});

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
}): Promise<People> {
  const { store, clock, changes, settings } = parts;
  let rows = new Map<number, PersonRow>();
  const readAll = async () => {
    rows = new Map((await store.read(listPeople)).map((row) => [row.id, row]));
  };
  await readAll();
  const throttle = createThrottle(clock);
  /** Sign-ins in use, by the hash of their token in base64; null of a token that is none. */
  const known = new Map<string, SignInRow | null>();

  const all = () => [...rows.values()];
  /** Whether no account has a secret: whoever has the console is trusted to say who they are. */
  const isOpen = () => !all().some((row) => isThere(row) && row.secret !== null);
  const first = (): PersonRow | undefined => all().find(isAdministrator);
  const comesIn = (row: PersonRow): PersonChoice['comesIn'] => {
    if (row.secret !== null) return 'withSecret';
    return isOpen() || row.role === 'reader' ? 'freely' : 'notYet';
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
    let found = known.get(key);
    if (found === undefined) {
      found = (await store.read((tx) => findSignIn(tx, tokenHash))) ?? null;
      if (known.size >= maxKnownSignIns) known.clear();
      known.set(key, found);
    }
    if (found === null || clock.now() - found.usedAt > signInLastsMs) return null;
    return found;
  }

  /** Whose sign-in it is; undefined where they may not come in by it any more. */
  function personOf({ personId }: SignInRow): PersonRow | undefined {
    const row = rows.get(personId);
    return row !== undefined && isThere(row) && comesIn(row) !== 'notYet' ? row : undefined;
  }

  /** Also where no call came for as long as a screen may be left alone. */
  function isLocked({ lockedAt, usedAt }: SignInRow, row: PersonRow): boolean {
    const minutes = settings.current().lock.afterMinutes;
    const isLeft =
      row.secret !== null && minutes > 0 && clock.now() - usedAt > minutes * 60_000 + notedEveryMs;
    return lockedAt !== null || isLeft;
  }

  async function noteUse(signIn: SignInRow): Promise<void> {
    if (clock.now() - signIn.usedAt < notedEveryMs) return;
    signIn.usedAt = clock.now();
    // Where nothing can be written, reading goes on.
    await store.write((tx) => setSignInUsed(tx, signIn)).catch(() => {});
  }

  async function find(context: CallContext): Promise<{ state: Me['state']; row: PersonRow | null }> {
    const signIn = await signInOf(context.signIn);
    const row = signIn === null ? undefined : personOf(signIn);
    if (signIn !== null && row !== undefined) {
      if (isLocked(signIn, row)) return { state: 'locked', row };
      await noteUse(signIn);
      return { state: 'signedIn', row };
    }
    const open = isOpen() ? first() : undefined;
    return open === undefined ? { state: 'signedOut', row: null } : { state: 'open', row: open };
  }

  const personView = (row: PersonRow, here: ReadonlySet<number>): Person => ({
    ...{ id: row.id, ...shownOf(row), hasSecret: row.secret !== null, isHere: here.has(row.id) },
    createdAt: row.createdAt === null ? null : new Date(row.createdAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
  });
  const whoIsHere = async () =>
    new Set(await store.read((tx) => listPeopleSignedInSince(tx, clock.now() - hereMs)));
  const viewOf = async (id: number): Promise<Person> => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`There is no person ${id}.`);
    return personView(row, await whoIsHere());
  };
  const meAs = async ({ state, row }: { state: Me['state']; row: PersonRow | null }): Promise<Me> => ({
    ...{ state, person: row === null ? null : await viewOf(row.id) },
    lockMinutes: settings.current().lock.afterMinutes,
  });

  /** Runs a write, and knows what is there then. */
  async function write<Result>(job: (tx: WriteTransaction) => Promise<Result>): Promise<Result> {
    const result = await store.write(job);
    await readAll();
    known.clear();
    changes.publish({ topic: 'people' });
    return result;
  }
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: each looks at what the one before it left. */
  function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  }
  const auditOf = (row: Pick<PersonRow, 'id'>, actor: Actor, action: AuditAction, detail: object = {}) => ({
    ...{ at: clock.now(), actor, action, subject: `person:${row.id}`, detail: { ...detail } },
  });
  const actorAs = (row: PersonRow, via: Actor['via']): Actor => ({
    ...{ person: row.name || via, personId: row.id, via },
  });

  /** Null where the secret is right, or none is needed. */
  async function tried(
    row: PersonRow | undefined,
    secret: string | undefined,
    via: Actor['via'],
  ): Promise<Tried | null> {
    const isKnown = row !== undefined && isThere(row);
    if (isKnown && comesIn(row) === 'freely') return null;
    if (isKnown && comesIn(row) === 'notYet') return { kind: 'needsSecret' };
    const kept = isKnown ? row.secret : null;
    // Accounts that are not there are counted as one.
    const outcome = await throttle.try(isKnown ? row.id : 0, () => isSecret(kept, secret ?? ''));
    if (typeof outcome === 'object') return { kind: 'tooMany', seconds: outcome.seconds };
    if (outcome) return null;
    if (isKnown) {
      const refused = {
        at: clock.now(),
        actor: { person: via, via },
        action: 'person.signInRefused',
      } as const;
      await store.write((tx) => appendAudit(tx, { ...refused, subject: `person:${row.id}`, detail: {} }));
    }
    return { kind: 'wrongSecret' };
  }

  /** One whose hash costs less than a new one would is made anew. */
  async function hashedAnew(row: PersonRow, secret: string | undefined): Promise<PersonRow> {
    if (secret === undefined || row.secret === null || !isCheap(row.secret)) return row;
    return { ...row, secret: await hashSecret(secret) };
  }

  /** Whether, without this one, nobody could give others their rights and secrets. */
  function isLastAdministrator(id: number): boolean {
    const others = all().filter((row) => row.id !== id && isAdministrator(row));
    const isSecretNeeded = all().some((row) => row.id !== id && isThere(row) && row.secret !== null);
    return !others.some((row) => !isSecretNeeded || row.secret !== null);
  }

  return {
    async callerOf(context) {
      if (context.via === 'engine') return { personId: null, name: '', role: 'reader', verdictLimit: null };
      const { state, row } = await find(context);
      if (context.via === 'desktop' && (state === 'signedIn' || state === 'locked'))
        desktopSignIn = context.signIn;
      return callingAs(state, row);
    },
    async fileReader({ via, signIn = via === 'desktop' ? desktopSignIn : undefined }) {
      if (isOpen()) return 'anybody';
      const { state, row } = await find({ via, signIn });
      return callingAs(state, row);
    },
    me: async (context) => meAs(await find(context)),
    choices: () =>
      all()
        .filter(isThere)
        .map((row) => ({ id: row.id, name: row.name, comesIn: comesIn(row) })),
    async list() {
      const here = await whoIsHere();
      return all().map((row) => personView(row, here));
    },
    find: (id) => rows.get(id),

    signIn: (personId, secret, via) =>
      inTurn(async () => {
        const row = rows.get(personId);
        const refusal = await tried(row, secret, via);
        if (refusal !== null) return refusal;
        if (row === undefined || !isThere(row)) return { kind: 'wrongSecret' };
        const token = randomBytes(32).toString('base64url');
        const now = clock.now();
        const begun = { tokenHash: hashOf(token), personId, begunAt: now, usedAt: now, lockedAt: null };
        const renewed = await hashedAnew(row, secret);
        await write(async (tx) => {
          await deleteSignInsUsedBefore(tx, now - signInLastsMs);
          if (renewed !== row) await setPerson(tx, renewed);
          await insertSignIn(tx, begun);
          await appendAudit(tx, auditOf(row, actorAs(row, via), 'person.signedIn'));
        });
        return { kind: 'done', token, me: await meAs({ state: 'signedIn', row }) };
      }),

    async signOut(context) {
      const signIn = await signInOf(context.signIn);
      if (signIn === null) return;
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
      const row = signIn === null ? undefined : personOf(signIn);
      if (signIn === null || row === undefined) return { kind: 'signedOut' };
      if (isLocked(signIn, row)) {
        const refusal = await tried(row, secret, context.via);
        if (refusal !== null) return refusal;
        await write((tx) => setSignIn(tx, { ...signIn, usedAt: clock.now(), lockedAt: null }));
      }
      return { kind: 'done', me: await meAs({ state: 'signedIn', row }) };
    },

    save: (id, fields, actor) =>
      inTurn(async () => {
        const before = id === null ? null : rows.get(id);
        if (before === undefined || (before !== null && !isThere(before))) return { kind: 'notFound' };
        const isTaken = (row: PersonRow) =>
          isThere(row) && row.id !== id && isSameName(row.name, fields.name);
        if (all().some(isTaken)) return { kind: 'nameTaken' };
        return before === null ? add(fields, actor) : change(before, fields, actor);
      }),

    end: (id, actor) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined) return { kind: 'notFound' };
        if (isThere(row)) {
          if (isAdministrator(row) && isLastAdministrator(id)) return { kind: 'lastAdministrator' };
          await write(async (tx) => {
            await setPerson(tx, { ...row, secret: null, endedAt: clock.now() });
            await deleteSignInsOf(tx, id);
            await appendAudit(tx, auditOf(row, actor, 'person.ended'));
          });
        }
        return { kind: 'done', person: await viewOf(id) };
      }),

    setSecret: (id, secret, { actor, signIn, current }) =>
      inTurn(async () => {
        const row = rows.get(id);
        if (row === undefined || !isThere(row)) return { kind: 'notFound' };
        const isOwn = current !== null && row.secret !== null;
        const refusal = isOwn ? await tried(row, current.given, actor.via) : null;
        if (refusal !== null) return refusal;
        const broken = ruleBroken(row, secret);
        if (broken !== null) return broken;
        const hash = secret === null ? null : await hashSecret(secret);
        const action = hash === null ? 'person.secretRemoved' : 'person.secretSet';
        await write(async (tx) => {
          await setPerson(tx, { ...row, secret: hash });
          await deleteSignInsOf(tx, id, signIn === undefined ? null : hashOf(signIn));
          await appendAudit(tx, auditOf(row, actor, action));
        });
        return { kind: 'done', person: await viewOf(id) };
      }),
  };

  async function add(fields: PersonFields, actor: Actor): Promise<Saved> {
    if (rows.size >= maxPeople) return { kind: 'tooManyPeople' };
    const id = await write(async (tx) => {
      const inserted = await insertPerson(tx, { ...fields, createdAt: clock.now() });
      await appendAudit(tx, auditOf({ id: inserted }, actor, 'person.added', { after: shownOf(fields) }));
      return inserted;
    });
    return { kind: 'done', person: await viewOf(id) };
  }

  async function change(before: PersonRow, fields: PersonFields, actor: Actor): Promise<Saved> {
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
  ): Refused<'administratorFirst' | 'lastAdministrator'> | null {
    if (isAdministrator(row))
      return secret === null && !mayLoseSecret(row.id) ? { kind: 'lastAdministrator' } : null;
    return secret !== null && isOpen() ? { kind: 'administratorFirst' } : null;
  }

  /** Where another administrator has one; or where nobody else has one, and whoever has the console is trusted again. */
  function mayLoseSecret(id: number): boolean {
    const others = all().filter((row) => row.id !== id && isThere(row) && row.secret !== null);
    return others.length === 0 || others.some(isAdministrator);
  }
}
