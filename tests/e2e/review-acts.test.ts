/** What people do with a record or a claim beside deciding, by keyboard: whose it is, its flag, notes that mention somebody, reminders, the next one. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { openMarketplace } from '../../main/simulator/index.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, sessionOf } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-review-acts-only';
const { words } = spanish;
const { work, records, common } = words;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
let colleague: number;
/** The newest first. */
let rows: Awaited<ReturnType<Perito['client']['records']['list']>>['rows'];

beforeAll(async () => {
  [browser, perito] = await Promise.all([launchChromium(), startPerito({ keys: key, person: 'Ana Prueba' })]);
  const bea = { id: null, name: 'Beatriz Prueba', email: '', role: 'adjuster', verdictLimit: null } as const;
  colleague = (await perito.client.people.save(bea)).id;
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 31 });
  for (let count = 0; count < 3; count += 1) await marketplace.sendPurchaseOrder();
  await vi.waitFor(async () => expect((await perito.client.records.list({})).total).toBe(3), 30_000);
  ({ rows } = await perito.client.records.list({}));
  const context = await browser.newContext({
    ...{ locale: spanish.locale, colorScheme: 'light', reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  });
  page = await context.newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const idOf = (place: number) => rows[place]?.id ?? 0;
const record = () => perito.client.records.get({ id: idOf(0) });
const detail = (place = 0) => page.getByRole('article', { name: rows[place]?.number ?? '' });
const row = () => page.getByRole('list', { name: words.frame.rail.purchaseOrders }).getByRole('link').first();
const undo = () => page.getByRole('button', { name: common.undo }).press('Enter');
const said = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

test('a record is taken with one key, given to a colleague by typing, and taken back', async () => {
  await go(page, `/purchase-orders/${idOf(0)}`);
  await detail().getByRole('button', { name: work.assign.toMe }).waitFor();
  await page.keyboard.press('m');
  await detail().getByRole('button', { name: work.assign.mine }).waitFor();
  await row().getByText(work.assign.mine).waitFor();
  await undo();
  await detail().getByRole('button', { name: work.assign.toMe }).waitFor();
  await page.keyboard.press('Shift+M');
  await page.getByRole('combobox', { name: work.assign.to }).waitFor();
  await page.keyboard.type('beat');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const of = said(work.assign.of, { name: 'Beatriz Prueba' });
  await detail().getByRole('button', { name: of }).waitFor();
  await row().getByText(of).waitFor();
  expect((await record()).assignedTo).toBe(colleague);
});

test('a flag is raised with a word, shown in its row, and taken off', async () => {
  await page.keyboard.press('b');
  const word = page.getByRole('textbox', { name: work.flag.word });
  await word.waitFor();
  await page.keyboard.type('peritaje');
  await page.keyboard.press('Enter');
  await row()
    .getByText(said(work.flag.flaggedWord, { word: 'peritaje' }))
    .waitFor();
  expect(await record()).toMatchObject({ flagWord: 'peritaje', flaggedAt: expect.any(String) });
  await undo();
  await detail().getByRole('button', { name: work.flag.flag, exact: true }).waitFor();
  expect((await record()).flaggedAt).toBeNull();
  await page.keyboard.press('b');
  await word.waitFor();
  await page.keyboard.press('Enter');
  await detail().getByRole('button', { name: work.flag.flagged, exact: true }).waitFor();
});

test('a note names a colleague while it is typed, and tells who was named', async () => {
  await page.keyboard.press('n');
  await page.keyboard.type('por favor');
  await page.keyboard.press('Home');
  await page.keyboard.type('Revise el precio, @bea');
  const option = page.getByRole('option', { name: 'Beatriz Prueba' });
  await option.waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'review-mention');
  // Where a frame takes long to be drawn, the letters typed meanwhile stand where they were typed.
  await page.evaluate(() => {
    const soon = window.requestAnimationFrame;
    window.requestAnimationFrame = (draw) => window.setTimeout(() => soon(draw), 150);
    Object.assign(window, { drawSoon: () => Object.assign(window, { requestAnimationFrame: soon }) });
  });
  await page.keyboard.press('Enter');
  await page.keyboard.type('hoy mismo ', { delay: 40 });
  await page.evaluate(() => Reflect.apply(Reflect.get(window, 'drawSoon'), window, []));
  await page.keyboard.press('Control+Enter');
  const notes = page.getByRole('region', { name: records.detail.section.notes, exact: true });
  await notes
    .getByRole('listitem')
    .getByText('Revise el precio, @Beatriz Prueba hoy mismo por favor')
    .waitFor();
  expect((await record()).notes).toMatchObject([
    { text: 'Revise el precio, @Beatriz Prueba hoy mismo por favor', mentions: [colleague] },
  ]);
});

