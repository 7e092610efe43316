/** The engine ends while somebody works at a page: the page stays as it is, says what happens, and goes on by itself. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readRendererFiles } from '../../main/shell/renderer-files.ts';
import { deliver } from '../deliver.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { marketplaceKey, openTestConsole } from '../opened-console.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { picture } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** A console whose engine can be ended, and is away for so many milliseconds then; closed with the test. */
async function openHouse(pause: number) {
  let engine: Worker | null = null;
  const house = await openTestConsole(
    'interruption',
    {},
    {
      files: readRendererFiles(),
      onFault: () => {},
      threads: {
        pauses: [pause],
        onWorker: (worker) => {
          engine = worker;
        },
      },
    },
  );
  onTestFinished(() => house.close());
  const { browser: shell } = house.opened;
  const call = async (procedure: string, input: unknown): Promise<Record<string, never>> => {
    const answer = await fetch(`${shell.url}/rpc/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shell.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    });
    return Object(await answer.json()).json;
  };
  await call('people/rename', { name: 'Persona de prueba' });
  await call('settings/update', { firstRunDone: true });
  return {
    call,
    dataDir: house.dataDir,
    link: () => shell.newLink(),
    url: shell.url,
    post: (path: string, body: object) => deliver(house.receiverUrl, marketplaceKey, path, body),
    async endEngine() {
      if (engine === null) throw new Error('There is no engine.');
      const ended = once(engine, 'exit');
      await engine.terminate();
      await ended;
    },
  };
}

async function openPage(link: string, { locale }: Language, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    locale,
    colorScheme,
    reducedMotion: 'reduce',
    viewport: { width: 1360, height: 820 },
  });
  onTestFinished(() => context.close());
  return enterConsole(await context.newPage(), link);
}

test.each(looksOf(0))(
  'in $language.language, $colorScheme: nothing typed is lost, and what came meanwhile is listed',
  async ({ language, colorScheme }) => {
    const { words } = language;
    const house = await openHouse(12_000);
    expect(await house.post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
    const held = house.post('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
    const page = await openPage(house.link(), language, colorScheme);
    // Calls are refused meanwhile and the stream breaks off, which is no failure of the page.
    const failures = failuresOf(page, (text) => /503|INCOMPLETE_CHUNKED/.test(text));
    await go(page, '/cancellations');
    await page.locator('[data-pane="list"]').getByText('OC-').first().click();
    const field = page.getByLabel(words.cancellations.verdict.text);
    await field.fill('La pieza va en camino');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));

    await house.endEngine();
    await band(page, words.frame.engine.away.crashed).waitFor();
    await page.getByText(words.cancellations.verdict.away).waitFor();
    // What was typed stays while another screen is looked at, which says at once why it has nothing to show.
    const { hash } = new URL(page.url());
    await go(page, '/policies');
    await page.getByText(words.common.error.away).first().waitFor();
    await go(page, hash.slice(1));
    await band(page, words.frame.engine.away.receiving).waitFor();
    await page.getByRole('banner').getByText(words.frame.receiver.listening, { exact: true }).waitFor();
    expect(await field.inputValue()).toBe('La pieza va en camino');
    await picture(page, `interruption-away-${language.locale}-${colorScheme}`);
    expect(await house.post('/PurchaseOrders', purchaseOrder(2))).toBe(200);

    const back = band(page, words.frame.engine.back.crashed);
    await back.filter({ hasText: words.frame.engine.back.listed }).waitFor();
    expect(await band(page, words.frame.engine.away.crashed).count()).toBe(0);
    expect(await field.inputValue()).toBe('La pieza va en camino');
    expect(await violations(page)).toEqual([]);
    await picture(page, `interruption-back-${language.locale}-${colorScheme}`);
    // The call was held all the while, and the verdict reaches it.
    await page.getByRole('button', { name: words.cancellations.verdict.refuse }).click();
    await page.keyboard.press('Enter');
    expect(await held).toBe(200);
    await go(page, '/purchase-orders');
    await page
      .getByText(/OC-\d{4}-000002/)
      .first()
      .waitFor();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(failures).toEqual([]);

    await back.getByRole('button', { name: words.frame.engine.back.read }).click();
    await back.waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByText(/OC-\d{4}-000002/)
      .first()
      .waitFor();
    expect(await back.count()).toBe(0);
  },
);

test.each(looksOf(1))(
  'in $language.language, $colorScheme: where its database fails, the receiver goes on and the page says so',
  async ({ language, colorScheme }) => {
    const { words } = language;
    const house = await openHouse(0);
    expect(await house.post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
    const page = await openPage(house.link(), language, colorScheme);
    for (const name of ['perito.db', 'perito.db-wal', 'perito.db-shm']) rmSync(join(house.dataDir, name));
    expect(await house.post('/PurchaseOrders', purchaseOrder(2))).toBe(200);
    await band(page, words.frame.engine.database.gone).waitFor();
    await page.getByRole('banner').getByText(words.frame.receiver.listening, { exact: true }).waitFor();
    await picture(page, `database-gone-${language.locale}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
  },
);

test.each(looksOf(0))(
  'in $language.language, $colorScheme: where nothing can be kept, the page says so and what to do',
  async ({ language, colorScheme }) => {
    const { frame } = language.words;
    const house = await openHouse(0);
    const page = await openPage(house.link(), language, colorScheme);
    // Of an engine that was away again and again meanwhile, too.
    await page.route('**/rpc/status/get', async (route) => {
      const answer = await route.fetch();
      const { json } = Object(await answer.json());
      const receiver = { ...json.receiver, state: 'notStoring', error: { code: 'diskLow', detail: '' } };
      const yesterday = (seconds: number) =>
        new Date(Date.parse(json.now) - 86_400_000 + seconds * 1000).toISOString();
      const lastInterruption = { from: yesterday(0), until: yesterday(4), cause: 'outOfMemory' };
      const engine = { ...json.engine, restarts: 7, lastInterruption };
      const arrivals = { waiting: 4321, since: yesterday(0) };
      const status = { ...json, receiver, engine, arrivals };
      await route.fulfill({ response: answer, json: { json: status } });
    });
    await page.reload();
    await band(page, frame.receiver.explain.notStoring)
      .filter({ hasText: frame.receiver.error.diskLow })
      .waitFor();
    const back = band(page, frame.engine.back.outOfMemory);
    await back.filter({ hasText: textOf(frame.engine.back.often) }).waitFor();
    // Not only the time of day: it was yesterday.
    expect(await back.textContent()).toMatch(/ayer|yesterday/);
    // What waits is said once: by the band of the interruption until that is read.
    const rush = band(page, frame.arrivals.band_other);
    expect(await rush.count()).toBe(0);
    await picture(page, `not-storing-${language.locale}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    await back.getByRole('button', { name: frame.engine.back.read }).click();
    await rush.waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test.each(looksOf(0))(
  'in $language.language, $colorScheme: what was found damaged is said, with the way out',
  async ({ language, colorScheme }) => {
    const { frame, rebuild } = language.words;
    const house = await openHouse(0);
    const page = await openPage(house.link(), language, colorScheme);
    await page.route('**/rpc/status/get', async (route) => {
      const answer = await route.fetch();
      const { json } = Object(await answer.json());
      const engine = { ...json.engine, damaged: ['database', 'journal'] };
      await route.fulfill({ response: answer, json: { json: { ...json, engine } } });
    });
    await page.reload();
    const database = band(page, rebuild.ask.band);
    await database.getByRole('button', { name: rebuild.ask.open }).waitFor();
    await band(page, frame.engine.damaged.journal).waitFor();
    await picture(page, `damaged-${language.locale}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test.each(looksOf(1))(
  'in $language.language, $colorScheme: a rush is counted before it is listed',
  async ({ language, colorScheme }) => {
    const { words } = language;
    const house = await openHouse(0);
    let waiting = 4321;
    let unexamined = 0;
    let database: 'gone' | null = null;
    const page = await openPage(house.link(), language, colorScheme);
    // A rush that lasts takes a machine for itself: what the screen makes of the figures is what is looked at.
    await page.route('**/rpc/status/get', async (route) => {
      const answer = await route.fetch();
      const { json } = Object(await answer.json());
      const since = new Date(Date.parse(json.now) - 3000).toISOString();
      const arrivals = waiting === 0 ? json.arrivals : { waiting, since };
      const examination = unexamined === 0 ? json.examination : { revisions: unexamined, since };
      const engine = { ...json.engine, database };
      await route.fulfill({ response: answer, json: { json: { ...json, arrivals, examination, engine } } });
    });
    await page.reload();
    await band(page, words.frame.arrivals.band_other).filter({ hasText: '4,321' }).waitFor();
    // An empty list does not say beside it that nothing came, or that all is done.
    const { listing, examining } = words.records.arriving;
    for (const path of ['/purchase-orders', '/claims', '/search/nada']) {
      await go(page, path);
      await page.getByText(listing.title).waitFor();
      await page.getByText(textOf(listing.text_other)).filter({ hasText: '4,321' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, `arrivals-waiting${path.replaceAll('/', '-')}-${language.locale}-${colorScheme}`);
    }
    database = 'gone';
    await page.reload();
    await go(page, '/purchase-orders');
    await page.getByText(words.records.arriving.notListing.title).waitFor();
    database = null;
    waiting = 0;
    unexamined = 77;
    await page.reload();
    await go(page, '/claims');
    await page.getByText(examining.title).waitFor();
    await picture(page, `examining-claims-${language.locale}-${colorScheme}`);
    await go(page, '/purchase-orders');
    await page.getByText(words.records.empty.purchaseOrder.title).waitFor();
    unexamined = 0;
    expect(await house.post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
    await band(page, words.frame.arrivals.band_other).waitFor({ state: 'detached' });
    // The page asks on until it is closed.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);
