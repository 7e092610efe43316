/** The inbox in a real browser: why everything is there, how it is worked off and brought back, and that nothing moves what is read. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dominicanDay } from '../../shared/rules/dominican-time.ts';
import { financialDocument } from '../engine/financial-documents.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { todayLasts } from '../today.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, sessionOf } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-inbox-test-only';
const { words, locale } = spanish;
const { inbox } = words;
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
];

let browser: Browser;
let perito: Perito;
let page: Page;
let dark: Page;
let failures: string[];
/** The ids of records by the marketplace's. */
const records = new Map<number, number>();
let today: string;

const until = <Value>(found: () => Promise<Value>) => vi.waitUntil(found, { timeout: 30_000, interval: 50 });
const arrives = async (path: string, id: number, body: object) => {
  expect(await perito.post(path, body)).toBe(200);
  const row = await until(async () =>
    (await perito.client.records.list({ limit: 200 })).rows.find((one) => one.marketplaceId === id),
  );
  records.set(id, row.id);
  return row.id;
};
/** Its total is not the sum of its parts, which is an error. */
const arrivesWrong = (id: number, claimNumber: string) =>
  arrives(
    '/financialDocuments',
    id,
    financialDocument(id, { insuranceClaimNumber: claimNumber, totalAmount: 1 }),
  );
const keys = async () =>
  (await perito.client.inbox.list()).groups.flatMap(({ entries }) => entries.map((entry) => entry.key));

beforeAll(async () => {
  await todayLasts();
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', holdSeconds: 90 }),
  ]);
  const { client } = perito;
  const order = (id: number, claim: string) =>
    arrives('/PurchaseOrders', id, purchaseOrder(id, { insuranceClaimNumber: claim }));
  await arrivesWrong(31, 'REC-B');
  const noted = await order(11, 'REC-A');
  await order(12, 'REC-D');
  await client.records.addNote({ id: noted, text: '@Persona de prueba: revise el precio.', mentions: [1] });
  today = dominicanDay(Date.now());
  await client.work.addReminder({ about: { claimNumber: 'REC-A' }, on: today, text: 'Llamar al taller' });
  await client.work.assign({ ids: [records.get(12) ?? 0], to: 1 });
  await order(13, 'REC-C');
  expect(await perito.post('/PurchaseOrders', { purchaseOrderId: 'nada' })).toBe(400);
  void perito.post('/PurchaseOrders/13/cancel', { purchaseOrderId: 13 });
  await until(async () => (await keys()).length === 5);
  const storageState = await sessionOf(browser, perito);
  const open = async (look: object) =>
    (await browser.newContext({ storageState, viewport: { width: 1280, height: 800 }, ...look })).newPage();
  page = await open({ locale, colorScheme: 'light', reducedMotion: 'reduce' });
  dark = await open({ locale: english.locale, colorScheme: 'dark' });
  failures = failuresOf(page);
  await enterConsole(page, perito.consoleUrl);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const list = (on = page) => on.getByRole('list', { name: words.frame.rail.inbox });
const rows = () => list().getByRole('link');
const article = (name: string) => page.getByRole('article', { name });
const numberOf = async (id: number) => (await perito.client.records.get({ id: records.get(id) ?? 0 })).number;
const press = async (...names: string[]) => {
  for (const name of names) await page.keyboard.press(name);
};
const hash = () => new URL(page.url()).hash;
const isOpen = (entry: string) => expect.poll(hash).toBe(`#/inbox/${entry}`);

