/** Newer versions: looked for over real HTTPS, fetched to the disk, and never installed where something stands against it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPreferences } from '../../main/desktop/preferences.ts';
import { metadataName } from '../../main/desktop/updates/feed.ts';
import { installerByHand, wantedPackage } from '../../main/desktop/updates/installer.ts';
import { signMetadata } from '../../main/desktop/updates/metadata-signature.ts';
import { readUpdateSource } from '../../main/desktop/updates/update-source.ts';
import { openUpdates, type UpdatesOptions } from '../../main/desktop/updates/updates.ts';
import { httpsGet } from '../../main/engine/https-get.ts';
import { httpsAddress, type UpdateBlocker } from '../../shared/contract/desktop.ts';
import { ManualClock } from '../engine/manual-clock.ts';
import { selfSigned } from '../engine/reference/self-signed.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { keyPair, metadataFile, openUpdateFeed, type UpdateFeed } from './update-feed.ts';

let feed: UpdateFeed;
const clock = new ManualClock();
const get = httpsGet(clock, async () => ({ all: [selfSigned.cert], system: 0 }));
const bytes = Buffer.alloc(300_000, 'perito');
const name = 'perito_0.2.0_amd64.deb';
const newer = { version: '0.2.0', name, bytes, notes: 'Qué cambia:\n- más rápido\u0007' };

beforeAll(async () => {
  feed = await openUpdateFeed();
});
afterAll(() => feed[Symbol.asyncDispose]());
beforeEach(() => {
  for (const list of [feed.files, feed.redirects]) list.clear();
  for (const list of [feed.asked, feed.cuts]) list.length = 0;
  feed.knowsRanges = true;
});

function opened(more: Partial<UpdatesOptions> = {}) {
  const dataDir = temporaryFolder();
  const preferences = keepPreferences(dataDir);
  const folder = join(dataDir, 'updates');
  const wanted = { platform: 'linux', arch: process.arch, extension: 'deb' } as const;
  const installed: unknown[] = [];
  const quits: string[] = [];
  const blocked: UpdateBlocker[] = [];
  const byHand = installerByHand(wanted, folder);
  const options: UpdatesOptions = {
    ...{ version: '0.1.0', preferences, folder, get, clock, isByHand: false },
    source: { feed: feed.address, publicKey: feed.publicKey },
    installer: { ...byHand, install: (given) => void installed.push(given) },
    blockers: async () => [...blocked],
    quit: () => void quits.push('quit'),
    ...more,
  };
  return { updates: openUpdates(options), options, preferences, folder, installed, quits, blocked };
}

/** Lets what was begun come to its end. */
async function until(is: () => boolean): Promise<void> {
  const limit = Date.now() + 10_000;
  while (!is()) {
    if (Date.now() > limit) throw new Error('it did not come');
    await setImmediate();
  }
}

async function offered(more: Partial<UpdatesOptions> = {}) {
  feed.publish(newer);
  const made = opened(more);
  feed.kept = () => made.updates.state().received;
  expect((await made.updates.check()).state).toBe('available');
  return made;
}

/** From which byte on the file was asked for, each time; what of a cut line had arrived is the network's to say. */
const partsAsked = (): number[] =>
  feed.asked
    .filter((asked) => asked.startsWith(name))
    .map((asked) => Number(/bytes=(\d+)-/.exec(asked)?.[1] ?? 0));

async function ready() {
  const made = await offered();
  made.updates.act({ version: '0.2.0', act: 'download' });
  await until(() => made.updates.state().state === 'ready');
  return made;
}