test('a reminder is written, changed, done and not done again', async () => {
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  const form = page.getByRole('form', { name: work.reminder.add });
  await form.waitFor();
  await page.keyboard.type('Llamar al suplidor');
  await form.getByRole('button', { name: work.reminder.days.week }).press('Enter');
  await form.getByLabel(work.reminder.time).fill('09:30');
  expect(await violations(page)).toEqual([]);
  await picture(page, 'review-reminder');
  await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'detached' });
  const [reminder] = (await record()).reminders;
  expect(reminder).toMatchObject({ text: 'Llamar al suplidor', time: '09:30', forPerson: 1 });
  const inDays = (Date.parse(reminder?.dueAt ?? '') - Date.now()) / 86_400_000;
  expect(inDays).toBeGreaterThan(5.9);
  expect(inDays).toBeLessThan(8);
  const list = page.getByRole('list', { name: work.reminder.title });
  const done = list.getByRole('checkbox', { name: said(work.reminder.done, { text: 'Llamar al suplidor' }) });
  await done.press('Space');
  await expect.poll(async () => (await record()).reminders[0]?.doneAt).not.toBeNull();
  await undo();
  await expect.poll(async () => (await record()).reminders[0]?.doneAt).toBeNull();
  await list
    .getByRole('button', { name: said(work.reminder.changeNamed, { text: 'Llamar al suplidor' }) })
    .press('Enter');
  await page.keyboard.type(' hoy');
  await page.keyboard.press('Control+Enter');
  await list.getByText('Llamar al suplidor hoy').waitFor();
  await undo();
  await list.getByText('Llamar al suplidor', { exact: true }).waitFor();
});

test('the record after and before is reached from an open one, also where its list is out of sight', async () => {
  await page.setViewportSize({ width: 900, height: 768 });
  await page.keyboard.press('j');
  await detail(1).waitFor();
  await page.getByRole('button', { name: work.neighbour.next }).click();
  await detail(2).waitFor();
  expect(await page.getByRole('button', { name: work.neighbour.next }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: work.neighbour.previous }).click();
  await detail(1).waitFor();
  await page.keyboard.press('k');
  await detail().waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'review-narrow');
});

