/** A console whose data directory is ill: what its screen says for each illness, and how people get on from there. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import type { IllnessCode } from '../../shared/contract/status.ts';
import { deliver } from '../deliver.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { addressOf, Cluster, withPostgres } from '../faults/postgres/cluster.ts';
import { patience } from '../patience.ts';
import { thorough } from '../thorough.ts';
import { seriousViolations, violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, failuresOf } from './console-page.ts';
import { english, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const keys = 'mercado@prueba.example:clave-de-prueba';
const folder = mkdtempSync(join(tmpdir(), 'perito-recovery-'));
const [whole, place] = [mkdtempSync(join(folder, 'whole-')), mkdtempSync(join(folder, 'place-'))];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
  await makeWhole();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The journal of that directory before the order came. */
const earlier = join(folder, 'earlier.db');

/** A directory with one order, and one backup of it. */
async function makeWhole(): Promise<void> {
  await using perito = await startPerito({
    dataDir: putNewDatabase(whole),
    keys,
    person: 'Persona de prueba',
  });
  const database = new Database(journal(whole), { readonly: true });
  await database.backup(earlier);
  database.close();
  const { client, post } = perito;
  await client.settings.update({ company: { name: 'Seguros Prueba', taxId: '' } });
  expect(await post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
  await vi.waitUntil(async () => (await client.records.list({})).total === 1, patience);
  const { configuration } = await client.backups.get();
  await client.backups.configure({
    ...configuration,
    schedule: { isOn: false, hour: 18 },
    places: [{ id: crypto.randomUUID(), folder: place }],
  });
  await client.backups.start({ placeId: null });
  await vi.waitUntil(async () => (await client.backups.get()).places[0]?.lastGood != null, {
    timeout: 30_000,
  });
}

const journal = (dataDir: string) => join(dataDir, 'journal.db');
const edit = (file: string, sql: string) => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};
/** All pages but the first are garbage. */
function overwrite(file: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(statSync(file).size - 8192, 0xa5), 0, undefined, 8192);
  closeSync(descriptor);
}

/** Puts something else in place of a file; how that comes back. */
function instead(file: string, put: () => void): () => void {
  cpSync(file, `${file}.before`);
  put();
  return () => {
    for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
    renameSync(`${file}.before`, file);
  };
}

/** Puts the directory on a disk of its own, which is full; null where none can be had. */
function onFullDisk(dataDir: string): (() => void) | null {
  const moved = `${dataDir}-moved`;
  cpSync(dataDir, moved, { recursive: true });
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dataDir)) return null;
  onTestFinished(() => void run('umount', '-l', dataDir));
  cpSync(moved, dataDir, { recursive: true });
  const filling = join(dataDir, 'filling');
  run('dd', 'if=/dev/zero', `of=${filling}`, 'bs=4096');
  return () => {
    rmSync(filling);
    run('mount', '-o', 'remount,size=8g', dataDir);
  };
}

const run = (...[command, ...given]: [string, ...string[]]) => spawnSync(command, given).status === 0;

/** Puts the directory on a disk of its own that can be read only; null where neither that nor rights can be had. */
function withoutRights(dataDir: string): (() => void) | null {
  if (process.getuid?.() !== 0) {
    chmodSync(journal(dataDir), 0o400);
    chmodSync(dataDir, 0o500);
    return () => {
      chmodSync(dataDir, 0o700);
      chmodSync(journal(dataDir), 0o600);
    };
  }
  const moved = `${dataDir}-moved`;
  cpSync(dataDir, moved, { recursive: true });
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=8g', 'tmpfs', dataDir)) return null;
  onTestFinished(() => void run('umount', '-l', dataDir));
  cpSync(moved, dataDir, { recursive: true });
  run('mount', '-o', 'remount,ro', dataDir);
  return () => void run('mount', '-o', 'remount,rw', dataDir);
}

