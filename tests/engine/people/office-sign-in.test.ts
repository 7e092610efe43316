/** Accounts where other computers open the console: nobody comes in without a password, and guessing ends. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError, safe } from '@orpc/client';
import { call } from '@orpc/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sourceOf } from '../../../main/engine/addresses.ts';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { peopleProcedures } from '../../../main/engine/console/people.ts';
import { openPeople, type People } from '../../../main/engine/people/index.ts';
import { createThrottle } from '../../../main/engine/people/secret.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { insertSignIn, type Store } from '../../../main/engine/store/index.ts';
import type { Role } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, textOfAll } from '../test-database.ts';
import { ana as caller } from './ana.ts';

const via = 'browser' as const;
const by = { person: 'Ana Prueba', personId: 1, via };
/** Of a desk in the office, and of another one. */
const desk = { via, address: '192.0.2.10', agent: 'Mozilla/5.0 (prueba)' };
const otherDesk = { via, address: '192.0.2.11' };
const secret = 'clave-de-prueba-de-ana';

async function office() {
  const dataDir = temporaryFolder();
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  const clock = new ManualClock();
  const people = await opened(store, clock);
  const save = async (id: number | null, name: string, role: Role, email = '') => {
    const saved = await people.save(id, { name, email, role, verdictLimit: null }, by);
    if (saved.kind !== 'done') throw new Error(saved.kind);
    return saved.person.id;
  };
  await save(1, 'Ana Prueba', 'administrator', 'ana@prueba.example');
  const giveSecret = (id: number, given: string) =>
    people.setSecret(id, given, { actor: by, signIn: undefined, current: null });
  const actions = () =>
    store.read(async (tx) =>
      (
        await tx.all<{ action: string; subject: string }>('SELECT action, subject FROM audit ORDER BY id')
      ).map(({ action, subject }) => `${action} ${subject}`),
    );
  return { people, store, clock, dataDir, save, giveSecret, actions };
}

async function opened(store: Store, clock: ManualClock, isOffice = true): Promise<People> {
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  return openPeople({ store, clock, changes, settings, isOffice });
}

async function enter(
  people: People,
  who: number | string,
  given = secret,
  from: Parameters<People['signIn']>[2] = desk,
) {
  const outcome = await people.signIn(who, given, from);
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return { via, signIn: outcome.token };
}

test('without a password nobody comes in, neither as the first account nor as a reader', async () => {
  const { people, save } = await office();
  await save(null, 'Rosa Prueba', 'reader');
  expect(await people.me({ via })).toMatchObject({ state: 'signedOut', person: null, isOffice: true });
  expect(await people.callerOf({ via })).toBe('signedOut');
  expect(await people.fileReader({ via })).toBe('signedOut');
  expect(await people.signIn('Rosa Prueba', '', desk)).toEqual({ kind: 'wrongSecret' });
  expect(await people.signIn(1, '', desk)).toEqual({ kind: 'wrongSecret' });
});

test('whoever comes in by nothing but a password keeps one, so that an office is never without', async () => {
  const { people, save, giveSecret } = await office();
  await giveSecret(1, secret);
  const eva = await save(null, 'Eva Prueba', 'administrator');
  const remove = (id: number) => people.setSecret(id, null, { actor: by, signIn: undefined, current: null });
  // Neither the only one, beside others who have none, nor one beside whom another administrator has one.
  expect(await remove(1)).toEqual({ kind: 'tooShort' });
  await giveSecret(eva, secret);
  expect(await remove(1)).toEqual({ kind: 'tooShort' });
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
});

test('a stranger is told no name; whoever is signed in, or behind a lock, is', async () => {
  const { people, giveSecret } = await office();
  await giveSecret(1, secret);
  expect(await people.choices({ via })).toEqual([]);
  const ana = await enter(people, 1);
  expect(await people.choices(ana)).toMatchObject([{ id: 1, name: 'Ana Prueba' }]);
  await people.lock(ana);
  expect(await people.choices(ana)).toMatchObject([{ id: 1 }]);
});

