import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createChanges } from '../../../main/engine/changes/index.ts';
import { parseApiKeyHeader, parseApiKeyInput } from '../../../main/engine/keys/api-key.ts';
import { environmentKeysOf, openKeys, RecentKey } from '../../../main/engine/keys/index.ts';
import { setReceiverKeyRetired } from '../../../main/engine/store/index.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { ManualClock } from '../manual-clock.ts';
import { openNewStore } from '../migrated-folder.ts';
import { away, steeredStore } from '../steered-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const actor = { person: 'Persona de prueba', via: 'browser' as const };
/** The header's value for a key (interface, "Authentication"). */
const headerValue = (name: string, secret: string) =>
  Buffer.from(`${name}:${secret}`, 'utf8').toString('base64');

const email = 'buzon@aseguradora-de-prueba.example';

async function room(environmentKeys: string[] = [], dataDir = temporaryFolder()) {
  const store = await openNewStore({ dataDir });
  const clock = new ManualClock();
  const host = new HostInMemory();
  const steered = steeredStore(store);
  const changes = createChanges(clock);
  const behind: true[] = [];
  const keys = await openKeys({
    ...{ store: steered.store, host, clock, changes, environmentKeys },
    onBehind: () => void behind.push(true),
  });
  const environment = environmentKeysOf(environmentKeys);
  /** What the receiver is told of the keys. */
  const live = () => [...keys.live(), ...environment];
  const authenticate = (header: string) => new RecentKey().find(live(), header);
  const close = async () => {
    await keys.close();
    await store.close();
  };
  onTestFinished(close);
  return { store, steered, clock, host, keys, behind, live, authenticate, dataDir, close };
}

const presented = (host: HostInMemory) => {
  const [secret] = [...host.secrets.values()].slice(-1);
  return Buffer.from(secret!).toString('base64');
};

test('with no key nothing is configured and nothing is authenticated', async () => {
  const { live, authenticate } = await room();
  expect(live()).toEqual([]);
  expect(authenticate(headerValue(email, 'any'))).toBeNull();
});

test('a generated key authenticates, and only with its own secret', async () => {
  const { keys, host, authenticate } = await room();
  const made = await keys.generate(email, 'first', actor);
  expect(made).toMatchObject({ label: 'first', email });
  expect(authenticate(presented(host))).toMatchObject({ label: 'first' });
  expect(authenticate(headerValue(email, 'wrong'))).toBeNull();
  expect(authenticate(headerValue(`x${email}`, [...host.secrets.values()][0]!.split(':')[1]!))).toBeNull();
});

test('two keys are live at once for a rotation; a third is refused; a retired one is refused at the door', async () => {
  const { keys, host, authenticate } = await room();
  const first = await keys.generate(email, 'old', actor);
  const old = presented(host);
  await keys.generate(email, 'new', actor);
  const fresh = presented(host);
  expect([authenticate(old)?.label, authenticate(fresh)?.label]).toEqual(['old', 'new']);
  expect(await keys.generate(email, 'third', actor)).toBe('tooManyKeys');
  if (typeof first === 'string') throw new Error(first);
  await keys.retire(first.id, actor);
  expect([authenticate(old), authenticate(fresh)?.label]).toEqual([null, 'new']);
  expect(host.secrets.size).toBe(1);
});

async function generated({ keys }: Awaited<ReturnType<typeof room>>, label: string): Promise<number> {
  const made = await keys.generate(email, label, actor);
  if (typeof made === 'string') throw new Error(made);
  return made.id;
}
const labels = (keys: readonly { label: string }[]) => keys.map(({ label }) => label);

test('a key that was retired while nothing could be read is out of force once it is retired again', async () => {
  const here = await room();
  const { keys, steered, host, live } = here;
  const id = await generated(here, 'first');
  const told: string[][] = [];
  keys.onLive(async (now) => void told.push(labels(now)));
  steered.next('afterCommit', async () => steered.next('afterRead', away));
  await expect(keys.retire(id, actor)).rejects.toThrow('away');
  expect(here.behind).toHaveLength(1);
  expect(await keys.retire(id, actor)).toMatchObject({ id, retiredAt: expect.any(Number) });
  expect([live(), told, host.secrets.size]).toEqual([[], [[]], 0]);
});

