/** A queue at the screen, by keyboard: its filter reads as a sentence and stands in the address, its table is set up, its rows are ordered and chosen. */
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import { violations } from './axe.ts';
import { drawAsForAPerson, launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-queues-test-only';
const { words, locale } = spanish;
const { queue } = words;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba' }),
  ]);
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 12 });
  for (let count = 0; count < 12; count += 1) await marketplace.sendPurchaseOrder();
  page = await (
    await browser.newContext({ locale, reducedMotion: 'reduce', viewport: { width: 1920, height: 1080 } })
  ).newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
  await go(page, '/purchase-orders');
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const table = () => page.getByRole('table', { name: words.frame.rail.purchaseOrders });
const rowsOf = () => table().getByRole('rowheader');
const shown = () => rowsOf().getByRole('link').allTextContents();
const query = () => new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '');
const numbers = async (input: Parameters<Perito['client']['records']['list']>[0]) =>
  (await perito.client.records.list({ kind: 'purchaseOrder', ...input })).rows.map(({ number }) => number);
/** What a row begins with is its number; what says that nobody reviewed it comes after. */
const isShown = (expected: readonly string[]) =>
  expect
    .poll(async () => (await shown()).map((text) => text.slice(0, expected[0]?.length ?? 0)))
    .toEqual(expected);

test('a wide window has a table, ordered by its headings, which says so to those who do not see it', async () => {
  await rowsOf().nth(11).waitFor();
  await isShown(await numbers({}));
  const amount = page.getByRole('columnheader', { name: queue.column.amount });
  await amount.getByRole('button').press('Enter');
  await isShown(await numbers({ order: { by: 'amount', descending: true } }));
  expect(await amount.getAttribute('aria-sort')).toBe('descending');
  expect(query().get('order')).toBe('-amount');
  await amount.getByRole('button').press('Enter');
  await isShown(await numbers({ order: { by: 'amount', descending: false } }));
  await page.goBack();
  await isShown(await numbers({ order: { by: 'amount', descending: true } }));
  expect(await violations(page)).toEqual([]);
  await picture(page, 'queue-table');
});

test('columns are made wider and moved by keys, and stay so after a reload', async () => {
  const headings = () => page.getByRole('columnheader').allTextContents();
  const party = page.getByRole('columnheader', { name: queue.column.party.purchaseOrder });
  const before = await headings();
  // Columns that share what is left have a part of a pixel.
  const widthOf = async () => Math.round((await party.boundingBox())?.width ?? 0);
  const width = await widthOf();
  await party.getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(widthOf).toBe(width + 16);
  await page.keyboard.press('Control+ArrowLeft');
  const at = before.indexOf(queue.column.party.purchaseOrder);
  const after = before.with(at - 1, before[at] ?? '').with(at, before[at - 1] ?? '');
  await expect.poll(headings).toEqual(after);
  await page.reload();
  await rowsOf().nth(11).waitFor();
  expect(await headings()).toEqual(after);
  expect(await widthOf()).toBe(width + 16);
});

test('a filter is found by typing, reads as a sentence, is in the address, and is taken off there', async () => {
  const bar = page.getByRole('group', { name: queue.filter.label });
  const chip = (words: string) =>
    bar.getByRole('button', { name: queue.filter.change.replace('{{condition}}', words) });
  const find = async (text: string) => {
    await page.locator('main').getByRole('combobox').waitFor({ state: 'detached' });
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: queue.filter.find }).waitFor();
    await page.keyboard.type(text);
  };
  await find(queue.condition.amount);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: queue.filter.from }).waitFor();
  await page.keyboard.type('30,000');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await chip(queue.of.feminine.amountFrom.replace('{{from}}', 'RD$30,000.00')).waitFor();
  expect(query().get('amountFrom')).toBe('30000');
  const some = await numbers({ amountFrom: '30000', order: { by: 'amount', descending: true } });
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(12);
  await isShown(some);

  await find(queue.said.unreviewed);
  await page.keyboard.press('Enter');
  await expect.poll(() => query().get('reviewed')).toBe('false');
  await page.reload();
  await isShown(some);
  await chip(queue.of.feminine.amountFrom.replace('{{from}}', 'RD$30,000.00')).press('Delete');
  await isShown(await numbers({ reviewed: false, order: { by: 'amount', descending: true } }));

  await find(words.findingTitle.photo.same);
  await page.keyboard.press('Enter');
  await page.getByText(queue.empty.title).waitFor();
  await bar.getByRole('button', { name: queue.filter.clear }).press('Enter');
  await rowsOf().nth(11).waitFor();
  await expect.poll(() => query().get('reviewed')).toBeNull();
});

