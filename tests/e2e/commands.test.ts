/**
 * Every command of every screen, as the palette offers it: each does something that can be seen, or says why not. The sheet of keys
 * has the same commands. Each is tried on the first screen that offers it; with PERITO_THOROUGH=1 on every one.
 */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import type { RecordKind } from '../../shared/terms.ts';
import { patience } from '../patience.ts';
import { thorough } from '../thorough.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-commands-test-only';
const { palette, frame } = spanish.words;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
let paths: string[];
beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', holdSeconds: 0 }),
  ]);
  const { client } = perito;
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 11 });
  const order = await marketplace.sendPurchaseOrder();
  for (let count = 0; count < 2; count += 1) {
    await marketplace.sendPurchaseOrder();
    await marketplace.sendServiceOrder();
    await marketplace.sendIncidentReport();
  }
  await marketplace.sendFinancialDocument();
  await perito.post('/PurchaseOrders', { nothing: 'of an order' });
  void perito.post(`/PurchaseOrders/${order.marketplaceId}/cancel`, { purchaseOrderId: order.marketplaceId });
  await client.people.save({
    ...{ id: null, name: 'Luis Prueba', email: '', role: 'supervisor', verdictLimit: null },
  });
  const newest = async (kind: RecordKind) => {
    const { rows } = await client.records.list({ kind });
    return rows[0];
  };
  await vi.waitUntil(async () => (await client.cancellations.list({})).rows.length > 0, patience);
  await vi.waitUntil(async () => (await newest('financialDocument')) !== undefined, patience);
  // What is found in them comes later, and changes screens.
  await vi.waitUntil(async () => (await client.status.get()).examination.revisions === 0, patience);
  const [cancellation] = (await client.cancellations.list({})).rows;
  const [rejected] = (await client.rejected.list({})).rows;
  const claim = (await newest('purchaseOrder'))?.claimNumber ?? '';
  const idOf = async (kind: RecordKind) => (await newest(kind))?.id ?? 0;
  paths = [
    '/inbox',
    `/cancellations/${cancellation?.id}`,
    ...['/incidents', `/incidents/${await idOf('incidentReport')}`],
    ...['/purchase-orders', `/purchase-orders/${await idOf('purchaseOrder')}`],
    `/service-orders/${await idOf('serviceOrder')}`,
    `/documents/${await idOf('financialDocument')}`,
    `/claims/claimNumber/${encodeURIComponent(claim)}`,
    ...['/claims', '/figures', '/policies', '/downloads', '/audit', '/settings/company', '/search/prueba'],
    `/rejected/${rejected?.id}`,
  ];
  page = await (await browser.newContext({ locale: spanish.locale, reducedMotion: 'reduce' })).newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
  page.setDefaultTimeout(10_000);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

/** All that somebody can tell: where they are, where the focus is, and what stands there, but for the time that goes by. */
const seen = () =>
  page.evaluate(() => {
    const shown = document.body.cloneNode(true);
    if (!(shown instanceof HTMLElement)) return '';
    for (const element of shown.querySelectorAll('time, [role="timer"], style, script, svg'))
      element.remove();
    const focus = [...document.querySelectorAll('*')].indexOf(document.activeElement ?? document.body);
    return [window.location.hash, focus, shown.innerHTML].join('\n');
  });

/** What is there once nothing changes any more. */
async function settled(): Promise<string> {
  let before = '';
  return vi.waitUntil(
    async () => {
      const now = await seen();
      const isSame = now === before;
      before = now;
      return isSame ? now : null;
    },
    { ...patience, interval: 250 },
  );
}

const field = () => page.getByRole('combobox', { name: palette.label });
const acts = () => page.getByRole('group', { name: palette.group.here }).getByRole('option');

/** Acts until something comes: what was begun before, as a document to print, may come meanwhile, and lies over all until it is left. */
async function comes(wanted: Locator, act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    await act();
    const isThere = await wanted.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await page.keyboard.press('Escape');
  }
  await act();
  await wanted.waitFor();
}

const openPalette = () => comes(field(), () => page.keyboard.press('Control+k'));
async function closePalette(): Promise<void> {
  await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
}