test('a claim is taken with its open records, noted and given a reminder, and what was changed comes back', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const claimNumber = rows[1]?.claimNumber ?? '';
  const ofClaim = () => perito.client.work.claim({ claimNumber });
  const owner = async () => (await perito.client.records.get({ id: idOf(1) })).assignedTo;
  await perito.client.work.assign({ ids: [idOf(1)], to: colleague });
  await go(page, `/claims/claimNumber/${encodeURIComponent(claimNumber)}`);
  const file = page.getByRole('article', { name: claimNumber });
  await file.getByRole('button', { name: work.assign.toMe }).waitFor();
  await page.keyboard.press('m');
  await file.getByRole('button', { name: work.assign.mine }).waitFor();
  expect(await owner()).toBe(1);
  await undo();
  await file.getByRole('button', { name: work.assign.toMe }).waitFor();
  await expect.poll(owner).toBe(colleague);
  expect((await ofClaim()).assignment).toBeNull();
  await page.keyboard.press('n');
  await page.keyboard.type('Pedir el presupuesto, @beat');
  await page.getByRole('option', { name: 'Beatriz Prueba' }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  const notes = file.getByRole('region', { name: words.claims.detail.notes, exact: true });
  await notes.getByRole('listitem').getByText('Pedir el presupuesto, @Beatriz Prueba').waitFor();
  expect((await ofClaim()).notes).toMatchObject([{ mentions: [colleague] }]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await file.getByRole('form', { name: work.reminder.add }).waitFor();
  await page.keyboard.type('Llamar al taller');
  await page.keyboard.press('Control+Enter');
  await file.getByRole('list', { name: work.reminder.title }).getByText('Llamar al taller').waitFor();
  // A notice that has the focus stays, however slow the machine is.
  await page.getByRole('button', { name: common.undo }).focus();
  expect(await violations(page)).toEqual([]);
  await undo();
  await file.getByText(work.reminder.none).first().waitFor();
  expect((await ofClaim()).reminders).toEqual([]);
});

test('a revised order says line by line what changed, on the order and on its claim', async () => {
  const { body, claimNumber } = await perito.client.records.get({ id: idOf(2) });
  const order = z.looseObject({ items: z.array(z.looseObject({})) }).parse(JSON.parse(body));
  const [first, ...others] = order.items;
  const added = { ...first, itemName: 'Radiador de prueba', itemCode: 'RAD-1', supplierItemRowTotal: 1000 };
  await perito.post('/PurchaseOrders', {
    ...order,
    items: [{ ...first, itemQuantity: 7, supplierItemRowTotal: 7000 }, ...others, added],
  });
  await go(page, `/purchase-orders/${idOf(2)}`);
  const { estimates } = words;
  const since = said(estimates.since, { revision: '1' });
  const table = page.getByRole('table', { name: since });
  await table.getByRole('row', { name: 'Radiador de prueba' }).getByText(estimates.state.added).waitFor();
  await table.getByText(estimates.state.changed).waitFor();
  expect(await table.getByRole('row').count()).toBe(4);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'review-supplement');
  await go(page, `/claims/claimNumber/${encodeURIComponent(claimNumber ?? '')}`);
  const grown = page.getByRole('region', { name: estimates.title });
  const summary = grown.getByText(said(estimates.added_one, { count: '1' }));
  await summary.press('Enter');
  await grown.getByRole('row', { name: 'Radiador de prueba' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'review-claim-estimates');
  // Only the detail scrolled, never the page below it.
  expect(await page.evaluate(() => document.documentElement.scrollTop + document.body.scrollTop)).toBe(0);
});

test('the same is clean in English and in the dark, at every width', async () => {
  await using context = await browser.newContext({
    ...{ locale: english.locale, colorScheme: 'dark', reducedMotion: 'reduce' },
    storageState: await sessionOf(browser, perito),
  });
  const other = await context.newPage();
  await enterConsole(other, `${perito.consoleUrl}/#/purchase-orders/${idOf(0)}`);
  await other
    .getByRole('button', { name: said(english.words.work.assign.of, { name: 'Beatriz Prueba' }) })
    .waitFor();
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [1024, 768],
  ] as const) {
    await other.setViewportSize({ width, height });
    expect(await violations(other)).toEqual([]);
    await picture(other, `review-record-${width}`);
    await page.setViewportSize({ width, height });
    await picture(page, `review-record-es-${width}`);
  }
  expect(failures).toEqual([]);
});

test('a revision that comes as a record is marked is said and shown, alone and among others', async () => {
  const bare = (id: number, comments = '') => purchaseOrder(id, { comments });
  const arrives = async (id: number, revision: number, body: object) => {
    expect(await perito.post('/PurchaseOrders', body)).toBe(200);
    return vi.waitUntil(
      async () =>
        (await perito.client.records.list({ kind: 'purchaseOrder' })).rows.find(
          (one) => one.marketplaceId === id && one.revision === revision,
        ),
      30_000,
    );
  };
  const { id, number } = await arrives(901, 1, bare(901));
  const stored = () => perito.client.records.get({ id });
  const article = page.getByRole('article', { name: number });
  /** Another revision comes as soon as the next mark is on its way. */
  const comesBefore = (procedure: string, revision: number) =>
    page.route(
      `**/rpc/records/${procedure}`,
      async (route) => {
        await arrives(901, revision, bare(901, `Revisión ${revision}`));
        await route.continue();
      },
      { times: 1 },
    );
  const notice = (text: string) => page.getByRole('status').filter({ hasText: text });

  // The list that was drawn before would offer it above itself.
  await page.reload();
  await go(page, `/purchase-orders/${id}`);
  await article.waitFor();
  await comesBefore('setReviewed', 2);
  await page.keyboard.press('e');
  await notice(said(records.detail.newer, { number })).waitFor();
  expect(await violations(page)).toEqual([]);
  await article.getByText('Revisión 2').first().waitFor();
  expect(await stored()).toMatchObject({ revision: 2, reviewedAt: null });
  await page.keyboard.press('e');
  await article.getByRole('button', { name: records.of.feminine.reviewed, exact: true }).waitFor();
  await page.keyboard.press('e');
  await expect.poll(async () => (await stored()).reviewedAt).toBeNull();

  await page.keyboard.press('Escape');
  await article.waitFor({ state: 'detached' });
  await row().focus();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: words.queue.bulk.review }).waitFor();
  await comesBefore('setManyReviewed', 3);
  await page.keyboard.press('e');
  await notice(said(words.queue.bulk.newer_one, { count: '1' })).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await stored()).toMatchObject({ revision: 3, reviewedAt: null });
});