test('a filter that a window began with is taken off, though the whole list was never asked for', async () => {
  const other = await page.context().newPage();
  await drawAsForAPerson(other);
  const filter = other.getByRole('group', { name: queue.filter.label });
  const condition = queue.of.feminine.amountFrom.replace('{{from}}', 'RD$1.00');
  const chip = filter.getByRole('button', {
    name: queue.filter.change.replace('{{condition}}', condition),
  });
  await enterConsole(other, `${perito.consoleUrl}/#/purchase-orders?amountFrom=1`);
  await chip.press('Delete');
  await chip.waitFor({ state: 'detached' });
  expect(new URL(other.url()).hash).not.toContain('amountFrom');
  await other.close();
});

test('chosen rows come to a sum, and a detail opens beside the table', async () => {
  const { rows } = await perito.client.records.list({
    kind: 'purchaseOrder',
    order: { by: 'amount', descending: true },
  });
  await page.keyboard.press('Escape');
  await rowsOf().getByRole('link').first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('group', { name: words.common.selection.label });
  const [first, second] = rows;
  const sum = (Number(first?.total) + Number(second?.total)).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  await bar.getByText(`RD$${sum}`).waitFor();
  await page.getByRole('article', { name: second?.number ?? '' }).waitFor();
  expect(await table().isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.getByRole('list', { name: words.frame.rail.purchaseOrders }).waitFor();
  await page.keyboard.press('t');
  // In a narrow window the detail lies over the table, and Escape leads back to it.
  await page.setViewportSize({ width: 1024, height: 768 });
  await table().waitFor({ state: 'hidden' });
  await page.getByRole('article', { name: second?.number ?? '' }).waitFor();
  await page.keyboard.press('Escape');
  await table().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'queue-table-narrow');
});

test('the record after the open one is fetched before somebody asks for it', async () => {
  await page.reload();
  const links = rowsOf().getByRole('link');
  await links.nth(2).waitFor();
  const hrefs = await Promise.all([0, 1, 2].map((index) => links.nth(index).getAttribute('href')));
  const fetched = hrefs.map((href) => {
    const id = /\d+/.exec(href ?? '')?.[0];
    return page.waitForRequest(
      (request) =>
        request.url().includes('/rpc/records/get') &&
        decodeURIComponent(`${request.url()} ${request.postData() ?? ''}`).includes(`"id":${id}}`),
    );
  });
  await links.nth(0).click();
  await Promise.all(fetched.slice(0, 2));
  await page.keyboard.press('j');
  await fetched[2];
  expect(failures).toEqual([]);
});

test('a table waits as a table, and where it fails says so over nothing, also while it is asked for again', async () => {
  const other = await page.context().newPage();
  await enterConsole(other, `${perito.consoleUrl}/#/settings/about`);
  const held: Route[] = [];
  await other.route('**/rpc/records/list', (route) => {
    held.push(route);
  });
  const release = (answer: (route: Route) => Promise<void>) => Promise.all(held.splice(0).map(answer));
  await go(other, '/purchase-orders');
  const waiting = other.getByRole('status', { name: words.common.loading, exact: true });
  await waiting.getByText(queue.column.amount, { exact: true }).waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await release((route) =>
    route.fulfill({ status: 400, json: { json: { code: 'BAD_REQUEST', status: 400, message: '' } } }),
  );
  const failed = other.getByRole('alert').filter({ hasText: words.common.error.title });
  await failed.waitFor();
  expect(await other.getByRole('columnheader').count()).toBe(0);
  const retry = failed.getByRole('button', { name: words.common.retry });
  await retry.click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect.poll(() => retry.getAttribute('aria-busy')).toBe('true');
  await release((route) => route.continue());
  await other.getByRole('rowheader').first().waitFor();
  expect(await failed.count()).toBe(0);
  await other.close();
});