test.each([
  ['the name', 'Ana Prueba', 'done'],
  ['the name in other letters and without its accents', ' ana PRUEBA ', 'done'],
  ['the e-mail', 'Ana@Prueba.example', 'done'],
  ['an e-mail that two accounts have', 'reclamos@prueba.example', 'wrongSecret'],
  ['the name of an account that has ended', 'Eva Prueba', 'wrongSecret'],
  ['the empty e-mail of others', '', 'wrongSecret'],
  ['a name that nobody has', 'Nadie', 'wrongSecret'],
] as const)('somebody signs in by %s: %s is %s', async (_, who, kind) => {
  const { people, save, giveSecret } = await office();
  await giveSecret(1, secret);
  for (const name of ['Luis Prueba', 'Marta Prueba'])
    await giveSecret(await save(null, name, 'adjuster', 'reclamos@prueba.example'), secret);
  const eva = await save(null, 'Eva Prueba', 'adjuster');
  await giveSecret(eva, secret);
  await people.end(eva, by);
  expect(await people.signIn(who, secret, desk)).toMatchObject({ kind });
});

test('nobody takes the name or e-mail by which a colleague signs in', async () => {
  const { store, save, giveSecret } = await office();
  await giveSecret(1, secret);
  const luis = await save(null, 'Luis Prueba', 'adjuster', 'luis@prueba.example');
  await giveSecret(luis, 'clave-de-prueba-de-luis');
  for (const [name, email] of [
    ['ÁNA@prueba.example', ''],
    ['ana prueba', ''],
  ] as const)
    await expect(save(luis, name, 'adjuster', email)).rejects.toThrow('nameTaken');
  // Their own is theirs.
  await save(luis, 'luis@prueba.example', 'adjuster', 'luis@prueba.example');
  await expect(save(1, 'Ana Prueba', 'administrator', 'LUIS@prueba.example')).rejects.toThrow('nameTaken');
  // As somebody may be called since before it was refused.
  await store.write((tx) => tx.run("UPDATE person SET name = 'ana@prueba.example' WHERE id = ?", luis));
  const again = await opened(store, new ManualClock());
  expect(await again.signIn('ana@prueba.example', secret, desk)).toMatchObject({
    ...{ kind: 'done', me: { person: { id: 1 } } },
  });
});

test('ten wrong passwords lock an account out, from every desk and after a start too, until time or an administrator lets it go', async () => {
  const { people, store, clock, giveSecret, actions } = await office();
  await giveSecret(1, secret);
  for (let wrong = 0; wrong < 10; ) {
    const outcome = await people.signIn('Ana Prueba', 'otra-cosa-12345', desk);
    if (outcome.kind === 'tooMany') clock.advance(outcome.seconds * 1000);
    else wrong += 1;
  }
  const lockedOut = { kind: 'tooMany', seconds: 15 * 60 };
  expect(await people.signIn('ana prueba', secret, otherDesk)).toEqual(lockedOut);
  // Whoever calls her otherwise comes in as little.
  expect(await people.signIn(1, secret, otherDesk)).toEqual({ kind: 'wrongSecret' });
  const until = (await people.list())[0]?.lockedOutUntil;
  expect(Date.parse(until ?? '') - clock.now()).toBe(15 * 60_000);
  // As it is after a start of the program; what was wrong is kept once it is answered.
  await vi.waitUntil(async () => (await actions()).includes('person.lockedOut person:1'), 20_000);
  const again = await opened(store, clock);
  expect(await again.signIn('Ana Prueba', secret, otherDesk)).toEqual({ kind: 'wrongSecret' });
  expect(await again.release(1, by)).toMatchObject({ kind: 'done', person: { lockedOutUntil: null } });
  expect(await again.signIn('Ana Prueba', secret, otherDesk)).toMatchObject({ kind: 'done' });
  expect(await (await opened(store, clock)).signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
  clock.advance(15 * 60_000);
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
  const said = await actions();
  expect(said.filter((one) => one === 'person.signInRefused person:1')).toHaveLength(10);
  expect(said.filter((one) => one === 'person.lockedOut person:1')).toHaveLength(1);
  expect(said).toContain('person.released person:1');
});

test('whoever guesses from one address is slowed down at all names, and the others are not', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  for (let tried = 0; tried < 20; tried += 1)
    expect(await people.signIn(`Nadie ${tried}`, 'otra-cosa-12345', desk)).toEqual({ kind: 'wrongSecret' });
  expect(await people.signIn('Otro', 'otra-cosa-12345', desk)).toMatchObject({ kind: 'tooMany' });
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'tooMany' });
  expect(await people.signIn(1, secret, otherDesk)).toMatchObject({ kind: 'done' });
  clock.advance(60 * 60_000);
  expect(await people.signIn(1, secret, desk)).toMatchObject({ kind: 'done' });
});