test('a key that was made while nothing could be read is in force once the keys are read again, with its secret', async () => {
  const { keys, steered, host, behind, authenticate } = await room();
  steered.next('afterCommit', async () => steered.next('afterRead', away));
  await expect(keys.generate(email, 'first', actor)).rejects.toThrow('away');
  expect(behind).toHaveLength(1);
  await keys.reread();
  expect(authenticate(presented(host))).toMatchObject({ label: 'first' });
});

test('of keys that are retired at once none is in force again by what was read between them', async () => {
  const here = await room();
  const { keys, steered, live } = here;
  const [one, other] = [await generated(here, 'one'), await generated(here, 'other')];
  const told: string[][] = [];
  keys.onLive(async (now) => void told.push(labels(now)));
  let retired: Promise<unknown> | undefined;
  steered.next('afterCommit', async () =>
    steered.next('afterRead', async () => {
      retired = keys.retire(other, actor);
      await steered.rest();
    }),
  );
  await keys.retire(one, actor);
  await retired;
  expect([live(), told.at(-1)]).toEqual([[], []]);
});

test('a key that was retired without a word of it is out of force once the keys are read again', async () => {
  const here = await room();
  const { keys, store, live } = here;
  const id = await generated(here, 'first');
  const told: string[][] = [];
  keys.onLive(async (now) => void told.push(labels(now)));
  await store.write((tx) => setReceiverKeyRetired(tx, id, 1));
  await keys.reread();
  expect([live(), told]).toEqual([[], [[]]]);
});

test('the key of the call before is told again, and no longer once the keys in force are others', async () => {
  const { keys, host, live } = await room();
  const made = await keys.generate(email, 'first', actor);
  if (typeof made === 'string') throw new Error(made);
  const first = presented(host);
  await keys.generate(email, 'second', actor);
  const second = presented(host);
  const recent = new RecentKey();
  let inForce = live();
  for (const [header, label] of [
    [first, 'first'],
    [first, 'first'],
    [second, 'second'],
    [headerValue(email, 'wrong'), undefined],
    [second, 'second'],
    [first, 'first'],
  ] as const)
    expect(recent.find(inForce, header)?.label).toBe(label);
  await keys.retire(made.id, actor);
  inForce = live();
  expect(recent.find(inForce, first)).toBeNull();
  expect(recent.find(inForce, second)?.label).toBe('second');
});

test('two at once cannot both be the second key', async () => {
  const { keys } = await room();
  const made = await Promise.all([1, 2, 3].map((n) => keys.generate(email, `key ${n}`, actor)));
  expect(made.filter((one) => one === 'tooManyKeys')).toHaveLength(1);
});

test('keys of the environment count beside those of the database and are not stored', async () => {
  const { authenticate, dataDir, close } = await room([`${email}:of-the-environment`]);
  expect(authenticate(headerValue(email, 'of-the-environment'))).toMatchObject({ id: null });
  await close();
  const later = await room([], dataDir);
  expect(later.live()).toEqual([]);
});

test('a key of the environment that is none is refused without repeating it', async () => {
  await expect(room(['sin-dos-puntos'])).rejects.toThrow(/Key 1 of PERITO_RECEIVER_KEYS is not/);
  await expect(room(['sin-dos-puntos'])).rejects.not.toThrow(/sin-dos-puntos/);
});

test('the secret is in no file of the data directory', async () => {
  const { keys, host, dataDir, close } = await room();
  await keys.generate(email, 'first', actor);
  const secret = [...host.secrets.values()][0]!.split(':')[1]!;
  await close();
  for (const file of readdirSync(dataDir)) {
    const bytes = readFileSync(join(dataDir, file));
    expect(bytes.includes(secret), file).toBe(false);
    expect(bytes.includes(Buffer.from(secret).toString('base64')), file).toBe(false);
  }
});

