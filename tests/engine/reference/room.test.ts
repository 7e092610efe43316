import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKeyBlanker } from '../../../main/engine/keys/redact-key.ts';
import { nextRefreshAt } from '../../../main/engine/reference/index.ts';
import { findReferenceListCopy, listAudit } from '../../../main/engine/store/index.ts';
import { openSecretStore, type SecretStore } from '../../../main/shell/secret-store.ts';
import type { ReferenceProblemCode } from '../../../shared/reference-terms.ts';
import { HostInMemory } from '../host-in-memory.ts';
import { ManualClock } from '../manual-clock.ts';
import { planOf, statement } from '../store/query-plan.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { isOnPostgres } from '../test-database.ts';
import { actor, key, openHouse } from './house.ts';
import { type Answering, entriesOf, json, openPlatform, text } from './platform.ts';

const hour = 3_600_000;
const day = 24 * hour;
const broken = text('', 'text/plain', 500);
type House = Awaited<ReturnType<typeof openHouse>>;

const problems = async ({ reference }: House): Promise<(ReferenceProblemCode | null)[]> => [
  ...new Set((await reference.list()).map(({ problem }) => problem?.code ?? null)),
];

/** Resolves once the room says that its lists stand so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

describe('with nothing set up', () => {
  test('nothing is called, nothing counts as failed, and nothing is written', async () => {
    const house = await openHouse();
    house.reference.start();
    expect(await problems(house)).toEqual(['noAddress']);
    expect(await house.failed()).toBe(0);
    expect(await house.reference.test()).toMatchObject({
      url: null,
      problem: { code: 'noAddress' },
      body: null,
    });
    expect((await house.reference.list()).map(({ triedAt }) => triedAt)).toEqual(Array(7).fill(null));
    expect(house.clock.timerCount).toBe(0);
  });

  test('an address without a key is said, and is no failure', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl });
    house.reference.start();
    await until(async () => (await problems(house))[0] === 'noKey');
    await house.reference.refresh();
    expect([await problems(house), await house.failed(), platform.asked]).toEqual([['noKey'], 0, []]);
  });

  test('lists that failed do not count once the address is taken away', async () => {
    const platform = await openPlatform();
    platform.answer(broken);
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    house.reference.start();
    await until(async () => (await house.failed()) === 7);
    await house.settings.update({ platform: { baseUrl: '' } }, actor);
    await until(async () => (await house.failed()) === 0);
    expect(await problems(house)).toEqual(['noAddress']);
  });
});

describe('when lists are fetched', () => {
  test('at the start, then a day later; kept over a restart within the day', async () => {
    const platform = await openPlatform();
    const options = { dataDir: temporaryFolder(), clock: new ManualClock(), host: new HostInMemory() };
    const first = await openHouse({ ...options, baseUrl: platform.baseUrl });
    expect(await first.giveKey()).toBe('accepted');
    first.reference.start();
    await until(async () => first.clock.timerCount === 1);
    first.clock.advance(0);
    await until(async () => (await first.reference.list()).every(({ fetchedAt }) => fetchedAt !== null));
    await first.close();

    const second = await openHouse(options);
    second.reference.start();
    await until(async () => second.clock.timerCount === 1);
    expect((await second.reference.list())[0]?.items.map(({ name }) => name)).toEqual([
      'itemTypes uno',
      'itemTypes dos',
    ]);
    second.clock.advance(day - hour);
    expect(platform.asked).toHaveLength(7);
    second.clock.advance(hour);
    await platform.askedTimes(14);
    await second.close();

    options.clock.advance(3 * day);
    const third = await openHouse(options);
    third.reference.start();
    await until(async () => third.clock.timerCount === 1);
    third.clock.advance(0);
    await platform.askedTimes(21);
  });

  test('a list that failed is tried again after a minute, two, four, up to an hour', () => {
    const row = (failures: number) => ({
      list: 'states' as const,
      triedAt: 0,
      problem: '{}',
      failures,
      fetchedAt: 0,
      suspiciousAt: null,
    });
    const minutes = (failures: number, random: number) => nextRefreshAt(row(failures), random) / 60_000;
    expect([1, 2, 3, 4, 5, 6, 7, 8, 5000].map((failures) => minutes(failures, 1))).toEqual([
      1, 2, 4, 8, 16, 32, 60, 60, 60,
    ]);
    expect([minutes(1, 0), minutes(7, 0.5)]).toEqual([0.75, 52.5]);
    const good = { ...row(0), problem: null, fetchedAt: 5 };
    expect([nextRefreshAt(good, 0) - 5, nextRefreshAt(good, 1) - 5]).toEqual([day, day + hour / 2]);
    const suspicious = { ...good, suspiciousAt: 7 };
    expect([nextRefreshAt(suspicious, 0) - 7, nextRefreshAt(suspicious, 1) - 7]).toEqual([
      (3 * hour) / 4,
      hour,
    ]);
    expect([
      nextRefreshAt(null, 1),
      nextRefreshAt({ ...row(0), fetchedAt: null }, 1),
      nextRefreshAt(row(0), 1),
    ]).toEqual([0, 0, 0]);
  });

  test('the one that failed is tried again alone', async () => {
    const platform = await openPlatform();
    platform.answer(broken, 'countries');
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    house.reference.start();
    await until(async () => (await house.failed()) === 1 && house.clock.timerCount === 1);
    platform.answer(json(entriesOf('countries')), 'countries');
    house.clock.advance(60_000);
    await until(async () => (await house.failed()) === 0);
    expect(platform.asked.slice(7).map(({ list }) => list)).toEqual(['countries']);
  });

  test.each<[string, (house: House) => Promise<unknown>]>([
    ['at the start', async ({ reference }) => reference.start()],
    ['after a refresh', async ({ reference }) => reference.start() ?? reference.refresh()],
  ])('what cannot be stored is not asked for again at once: %s', async (_, begin) => {
    const platform = await openPlatform();
    const house = await openHouse({ urlFromCommandLine: platform.baseUrl, environmentKey: key });
    house.store.write = () => Promise.reject(new Error('The disk is full.'));
    await Promise.allSettled([begin(house)]);
    await platform.askedTimes(7);
    await until(async () => house.clock.timerCount === 1 && house.logged.length > 0);
    const asked = platform.asked.length;
    house.clock.advance(30_000);
    expect([house.clock.timerCount, platform.asked.length]).toEqual([1, asked]);
    house.clock.advance(30_000);
    await platform.askedTimes(asked + 7);
  });

  test('those who ask at once share one call', async () => {
    const platform = await openPlatform();
    const waiting: (() => void)[] = [];
    platform.answer((response, request) => waiting.push(() => json(entriesOf('states'))(response, request)));
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    const asked = [house.reference.refresh(), house.reference.refresh('states'), house.reference.refresh()];
    await platform.askedTimes(7);
    for (const answer of waiting) answer();
    for (const lists of await Promise.all(asked))
      expect(lists.map(({ problem }) => problem)).toEqual(Array(7).fill(null));
    expect(platform.asked).toHaveLength(7);
  });

  test('another address ends what is under way, and nothing of the old platform is kept', async () => {
    const [old, other] = [await openPlatform(), await openPlatform()];
    old.answer(() => {});
    const house = await openHouse({ baseUrl: old.baseUrl, environmentKey: key });
    house.reference.start();
    const asked = house.reference.refresh('states');
    await old.askedTimes(1);
    await house.settings.update({ platform: { baseUrl: other.baseUrl } }, actor);
    const states = (await asked).find(({ list }) => list === 'states');
    expect(states).toMatchObject({ problem: null, items: [{ name: 'states uno' }, { name: 'states dos' }] });
    await until(async () => (await problems(house)).join() === '');
    expect(await house.failed()).toBe(0);
  });

  test('a change is told after it was kept', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    const changes = house.changes.subscribe();
    await changes.next();
    const order: string[] = [];
    const { store, changes: told } = house;
    const [write, publish] = [store.write.bind(store), told.publish.bind(told)];
    store.write = (job) => write(job).finally(() => order.push('kept'));
    told.publish = (change) => {
      order.push(change.topic);
      publish(change);
    };
    await house.reference.refresh('states');
    expect(order).toEqual(['kept', 'reference', 'status']);
    house.clock.advance(100);
    const topics = [await changes.next(), await changes.next()].map(({ value }) =>
      value ? value.topic : null,
    );
    expect(topics.toSorted()).toEqual(['reference', 'status']);
  });

  test('closing gives up what is under way at once, and logs no fault', async () => {
    const platform = await openPlatform();
    platform.answer(() => {});
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    house.reference.start();
    await platform.askedTimes(7);
    await house.close();
    expect(house.logged).toEqual([]);
  });
});

describe('an address and a key for this run', () => {
  test('stand over what is kept, and are used at the start though the copies are fresh', async () => {
    const [kept, given] = [await openPlatform(), await openPlatform()];
    const options = { dataDir: temporaryFolder(), clock: new ManualClock() };
    const first = await openHouse({ ...options, baseUrl: kept.baseUrl, environmentKey: key });
    await first.reference.refresh();
    await first.close();
    const second = await openHouse({ ...options, urlFromCommandLine: given.baseUrl, environmentKey: key });
    second.reference.start();
    await given.askedTimes(7);
    expect(await second.client.key()).toMatchObject({ secretIn: 'environment' });
    expect(kept.asked).toHaveLength(7);
  });

  test('http is taken from the command line for this machine alone', async () => {
    const platform = await openPlatform();
    const here = await openHouse({ urlFromCommandLine: platform.baseUrl, environmentKey: key });
    await here.reference.refresh();
    expect(await problems(here)).toEqual([null]);
    const there = await openHouse({
      urlFromCommandLine: 'http://plataforma.prueba.example',
      environmentKey: key,
    });
    await there.reference.refresh();
    expect([await problems(there), await there.failed()]).toEqual([['httpNotAllowed'], 7]);
  });

  test('a key of another form is refused without repeating it', async () => {
    const opening = openHouse({ environmentKey: 'sin-dos-puntos' });
    await expect(opening).rejects.toThrow('PERITO_PLATFORM_KEY is not of the form email:secret.');
    await expect(opening).rejects.not.toThrow(/sin-dos-puntos/);
  });
});

describe('the key of the platform', () => {
  test.each([
    ['email:secret', key],
    ['Base64', Buffer.from(key).toString('base64')],
    ['with spaces around', `  ${key}\n`],
  ])('is given as %s, on the page of its ticket', async (_, given) => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl });
    expect(await house.client.key()).toMatchObject({ secretIn: 'nowhere' });
    expect(await house.giveKey('nonsense')).toBe('notAKey');
    expect(await house.giveKey(given)).toBe('accepted');
    expect(await house.client.key()).toMatchObject({ secretIn: 'memory' });
    await house.reference.refresh('states');
    expect(platform.asked.at(-1)?.headers['x-api-key']).toBe(Buffer.from(key).toString('base64'));
    expect([...house.host.secrets]).toEqual([[`platform-key:${house.store.installationId}`, key]]);
  });

  test('is fetched with as soon as it is given, and no more once it is forgotten', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl });
    house.reference.start();
    await house.giveKey();
    await platform.askedTimes(7);
    await until(async () => (await problems(house))[0] === null);
    expect(await house.client.forgetKey()).toMatchObject({ secretIn: 'nowhere' });
    await house.reference.refresh();
    expect([await problems(house), platform.asked.length, house.host.secrets.size]).toEqual([
      ['noKey'],
      7,
      0,
    ]);
    expect((await house.reference.list())[0]?.items).toHaveLength(2);
  });

  test('both are audited, without the secret', async () => {
    const house = await openHouse();
    await house.giveKey();
    await house.reference.forgetKey(actor);
    await house.reference.forgetKey(actor);
    const rows = await house.store.read((tx) =>
      listAudit(tx, { subject: 'platformKey', beforeId: 1000, limit: 10 }),
    );
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['platformKey.forgotten', '{}'],
      ['platformKey.given', '{"email":"aseguradora@prueba.example"}'],
    ]);
  });

  test('in a keychain that is locked: said as such, with the last good copy; a refresh looks anew', async () => {
    const platform = await openPlatform();
    const host = new LockableHost();
    const house = await openHouse({ baseUrl: platform.baseUrl, host });
    await house.giveKey();
    await house.reference.refresh();
    host.isLocked = true;
    await house.reference.refresh();
    expect([await problems(house), await house.failed()]).toEqual([['keychain'], 7]);
    expect((await house.reference.list())[0]?.items).toHaveLength(2);
    expect(await house.client.key()).toMatchObject({ secretIn: 'keychain' });
    host.unlocksWhenAsked = true;
    await house.reference.refresh();
    expect([await problems(house), await house.failed()]).toEqual([[null], 0]);
  });

  test('in a keychain is asked for anew where somebody refreshes, and only where it is not there', async () => {
    const platform = await openPlatform();
    const host = new LockableHost();
    const house = await openHouse({ baseUrl: platform.baseUrl, host });
    let asked = 0;
    const keychain = host.keychain.bind(host);
    host.keychain = () => {
      asked += 1;
      return keychain();
    };
    await house.reference.refresh('states');
    await house.giveKey();
    await house.reference.refresh('states');
    expect(await house.reference.access()).toEqual({ baseUrl: platform.baseUrl, key });
    expect(asked).toBe(0);
    host.isLocked = true;
    expect(await house.reference.access()).toBeNull();
    expect(asked).toBe(0);
    await house.reference.refresh('states');
    expect(asked).toBe(1);
  });

  test('in memory that is gone is no key, and the keychain is not asked for it', async () => {
    const platform = await openPlatform();
    const host = new LockableHost();
    host.keptIn = 'memory';
    const house = await openHouse({ baseUrl: platform.baseUrl, host });
    await house.giveKey();
    host.secrets.clear();
    host.keychain = () => Promise.reject(new Error('It was asked.'));
    await house.reference.refresh('states');
    expect((await house.client.key()).secretIn).toBe('nowhere');
    expect((await house.reference.list()).find(({ list }) => list === 'states')?.problem?.code).toBe('noKey');
  });

  test('that nobody gave is not forgotten, and one that is kept is not let go of at the start', async () => {
    const host = new LockableHost();
    const dataDir = temporaryFolder();
    const first = await openHouse({ dataDir, host });
    await first.reference.forgetKey(actor);
    const rows = await first.store.read((tx) =>
      listAudit(tx, { subject: 'platformKey', beforeId: 1000, limit: 10 }),
    );
    expect(rows).toEqual([]);
    await first.giveKey();
    await first.close();
    const second = await openHouse({ dataDir, host });
    const forgotten: string[] = [];
    host.forgetSecret = async (account) => void forgotten.push(account);
    second.reference.start();
    await until(async () => (await problems(second)).length > 0);
    expect((await second.client.key()).secretIn).toBe('keychain');
    await second.close();
    expect([forgotten, host.secrets.size]).toEqual([[], 1]);
  });

  test('forgotten while the keychain was locked: not used again, and let go of at the next start', async () => {
    const host = new LockableHost();
    const dataDir = temporaryFolder();
    const first = await openHouse({ dataDir, host });
    await first.giveKey();
    host.isLocked = true;
    await first.reference.forgetKey(actor);
    host.isLocked = false;
    expect((await first.client.key()).secretIn).toBe('nowhere');
    expect(host.secrets.size).toBe(1);
    await first.close();
    const second = await openHouse({ dataDir, host });
    second.reference.start();
    await until(async () => host.secrets.size === 0);
  });

  test('that moved from memory into the keychain is known to be there', async () => {
    const platform = await openPlatform();
    const [host, dataDir] = [new LockableHost(), temporaryFolder()];
    host.keptIn = 'memory';
    const first = await openHouse({ dataDir, host, baseUrl: platform.baseUrl });
    await first.giveKey();
    expect(await first.client.key()).toMatchObject({ secretIn: 'memory' });
    host.keptIn = 'keychain';
    await first.reference.refresh();
    await first.close();
    host.isLocked = true;
    const second = await openHouse({ dataDir, host });
    await second.reference.refresh();
    expect(await problems(second)).toEqual(['keychain']);
    expect((await second.client.key()).secretIn).toBe('keychain');
  });

  test('that was in memory only is gone after a restart: there is no key', async () => {
    const platform = await openPlatform();
    const dataDir = temporaryFolder();
    const first = await openHouse({ dataDir, baseUrl: platform.baseUrl });
    await first.giveKey();
    await first.close();
    const second = await openHouse({ dataDir });
    await second.reference.refresh();
    expect([await problems(second), await second.failed()]).toEqual([['noKey'], 0]);
  });

  test('replaced while the keychain was locked: the one before is not used after a restart, and let go of', async () => {
    const [platform, dataDir, kept] = [await openPlatform(), temporaryFolder(), new Map<string, string>()];
    const locked = { is: false };
    const first = await openHouse({ dataDir, host: new ShellHost(kept, locked), baseUrl: platform.baseUrl });
    await first.giveKey('aseguradora@prueba.example:clave-anterior');
    expect(await first.client.key()).toMatchObject({ secretIn: 'keychain' });
    locked.is = true;
    await first.host.keychain();
    await first.giveKey();
    expect(await first.client.key()).toMatchObject({ secretIn: 'memory' });
    await first.close();
    locked.is = false;
    const second = await openHouse({ dataDir, host: new ShellHost(kept, locked) });
    expect(await second.client.key()).toMatchObject({ secretIn: 'nowhere' });
    await second.reference.refresh();
    expect([await problems(second), platform.asked]).toEqual([['noKey'], []]);
    second.reference.start();
    await until(async () => kept.size === 0);
  });

  test('given on a clipboard that holds none: refused', async () => {
    const house = await openHouse();
    house.host.collect = async () => ({ way: 'clipboard', secret: 'hola', clearedAfterSeconds: 0 }) as never;
    await expect(house.client.collectKey()).rejects.toMatchObject({ code: 'NO_KEY_THERE' });
  });

  test('is in no file of the data directory, though the platform sends it back', async () => {
    const secret = key.slice(key.indexOf(':') + 1);
    const platform = await openPlatform();
    platform.answer(echo);
    const house = await openHouse({ baseUrl: platform.baseUrl });
    await house.giveKey();
    const lists = await house.reference.refresh();
    expect(lists[0]).toMatchObject({ problem: null, items: [{ id: '1', name: '••• y •••' }] });
    platform.answer((response, request) => {
      response.statusCode = 401;
      echo(response, request);
    });
    await house.reference.refresh();
    await house.close();
    for (const file of readdirSync(house.dataDir)) {
      const bytes = readFileSync(join(house.dataDir, file));
      for (const form of [secret, Buffer.from(key).toString('base64')])
        expect([file, bytes.includes(form)]).toEqual([file, false]);
    }
  });
});

/** Sends back the header and the key that is in it, as a careless server does. */
const echo: Answering = (response, request) => {
  const sent = String(request.headers['x-api-key']);
  const name = `${sent} y ${Buffer.from(sent, 'base64').toString('utf8')}`;
  response.setHeader('content-type', 'text/json');
  response.end(
    JSON.stringify(response.statusCode === 200 ? [{ id: 1, name }] : { title: name, detail: name }),
  );
};