test('how often a name was tried says nothing about whether there is such an account', async () => {
  const { people, giveSecret } = await office();
  await giveSecret(1, secret);
  const tries = async (who: string, address: string) => {
    const kinds: string[] = [];
    for (let tried = 0; tried < 5; tried += 1)
      kinds.push((await people.signIn(who, 'otra-cosa-12345', { via, address })).kind);
    return kinds;
  };
  expect(await tries('Nadie', '192.0.2.20')).toEqual(await tries('Ana Prueba', '192.0.2.21'));
  // Of an account without a password it is not said either.
  const saved = await people.save(
    null,
    { name: 'Luis Prueba', email: '', role: 'adjuster', verdictLimit: null },
    by,
  );
  expect(saved.kind).toBe('done');
  expect(await tries('Luis Prueba', '192.0.2.22')).toEqual(await tries('Ninguno', '192.0.2.23'));
});

test.each([
  ['id', 1],
  ['e-mail', 'ana@prueba.example'],
] as const)(
  'that an account waits since it was guessed at by its %s is told to nobody who tries a name',
  async (_, guessedBy) => {
    const { people, clock, giveSecret } = await office();
    await giveSecret(1, secret);
    for (let wrong = 0; wrong < 3; wrong += 1) await people.signIn(guessedBy, 'otra-cosa-12345', otherDesk);
    expect(await people.signIn(guessedBy, secret, otherDesk)).toMatchObject({ kind: 'tooMany' });
    // The right one neither: it is looked at once the account has waited.
    for (const who of ['Nadie', 'Ana Prueba'])
      expect(await people.signIn(who, secret, desk)).toEqual({ kind: 'wrongSecret' });
    clock.advance(1000);
    expect(await people.signIn('Ana Prueba', secret, desk)).toMatchObject({ kind: 'done' });
  },
);

test('guesses at an account lock it out whatever it is called, and an administrator lets it go by all of them', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const calls = ['Ana Prueba', 1, 'ana@prueba.example'] as const;
  const lockedOutUntil = async () => (await people.list())[0]?.lockedOutUntil ?? null;
  for (let tried = 0; (await lockedOutUntil()) === null; tried += 1) {
    expect(tried).toBeLessThan(10);
    // As long as the account waits at the most before it is locked out.
    clock.advance(128_000);
    expect(await people.signIn(calls[tried % 3] ?? 1, 'otra-cosa-12345', otherDesk)).toEqual({
      kind: 'wrongSecret',
    });
  }
  for (const who of calls) expect((await people.signIn(who, secret, desk)).kind).not.toBe('done');
  await people.release(1, by);
  for (const who of calls) expect(await people.signIn(who, secret, desk)).toMatchObject({ kind: 'done' });
});