type Case = {
  what: string;
  illness: IllnessCode;
  /** What puts it right again; undefined where a copy is restored, `versionBefore` where the screen goes back to it, null where this machine cannot be made so ill. */
  makeIll: (dataDir: string) => (() => void) | 'versionBefore' | null | undefined;
};
const cases: Case[] = [
  {
    what: 'the journal is missing',
    illness: 'databaseLost',
    makeIll: (dataDir) => void rmSync(journal(dataDir)),
  },
  {
    what: 'the journal is cut off',
    illness: 'corrupt',
    makeIll: (dataDir) => void truncateSync(journal(dataDir), 9000),
  },
  {
    what: 'the journal is damaged',
    illness: 'corrupt',
    makeIll: (dataDir) => void overwrite(journal(dataDir)),
  },
  {
    what: 'the journal is older than the database',
    illness: 'journalOlder',
    makeIll: (dataDir) => void cpSync(earlier, journal(dataDir)),
  },
  {
    what: 'the database is of a Perito that kept no journal',
    illness: 'databaseOlder',
    makeIll(dataDir) {
      const file = join(dataDir, 'perito.db');
      return instead(file, () =>
        edit(
          file,
          `DELETE FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals'); PRAGMA user_version = 22`,
        ),
      );
    },
  },
  { what: 'the disk is full', illness: 'diskFull', makeIll: onFullDisk },
  {
    what: 'the database is of a newer Perito',
    illness: 'newerSchema',
    makeIll(dataDir) {
      const file = join(dataDir, 'perito.db');
      // As that version left it before it changed the database.
      mkdirSync(join(dataDir, 'backups'), { recursive: true });
      const copy = `before-schema-${migrations.length + 1}-2026-11-20T12-00-00-000Z.db`;
      cpSync(file, join(dataDir, 'backups', copy));
      edit(file, 'PRAGMA user_version = 999');
      return 'versionBefore';
    },
  },
  {
    what: 'the journal is of another installation',
    illness: 'databaseForeign',
    makeIll(dataDir) {
      cpSync(journal(dataDir), `${journal(dataDir)}.before`);
      edit(
        journal(dataDir),
        `UPDATE receiver_setting SET value = json_set(value, '$.installationId', '${crypto.randomUUID()}') WHERE name = 'installation'`,
      );
      return () => renameSync(`${journal(dataDir)}.before`, journal(dataDir));
    },
  },
  { what: 'nothing can be written', illness: 'notAccessible', makeIll: withoutRights },
];

const looks = [
  { language: spanish, colorScheme: 'light' },
  { language: english, colorScheme: 'dark' },
] as const;