class LockableHost extends HostInMemory {
  isLocked = false;
  unlocksWhenAsked = false;
  keptIn: 'keychain' | 'memory' = 'keychain';
  override async saveSecret({ account, secret }: { account: string; secret: string }) {
    await super.saveSecret({ account, secret });
    return this.keptIn as never;
  }
  override async secretPlace(account: string) {
    return (this.isLocked || !this.secrets.has(account) ? null : this.keptIn) as never;
  }
  override async secret(account: string) {
    return this.isLocked ? null : super.secret(account);
  }
  override async forgetSecret(account: string) {
    if (!this.isLocked) await super.forgetSecret(account);
  }
  override async keychain() {
    if (this.unlocksWhenAsked) this.isLocked = false;
    return { state: 'locked', detail: '' } as never;
  }
}

/** A shell's own store of secrets, before a keychain that may be locked. */
class ShellHost extends HostInMemory {
  readonly #store: SecretStore;
  constructor(kept: Map<string, string>, locked: { is: boolean }) {
    super();
    const unlocked = async <Value>(use: () => Value) => {
      if (locked.is) throw new Error('It is locked.');
      return use();
    };
    this.#store = openSecretStore({
      check: async () => ({
        state: locked.is ? 'locked' : 'works',
        problem: locked.is ? 'locked' : null,
        detail: '',
      }),
      get: (account) => unlocked(() => kept.get(account) ?? null),
      set: (account, value) => unlocked(() => void kept.set(account, value)),
      remove: (account) => unlocked(() => void kept.delete(account)),
    });
  }
  override saveSecret = ({ account, secret }: { account: string; secret: string }) =>
    this.#store.save(account, secret) as never;
  override secretPlace = (account: string) => this.#store.place(account) as never;
  override secret = (account: string) => this.#store.read(account);
  override forgetSecret = (account: string) => this.#store.forget(account);
  override keychain = () => this.#store.recheck() as never;
}