test('an invitation sets a password once, within seven days, and the one before it holds no more', async () => {
  const { people, clock, dataDir, save, actions } = await office();
  const luis = await save(null, 'Luis Prueba', 'adjuster', 'luis@prueba.example');
  const invite = async (id: number) => {
    const outcome = await people.invite(id, by);
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return outcome;
  };
  const first = await invite(luis);
  const second = await invite(luis);
  expect(Date.parse(second.person.invitedUntil ?? '') - clock.now()).toBe(7 * 86_400_000);
  expect(await people.invitation(first.token)).toBeNull();
  expect(await people.invitation(second.token)).toMatchObject({
    name: 'Luis Prueba',
    email: 'luis@prueba.example',
  });
  expect(await people.acceptInvitation(first.token, secret, desk)).toEqual({ kind: 'notValid' });
  expect(await people.acceptInvitation(second.token, '482915', desk)).toEqual({ kind: 'tooShort' });
  const accepted = await people.acceptInvitation(second.token, secret, desk);
  if (accepted.kind !== 'done') throw new Error(accepted.kind);
  expect(await people.callerOf({ via, signIn: accepted.token })).toMatchObject({
    personId: luis,
    role: 'adjuster',
  });
  expect(await people.acceptInvitation(second.token, secret, desk)).toEqual({ kind: 'notValid' });
  await enter(people, 'Luis Prueba');

  const late = await invite(luis);
  clock.advance(7 * 86_400_000);
  expect(await people.acceptInvitation(late.token, secret, desk)).toEqual({ kind: 'notValid' });
  const takenBack = await invite(luis);
  expect(await people.uninvite(luis, by)).toMatchObject({ person: { invitedUntil: null } });
  expect(await people.invitation(takenBack.token)).toBeNull();
  const ended = await invite(luis);
  await people.end(luis, by);
  expect(await people.invitation(ended.token)).toBeNull();
  expect(await people.invite(luis, by)).toEqual({ kind: 'notFound' });
  expect(await actions()).toContain(`person.invitationAccepted person:${luis}`);

  const kept = isOnPostgres
    ? await textOfAll(dataDir)
    : ['perito.db', 'perito.db-wal'].map((name) => readFileSync(join(dataDir, name), 'latin1')).join('');
  for (const { token } of [first, second, late]) expect(kept.includes(token)).toBe(false);
});

test('an invitation lets in who forgot the password, ends what was open, and forgives what was guessed', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const before = await enter(people, 1);
  for (let wrong = 0; wrong < 10; ) {
    const outcome = await people.signIn(1, 'otra-cosa-12345', desk);
    if (outcome.kind === 'tooMany') clock.advance(outcome.seconds * 1000);
    else wrong += 1;
  }
  const invited = await people.invite(1, by);
  if (invited.kind !== 'done') throw new Error(invited.kind);
  expect(await people.acceptInvitation(invited.token, 'otra-clave-de-ana', otherDesk)).toMatchObject({
    kind: 'done',
  });
  expect(await people.callerOf(before)).toBe('signedOut');
  expect(await people.signIn(1, secret, otherDesk)).toEqual({ kind: 'wrongSecret' });
  expect(await people.signIn(1, 'otra-clave-de-ana', otherDesk)).toMatchObject({ kind: 'done' });
});

test('open sign-ins are listed with where they are from, and ended one by one or all but the own', async () => {
  const { people, clock, save, giveSecret, actions } = await office();
  await giveSecret(1, secret);
  const luis = await save(null, 'Luis Prueba', 'adjuster');
  await giveSecret(luis, secret);
  const own = await enter(people, 1, secret, { via });
  clock.advance(1000);
  const [here, there] = [await enter(people, luis), await enter(people, luis, secret, otherDesk)];
  await people.lock(there);
  const all = await people.signIns(null, own.signIn);
  expect(
    all.map(({ personId, address, agent, isOwn, isLocked }) => [personId, address, agent, isOwn, isLocked]),
  ).toEqual(
    expect.arrayContaining([
      [luis, '192.0.2.10', 'Mozilla/5.0 (prueba)', false, false],
      [luis, '192.0.2.11', null, false, true],
      [1, null, null, true, false],
    ]),
  );
  const ofLuis = await people.signIns(luis, here.signIn);
  expect(ofLuis).toHaveLength(2);
  const elsewhere = ofLuis.find(({ isOwn }) => !isOwn);
  expect(await people.ownerOf(elsewhere?.id ?? '')).toBe(luis);
  await people.endSignIn(elsewhere?.id ?? '', by);
  await people.endSignIn(elsewhere?.id ?? '', by);
  expect([await people.callerOf(there), await people.callerOf(here)]).toMatchObject([
    'signedOut',
    { personId: luis },
  ]);
  await enter(people, luis);
  expect(await people.signOutEverywhere(luis, here.signIn, by)).toBe(1);
  expect(await people.callerOf(here)).toMatchObject({ personId: luis });
  expect(await people.signOutEverywhere(luis, undefined, by)).toBe(1);
  expect(await people.callerOf(here)).toBe('signedOut');
  const said = await actions();
  expect(said.filter((one) => one === `person.signInEnded person:${luis}`)).toHaveLength(1);
  expect(said.filter((one) => one === `person.signedOutEverywhere person:${luis}`)).toHaveLength(2);
});