describe('a feed', () => {
  test('offers a newer version, with its notes as plain text', async () => {
    const { updates } = await offered();
    expect(updates.state()).toMatchObject({
      ...{ off: null, version: '0.1.0', feed: feed.address, failure: null },
      offer: { version: '0.2.0', notes: 'Qué cambia:\n- más rápido', bytes: 300_000 },
    });
    expect(feed.asked).toEqual([metadataFile, `${metadataFile}.sig`]);
  });

  test.each([
    ['0.1.0', 'the same'],
    ['0.0.9', 'an older one'],
  ])('with %s, %s, offers nothing', async (version) => {
    feed.publish({ ...newer, version });
    expect(await opened().updates.check()).toMatchObject({ state: 'none', offer: null, failure: null });
  });

  const metadata = () => feed.files.get(metadataFile) ?? Buffer.alloc(0);
  const signed = (text: string) => {
    const changed = Buffer.from(text);
    feed.files.set(metadataFile, changed);
    feed.files.set(`${metadataFile}.sig`, Buffer.from(signMetadata(metadataFile, changed, feed.privateKey)));
  };
  test.each([
    ['is not there', 'notFound', () => feed.files.clear()],
    ['is not signed', 'unsigned', () => feed.files.delete(`${metadataFile}.sig`)],
    [
      'is signed by another',
      'wrongSignature',
      () =>
        feed.files.set(
          `${metadataFile}.sig`,
          Buffer.from(signMetadata(metadataFile, metadata(), keyPair().privateKey)),
        ),
    ],
    [
      'was changed by one byte',
      'wrongSignature',
      () => feed.files.set(metadataFile, Buffer.concat([metadata(), Buffer.from('\n')])),
    ],
    [
      'is that of another system',
      'wrongSignature',
      () =>
        feed.files.set(
          `${metadataFile}.sig`,
          Buffer.from(signMetadata('latest.yml', metadata(), feed.privateKey)),
        ),
    ],
    [
      'has a signature that is none',
      'wrongSignature',
      () => feed.files.set(`${metadataFile}.sig`, Buffer.from('no')),
    ],
    ['is too large', 'tooLarge', () => signed(`${metadata()}# ${'x'.repeat(70_000)}`)],
    ['is no YAML', 'notUnderstood', () => signed('version: [')],
    [
      'is a version before its release',
      'notUnderstood',
      () => signed(`${metadata()}`.replace('0.2.0', '0.2.0-beta.1')),
    ],
    ['names a file elsewhere', 'notUnderstood', () => signed(`${metadata()}`.replace(name, '../perito.deb'))],
    [
      'names a file without end',
      'notUnderstood',
      () => signed(`${metadata()}`.replace('300000', '3000000000')),
    ],
    ['names none of this system', 'notFound', () => signed(`${metadata()}`.replace('.deb', '.exe'))],
    [
      'leads to plain HTTP',
      'refused',
      () => feed.redirects.set(metadataFile, 'http://127.0.0.1:9/latest.yml'),
    ],
    [
      'leads in a circle',
      'refused',
      () => feed.redirects.set(metadataFile, `${feed.address}${metadataFile}`),
    ],
  ])('that %s: %s, and nothing is offered', async (_what, code, spoil) => {
    feed.publish(newer);
    spoil();
    expect(await opened().updates.check()).toMatchObject({ state: 'none', offer: null, failure: { code } });
  });

  test('whose certificate nobody vouches for is not asked', async () => {
    feed.publish(newer);
    const { updates } = opened({ get: httpsGet(clock, async () => ({ all: [], system: 0 })) });
    expect(await updates.check()).toMatchObject({ offer: null, failure: { code: 'unreachable' } });
    expect(feed.asked).toEqual([]);
  });

  test('that fails leaves what was offered before', async () => {
    const { updates } = await offered();
    feed.files.clear();
    expect(await updates.check()).toMatchObject({ state: 'available', failure: { code: 'notFound' } });
  });

  test('is asked some minutes after the start and once a day', async () => {
    feed.publish(newer);
    const { updates } = opened();
    clock.advance(4 * 60_000);
    expect(feed.asked).toEqual([]);
    clock.advance(60_000);
    await until(() => updates.state().state === 'available');
    feed.publish({ ...newer, version: '0.3.0' });
    clock.advance(24 * 3_600_000);
    await until(() => updates.state().offer?.version === '0.3.0');
    updates.close();
  });

  test.each([
    ['http://perito.example/', false],
    ['https://perito.example/updates', true],
    ['https://ana:clave@perito.example/', false],
    ['https://perito.example/?key=1', false],
    ['file:///tmp/', false],
  ])('at %s is taken: %s', (address, isTaken) => {
    expect(httpsAddress.safeParse(address).success).toBe(isTaken);
  });

  test.each([
    ['win32', 'x64', {}, 'latest.yml', 'exe', false],
    ['darwin', 'arm64', {}, 'latest-mac.yml', 'zip', false],
    ['linux', 'x64', { APPIMAGE: '/home/ana/Perito.AppImage' }, 'latest-linux.yml', 'AppImage', false],
    ['linux', 'x64', {}, 'latest-linux.yml', 'deb', true],
    ['linux', 'arm64', {}, 'latest-linux-arm64.yml', 'deb', true],
  ] as const)(
    'of %s on %s (%o) is %s, and gives a .%s',
    (platform, arch, environment, file, extension, isByHand) => {
      const wanted = { ...wantedPackage(platform, environment), arch };
      expect([metadataName(wanted), wanted.extension, wanted.isByHand]).toEqual([file, extension, isByHand]);
    },
  );
});

