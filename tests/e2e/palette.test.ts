/** The palette and the sheet of keys in a real browser: what they offer is what can be done, and it is done. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import { signInHeader } from '../../shared/contract/people.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-palette-test-only';
const { words, locale } = spanish;
const { palette } = words;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba' }),
  ]);
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 7 });
  for (let count = 0; count < 3; count += 1) await marketplace.sendPurchaseOrder();
  await marketplace.sendIncidentReport();
  page = await (await browser.newContext({ locale, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(8_000);
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const field = (on = page) => on.getByRole('combobox', { name: palette.label });
const active = async () => {
  const id = await field().getAttribute('aria-activedescendant');
  return page.locator(`[id="${id}"]`).textContent();
};
const type = async (text: string) => {
  // One that is being closed would take the key.
  await field().waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field().waitFor();
  await page.keyboard.type(text);
};
const first = async () => {
  const { rows } = await perito.client.records.list({ kind: 'purchaseOrder' });
  const [row] = rows;
  if (row === undefined) throw new Error('no order came');
  return row;
};
const asLuis = async (): Promise<Perito['client']> => {
  const other = { id: null, name: 'Luis Prueba', email: '', role: 'supervisor', verdictLimit: null } as const;
  const { token } = await perito.client.people.signIn({
    personId: (await perito.client.people.save(other)).id,
  });
  const headers = { Authorization: `Bearer ${perito.consoleToken}`, [signInHeader]: token };
  return createORPCClient(new RPCLink({ url: `${perito.consoleUrl}/rpc`, headers }));
};
const hashIs = (hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);

test('a screen, a part of the settings and a record are gone to by a few letters', async () => {
  await type('fact');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  await type('polizas');
  await expect.poll(active).toContain(words.frame.rail.policies);
  await page.keyboard.press('Enter');
  await hashIs('#/policies');
  await type('respaldos');
  await expect.poll(active).toContain(words.settings.section.backups);
  await page.keyboard.press('Enter');
  await hashIs('#/settings/backups');
  const row = await first();
  await type(row.number);
  const found = page.getByRole('group', { name: palette.group.found }).getByRole('option');
  await found.filter({ hasText: row.number }).first().waitFor();
  await page.keyboard.press('Enter');
  await hashIs(`#/purchase-orders/${row.id}`);
  await page.getByRole('article', { name: row.number }).waitFor();
  // What was open lately stands above the screens before anything is typed.
  await go(page, '/incidents');
  await type('');
  const lately = page.getByRole('group', { name: palette.group.recent });
  await lately.getByRole('option').filter({ hasText: row.number }).waitFor();
  await page.keyboard.press('Control+k');
  await field().waitFor({ state: 'detached' });
  expect(failures).toEqual([]);
});

test.each([
  ['oscuro', words.settings.section.appearance, '#/settings/appearance'],
  ['language', words.settings.section.appearance, '#/settings/appearance'],
  ['cifras suplidor', words.figures.part.parties, '#/figures/parties'],
  ['listas dgii', words.settings.section.platform, '#/settings/platform'],
])('other words find a screen: "%s"', async (typed, label, hash) => {
  await type(typed);
  await expect.poll(active).toContain(label);
  await page.keyboard.press('Enter');
  await hashIs(hash);
});

test('the next row, and the filter, are found by other words', async () => {
  await go(page, '/purchase-orders');
  await page.locator('[data-pane="list"] a').first().waitFor();
  await type('next');
  await expect.poll(active).toContain(words.frame.keys.next);
  await page.keyboard.press('Enter');
  await hashIs(`#/purchase-orders/${(await first()).id}`);
  await type('narrow');
  await expect.poll(active).toContain(words.queue.filter.add);
  await page.keyboard.press('Escape');
});

test('what is found is ranked and marked: a number that is typed whole stands first, and few are found', async () => {
  const row = await first();
  const typed = row.number.replaceAll('-', '').toLowerCase();
  const found = page.getByRole('group', { name: palette.group.found }).getByRole('option');
  await go(page, '/incidents');
  await type(typed);
  await expect.poll(active).toContain(row.number);
  expect(await found.first().locator('mark').allTextContents()).toContain(row.number);
  expect(await page.getByRole('group').first().getAttribute('aria-labelledby')).toContain('found');
  await page.keyboard.press('Escape');
  // What the row does not say is said and marked beside it.
  const { rows } = await perito.client.records.list({ kind: 'incidentReport' });
  const [report] = rows;
  if (report?.heading?.kind !== 'incidentReport') throw new Error('no report came');
  const vin = report.heading.vin ?? '';
  await type(vin.slice(-6));
  await found.filter({ hasText: vin }).locator('mark').first().waitFor();
  await picture(page, 'palette/found');
  await page.keyboard.press('Enter');
  await hashIs(`#/incidents/${report.id}`);
  await type('20');
  await found.first().waitFor();
  expect(await found.count()).toBeLessThanOrEqual(12);
  await page.keyboard.press('Escape');
  expect(failures).toEqual([]);
});

test('what is found late takes the first line from no screen that stood there', async () => {
  const row = await first();
  await perito.client.records.addNote({ id: row.id, text: 'Pólizas del asegurado', mentions: [] });
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc/search/suggest', async (route) => {
    await held.promise;
    await route.continue();
  });
  await type('polizas');
  await expect.poll(active).toContain(words.frame.rail.policies);
  held.resolve();
  const found = page.getByRole('group', { name: palette.group.found }).getByRole('option');
  await found.filter({ hasText: row.number }).first().waitFor();
  await page.unroute('**/rpc/search/suggest');
  expect(await active()).toContain(words.frame.rail.policies);
  await page.keyboard.press('Enter');
  await hashIs('#/policies');
});