test('it is the first screen, grouped by claim, and each entry says in words why it is there', async () => {
  expect(hash()).toBe('#/inbox');
  await expect.poll(() => rows().count()).toBe(5);
  const texts = (await rows().allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts[0]).toMatch(new RegExp(`^${inbox.why.held}.*\\d+ s`));
  expect(texts[1]).toContain(`${inbox.why.today}: Llamar al taller`);
  expect(texts[2]).toContain(inbox.why.ownNote);
  expect(texts[3]).toContain(inbox.why.own.feminine);
  expect(texts[4]).toContain(words.findingTitle.arithmetic.total);
  expect(await list().getByRole('heading').allTextContents()).toEqual(
    ['REC-C', 'REC-A', 'REC-D', 'REC-B'].map((claim) => `${words.claims.by.claimNumber} ${claim}`),
  );
  const rail = page.getByRole('navigation', { name: words.frame.rail.label });
  await rail.getByRole('link', { name: new RegExp(`^${words.frame.rail.inbox} 5`) }).waitFor();
  await page.getByRole('link', { name: inbox.failed.rejected_one.replace('{{number}}', '1') }).waitFor();
  await page.getByRole('paragraph').filter({ hasText: inbox.came.today }).waitFor();
  expect(await violations(page)).toEqual([]);
  await press('j', 'j');
  await isOpen('claim/REC-A');
  await press('j');
  await article(await numberOf(11)).waitFor();
  await page.getByRole('region', { name: inbox.why.label }).getByText('revise el precio').waitFor();
  expect(await violations(page)).toEqual([]);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await picture(page, `inbox/es-light-${size.width}`);
  }
});

test('a key that has nothing to do on what is open says why, and which one has', async () => {
  const { keys: why } = inbox;
  const onOrder = (key: string) => why.onOrder.replace('{{key}}', key);
  const held = (await keys()).find((entry) => entry.startsWith('cancellation:')) ?? '';
  const said: [path: string, key: string, hint: string][] = [
    [`cancellation/${held.slice(held.indexOf(':') + 1)}`, 'e', why.verdict],
    ['', 'n', onOrder('N')],
    ['', 'm', onOrder('M')],
    ['', 'Shift+B', onOrder('B')],
    ['', 'f', why.noPhotos],
    ['', 'z', why.noneBack],
    ['', 'u', why.noneHeld],
    ['claim/REC-A', 'a', why.noVerdict],
    ['', 'b', why.onRecord],
    ['', 'r', why.noVerdict],
    [`record/${records.get(12)}`, 'f', why.noPhotos],
    ['', 'a', why.noVerdict],
    [`record/${records.get(11)}`, 'f', why.noPhotos],
  ];
  const before = await keys();
  for (const [path, key, hint] of said) {
    if (path !== '') {
      await go(page, `/inbox/${path}`);
      await page.locator('[data-pane="detail"]').getByRole('article').waitFor();
    }
    await press(key);
    await page.getByRole('status').filter({ hasText: hint }).waitFor();
  }
  expect(await violations(page)).toEqual([]);
  expect(await keys()).toEqual(before);
});

test('what comes, and what others work off, moves neither the open entry nor the list', async () => {
  await isOpen(`record/${records.get(11)}`);
  const before = await rows().allTextContents();
  const place = await rows().nth(2).boundingBox();
  await arrivesWrong(32, 'REC-E');
  await page.getByRole('button', { name: inbox.fresh_one.replace('{{count}}', '1') }).waitFor();
  // Somebody else was faster with the open one and with another.
  await perito.client.inbox.done({ key: `record:${records.get(11)}`, revision: 1 });
  await perito.client.inbox.done({ key: `record:${records.get(12)}`, revision: 1 });
  await page.getByText(inbox.gone.open).waitFor();
  await expect.poll(() => rows().filter({ hasText: inbox.gone.row }).count()).toBe(2);
  expect(await rows().count()).toBe(before.length);
  expect(await rows().nth(2).boundingBox()).toEqual(place);
  await article(await numberOf(11)).waitFor();
  await isOpen(`record/${records.get(11)}`);
  await page.getByRole('button', { name: inbox.fresh_one.replace('{{count}}', '1') }).press('Enter');
  await expect.poll(() => list().getByRole('heading').allTextContents()).toHaveLength(4);
  await page.getByText(inbox.gone.open).waitFor();
});

