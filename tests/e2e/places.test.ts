/** Where addresses lead, what the window is called, what is asked before leaving, and what fits: in a real browser. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { openMarketplace } from '../../main/simulator/index.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-places-test-only';
const { words, locale } = spanish;
const { noSuch, leave, save } = words.common;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
beforeAll(async () => {
  browser = await launchChromium();
  perito = await startPerito({ keys: key, person: 'Persona de prueba' });
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 32 });
  await marketplace.sendPurchaseOrder();
  await marketplace.sendServiceOrder();
  await marketplace.sendIncidentReport();
  await marketplace.sendFinancialDocument();
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  page = await context.newPage();
  // What does not exist is answered 404, and the browser says so in its console.
  failures = failuresOf(page, (text) => text.includes('404'));
  await enterConsole(page, perito.link);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const openAt = (path: string) => page.goto(`${perito.consoleUrl}/#${path}`);
const recordOf = async (kind: 'purchaseOrder' | 'incidentReport') => {
  const { rows } = await perito.client.records.list({ kind });
  const [row] = rows;
  if (row === undefined) throw new Error(`no ${kind} came`);
  return row;
};

test('a record of another kind is shown on its own screen', async () => {
  const incident = await recordOf('incidentReport');
  await openAt(`/purchase-orders/${incident.id}`);
  await page.getByRole('article', { name: incident.number }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/incidents/${incident.id}`);
});

test.each([
  ['/purchase-orders/99999', '#/purchase-orders'],
  ['/incidents/none', '#/incidents'],
  ['/cancellations/99999', '#/cancellations'],
  ['/documents/-1', '#/documents'],
  ['/policies/99999', '#/policies'],
  ['/policies/lookups/99999', '#/policies/lookups'],
  ['/rejected/99999', '#/rejected'],
  ['/downloads/99999', '#/downloads'],
  ['/settings/nothing', '#/settings'],
  ['/nowhere/at/all', '#/inbox'],
])('%s says that nothing is there and leads back to %s', async (path, back) => {
  await openAt(path);
  await page.getByText(noSuch.title).waitFor();
  await page.getByRole('link', { name: noSuch.back, exact: true }).click();
  await page.waitForFunction((hash) => location.hash === hash, back);
  await page.getByText(noSuch.title).waitFor({ state: 'detached' });
});

test('the window is called by what is open, or by its section', async () => {
  const order = await recordOf('purchaseOrder');
  await openAt('/purchase-orders');
  await page.waitForFunction(
    (title) => document.title === title,
    `${words.frame.rail.purchaseOrders} · Perito`,
  );
  await openAt(`/purchase-orders/${order.id}`);
  await page.waitForFunction((title) => document.title === title, `${order.number} · Perito`);
});

test('settings that were changed and not saved are asked about, and stay where the person stays', async () => {
  await openAt('/settings/company');
  const name = page.getByLabel(words.settings.company.name, { exact: true });
  await name.fill('Aseguradora Prueba Dos');
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.getByRole('dialog', { name: leave.title }).waitFor();
  await page.getByRole('button', { name: leave.stay }).click();
  expect(await name.inputValue()).toBe('Aseguradora Prueba Dos');
  expect(new URL(page.url()).hash).toBe('#/settings/company');

  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.getByRole('button', { name: leave.leave }).click();
  await page.waitForFunction(() => location.hash === '#/claims');
  // The address changes first: the form that was left is gone once the other screen is there.
  await name.waitFor({ state: 'detached' });
  expect((await perito.client.settings.get()).company.name).toBe('');

  await openAt('/settings/company');
  await name.fill('Aseguradora Prueba Dos');
  await page.getByRole('button', { name: save, exact: true }).click();
  await page.getByText(words.settings.saved).waitFor();
  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.waitForFunction(() => location.hash === '#/claims');
  await name.waitFor({ state: 'detached' });
});

test('an RNC with a wrong digit is said at once, asked about before it is kept, and kept where it is meant', async () => {
  const { company } = words.settings;
  await openAt('/settings/company');
  const field = page.getByLabel(company.taxId, { exact: true });
  const kept = async () => (await perito.client.settings.get()).company.taxId;
  await field.fill('101010632');
  expect(await page.getByText(company.rncCheck).count()).toBe(0);
  await field.fill('101010633');
  await page.getByText(company.rncCheck).waitFor();
  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.getByRole('dialog', { name: leave.title }).waitFor();
  await page.getByRole('button', { name: leave.stay }).click();
  await page.getByRole('button', { name: save, exact: true }).click();
  const question = page.getByRole('alert').filter({ hasText: company.rncSure });
  await question.waitFor();
  expect(await kept()).toBe('');

  // Written otherwise it is another number, and asked about anew.
  await field.fill('101010634');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: save, exact: true }).click();
  await question.waitFor();
  expect(await kept()).toBe('');
  await page.getByRole('button', { name: save, exact: true }).click();
  await page.getByText(words.settings.saved).first().waitFor();
  await question.waitFor({ state: 'detached' });
  expect(await kept()).toBe('101010634');
});

test('a form that nobody changed follows what is saved elsewhere, and asks nothing on leaving', async () => {
  const { reasons } = words.settings;
  await openAt('/settings/reasons');
  const refuse = page.getByRole('region', { name: reasons.list.refuse });
  const first = refuse.getByLabel(reasons.es).first();
  await first.waitFor();
  await first.click();
  await page.keyboard.press('End');
  const saved = { en: '', retired: false };
  const [owed, other] = [
    { code: 'owed', es: 'Falta la nota de crédito del taller.', ...saved },
    { code: 'other', es: 'Otra razón.', ...saved },
  ];
  await perito.client.settings.update({ reasons: { refuse: [owed, other] } });
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('input, textarea')].some((one) => 'value' in one && one.value === text),
    owed.es,
  );
  expect(await page.getByText(words.common.unsaved).count()).toBe(0);
  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.waitForFunction(() => location.hash === '#/claims');

  await openAt('/settings/reasons');
  await refuse.getByRole('button', { name: /2$/ }).first().click();
  expect(await first.inputValue()).toBe('Otra razón.');
  await page.getByRole('link', { name: words.frame.rail.claims }).click();
  await page.getByRole('dialog', { name: leave.title }).waitFor();
  await page.getByRole('button', { name: leave.leave }).click();
  await page.waitForFunction(() => location.hash === '#/claims');
});

test('that what arrived is still to be examined is said over every screen, and only while it takes its time', async () => {
  const { band_one, band_other } = words.frame.examining;
  // A rush as an office of this size never has; only what the engine says of itself is put in its place.
  let backlog = { revisions: 23_000, seconds: 4 };
  await page.route('**/status/get', async (route) => {
    const answer = await route.fetch();
    const said = z.object({ json: z.looseObject({ now: z.string() }) }).parse(await answer.json());
    const since = new Date(Date.parse(said.json.now) - backlog.seconds * 1000).toISOString();
    const examination = { revisions: backlog.revisions, since: backlog.revisions === 0 ? null : since };
    await route.fulfill({ response: answer, json: { ...said, json: { ...said.json, examination } } });
  });
  const shown = page.getByText(band_other.replace('{{revisions}}', '23,000'));
  const asked = () => page.waitForResponse('**/status/get');
  const change = () => perito.post('/PurchaseOrders', purchaseOrder(77_000 + backlog.seconds, {}));
  await openAt('/claims');
  const first = asked();
  await change();
  await first;
  expect(await shown.count()).toBe(0);
  backlog = { ...backlog, seconds: 6 };
  await change();
  await shown.waitFor();
  await openAt('/incidents');
  await page.getByRole('heading', { name: words.frame.rail.incidents, exact: true }).waitFor();
  expect(await shown.count()).toBe(1);
  backlog = { revisions: 1, seconds: 7 };
  await change();
  await page.getByText(band_one.replace('{{revisions}}', '1')).waitFor();
  backlog = { revisions: 0, seconds: 8 };
  await change();
  await page.getByText(band_one.replace('{{revisions}}', '1')).waitFor({ state: 'detached' });
  // One may be under way.
  await page.unrouteAll({ behavior: 'wait' });
});