test('people who sign in at once all come in', async () => {
  const { people, save, giveSecret } = await office();
  await giveSecret(1, secret);
  const ids = [1];
  for (let count = 0; count < 7; count += 1) {
    const id = await save(null, `Persona ${count} de prueba`, 'adjuster');
    await giveSecret(id, secret);
    ids.push(id);
  }
  const outcomes = await Promise.all(
    ids.map((id) => people.signIn(id, secret, { via, address: `192.0.2.${id + 50}` })),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(ids.map(() => 'done'));
});

test.each([
  ['192.0.2.10', '192.0.2.10'],
  ['::ffff:192.0.2.10', '192.0.2.10'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:db8:1:2::7%eth0', '2001:db8:1:2'],
])('%s is counted as %s: a host has a whole /64 of IPv6', (address, source) => {
  expect(sourceOf(address)).toBe(source);
});

/** Somebody guesses from elsewhere until the account is locked out. */
async function lockOut(people: People, clock: ManualClock, who: string) {
  for (let wrong = 0; wrong < 10; ) {
    const outcome = await people.signIn(who, 'otra-cosa-12345', otherDesk);
    if (outcome.kind === 'tooMany') clock.advance(outcome.seconds * 1000);
    else wrong += 1;
  }
}

test('who is locked out by what others guess unlocks the own screen, changes the password, and comes in at the computer itself', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const ana = await enter(people, 1);
  await people.lock(ana);
  await lockOut(people, clock, 'Ana Prueba');
  expect(await people.signIn('Ana Prueba', secret, desk)).toMatchObject({ kind: 'tooMany' });
  expect(await people.unlock({ ...ana, address: desk.address }, secret)).toMatchObject({ kind: 'done' });
  expect(await people.signIn(1, secret, { via })).toMatchObject({ kind: 'done' });
  const own = { actor: by, signIn: ana.signIn, current: { given: secret } };
  expect(await people.setSecret(1, 'otra-clave-de-ana', own)).toMatchObject({ kind: 'done' });
  // Neither lets the guessing go on.
  expect(await people.signIn('Ana Prueba', 'otra-clave-de-ana', otherDesk)).toMatchObject({
    kind: 'tooMany',
  });
  expect(await people.signIn(1, 'otra-clave-de-ana', otherDesk)).toEqual({ kind: 'wrongSecret' });
  expect((await people.list())[0]?.lockedOutUntil).not.toBeNull();
});

test('whoever guesses at a locked screen is locked out of it, and counted at the account', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const ana = await enter(people, 1);
  await people.lock(ana);
  for (let wrong = 0; wrong < 10; ) {
    const outcome = await people.unlock(ana, 'otra-cosa-12345');
    if (outcome.kind === 'tooMany') clock.advance(outcome.seconds * 1000);
    else wrong += 1;
  }
  expect(await people.unlock(ana, secret)).toMatchObject({ kind: 'tooMany' });
  expect((await people.list())[0]?.lockedOutUntil).not.toBeNull();
  await people.release(1, by);
  expect(await people.unlock(ana, secret)).toMatchObject({ kind: 'done' });
});

test('a present password that is guessed at a desk is counted as of that desk, and the computer itself is open', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const { signIn } = await enter(people, 1);
  const { setSecret } = peopleProcedures(people, false);
  const given = { id: 1, secret: 'otra-clave-de-ana', current: 'otra-cosa-12345' };
  for (let wrong = 0; wrong < 20; ) {
    const { error } = await safe(call(setSecret, given, { context: { ...desk, signIn, caller } }));
    if (!(error instanceof ORPCError)) throw error;
    if (error.code === 'WRONG_SECRET') wrong += 1;
    else clock.advance(error.data.seconds * 1000);
  }
  expect(await people.signIn(1, secret, { via })).toMatchObject({ kind: 'done' });
  expect(await people.signIn('Nadie', secret, desk)).toMatchObject({ kind: 'tooMany' });
});