describe('a test of the connection', () => {
  test('shows what was answered, keeps nothing, and asks one list', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    expect(await house.client.test()).toEqual({
      url: `${platform.baseUrl}v1/configuration/item-types`,
      status: 200,
      contentType: 'application/json; charset=utf-8',
      milliseconds: 0,
      items: 2,
      sample: [
        { id: '1', name: 'itemTypes uno' },
        { id: '2', name: 'itemTypes dos' },
      ],
      problem: null,
      body: JSON.stringify(entriesOf('itemTypes')),
    });
    expect(platform.asked).toHaveLength(1);
    expect((await house.reference.list())[0]).toMatchObject({ fetchedAt: null, triedAt: null, items: [] });
  });

  test('shows the first five of many, how long it took, and no type where none was sent', async () => {
    const platform = await openPlatform();
    const many = JSON.stringify(Array.from({ length: 6 }, (_, id) => ({ id, name: `Tipo ${id}` })));
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    platform.answer((response, request) => {
      house.clock.advance(1234.4);
      text(many)(response, request);
    });
    expect(await house.client.test()).toMatchObject({
      milliseconds: 1234,
      items: 6,
      sample: [0, 1, 2, 3, 4].map((id) => ({ id: `${id}`, name: `Tipo ${id}` })),
    });
    platform.answer(text(many, null));
    expect(await house.client.test()).toMatchObject({ contentType: null, items: null, sample: [] });
  });

  test('shows why there was no answer', async () => {
    const platform = await openPlatform();
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    await platform.stop();
    expect(await house.client.test()).toMatchObject({
      url: `${platform.baseUrl}v1/configuration/item-types`,
      status: null,
      contentType: null,
      items: null,
      problem: { code: 'unreachable', detail: 'ECONNREFUSED' },
      body: null,
    });
  });

  test('shows a refusal in its words, and the beginning of a long answer', async () => {
    const platform = await openPlatform();
    platform.answer(text(`{"title":"No","x":"${'a'.repeat(9000)}"}`, 'application/problem+json', 403));
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    const shown = await house.client.test();
    expect(shown).toMatchObject({
      status: 403,
      items: null,
      sample: [],
      problem: { code: 'status', title: 'No' },
    });
    expect(shown.body).toHaveLength(2000);
  });

  test('shows nothing of the key, though all of the answer repeats it', async () => {
    const platform = await openPlatform();
    const header = Buffer.from(key).toString('base64');
    platform.answer((response) => {
      response.writeHead(401, { 'content-type': `text/plain; x="${header}"` });
      // As System.Text.Json writes it.
      response.end(
        JSON.stringify({ title: key, detail: header }).replaceAll('+', '\\u002B').replaceAll('ñ', '\\u00F1'),
      );
    });
    const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
    const shown = await house.client.test();
    expect(shown.problem).toMatchObject({ title: '•••', detail: '•••' });
    expect(JSON.stringify(shown)).not.toMatch(/secreto|largo/);
    expect(JSON.stringify(shown)).not.toContain(header.slice(0, 20));
  });
});

