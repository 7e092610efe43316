/** A console whose database is lost or damaged: what its screen says, and how it is made anew there. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { thorough } from '../thorough.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const keys = 'mercado@prueba.example:clave-de-prueba';
const person = 'Persona de prueba';

/** Makes a rebuild last for some seconds, so that it is seen on its way. */
const manyOrders = thorough ? 12_000 : 1200;

/** A data directory that Perito worked on and that it has left, by what was done there. */
async function leftFolder(work: (perito: Perito) => Promise<void>): Promise<string> {
  const dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), 'perito-rebuild-')));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const perito = await startPerito({ dataDir, keys, person });
  await work(perito);
  await perito.stop();
  return dataDir;
}

async function open(dataDir: string): Promise<Perito> {
  const perito = await startPerito({ dataDir, keys, holdSeconds: 60 });
  onTestFinished(() => perito.stop());
  return perito;
}

async function sendOrders({ post }: Perito, count: number): Promise<void> {
  let next = 1;
  const sender = async () => {
    while (next <= count) expect(await post('/PurchaseOrders', purchaseOrder(next++))).toBe(200);
  };
  await Promise.all(Array.from({ length: 16 }, sender));
}

async function openPage(link: string, { locale }: Language, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  onTestFinished(() => context.close());
  return enterConsole(await context.newPage(), link);
}

/** Resolves once the page was told how far a rebuild is, by the call whose refusals it shows. */
const toldOfProgress = (page: Page) =>
  page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/rpc/changes') &&
      answer.status() === 503 &&
      (await answer.text()).includes('"phaseSince"'),
  );

/** Halts the whole program, so that nothing goes on while the page is looked at, until it is let go on. */
function halt({ pid }: Perito): () => void {
  const goOn = () => process.kill(pid, 'SIGCONT');
  // A halted process does not end.
  onTestFinished(() => {
    goOn();
  });
  process.kill(pid, 'SIGSTOP');
  return goOn;
}

