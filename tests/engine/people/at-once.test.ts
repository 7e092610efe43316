/** Accounts and sign-ins that are changed at the same moment, or while the database is away. */
import { createHash } from 'node:crypto';
import { call } from '@orpc/server';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { peopleProcedures } from '../../../main/engine/console/people.ts';
import { openPeople, type People } from '../../../main/engine/people/index.ts';
import type { CallContext } from '../../../main/engine/serve-port.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { deleteSignInsOf, insertProviderIdentity, insertSignIn } from '../../../main/engine/store/index.ts';
import type { Person } from '../../../shared/contract/people.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { away, steeredStore } from '../steered-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const via = 'browser' as const;
const by = { person: 'Ana Prueba', personId: 1, via };
const desk = { via, address: '192.0.2.10' };
const anaSecret = 'clave-de-prueba-de-ana';
const luisSecret = 'clave-de-prueba-de-luis';
const luisFields = { name: 'Luis Prueba', email: 'luis@prueba.example', verdictLimit: null };
const provider = 'https://id.prueba.example/';

async function office() {
  const store = await openNewStore({ dataDir: temporaryFolder() });
  onTestFinished(() => store.close());
  const steered = steeredStore(store);
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  let issuer: string | null = null;
  const people = await openPeople({
    ...{ store: steered.store, clock, changes, settings, isOffice: true },
    provider: { issuer: () => issuer, name: () => 'Prueba ID' },
  });
  const saved = async (id: number | null, fields: Parameters<People['save']>[1]) => {
    const outcome = await people.save(id, fields, by);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome.person.id;
  };
  await saved(1, { name: 'Ana Prueba', email: '', role: 'administrator', verdictLimit: null });
  const luis = await saved(null, { ...luisFields, role: 'adjuster' });
  for (const [id, secret] of [
    [1, anaSecret],
    [luis, luisSecret],
  ] as const)
    await people.setSecret(id, secret, { actor: by, signIn: undefined, current: null });
  const { token: signIn } = doneOf(await people.signIn(luis, luisSecret, desk));
  const asLuis: CallContext = { ...desk, signIn };
  expect(await people.callerOf(asLuis)).toMatchObject({ personId: luis, role: 'adjuster' });
  const rowOf = async (id: number): Promise<Person | undefined> =>
    (await people.list()).find((person) => person.id === id);
  return {
    ...{ people, store, steered, clock, saved, luis, asLuis, rowOf },
    setProvider: () => {
      issuer = provider;
    },
  };
}

function doneOf<Outcome extends { kind: string }>(outcome: Outcome): Extract<Outcome, { kind: 'done' }> {
  if (!isDone(outcome)) throw new Error(outcome.kind);
  return outcome;
}
const isDone = <Outcome extends { kind: string }>(
  outcome: Outcome,
): outcome is Extract<Outcome, { kind: 'done' }> => outcome.kind === 'done';

test('what was read before a change and is answered after it does not undo what is known of it', async () => {
  const { people, steered, saved, luis, asLuis, rowOf } = await office();
  let promoted: Promise<number> | undefined;
  steered.next('afterCommit', async () =>
    steered.next('afterRead', async () => {
      promoted = saved(luis, { ...luisFields, role: 'supervisor' });
      await steered.rest();
    }),
  );
  await people.signOut(asLuis);
  await promoted;
  expect(await rowOf(luis)).toMatchObject({ role: 'supervisor' });
});

type Office = Awaited<ReturnType<typeof office>>;

test.each<[string, string, (office: Office) => Promise<unknown>]>([
  ['signed out', 'signedOut', ({ people, asLuis }) => people.signOut(asLuis)],
  ['locked', 'locked', ({ people, asLuis }) => people.lock(asLuis)],
  [
    'ended by another',
    'signedOut',
    async ({ people, luis }) => {
      const [open] = await people.signIns(luis, undefined);
      await people.endSignIn(open?.id ?? '', by);
    },
  ],
  ['ended with all others', 'signedOut', ({ people, luis }) => people.signOutEverywhere(luis, undefined, by)],
  ['of an account that ended', 'signedOut', ({ people, luis }) => people.end(luis, by)],
])('a sign-in that is %s is %s also where nothing can be read after it', async (_, state, act) => {
  const here = await office();
  const { people, steered, asLuis } = here;
  steered.next('afterCommit', async () => steered.next('afterRead', away));
  await expect(act(here)).rejects.toThrow('away');
  expect(await people.callerOf(asLuis)).toBe(state);
});

test('by what was before a change nobody is judged; the next call reads it, or is refused where it cannot be read', async () => {
  const { people, steered, saved, luis, asLuis, rowOf } = await office();
  steered.next('afterCommit', async () => steered.next('afterRead', away));
  await expect(saved(luis, { ...luisFields, role: 'reader' })).rejects.toThrow('away');
  // The sign-in is read, and the accounts are not.
  steered.next('afterRead', async () => steered.next('afterRead', away));
  await expect(people.callerOf(asLuis)).rejects.toThrow('away');
  expect(await people.callerOf(asLuis)).toMatchObject({ personId: luis, role: 'reader' });
  expect(await rowOf(luis)).toMatchObject({ role: 'reader' });
});