test('E works off and opens the next, Z brings back what was done last, and a verdict leaves by itself', async () => {
  await press('Escape', 'j', 'j');
  await isOpen('claim/REC-A');
  await press('e');
  await isOpen(`record/${records.get(31)}`);
  await expect.poll(keys).not.toContain('claim:REC-A');
  await page.getByRole('button', { name: words.common.undo }).waitFor();
  await press('e');
  await isOpen(`record/${records.get(32)}`);
  await expect
    .poll(async () => (await perito.client.records.get({ id: records.get(31) ?? 0 })).reviewedAt)
    .not.toBeNull();
  // What was done last is brought back also where its answer has not come yet.
  await press('z');
  await isOpen(`record/${records.get(31)}`);
  await expect
    .poll(async () => (await perito.client.records.get({ id: records.get(31) ?? 0 })).reviewedAt)
    .toBeNull();
  await expect.poll(keys).toContain(`record:${records.get(31)}`);
  await press('z');
  await isOpen('claim/REC-A');
  await expect.poll(keys).toContain('claim:REC-A');
  await expect.poll(() => rows().count()).toBe(4);

  await press('k');
  await page.getByRole('article').locator('[aria-keyshortcuts="A"]').waitFor();
  await press('r');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await page.keyboard.type('Ya fue entregada.');
  await press('Control+Enter');
  await page.locator('[aria-keyshortcuts="Enter"]').waitFor();
  await press('Enter');
  await isOpen('claim/REC-A');
  await expect.poll(() => rows().count()).toBe(3);
  const { rows: asked } = await perito.client.cancellations.list();
  expect(asked.map(({ state }) => state)).toEqual(['refused']);
});

test('with all worked off it says so, with what came today, and what comes next appears by itself', async () => {
  await enterConsole(dark, perito.consoleUrl);
  const inEnglish = dark.getByRole('list', { name: english.words.frame.rail.inbox });
  await inEnglish.getByRole('link').nth(2).waitFor();
  await dark.keyboard.press('j');
  await dark.getByRole('article').waitFor();
  expect(await violations(dark)).toEqual([]);
  for (const size of sizes) {
    await dark.setViewportSize(size);
    await picture(dark, `inbox/en-dark-${size.width}`);
  }
  for (let left = 3; left > 0; left -= 1) {
    await expect.poll(() => rows().count()).toBe(left);
    await page.locator('[data-pane="detail"] [aria-keyshortcuts^="E"]').waitFor();
    await press('e');
    await expect.poll(keys).toHaveLength(left - 1);
  }
  await page.getByRole('heading', { name: inbox.empty.title }).waitFor();
  await page
    .getByRole('region', { name: inbox.empty.today })
    .getByText(inbox.today.purchaseOrder_other)
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'inbox/es-light-empty');
  await dark
    .getByRole('button', { name: english.words.inbox.fresh_one.replace('{{count}}', '1') })
    .waitFor({ state: 'detached' });
  await dark.keyboard.press('Escape');
  await dark.keyboard.press('Escape');
  await dark.reload();
  await dark.getByRole('heading', { name: english.words.inbox.empty.title }).waitFor();
  expect(await violations(dark)).toEqual([]);
  await picture(dark, 'inbox/en-dark-empty');
  await arrivesWrong(33, 'REC-F');
  await expect.poll(() => rows().count()).toBe(1);
  expect(failures).toEqual([]);
});

test('what a revision comes of as it is worked off comes back, and nobody is said to have seen that', async () => {
  const id = records.get(33) ?? 0;
  const record = () => perito.client.records.get({ id });
  const { number } = await record();
  await page.route('**/rpc/inbox/done', async (route) => {
    const again = financialDocument(33, { insuranceClaimNumber: 'REC-F', totalAmount: 2 });
    expect(await perito.post('/financialDocuments', again)).toBe(200);
    // Until it is examined it is not in the inbox, and comes there by itself.
    await until(async () => {
      const { revision } = await record();
      return revision === 2 && (await keys()).includes(`record:${id}`);
    });
    await route.continue();
  });
  await press('j');
  await article(number).waitFor();
  await press('e');
  await page
    .getByRole('status')
    .filter({ hasText: words.records.detail.newer.replace('{{number}}', number) })
    .waitFor();
  expect(await violations(page)).toEqual([]);
  expect((await record()).reviewedAt).toBeNull();
  await page.unroute('**/rpc/inbox/done');
  await page.getByRole('button', { name: words.common.see, exact: true }).click();
  await isOpen(`record/${id}`);
  await article(number).waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await picture(page, 'inbox/es-light-newer');
  await press('e');
  await expect.poll(keys).toEqual([]);
  expect(await record()).toMatchObject({ revision: 2, reviewedAt: expect.any(String) });
});