test.each<[string, Answering]>([
  [
    'an address to go to',
    (response, { headers }) => response.writeHead(302, { location: `/?${headers['x-api-key']}` }).end(),
  ],
  [
    'an address that is cut short within it',
    (response, { headers }) =>
      response.writeHead(302, { location: `/?${'a'.repeat(465)}${headers['x-api-key']}` }).end(),
  ],
  [
    'a media type that is cut short within it',
    (response, { headers }) =>
      response.writeHead(200, { 'content-type': `x/${'a'.repeat(165)}${headers['x-api-key']}` }).end('x'),
  ],
  [
    'a media type',
    (response, { headers }) =>
      response.writeHead(200, { 'content-type': `x/${headers['x-api-key']}` }).end('x'),
  ],
  [
    'an encoding',
    (response, { headers }) =>
      response.writeHead(200, { 'content-encoding': `${headers['x-api-key']}` }).end('x'),
  ],
])('nothing of the key is kept where the platform repeats it in %s', async (_, answering) => {
  const platform = await openPlatform();
  platform.answer(answering);
  const house = await openHouse({ baseUrl: platform.baseUrl, environmentKey: key });
  const [list] = await house.reference.refresh();
  expect(list?.problem?.detail).toContain('•••');
  expect(JSON.stringify(list)).not.toContain(Buffer.from(key).toString('base64').slice(0, 12));
});

test('a key is taken out of a text however it is written', () => {
  const word = fc
    .string({ minLength: 6, maxLength: 40, unit: 'grapheme' })
    .filter((text) => !/[\0•]/.test(text.normalize('NFD')) && text.isWellFormed());
  const writings: ((text: string) => string)[] = [
    (text) => text,
    (text) => JSON.stringify(text).slice(1, -1),
    (text) => encodeURIComponent(text),
    (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    (text) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
    (text) =>
      text.replace(
        /[\s\S]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      ),
  ];
  fc.assert(
    fc.property(word, fc.constantFrom(...writings), (secret, written) => {
      const whole = `ana@prueba.example:${secret}`;
      const blank = createKeyBlanker(whole);
      for (const form of [secret, whole, Buffer.from(whole).toString('base64').replace(/=+$/, '')]) {
        expect(blank(`<${written(form)}>`)).toBe('<•••>');
      }
    }),
  );
});

test.skipIf(isOnPostgres)('the copy of a list is found by its key', async () => {
  const house = await openHouse();
  const plan = await planOf(
    house.store,
    statement((tx) => findReferenceListCopy(tx, 'states')),
  );
  expect(plan).toMatch(/SEARCH reference_list USING INDEX sqlite_autoindex_reference_list_1/);
});