test('at 1024 pixels no row of a list and no page is wider than its place', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const path of ['/incidents', '/purchase-orders', '/service-orders', '/documents', '/claims']) {
    await openAt(path);
    const row = page.locator('[data-pane="list"] [data-row]').first();
    await row.click();
    await page.locator('[data-pane="detail"] article').waitFor();
    const wide = await page.evaluate(() =>
      [
        '[data-row]',
        '[data-row] .first',
        '[data-row] .second',
        'html',
        '[data-pane="detail"] [role="region"]',
      ]
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((element) => `${element.className}: ${element.textContent?.slice(0, 60)}`),
    );
    expect({ path, wide }).toEqual({ path, wide: [] });
  }
});

test('nothing in the top bar is cut at 1280 pixels, whatever it has to say; at 960 it stays within its place', async () => {
  const texts = words.frame.receiver;
  await page.route('**/status/get', async (route) => {
    const answer = await route.fetch();
    const said = z
      .object({
        json: z.looseObject({ now: z.string(), receiver: z.looseObject({}), keychain: z.looseObject({}) }),
      })
      .parse(await answer.json());
    const { json } = said;
    const lastCallAt = new Date(Date.parse(json.now) - 59 * 60_000).toISOString();
    const receiver = { ...json.receiver, lastCallAt };
    const keychain = { ...json.keychain, state: 'locked' };
    await route.fulfill({ response: answer, json: { json: { ...json, receiver, keychain } } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${perito.consoleUrl}/#/claims`);
  await page.reload();
  const bar = page.getByRole('banner');
  await bar.getByText(new RegExp(texts.lastCall.replace('{{when}}', 'hace 5\\d min'))).waitFor();
  await bar.getByRole('link', { name: words.frame.keychain.locked }).waitFor();
  const cut = () =>
    bar.evaluate((element) =>
      [element, ...element.querySelectorAll('a, span')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(await cut()).toEqual([]);
  await page.setViewportSize({ width: 960, height: 600 });
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.unroute('**/status/get');
});

test('the labels of buttons are drawn with the same care for spaces as the text around them', async () => {
  await openAt('/settings/company');
  const button = page.getByRole('button', { name: save, exact: true });
  await button.waitFor();
  expect(await button.evaluate((element) => getComputedStyle(element).textRendering.toLowerCase())).toBe(
    'geometricprecision',
  );
});

test('the search field has one button to be emptied, which empties it', async () => {
  const field = page.getByRole('combobox', { name: words.frame.search.label });
  await field.fill('bumper');
  const clear = page.getByRole('button', { name: words.frame.search.clear });
  expect(await clear.count()).toBe(1);
  await clear.click();
  expect(await field.inputValue()).toBe('');
  expect(failures).toEqual([]);
});