/** The screen as somebody comes to it, who had the palette open and chose nothing. */
async function comeTo(path: string): Promise<string> {
  const over = page.locator('[role="dialog"], [role="menu"], [role="listbox"]');
  for (let tries = 0; tries < 4 && (await over.count()) > 0; tries += 1) await page.keyboard.press('Escape');
  if ((await over.count()) > 0 || (await page.getByRole('navigation').count()) === 0) await page.reload();
  await page.getByRole('navigation').first().waitFor();
  const about = page.getByRole('heading', { name: spanish.words.settings.section.about }).first();
  await comes(about, () => go(page, '/settings/about'));
  await go(page, path);
  await settled();
  await openPalette();
  await closePalette();
  return settled();
}

type Act = { label: string; hasKey: boolean };

async function offered(): Promise<Act[]> {
  await openPalette();
  const found = await acts().evaluateAll((options) =>
    options.map((option) => ({
      label: option.id.slice(option.id.indexOf('act ') + 'act '.length),
      hasKey: option.querySelector('kbd') !== null,
    })),
  );
  await closePalette();
  return found;
}

/** False where it cannot be chosen: what was begun before, as a document to print, may come meanwhile and lie over it. */
async function choose(label: string): Promise<boolean> {
  await openPalette();
  const option = page.locator(`[role="option"][id$="act ${label}"]`);
  const isChosen =
    (await option.count()) > 0 &&
    (await option.click({ timeout: 3000 }).then(
      () => true,
      () => false,
    ));
  for (let tries = 0; !isChosen && tries < 4 && (await field().count()) > 0; tries += 1)
    await page.keyboard.press('Escape');
  await field().waitFor({ state: 'detached' });
  return isChosen;
}

/** The names under "here" in the sheet of keys. */
async function sheetHere(): Promise<string[]> {
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: frame.keys.title });
  await sheet.waitFor();
  const here = sheet.locator('section').filter({ has: page.getByRole('heading', { name: frame.keys.here }) });
  const names = (await here.count()) === 0 ? [] : await here.getByRole('definition').allTextContents();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return names;
}

/** Does an act where it is offered; false where nothing comes of it that anybody could see. */
async function does(path: string, label: string): Promise<boolean> {
  let before = '';
  for (let tries = 0; ; tries += 1) {
    before = await comeTo(path);
    if (await choose(label)) break;
    // What was done before may have taken it away for good.
    if (tries === 3) return true;
  }
  // A page that begins anew, as for somebody else, is seen too.
  const isOther = async () => (await seen().catch(() => 'begins anew')) !== before;
  return vi.waitUntil(isOther, { ...patience, interval: 50 }).catch(() => false);
}

test('every command that is offered somewhere does something there, or says why not; the sheet has those with a key', async () => {
  const dead: string[] = [];
  const differing: unknown[] = [];
  const offers = new Map<string, Act[]>();
  for (const path of paths) {
    let here: Act[] = [];
    // Where nothing is chosen nothing is seen: else anything would be taken for what a command does. What came is counted later.
    for (let tries = 1; ; tries += 1) {
      const before = await comeTo(path);
      here = await offered();
      if ((await settled()) === before) break;
      if (tries < 4) continue;
      differing.push([path, 'changes by itself']);
      break;
    }
    offers.set(path, here);
    const named = here.filter(({ hasKey, label }) => hasKey && label !== frame.keys.open);
    const [inPalette, inSheet] = [
      named.map(({ label }) => label).toSorted(),
      [...new Set(await sheetHere())].toSorted(),
    ];
    if (inPalette.join() !== inSheet.join()) differing.push([path, inPalette, inSheet]);
  }
  const every = [...offers.values()];
  const isEverywhere = (label: string) => every.every((acts) => acts.some((act) => act.label === label));
  const done = new Set<string>();
  const [first = ''] = paths;
  // What is the same everywhere is done once, at the end: somebody else may be here then.
  const ofScreens = [...offers].flatMap(([path, acts]) =>
    acts.flatMap(({ label }) => (isEverywhere(label) ? [] : [{ path, label }])),
  );
  const ofAll = (offers.get(first) ?? []).flatMap(({ label }) =>
    isEverywhere(label) ? [{ path: first, label }] : [],
  );
  for (const { path, label } of [...ofScreens, ...ofAll]) {
    // A record's own name is in some.
    const name = thorough ? `${path.split('/')[1]} · ${label}` : label.replace(/:.*\d.*/, '');
    if (done.has(name)) continue;
    done.add(name);
    if (!(await does(path, label))) dead.push(`${path}: ${label}`);
  }
  expect(dead).toEqual([]);
  expect(differing).toEqual([]);
  expect(done.size).toBeGreaterThan(25);
  expect(failures).toEqual([]);
}, 1_800_000);
