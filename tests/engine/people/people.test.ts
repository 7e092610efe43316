/** Accounts: who comes in and how, what slows guessing down, what locks, and what nobody finds written down. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { openPeople, type People } from '../../../main/engine/people/index.ts';
import { openSettings } from '../../../main/engine/settings/index.ts';
import { listPeople } from '../../../main/engine/store/index.ts';
import type { Role } from '../../../shared/terms.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres, textOfAll } from '../test-database.ts';

const via = 'browser' as const;
const from = { via };
const by = { person: 'Ana Prueba', personId: 1, via };
const anaSecret = 'clave-de-prueba-de-ana';
const luisSecret = '482915';

async function office() {
  const dataDir = temporaryFolder();
  const store = await openNewStore({ dataDir });
  onTestFinished(() => store.close());
  const clock = new ManualClock();
  const changes = createChanges(clock);
  const settings = await openSettings(store, clock, changes);
  const people = await openPeople({ store, clock, changes, settings });
  await people.save(1, { name: 'Ana Prueba', email: '', role: 'administrator', verdictLimit: null }, by);
  const add = async (name: string, role: Role = 'adjuster') => {
    const saved = await people.save(null, { name, email: '', role, verdictLimit: null }, by);
    if (saved.kind !== 'done') throw new Error(saved.kind);
    return saved.person.id;
  };
  /** Sets it as an administrator does for somebody else. */
  const giveSecret = (id: number, secret: string | null) =>
    people.setSecret(id, secret, { actor: by, signIn: undefined, current: null });
  const audited = () =>
    store.read((tx) =>
      tx.all<{ actor: string; action: string; subject: string; detail: string }>(
        'SELECT actor, action, subject, detail FROM audit ORDER BY id',
      ),
    );
  return { people, store, clock, settings, dataDir, add, giveSecret, audited };
}

async function enter(people: People, id: number, secret?: string) {
  const outcome = await people.signIn(id, secret, from);
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return { via, signIn: outcome.token };
}
const stateOf = async (people: People, signIn?: string) => (await people.me({ via, signIn })).state;

test('as long as nobody has a secret whoever is here acts as the first, or as whom they say', async () => {
  const { people, add } = await office();
  const luis = await add('Luis Prueba');
  expect(await people.callerOf({ via })).toMatchObject({ personId: 1, role: 'administrator' });
  const asLuis = await enter(people, luis);
  expect(await people.callerOf(asLuis)).toMatchObject({ personId: luis, role: 'adjuster' });
  await people.signOut(asLuis);
  expect(await stateOf(people, asLuis.signIn)).toBe('open');
});

test("the first secret is an administrator's; then each comes in with theirs, readers freely, and others not yet", async () => {
  const { people, add, giveSecret } = await office();
  const [luis, marta, rosa] = [
    await add('Luis Prueba'),
    await add('Marta Prueba'),
    await add('Rosa Prueba', 'reader'),
  ];
  expect(await giveSecret(luis, luisSecret)).toEqual({ kind: 'administratorFirst' });
  expect(await giveSecret(1, anaSecret)).toMatchObject({ kind: 'done', person: { hasSecret: true } });
  expect(await giveSecret(luis, luisSecret)).toMatchObject({ kind: 'done' });
  expect((await people.choices({ via })).map(({ id, comesIn }) => [id, comesIn])).toEqual([
    [1, 'withSecret'],
    [luis, 'withSecret'],
    [marta, 'notYet'],
    [rosa, 'freely'],
  ]);
  expect(await people.callerOf({ via })).toBe('signedOut');
  expect(await people.signIn(luis, 'otra-cosa-12345', from)).toEqual({ kind: 'wrongSecret' });
  expect(await people.signIn(marta, undefined, from)).toEqual({ kind: 'needsSecret' });
  expect(await stateOf(people, (await enter(people, luis, luisSecret)).signIn)).toBe('signedIn');
  expect(await stateOf(people, (await enter(people, rosa)).signIn)).toBe('signedIn');
  // The same letters from another keyboard, as one sign each or as two.
  await giveSecret(marta, 'contraseña-única'.normalize('NFC'));
  expect(
    await stateOf(people, (await enter(people, marta, 'contraseña-única'.normalize('NFD'))).signIn),
  ).toBe('signedIn');
});

test('whoever guesses waits longer and longer, and a right secret clears the account', async () => {
  const { people, clock, giveSecret } = await office();
  await giveSecret(1, anaSecret);
  const wrong = () => people.signIn(1, 'otra-cosa-12345', from);
  for (const _ of [1, 2, 3]) expect(await wrong()).toEqual({ kind: 'wrongSecret' });
  expect(await wrong()).toEqual({ kind: 'tooMany', seconds: 1 });
  // Not even the right one is looked at meanwhile.
  expect(await people.signIn(1, anaSecret, from)).toEqual({ kind: 'tooMany', seconds: 1 });
  clock.advance(1000);
  expect(await wrong()).toEqual({ kind: 'wrongSecret' });
  expect(await wrong()).toEqual({ kind: 'tooMany', seconds: 2 });
  clock.advance(2000);
  expect(await people.signIn(1, anaSecret, from)).toMatchObject({ kind: 'done' });
  expect(await wrong()).toEqual({ kind: 'wrongSecret' });
  // Guesses at accounts that are not there are slowed down as well.
  for (const _ of [1, 2, 3]) await people.signIn(99, 'x', from);
  expect(await people.signIn(99, 'x', from)).toMatchObject({ kind: 'tooMany' });
});