test.each([
  [
    'a name written in three ways',
    ['José', 'jose', 'JOSÉ', 'Jo\u00adse'],
    ['Ana Prueba', 'ana prueba', 'ANA PRUEBA', 'Ána Prueba'],
  ],
  ['ids', [801, 802, 803, 804], [1, 2, 3, 4]],
] as const)('%s is counted alike of accounts that are and are not', async (_, unknown, known) => {
  const { people, save, giveSecret } = await office();
  await giveSecret(1, secret);
  for (const name of ['Luis Prueba', 'Marta Prueba', 'Rosa Prueba']) await save(null, name, 'adjuster');
  const kinds = async (all: readonly (string | number)[], address: string) => {
    const said: string[] = [];
    for (const who of all) said.push((await people.signIn(who, 'otra-cosa-12345', { via, address })).kind);
    return said;
  };
  expect(await kinds(unknown, '192.0.2.30')).toEqual(await kinds(known, '192.0.2.31'));
});

test('a person has a hundred sign-ins at the most; the one used longest ago ends for a new one', async () => {
  const { people, store, clock, giveSecret } = await office();
  await giveSecret(1, secret);
  const first = await enter(people, 1);
  await store.write(async (tx) => {
    for (let count = 1; count <= 100; count += 1)
      await insertSignIn(tx, {
        ...{ tokenHash: Buffer.alloc(32, count), personId: 1, begunAt: clock.now() + count },
        ...{ usedAt: clock.now() + count, lockedAt: null, address: null, agent: null, way: null },
      });
  });
  clock.advance(1000);
  const last = await enter(people, 1);
  expect(await people.signIns(1, last.signIn)).toHaveLength(100);
  expect([await people.callerOf(first), await people.callerOf(last)]).toMatchObject([
    'signedOut',
    { personId: 1 },
  ]);
});

test('who guesses from one address keeps those of other addresses from no turn', async () => {
  const throttle = createThrottle(new ManualClock());
  const held = Promise.withResolvers<boolean>();
  const guesses = Array.from({ length: 19 }, (_, index) =>
    throttle.try({ account: `called ${index}`, isThere: false }, 'from 192.0.2.11', () => held.promise),
  );
  const order: string[] = [];
  const ana = throttle
    .try({ account: 'account 1', isThere: true }, 'from 192.0.2.10', () => Promise.resolve(true))
    .then((outcome) => order.push(`ana ${String(outcome)}`));
  const last = guesses[11]?.then(() => order.push('guess'));
  held.resolve(false);
  await Promise.all([ana, last]);
  expect(order).toEqual(['ana true', 'guess']);
  expect((await Promise.all(guesses)).filter((one) => typeof one === 'object')).toHaveLength(7);
});

test('that an account was guessed at is forgotten for no number of names that are none', async () => {
  const throttle = createThrottle(new ManualClock());
  const wrong = (account: string, source: string, isThere: boolean) =>
    throttle.try({ account, isThere }, source, () => Promise.resolve(false));
  await wrong('account 1', 'from 192.0.2.10', true);
  for (let count = 0; count < 6000; count += 1) await wrong(`called ${count}`, `from ${count}`, false);
  expect(throttle.known('account 1')?.count).toBe(1);
});

test('tokens that somebody makes up do not have those who are signed in looked up again', async () => {
  const { people, store, giveSecret } = await office();
  await giveSecret(1, secret);
  const ana = await enter(people, 1);
  expect(await people.callerOf(ana)).toMatchObject({ personId: 1 });
  const read = vi.spyOn(store, 'read');
  for (let count = 0; count < 1001; count += 1)
    expect(await people.callerOf({ via, signIn: `made up ${count}` })).toBe('signedOut');
  expect(read).toHaveBeenCalledTimes(1001);
  expect(await people.callerOf(ana)).toMatchObject({ personId: 1 });
  expect(read).toHaveBeenCalledTimes(1001);
});