/** A page of its own in one of them, which has gone nowhere yet. */
async function openPage(locale: string, colorScheme: (typeof looks)[number]['colorScheme']) {
  const context = await browser.newContext({
    ...{ locale, colorScheme, reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

/** Each in one of the two, and where all is wanted in both. */
const stories = cases.flatMap((story, index) =>
  looks
    .filter((_, look) => thorough || look === index % 2)
    .map((look) => ({
      ...story,
      ...look,
      name: `recovery-${index}-${story.illness}-${look.language.locale}`,
    })),
);

/** Chooses the copy of the place that is set up, and restores it. */
async function restoreCopy(page: Page, { words }: Language, name: string): Promise<void> {
  const { backups, recovery } = words;
  await page.getByRole('button', { name: recovery.restore }).click();
  await page.getByRole('radio', { name: place }).check();
  await page.getByRole('radiogroup', { name: 'Seguros Prueba' }).getByRole('radio').first().check();
  const begin = page.getByRole('button', { name: backups.restore.begin });
  await begin.waitFor();
  await page.getByText(backups.restore.numbersAbout).waitFor();
  if (thorough) expect(await violations(page)).toEqual([]);
  await pictures(page, `${name}-plan`);
  await begin.click();
  await page.getByRole('button', { name: backups.restore.confirm }).click();
  await band(page, backups.restored.band.backup).waitFor();
}

/** The next order is numbered past those that may have been given since the copy. */
async function expectNoNumberTwice({ client }: Perito): Promise<void> {
  const { receiver, engine } = await client.status.get();
  const [given] = engine.restored?.plan.numbers ?? [];
  expect((given?.next ?? 0) - (given?.last ?? 0)).toBeGreaterThan(1);
  expect(await deliver(receiver.url ?? '', keys, '/PurchaseOrders', purchaseOrder(2))).toBe(200);
  await vi.waitUntil(async () => (await client.records.list({})).total === 2, patience);
  const { rows } = await client.records.list({});
  const sequences = rows.map(({ number }) => Number(/\d+$/.exec(number)?.[0])).sort((a, b) => a - b);
  expect(sequences).toEqual([1, given?.next]);
}

test.for(stories)(
  '$what: the screen says so in $language.language, and leads to a console that works',
  async ({ illness, makeIll, language, colorScheme, name }, { skip }) => {
    const { recovery, frame, common } = language.words;
    const dataDir = join(folder, name);
    cpSync(whole, dataDir, { recursive: true });
    const putRight = makeIll(dataDir);
    // What was given since the copy is not known here.
    if (putRight === undefined) rmSync(join(dataDir, 'numbers.json'));
    if (putRight === null) return skip('No disk of its own can be had here.');
    await using perito = await startPerito({ dataDir, keys });
    await using opened = await openPage(language.locale, colorScheme);
    const { page } = opened;
    const failures = failuresOf(page, (text) => /503|INCOMPLETE_CHUNKED/.test(text));
    await page.goto(perito.link);
    const panel = page.getByRole('region', { name: recovery.title[illness] });
    await panel.getByText(recovery.wayOut[illness]).waitFor();
    await page.getByRole('banner').getByText(recovery.receiver).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    // Nothing was put right yet.
    await panel.getByRole('button', { name: recovery.tryAgain }).click();
    await panel.getByText(recovery.tried.same.replace(/ \{\{at\}\}.*/, '')).waitFor();
    await panel.getByText(common.technical, { exact: true }).waitFor();
    if (thorough) expect(await violations(page)).toEqual([]);
    await pictures(page, name);

    if (putRight === undefined) await restoreCopy(page, language, name);
    else if (putRight === 'versionBefore')
      await panel.getByRole('button', { name: recovery.versionBefore.button }).click();
    else {
      putRight();
      await panel.getByRole('button', { name: recovery.tryAgain }).click();
    }
    await page.getByRole('navigation').first().waitFor();
    await page.getByRole('banner').getByText(frame.receiver.listening, { exact: true }).waitFor();
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1, patience);
    if (putRight === undefined) await expectNoNumberTwice(perito);
    expect(failures).toEqual([]);
  },
);

withPostgres.for(looks)(
  'a server that loses what it said is told of with what to do, and worked with once it does not, in $language.language',
  async ({ language, colorScheme }) => {
    const { recovery, frame } = language.words;
    const { notAccessible: title } = recovery.onServer.title;
    const cluster = await Cluster.open();
    const before = await startPerito({ database: addressOf(cluster.port), person: 'Persona de prueba' });
    const dataDir = join(folder, `server-${language.locale}`);
    await before.stop();
    cpSync(before.dataDir, dataDir, { recursive: true });
    await before[Symbol.asyncDispose]();
    await cluster.restart('fast', ['fsync=off']);

    await using perito = await startPerito({ dataDir, keys });
    await using opened = await openPage(language.locale, colorScheme);
    const { page } = opened;
    await page.goto(perito.link);
    const panel = page.getByRole('region', { name: title });
    await panel.getByText(recovery.onServer.fault.fsyncOff).waitFor();
    await panel.getByText(recovery.onServer.wayOut.fsyncOff).waitFor();
    await panel.getByText('fsync = off', { exact: true }).waitFor();
    // The sentences of the command line are in English alone.
    expect(await panel.textContent()).not.toMatch(/This database server cannot/);
    // What is about files, and what would bring nothing, is not offered.
    expect(await panel.getByText(recovery.aside).count()).toBe(0);
    expect(await panel.getByRole('button', { name: recovery.restore }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await pictures(page, `recovery-server-${language.locale}-${colorScheme}`);

    await cluster.restart('fast');
    await panel.getByRole('button', { name: recovery.tryAgain }).click();
    await page.getByRole('navigation').first().waitFor();
    await page.getByRole('banner').getByText(frame.receiver.listening, { exact: true }).waitFor();
  },
);

withPostgres.for(looks)(
  'an address that cannot be used, and a role without rights, are told of in $language.language, with the words of the server beside',
  async ({ language, colorScheme }) => {
    const { recovery } = language.words;
    const { address, fault, wayOut, title } = recovery.onServer;
    const cluster = await Cluster.open();
    const before = await startPerito({ database: addressOf(cluster.port), person: 'Persona de prueba' });
    const dataDir = join(folder, `refused-${language.locale}`);
    await before.stop();
    cpSync(before.dataDir, dataDir, { recursive: true });
    await before[Symbol.asyncDispose]();
    const marker = join(dataDir, 'installation.json');
    const known = readFileSync(marker, 'utf8');
    writeFileSync(marker, known.replace(/("database": "[^"]+)"/, '$1?ssl=no-verify"'));

    await using perito = await startPerito({ dataDir, keys });
    await using opened = await openPage(language.locale, colorScheme);
    const { page } = opened;
    await page.goto(perito.link);
    const panel = page.getByRole('region', { name: title.notAccessible });
    await panel.getByText(`${address.cannotBeUsed} ${fault.addressParameters}`).waitFor();
    await panel.getByText(address.wayOut).waitFor();
    await panel.getByText('ssl', { exact: true }).waitFor();
    await pictures(page, `recovery-address-${language.locale}-${colorScheme}`);

    writeFileSync(marker, known);
    await cluster.ask('ALTER TABLE perito.schema_version OWNER TO postgres');
    await panel.getByRole('button', { name: recovery.tryAgain }).click();
    await panel.getByText(fault.noRights).waitFor();
    await panel.getByText(wayOut.noRights).waitFor();
    await panel.getByText(recovery.tried.other.replace(/^.*\{\{at\}\}/, '')).waitFor();
    await panel.getByText('permission denied for table schema_version', { exact: true }).waitFor();
    // The sentences of the command line are in English alone.
    expect(await panel.textContent()).not.toMatch(/The role with which|This address of/);
    expect(await violations(page)).toEqual([]);
    await pictures(page, `recovery-rights-${language.locale}-${colorScheme}`);
  },
);

test('an archive is opened while nothing else can be', async () => {
  const dataDir = join(folder, 'with-archive');
  cpSync(whole, dataDir, { recursive: true });
  rmSync(journal(dataDir));
  await using perito = await startPerito({ dataDir });
  await using context = await browser.newContext({ locale: 'es-DO' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(perito.link);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: spanish.words.recovery.openArchive }).waitFor();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'reclamo.perito',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('x'),
  });
  // That it is none is said in its own window.
  await (await opened).waitForURL(/\/archive\//);
});

test.for(looks)(
  'a copy is looked at, what can be read is got out, and another folder is used, in $language.language',
  async ({ language, colorScheme }) => {
    const { recovery, backups, archives } = language.words;
    const dataDir = join(folder, `ways-${language.locale}`);
    cpSync(whole, dataDir, { recursive: true });
    overwrite(journal(dataDir));
    await using perito = await startPerito({ dataDir, keys });
    await using opened = await openPage(language.locale, colorScheme);
    const { page } = opened;
    await page.goto(perito.link);
    await page.getByRole('button', { name: recovery.restore }).click();
    await page.getByRole('radio', { name: place }).check();
    await page.getByRole('radiogroup', { name: 'Seguros Prueba' }).getByRole('radio').first().check();
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: backups.restore.lookInto }).click();
    const copy = await opening;
    await copy.getByText(archives.band.copy).waitFor();
    await copy.getByRole('link', { name: language.words.frame.rail.purchaseOrders }).first().click();
    await copy
      .getByText(/000001/)
      .first()
      .waitFor();
    await pictures(copy, `recovery-copy-${language.locale}`);
    await copy.close();

    const out = join(folder, `out-${language.locale}`);
    mkdirSync(out);
    await page.getByRole('button', { name: recovery.salvage.button }).click();
    await page.getByRole('textbox', { name: backups.folder.label }).fill(out);
    await pictures(page, `recovery-salvage-form-${language.locale}`);
    await page.getByRole('button', { name: recovery.salvage.begin }).click();
    await page.getByText(recovery.salvage.done).waitFor();
    // The tip of the button that has the focus stands outside of the landmarks, as tips do.
    if (thorough) expect(await seriousViolations(page)).toEqual([]);
    await pictures(page, `recovery-salvaged-${language.locale}`);
    const [file] = (await readdir(out)).filter((name) => name.endsWith('.perito'));
    expect(existsSync(join(out, file ?? 'none'))).toBe(true);

    const other = join(folder, `other-${language.locale}`);
    cpSync(whole, other, { recursive: true });
    await page.getByRole('button', { name: recovery.folder.button }).click();
    await page.getByRole('textbox', { name: backups.folder.label }).fill(other);
    await page.getByRole('button', { name: recovery.folder.check }).click();
    await page.getByText(recovery.folder.kind.data).waitFor();
    if (thorough) expect(await seriousViolations(page)).toEqual([]);
    await pictures(page, `recovery-folder-${language.locale}`);
    await page.getByRole('button', { name: recovery.folder.use }).click();
    await page.getByRole('navigation').first().waitFor();
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1, patience);
    expect((await perito.client.recovery.folder()).path).toBe(other);
  },
);