describe('where it is looked', () => {
  test('nowhere without a key in the package, and nothing is asked for', async () => {
    feed.publish(newer);
    const { updates } = opened({ source: null });
    expect(await updates.check()).toMatchObject({ off: 'notBuiltIn', feed: null, offer: null });
    updates.setFeed(feed.address);
    expect(await updates.check()).toMatchObject({ off: 'notBuiltIn', feed: null, offer: null });
    expect(feed.asked).toEqual([]);
  });

  test('nowhere once a person emptied the address, and where they said once they said another', async () => {
    const { updates, options } = await offered();
    expect(updates.setFeed('')).toMatchObject({ off: 'noFeed', offer: null, usualFeed: feed.address });
    feed.asked.length = 0;
    await updates.check();
    expect(feed.asked).toEqual([]);
    updates.setFeed('https://127.0.0.1:9/');
    expect(await updates.check()).toMatchObject({ off: null, failure: { code: 'unreachable' } });
    expect(openUpdates(options).state().feed).toBe('https://127.0.0.1:9/');
    expect(openUpdates(options).setFeed(null)).toMatchObject({ feed: feed.address });
  });

  test('what was asked for where nobody looks any more changes nothing', async () => {
    const { updates } = await ready();
    const asked = updates.check();
    expect(updates.state().state).toBe('checking');
    updates.setFeed('https://127.0.0.1:9/');
    expect(await asked).toMatchObject({ state: 'none', offer: null, failure: null, checkedAt: null });
  });

  test.each([
    ['a key and an address', { feed: 'https://perito.example/u', publicKey: keyPair().publicKey }, true],
    ['no key', { feed: 'https://perito.example/u' }, false],
    ['a key that is none', { feed: 'https://perito.example/u', publicKey: 'AAAA' }, false],
    ['an address without TLS', { feed: 'http://perito.example/u', publicKey: keyPair().publicKey }, false],
    ['nothing', undefined, false],
  ])('a package that brings %s looks: %o', (_what, updates, looks) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'perito', updates }));
    expect(readUpdateSource(folder) !== null).toBe(looks);
  });
});