test('a saved view, one’s own or one that a colleague shares, is gone to by its name', async () => {
  const shown = { layout: null, density: null, columns: null } as const;
  const kind = 'serviceOrder' as const;
  const view = { id: null, kind, isShared: false, ...shown };
  await perito.client.views.save({ ...view, name: 'Talleres del Cibao', query: 'reviewed=false' });
  const luis = await asLuis();
  await luis.views.save({ ...view, name: 'Todo lo de talleres', query: '', isShared: true });
  await luis.views.save({ ...view, name: 'Solo de Luis', query: '' });
  const views = page.getByRole('group', { name: palette.group.views }).getByRole('option');
  await type('');
  await views.first().waitFor();
  await page.keyboard.type('cibao');
  await expect.poll(active).toContain('Talleres del Cibao');
  expect(await active()).toContain(words.frame.rail.serviceOrders);
  expect(await views.locator('mark').allTextContents()).toEqual(['Cibao']);
  await page.keyboard.press('Enter');
  await hashIs('#/service-orders?reviewed=false');
  // On the same screen too, and without a filter.
  await page.getByRole('button', { name: 'Talleres del Cibao' }).waitFor();
  await type('todo lo');
  await expect.poll(active).toContain('Todo lo de talleres');
  await expect.poll(active).toContain('Luis Prueba');
  await picture(page, 'palette/views');
  await page.keyboard.press('Enter');
  await hashIs('#/service-orders');
  await type('solo de luis');
  await page
    .getByRole('status')
    .filter({ hasText: palette.count_one.replace('{{count}}', '1') })
    .waitFor();
  expect(await views.count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Todo lo de talleres' }).waitFor();
  expect(failures).toEqual([]);
});

test('what can be done on the screen behind is offered with its key, and done', async () => {
  const row = await first();
  await go(page, `/purchase-orders/${row.id}`);
  await page.getByRole('article', { name: row.number }).waitFor();
  // From within a field as well.
  await page.keyboard.press('n');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
  await type('');
  const here = page.getByRole('group', { name: palette.group.here }).getByRole('option');
  const offered = await here.allTextContents();
  expect(offered.join('\n')).toContain(`${words.records.of.feminine.mark}E`);
  for (const label of [words.frame.keys.note, words.queue.filter.add, words.exports.menu.print])
    expect(offered.some((text) => text.startsWith(label))).toBe(true);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'palette/es-light');
  await page.keyboard.type('revisada');
  await expect.poll(active).toContain(words.records.of.feminine.mark);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await first()).reviewedAt).not.toBeNull();
  // What cannot be done here is not offered.
  await go(page, '/settings/about');
  await page.getByRole('article').waitFor({ state: 'detached' });
  await type('revis');
  expect(await here.count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('the sheet of keys says what the keys do on the screen behind, and is the same list', async () => {
  const sheet = page.getByRole('dialog', { name: words.frame.keys.title });
  const linesOf = async (path: string) => {
    await go(page, path);
    await page.locator('[data-pane="list"] [data-row]').first().waitFor();
    await page.keyboard.press('?');
    await sheet.waitFor();
    const texts = await sheet.getByRole('definition').allTextContents();
    if (path === '/purchase-orders') {
      expect(await violations(page)).toEqual([]);
      await picture(page, 'palette/sheet');
    }
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    return texts;
  };
  const rail = Object.entries(words.frame.rail).flatMap(([name, label]) =>
    ['label', 'needs'].includes(name) ? [] : [label],
  );
  const orders = await linesOf('/purchase-orders');
  expect(orders).toEqual(
    expect.arrayContaining([...rail, words.queue.filter.add, words.frame.keys.select, palette.label]),
  );
  expect(await linesOf('/search/OC')).not.toContain(words.queue.filter.add);
  // Closed, it has no key any more, though what is left of it goes a moment later.
  await go(page, '/purchase-orders');
  await page.locator('[data-pane="list"] [data-row]').first().waitFor();
  await page.keyboard.press('v');
  await page.getByRole('dialog', { name: words.queue.views.title }).waitFor();
  await page.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
    press('Escape');
    // All that follows at once, and no timer.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    press('j');
  });
  await hashIs(`#/purchase-orders/${(await first()).id}`);
});

test('in English and in the dark nothing of it is amiss', async () => {
  const look = { locale: english.locale, colorScheme: 'dark' } as const;
  const storageState = await page.context().storageState();
  const dark = await (await browser.newContext({ ...look, storageState })).newPage();
  await enterConsole(dark, perito.consoleUrl);
  await dark.getByRole('button', { name: english.words.palette.label }).click();
  await dark.getByRole('combobox', { name: english.words.palette.label }).fill('e');
  await dark.getByRole('option').nth(3).waitFor();
  expect(await violations(dark)).toEqual([]);
  await picture(dark, 'palette/en-dark');
});