test('a form that is sent twice at once adds one key', async () => {
  const { keys, host } = await room();
  await keys.collect('theirs', actor);
  const [ticket = ''] = host.tickets;
  const sent = [1, 2].map(() => keys.collections.accept(ticket, `${email}:a secret`));
  expect(await Promise.all(sent)).toEqual(['accepted', 'accepted']);
  expect((await keys.list()).rows).toHaveLength(1);
});

test('a key is collected on the page of its ticket: a slip can be mended, the ticket works once', async () => {
  const { keys, host, authenticate } = await room();
  await keys.collect('theirs', actor);
  const ticket = host.tickets[0]!;
  expect(await keys.collections.accept(ticket, 'nonsense')).toBe('notAKey');
  expect(await keys.collections.accept(ticket, ` ${email}:their-secret\n`)).toBe('accepted');
  expect(await keys.collections.accept(ticket, `${email}:again`)).toBe('expired');
  expect(authenticate(headerValue(email, 'their-secret'))).toMatchObject({ label: 'theirs' });
});

test('a ticket is valid for ten minutes', async () => {
  const { keys, host, clock } = await room();
  await keys.collect('late', actor);
  clock.advance(10 * 60 * 1000 + 1);
  expect(await keys.collections.accept(host.tickets[0]!, `${email}:secret`)).toBe('expired');
});

test('when a key was last used is written at the latest when the room closes', async () => {
  const { keys, host, clock, authenticate, dataDir, close } = await room();
  await keys.generate(email, 'first', actor);
  clock.advance(5000);
  // The receiver reports it.
  keys.noteUse(authenticate(presented(host)) ?? { id: null, label: '' });
  await close();
  const later = await room([], dataDir);
  expect((await later.keys.list()).rows[0]?.lastUsedAt).toBe(clock.now());
});

test.each([
  ['empty', ''],
  ['not Base64', 'ñandú:secreto'],
  ['two values in one header', `${headerValue(email, 'a')}, ${headerValue(email, 'b')}`],
  ['no colon', Buffer.from('correo').toString('base64')],
  ['no e-mail', Buffer.from(':secreto').toString('base64')],
  ['no secret', Buffer.from('correo:').toString('base64')],
  ['a NUL', Buffer.from('correo:a\0b').toString('base64')],
  ['a character beyond groups of four', `${Buffer.from('correo:secretos').toString('base64')}x`],
  ['longer than 2,048', 'A'.repeat(2052)],
])('%s is no key', (_name, value) => {
  expect(parseApiKeyHeader(value)).toBeNull();
});

test('any e-mail and secret come back from the header; the split is at the first colon', () => {
  const word = fc
    .string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
    .filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(
      word.filter((text) => !text.includes(':')),
      word,
      (name, secret) => {
        const kept = Buffer.from(`${name}:${secret}`).toString('utf8');
        expect(parseApiKeyHeader(headerValue(name, secret))).toEqual({
          email: kept.slice(0, kept.indexOf(':')),
          secret: kept.slice(kept.indexOf(':') + 1),
        });
      },
    ),
  );
});

test('a person may give either form of a key', () => {
  expect(parseApiKeyInput(` ${email}:a:b `)).toEqual({ email, secret: 'a:b' });
  expect(parseApiKeyInput(headerValue(email, 'a:b'))).toEqual({ email, secret: 'a:b' });
});

test('a key that is too long for the header is not taken from a person either', () => {
  const longest = 's'.repeat(1536 - email.length - 1);
  expect(parseApiKeyInput(`${email}:${longest}`)).toEqual({ email, secret: longest });
  expect(parseApiKeyHeader(headerValue(email, longest))).toEqual({ email, secret: longest });
  expect(parseApiKeyHeader(headerValue(email, `${longest}s`))).toBeNull();
  expect(parseApiKeyInput(`${email}:${longest}s`)).toBeNull();
});