describe('a file', () => {
  test('is here once it is whole and is what the feed says', async () => {
    const { updates, folder } = await ready();
    const file = join(folder, name);
    expect(updates.state()).toMatchObject({ received: 300_000, file });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('goes on where it was cut, as often as anything more comes', async () => {
    feed.cuts.push(100_000, 50_000);
    const { folder } = await ready();
    const [first = 0, second = 0, third = 0, ...more] = partsAsked();
    expect([first, more]).toEqual([0, []]);
    expect(second).toBeGreaterThan(0);
    expect(third).toBeGreaterThan(second);
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  test('goes on after another start of the program, and begins anew where the server knows no parts', async () => {
    const { updates, options, folder } = await offered();
    feed.cuts.push(100_000, 0);
    updates.act({ version: '0.2.0', act: 'download' });
    await until(() => updates.state().failure !== null);
    expect(updates.state().state).toBe('available');
    updates.close();

    const again = openUpdates(options);
    feed.kept = () => again.state().received;
    await again.check();
    feed.cuts.push(20_000, 0);
    again.act({ version: '0.2.0', act: 'download' });
    await until(() => again.state().failure !== null);
    feed.knowsRanges = false;
    again.act({ version: '0.2.0', act: 'download' });
    await until(() => again.state().state === 'ready');
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, ...more] = partsAsked();
    expect([first, more]).toEqual([0, []]);
    expect(second).toBeGreaterThan(0);
    // The line of the second gave nothing; the start after it asks for the same.
    expect(third).toBe(second);
    expect(fourth).toBeGreaterThan(third);
    expect(fifth).toBe(fourth);
    expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
  });

  test.each([
    ['has another hash', 'wrongHash', { sha512: Buffer.alloc(64, 1).toString('base64') }],
    ['is longer than the feed says', 'tooLarge', { size: 299_999 }],
    ['is shorter than the feed says', 'cut', { size: 300_001 }],
  ])('that %s: %s, and is never taken', async (_what, code, wrong) => {
    feed.publish({ ...newer, ...wrong });
    const { updates, folder } = opened();
    await updates.check();
    updates.act({ version: '0.2.0', act: 'download' });
    await until(() => updates.state().failure !== null);
    expect(updates.state()).toMatchObject({ state: 'available', failure: { code }, file: null });
    expect(existsSync(join(folder, name))).toBe(false);
  });

  test('is not fetched on where somebody stopped it, and where the disk does not take it', async () => {
    const { updates, folder } = await offered();
    updates.act({ version: '0.2.0', act: 'download' });
    updates.act({ version: '0.2.0', act: 'stop' });
    await until(() => updates.state().state === 'available');
    expect(updates.state().failure).toBeNull();
    mkdirSync(join(folder, name), { recursive: true });
    updates.act({ version: '0.2.0', act: 'download' });
    await until(() => updates.state().failure !== null);
    expect(updates.state().state).toBe('available');
  });
});

describe('a version that is offered', () => {
  test('and declined is not offered again, until the next one or a person takes it back', async () => {
    const { updates, options } = await offered();
    expect(updates.act({ version: '0.2.0', act: 'decline' }).state).toBe('declined');
    const again = openUpdates(options);
    expect((await again.check()).state).toBe('declined');
    expect(again.act({ version: '0.2.0', act: 'remind' }).state).toBe('available');
    again.act({ version: '0.2.0', act: 'decline' });
    feed.publish({ ...newer, version: '0.3.0' });
    expect(await again.check()).toMatchObject({ state: 'available', offer: { version: '0.3.0' } });
    // What was said of one counts for no other.
    expect(again.act({ version: '0.2.0', act: 'decline' }).state).toBe('available');
  });

  test('is not installed while something stands against it, and then at once', async () => {
    const { updates, quits, blocked, installed, preferences } = await ready();
    blocked.push('heldCalls', 'backup');
    updates.act({ version: '0.2.0', act: 'installNow' });
    await until(() => updates.state().waitsFor.length > 0);
    expect(updates.state()).toMatchObject({ state: 'waiting', waitsFor: ['heldCalls', 'backup'] });
    blocked.shift();
    clock.advance(1000);
    await until(() => updates.state().waitsFor.length === 1);
    expect([quits, updates.installation()]).toEqual([[], null]);
    blocked.length = 0;
    clock.advance(1000);
    await until(() => quits.length === 1);
    updates.installation()?.(() => {});
    expect(installed).toMatchObject([{ isOpenedAgain: true }]);
    expect(preferences.now().installingVersion).toBe('0.2.0');
  });

  test('may be put off while it waits', async () => {
    const { updates, quits, blocked } = await ready();
    blocked.push('heldCalls');
    updates.act({ version: '0.2.0', act: 'installNow' });
    await until(() => updates.state().waitsFor.length > 0);
    expect(updates.act({ version: '0.2.0', act: 'notNow' })).toMatchObject({ state: 'ready', waitsFor: [] });
    blocked.length = 0;
    clock.advance(5000);
    await setImmediate();
    expect(quits).toEqual([]);
  });

  test('is installed when a person quits, where they said so, and stays closed then', async () => {
    const { updates, installed, quits } = await ready();
    expect(updates.installation()).toBeNull();
    expect(updates.act({ version: '0.2.0', act: 'installAtQuit' })).toMatchObject({
      ...{ state: 'ready', isForQuit: true },
    });
    updates.installation()?.(() => {});
    expect(installed).toMatchObject([{ isOpenedAgain: false }]);
    expect(quits).toEqual([]);
    updates.act({ version: '0.2.0', act: 'notNow' });
    expect(updates.installation()).toBeNull();
  });

  test('of a package for administrators is left to a person', async () => {
    const { updates } = await offered({ isByHand: true });
    updates.act({ version: '0.2.0', act: 'download' });
    await until(() => updates.state().state === 'ready');
    for (const act of ['installNow', 'installAtQuit'] as const) updates.act({ version: '0.2.0', act });
    expect(updates.state()).toMatchObject({ state: 'ready', isForQuit: false, isByHand: true });
  });

  test.each([
    ['0.1.0', 'notInstalled'],
    ['0.2.0', undefined],
  ])('after its installer: opened as %s it says %s', (version, code) => {
    const preferences = keepPreferences(temporaryFolder());
    preferences.change({ installingVersion: '0.2.0' });
    expect(opened({ preferences, version }).updates.state().failure?.code).toBe(code);
    expect(opened({ preferences, version }).updates.state().failure).toBeNull();
  });
});