/** In both sizes of window that an office has. */
async function pictures(page: Page, name: string): Promise<void> {
  if (!thorough) return;
  await picture(page, `${name}-1280`);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, `${name}-1920`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.each(looksOf(0))(
  'in $language.language, $colorScheme: a database that is lost is made anew from the screen while calls are answered',
  async ({ language, colorScheme }) => {
    const { rebuild, frame, common } = language.words;
    const look = `${language.locale}-${colorScheme}`;
    const dataDir = await leftFolder((perito) => sendOrders(perito, manyOrders));
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `perito.db${suffix}`), { force: true });
    const perito = await open(dataDir);
    const page = await openPage(perito.link, language, colorScheme);
    const failures = failuresOf(page, (text) => /503|INCOMPLETE_CHUNKED/.test(text));
    const panel = page.getByRole('region', { name: rebuild.panel.title.databaseLost });
    await panel.waitFor();
    // Nothing says the same twice, and nobody knows what waits.
    expect(await page.getByRole('status').filter({ hasText: rebuild.panel.title.databaseLost }).count()).toBe(
      1,
    );
    expect(await page.getByRole('navigation').getByText(frame.rail.needs).allTextContents()).toEqual([]);
    await page.getByRole('banner').getByText(frame.receiver.listening, { exact: true }).waitFor();
    await panel.getByText(rebuild.panel.backup).waitFor();
    await panel.getByText(common.technical).click();
    await panel.getByText('perito rebuild').waitFor();
    expect(await perito.post('/PurchaseOrders', purchaseOrder(manyOrders + 1))).toBe(200);
    await page.waitForFunction(() => document.activeElement?.closest('main') !== null);
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-lost-${look}`);

    const rebuilding = page.getByRole('region', { name: rebuild.panel.title.rebuilding });
    const told = toldOfProgress(page);
    await panel.getByRole('button', { name: rebuild.panel.begin }).press('Enter');
    await told;
    const goOn = halt(perito);
    await rebuilding.locator('li[aria-current="step"]').getByRole('progressbar').waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-underway-${look}`);
    // Ended, it has changed nothing; begun again it comes to its end.
    await rebuilding.getByRole('button', { name: common.progress.stop }).click();
    await rebuilding.getByRole('button', { name: common.progress.stopping }).waitFor();
    goOn();
    await panel.getByRole('button', { name: rebuild.panel.begin }).click();
    await rebuilding.waitFor();
    expect(await perito.post('/PurchaseOrders', purchaseOrder(manyOrders + 2))).toBe(200);
    await rebuilding.waitFor({ state: 'detached', timeout: 60_000 });

    const made = band(page, rebuild.band.made).filter({ hasText: rebuild.band.journalOnly });
    await made.waitFor();
    await page.getByRole('navigation').getByText(frame.rail.needs).first().waitFor();
    await go(page, '/purchase-orders');
    await page
      .getByText(new RegExp(`OC-\\d{4}-0*${manyOrders + 2}$`))
      .first()
      .waitFor();
    await pictures(page, `rebuild-made-${look}`);
    await made.getByRole('button', { name: rebuild.band.see, exact: true }).click();
    const report = page.getByRole('dialog', { name: rebuild.report.title });
    await report.getByText(rebuild.report.before.missing).waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-report-missing-${look}`);
    await report.getByRole('button', { name: rebuild.report.close }).click();
    await made.getByRole('button', { name: frame.engine.back.read }).click();
    await made.waitFor({ state: 'detached' });
    expect(failures).toEqual([]);
  },
);

test.each(looksOf(1))(
  'in $language.language, $colorScheme: of one that is damaged what was lost is said, and of one that is found damaged nothing typed is',
  async ({ language, colorScheme }) => {
    const { rebuild, settings, frame } = language.words;
    const look = `${language.locale}-${colorScheme}`;
    const dataDir = await leftFolder(async ({ post, client }) => {
      expect(await post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
      const [order] = await vi.waitUntil(async () => {
        const { rows } = await client.records.list({ kind: 'purchaseOrder' });
        return rows.length === 1 ? rows : null;
      }, patience);
      await client.records.addNote({ id: order?.id ?? 0, text: 'Llamar al taller' });
    });
    overwriteTable(dataDir, 'note');
    const perito = await open(dataDir);
    const page = await openPage(perito.link, language, colorScheme);
    const failures = failuresOf(page, (text) => /503|INCOMPLETE_CHUNKED/.test(text));
    const panel = page.getByRole('region', { name: rebuild.panel.title.databaseDamaged });
    await panel.getByText(rebuild.panel.kept).waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-damaged-${look}`);
    await panel.getByRole('button', { name: rebuild.panel.begin }).click();

    const made = band(page, rebuild.band.made);
    const part = made.filter({ hasText: rebuild.band.part });
    await part.waitFor();
    await pictures(page, `rebuild-part-${look}`);
    await part.getByRole('button', { name: rebuild.band.see, exact: true }).click();
    const report = page.getByRole('dialog', { name: rebuild.report.title });
    await report.getByRole('row', { name: rebuild.tables.note }).getByText(rebuild.report.unknown).waitFor();
    await report.getByText('before-rebuild-').waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-report-part-${look}`);
    await report.getByRole('button', { name: rebuild.report.close }).click();
    await part.getByRole('button', { name: frame.engine.back.read }).click();
    await part.waitFor({ state: 'detached' });

    // What the check in the background finds, it finds minutes after a start.
    await page.route('**/rpc/status/get', async (route) => {
      const answer = await route.fetch();
      const { json } = Object(await answer.json());
      const engine = { ...json.engine, damaged: ['database'] };
      await route.fulfill({ response: answer, json: { json: { ...json, engine } } });
    });
    await go(page, '/settings/company');
    await page.reload();
    const field = page.getByLabel(settings.company.name);
    await field.fill('Aseguradora Prueba');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const damaged = band(page, rebuild.ask.band);
    await damaged.getByRole('button', { name: rebuild.ask.open }).click();
    const asked = page.getByRole('dialog', { name: rebuild.ask.title });
    await asked.waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `rebuild-ask-${look}`);
    await page.unrouteAll({ behavior: 'wait' });
    await asked.getByRole('button', { name: rebuild.panel.begin }).click();
    await made.filter({ hasText: rebuild.band.all }).waitFor();
    await damaged.waitFor({ state: 'detached' });
    // What was typed, and nobody had saved, is there.
    expect(await field.inputValue()).toBe('Aseguradora Prueba');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await pictures(page, `rebuild-all-${look}`);
    expect(failures).toEqual([]);
  },
);

/** Writes over the first page of a table, as a failing disk does. */
function overwriteTable(dataDir: string, table: string): void {
  const file = join(dataDir, 'perito.db');
  const database = new Database(file, { readonly: true });
  const page = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table);
  const size = Number(database.pragma('page_size', { simple: true }));
  database.close();
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(size, 'x'), 0, size, (Number(page) - 1) * size);
  closeSync(descriptor);
}
