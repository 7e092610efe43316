/**
 * The data of a computer are on a server that asks for a password: the screen says so, the person gives it on a page apart, and it is
 * kept in a real keyring, from which the next start, a command and the process of a backup have it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { perito as command } from '../command-line/perito.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { addressOf, Cluster, withPostgres } from '../faults/postgres/cluster.ts';
import { missingPrograms, openKeyring } from '../keychain/private-session.ts';
import { patience } from '../patience.ts';
import { thorough } from '../thorough.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { failuresOf } from './console-page.ts';
import { english, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const keys = 'mercado@prueba.example:clave-de-prueba';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const isKeytarHere = await import('keytar').then(
  () => true,
  () => false,
);
const hasKeyring = isKeytarHere && missingPrograms().length === 0;
const isRequired = process.env['PERITO_REQUIRE_KEYRING'] === '1';
const withKeyring = hasKeyring ? withPostgres : test.skip;
if (!hasKeyring && isRequired) test('there is a keyring to test with', () => expect(hasKeyring).toBe(true));

const looks = [
  { language: spanish, colorScheme: 'light' },
  { language: english, colorScheme: 'dark' },
  { language: spanish, colorScheme: 'dark' },
  { language: english, colorScheme: 'light' },
] as const;
type Look = (typeof looks)[number];

/** Data with one order on a server that asks for this password since, as after they were moved there. */
async function openMoved(password: string) {
  const cluster = await Cluster.open();
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-password-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const database = addressOf(cluster.port);
  const before = await startPerito({ dataDir, database, keys, person: 'Persona de prueba' });
  expect(await before.post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
  await before.stop();
  await cluster.setPassword(password);
  return { cluster, dataDir };
}

async function openPage({ link }: Pick<Perito, 'link'>, { language, colorScheme }: Look) {
  const { locale } = language;
  const context = await browser.newContext({
    ...{ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const failures = failuresOf(page, (text) => /status of 503|status of 500/.test(text));
  await page.goto(link);
  return { page, failures };
}

const panelOf = (page: Page, { words }: Language) =>
  page.getByRole('region', { name: words.recovery.onServer.title.notAccessible });

/** Opens the page on which the password is given. */
async function openForm(page: Page, language: Language): Promise<Page> {
  const { recovery, settings } = language.words;
  await panelOf(page, language).getByRole('button', { name: recovery.onServer.password.give }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: settings.keys.openPage }).click();
  return opened;
}

async function give(form: Page, password: string): Promise<void> {
  await form.locator('input[type=password]').fill(password);
  await form.getByRole('button').click();
}

/** Everything on the screen works with all that was there. */
async function expectOpened(page: Page, perito: Perito, { words }: Language): Promise<void> {
  await page.getByRole('navigation').first().waitFor();
  await page.getByRole('banner').getByText(words.frame.receiver.listening, { exact: true }).waitFor();
  expect((await perito.client.records.list({})).total).toBe(1);
}

/** A file of the data directory that holds this text; null where none does. */
function fileWith(dataDir: string, text: string): string | null {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const found = files.find((one) => readFileSync(join(one.parentPath, one.name)).includes(text));
  return found?.name ?? null;
}

withKeyring.for(thorough ? looks : looks.slice(0, 1))(
  'a password that is wrong is told of, the right one is kept and opens Perito now and later, in $language.language, $colorScheme',
  async (look) => {
    const { language } = look;
    const { recovery } = language.words;
    const { fault, wayOut, password: text } = recovery.onServer;
    const name = `password-${language.locale}-${look.colorScheme}`;
    const { cluster, dataDir } = await openMoved('clave-de-la-base');
    const keyring = await openKeyring();
    onTestFinished(() => keyring.close());
    const { environment } = keyring;
    const perito = await startPerito({ dataDir, keys, environment });
    const { page, failures } = await openPage(perito, look);
    const panel = panelOf(page, language);
    await panel.getByText(fault.noPassword).waitFor();
    await panel.getByText(wayOut.noPassword).waitFor();
    await panel.getByText(text.kept).waitFor();
    expect(await panel.getByRole('button', { name: recovery.restore }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await pictures(page, name);

    const cancelled = await openForm(page, language);
    await cancelled.close();
    await panel.getByRole('button', { name: recovery.tryAgain }).click();
    await panel.getByText(recovery.tried.same.replace(/ \{\{at\}\}.*/, '')).waitFor();

    await panel.getByRole('button', { name: text.give }).click();
    await page.getByRole('link', { name: language.words.settings.keys.openPage }).waitFor();
    await pictures(page, `${name}-asked`);
    const form = await openForm(page, language);
    expect(await violations(form)).toEqual([]);
    await pictures(form, `${name}-form`);
    await give(form, 'otra-clave');
    await form.getByRole('alert').waitFor();
    await pictures(form, `${name}-refused`);
    // Nothing was kept, and nothing was begun.
    expect(await panel.getByText(fault.noPassword).count()).toBe(1);
    await give(form, 'clave-de-la-base');
    await form.locator('input[type=password]').waitFor({ state: 'detached' });
    expect(await form.getByRole('alert').count()).toBe(0);
    await pictures(form, `${name}-taken`);
    await form.close();
    await expectOpened(page, perito, language);
    expect(failures).toEqual([]);

    // The process that makes a backup has it too.
    const folder = mkdtempSync(join(tmpdir(), 'perito-place-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { configuration } = await perito.client.backups.get();
    await perito.client.backups.configure({
      ...configuration,
      schedule: { isOn: false, hour: 18 },
      places: [{ id: crypto.randomUUID(), folder }],
    });
    await perito.client.backups.start({ placeId: null });
    const lastGood = async () => (await perito.client.backups.get()).places[0]?.lastGood?.records;
    await expect.poll(lastGood, patience).toBe(1);
    await perito.stop();
    expect(fileWith(dataDir, 'clave-de-la-base')).toBeNull();

    // So have a command, and the next start.
    const verified = await command(['verify', '--data', dataDir], environment).ended;
    expect([verified.code, verified.errors]).toEqual([0, expect.any(String)]);
    const next = await startPerito({ dataDir, keys, environment });
    expect((await next.client.records.list({})).total).toBe(1);
    await next.stop();

    // What was set for a run counts over it.
    const set = command(['verify', '--data', dataDir], { ...environment, PGPASSWORD: 'otra-clave' });
    expect(await set.ended).toMatchObject({ code: 1, errors: expect.stringMatching(/refuses Perito/) });

    await cluster.setPassword('la-nueva');
    const later = await startPerito({ dataDir, keys, environment });
    onTestFinished(() => later[Symbol.asyncDispose]());
    const { page: again } = await openPage(later, look);
    await panelOf(again, language).getByText(fault.wrongPassword).waitFor();
    await panelOf(again, language).getByText(wayOut.wrongPassword).waitFor();
    await pictures(again, `${name}-changed`);
    const replacing = await openForm(again, language);
    await give(replacing, 'la-nueva');
    await expectOpened(again, later, language);
  },
);

withPostgres.for(thorough ? looks : looks.slice(1, 2))(
  'without a keychain it says so, and goes on until it closes, in $language.language, $colorScheme',
  async (look) => {
    const { language } = look;
    const { fault, password: text } = language.words.recovery.onServer;
    const { dataDir } = await openMoved('clave-de-la-base');
    const environment = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    const perito = await startPerito({ dataDir, keys, environment });
    const { page } = await openPage(perito, look);
    await panelOf(page, language).getByText(text.noKeychain).waitFor();
    await pictures(page, `password-none-${language.locale}-${look.colorScheme}`);
    const form = await openForm(page, language);
    await give(form, 'clave-de-la-base');
    await expectOpened(page, perito, language);
    await perito.stop();

    await using next = await startPerito({ dataDir, keys, environment });
    const { page: again } = await openPage(next, look);
    await panelOf(again, language).getByText(fault.noPassword).waitFor();
  },
);