test('an own name is changed beside what somebody else changes of the account', async () => {
  const { people, steered, saved, luis, asLuis, rowOf } = await office();
  const { rename } = peopleProcedures(people, false);
  const caller = { personId: luis, name: luisFields.name, role: 'adjuster', verdictLimit: null } as const;
  let renamed: Promise<Person> | undefined;
  steered.next('beforeWrite', async () => {
    renamed = call(rename, { name: 'Luis Nuevo' }, { context: { ...asLuis, caller } });
    await steered.rest();
  });
  await saved(luis, {
    ...{ name: luisFields.name, email: 'nuevo@prueba.example', role: 'supervisor', verdictLimit: '500.00' },
  });
  await renamed;
  expect(await rowOf(luis)).toMatchObject({
    ...{ name: 'Luis Nuevo', email: 'nuevo@prueba.example', role: 'supervisor', verdictLimit: '500.00' },
  });
  expect(await people.rename(luis, 'Ana Prueba', by)).toEqual({ kind: 'nameTaken' });
});

/** Where Luis is bound to the provider, which is set at once, and has come in by it. */
async function boundOffice() {
  const here = await office();
  const { store, clock, luis, people } = here;
  await store.write(async (tx) => {
    const identity = { personId: luis, issuer: provider, subject: 'u-luis', email: luisFields.email };
    await insertProviderIdentity(tx, { ...identity, boundAt: clock.now(), passwordOff: 1 });
    await insertSignIn(tx, {
      ...{ tokenHash: createHash('sha256').update('del-proveedor').digest(), personId: luis },
      ...{ begunAt: clock.now(), usedAt: clock.now(), lockedAt: null, address: null, agent: null },
      way: 'provider',
    });
  });
  const byProvider = { ...desk, signIn: 'del-proveedor' };
  expect(await people.callerOf(byProvider)).toBe('signedOut');
  here.setProvider();
  return { ...here, byProvider };
}

test('while it is read who is bound to a provider that was just set, nobody is judged as if nobody were', async () => {
  const { people, steered, luis, byProvider } = await boundOffice();
  const callers: Promise<unknown>[] = [];
  steered.next('afterRead', async () => {
    callers.push(people.callerOf(byProvider));
    await steered.rest();
  });
  callers.unshift(people.callerOf(byProvider));
  await callers[0];
  expect(await Promise.all(callers)).toMatchObject([{ personId: luis }, { personId: luis }]);
});

test('who is bound to a provider is read again where that failed once', async () => {
  const { people, steered, luis, byProvider } = await boundOffice();
  steered.next('afterRead', away);
  await expect(people.callerOf(byProvider)).rejects.toThrow('away');
  expect(await people.callerOf(byProvider)).toMatchObject({ personId: luis });
  expect(await people.signIn(luis, luisSecret, desk)).toEqual({ kind: 'wrongSecret' });
});

test.each<[string, (office: Office) => Promise<unknown>]>([
  [
    'that an administrator lets somebody try again',
    ({ people, luis, steered }) => {
      steered.next('inJob', away);
      return people.release(luis, by);
    },
  ],
  [
    'that an invitation is accepted',
    async ({ people, luis, steered }) => {
      const { token } = doneOf(await people.invite(luis, by));
      steered.next('inJob', away);
      return people.acceptInvitation(token, 'otra-clave-de-luis', desk);
    },
  ],
])('where it could not be written %s, what was guessed still counts', async (_, act) => {
  const here = await office();
  const { people, clock, luis, rowOf, steered } = here;
  for (let wrong = 0; wrong < 10; ) {
    const outcome = await people.signIn(luis, 'otra-cosa-12345', desk);
    if (outcome.kind === 'tooMany') clock.advance(outcome.seconds * 1000);
    else wrong += 1;
  }
  // That it was wrong is written once it is answered.
  await steered.rest();
  expect((await rowOf(luis))?.lockedOutUntil).not.toBeNull();
  await expect(act(here)).rejects.toThrow('away');
  expect((await rowOf(luis))?.lockedOutUntil).not.toBeNull();
});

test('what was committed without a word of it is known once it is read again', async () => {
  const { people, store, luis, asLuis, rowOf } = await office();
  await store.write(async (tx) => {
    await tx.run('UPDATE person SET name = ? WHERE id = ?', 'Luis Nuevo', luis);
    await deleteSignInsOf(tx, luis);
  });
  await people.reread();
  expect(await people.callerOf(asLuis)).toBe('signedOut');
  expect(await rowOf(luis)).toMatchObject({ name: 'Luis Nuevo' });
});

test('who comes by the provider while nothing can be read has guessed nothing', async () => {
  const { people, steered } = await boundOffice();
  const come = () =>
    people.signInByProvider(desk, async () => ({
      kind: 'verified',
      issuer: provider,
      user: { subject: 'u-luis', email: luisFields.email },
    }));
  for (let tried = 0; tried < 30; tried += 1) {
    steered.next('afterRead', away);
    await expect(come()).rejects.toThrow('away');
  }
  expect(people.waitOf(desk)).toBe(0);
  expect(await come()).toMatchObject({ kind: 'done' });
});