test('a sign-in locks when it is told to, or is left alone, and the same secret opens it', async () => {
  const { people, clock, add, giveSecret, settings } = await office();
  const rosa = await add('Rosa Prueba', 'reader');
  await giveSecret(1, anaSecret);
  const ana = await enter(people, 1, anaSecret);
  await people.lock(ana);
  expect([await people.callerOf(ana), await stateOf(people, ana.signIn)]).toEqual(['locked', 'locked']);
  expect(await people.unlock(ana, luisSecret)).toEqual({ kind: 'wrongSecret' });
  expect(await people.unlock(ana, anaSecret)).toMatchObject({ kind: 'done', me: { state: 'signedIn' } });

  const reader = await enter(people, rosa);
  const lockMs = (settings.current().lock.afterMinutes + 1) * 60_000;
  clock.advance(lockMs);
  await people.callerOf(ana);
  clock.advance(lockMs + 1);
  // Whoever has no secret would come back without one: their screen does not lock.
  expect([await stateOf(people, ana.signIn), await stateOf(people, reader.signIn)]).toEqual([
    'locked',
    'signedIn',
  ]);
  await people.unlock(ana, anaSecret);
  await settings.update({ lock: { afterMinutes: 0 } }, by);
  clock.advance(29 * 86_400_000);
  expect(await stateOf(people, ana.signIn)).toBe('signedIn');
  clock.advance(31 * 86_400_000);
  expect(await stateOf(people, ana.signIn)).toBe('signedOut');
});

test('a new secret ends the other sign-ins of its person, and an end all of them; what they did keeps the name', async () => {
  const { people, add, giveSecret, audited } = await office();
  const luis = await add('Luis Prueba');
  await giveSecret(1, anaSecret);
  await giveSecret(luis, luisSecret);
  const [here, elsewhere] = [await enter(people, luis, luisSecret), await enter(people, luis, luisSecret)];
  const own = (current: string) =>
    people.setSecret(luis, '719264', { actor: by, signIn: here.signIn, current: { given: current } });
  expect(await own('000001')).toEqual({ kind: 'wrongSecret' });
  expect(await own(luisSecret)).toMatchObject({ kind: 'done' });
  expect([await stateOf(people, here.signIn), await stateOf(people, elsewhere.signIn)]).toEqual([
    'signedIn',
    'signedOut',
  ]);
  expect(await people.end(luis, by)).toMatchObject({ kind: 'done', person: { name: 'Luis Prueba' } });
  expect(await stateOf(people, here.signIn)).toBe('signedOut');
  expect(await people.signIn(luis, '719264', from)).toEqual({ kind: 'wrongSecret' });
  // The name is free again, and the one who had it is still told apart.
  const other = await add('Luis Prueba');
  expect(
    (await people.list())
      .filter(({ name }) => name === 'Luis Prueba')
      .map(({ id, endedAt }) => [id, endedAt === null]),
  ).toEqual([
    [luis, false],
    [other, true],
  ]);
  const readActs = async () =>
    (await audited()).map(({ actor, action, subject }) => [
      JSON.parse(actor).personId ?? null,
      action,
      subject,
    ]);
  // It is kept once it is answered.
  await expect.poll(readActs).toContainEqual([null, 'person.signInRefused', `person:${luis}`]);
  const acts = await readActs();
  expect(acts).toContainEqual([luis, 'person.signedIn', `person:${luis}`]);
  expect(acts).toContainEqual([1, 'person.ended', `person:${luis}`]);
});

test('an administrator who could be missed by nobody else stays one, and keeps the secret', async () => {
  const { people, add, giveSecret } = await office();
  const asReader = { name: 'Ana Prueba', email: '', role: 'reader' as const, verdictLimit: null };
  const last = { kind: 'lastAdministrator' };
  expect(await people.save(1, asReader, by)).toEqual(last);
  const eva = await add('Eva Prueba', 'administrator');
  const luis = await add('Luis Prueba');
  await giveSecret(1, anaSecret);
  await giveSecret(luis, luisSecret);
  // Eva could not come in, so she is nobody who could give others their secrets.
  expect([await people.end(1, by), await people.save(1, asReader, by), await giveSecret(1, null)]).toEqual([
    last,
    last,
    last,
  ]);
  await giveSecret(eva, '605183');
  expect(await giveSecret(1, null)).toMatchObject({ kind: 'done' });
  expect(await people.end(1, by)).toMatchObject({ kind: 'done' });
});

test('a secret stands nowhere, and its hash takes its time', async () => {
  const { people, store, dataDir, giveSecret, audited } = await office();
  await giveSecret(1, anaSecret);
  const { signIn } = await enter(people, 1, anaSecret);
  await people.signIn(1, 'otra-cosa-12345', from);
  const [row] = await store.read(listPeople);
  // OWASP's least for scrypt at these numbers: 2^15, 8, 3.
  expect(row?.secret).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  const kept = isOnPostgres
    ? await textOfAll(dataDir)
    : ['perito.db', 'perito.db-wal'].map((name) => readFileSync(join(dataDir, name), 'latin1')).join('');
  const log = JSON.stringify(await audited());
  for (const secret of [anaSecret, 'otra-cosa-12345', signIn])
    expect([kept.includes(secret), log.includes(secret)]).toEqual([false, false]);
  expect(log).not.toContain('scrypt');
});
