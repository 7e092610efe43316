/** An archive is opened where nothing is known of it, with no network, and looked at; nothing of it can be changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as en from '../../renderer/app/locale/en.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { endAll, perito } from '../command-line/perito.ts';
import { bundleOf, folderWithPhotos, removeFolder } from '../engine/archive/archived-folder.ts';
import { launchChromium } from './browser.ts';
import { failuresOf, go } from './console-page.ts';
import { picture } from './picture.ts';

let folder = '';
/** Of the bundle. */
let place = '';
let consoleUrl = '';
let token = '';
let browser: Browser;
let opened: ReturnType<typeof perito> | null = null;
/** Records of the archive by their kinds, and one with photos. */
const ids: Record<string, number> = {};
let claim = '';

async function ask(
  procedure: string,
  input: unknown,
): Promise<{ rows: { id: number; kind: string; claimNumber: string | null }[] }> {
  const response = await fetch(`${consoleUrl}/rpc/${procedure}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  });
  return (await response.json()).json;
}

beforeAll(async () => {
  folder = await folderWithPhotos();
  place = mkdtempSync(join(tmpdir(), 'perito-bundle-'));
  const file = join(place, 'reclamos.perito');
  await bundleOf(folder, file);
  opened = perito(['archive', 'open', file]);
  ({ consoleUrl, consoleToken: token } = JSON.parse(await opened.firstLine));
  for (const { id, kind } of (await ask('records/list', { limit: 200 })).rows) ids[kind] ??= id;
  const [photo] = (await ask('records/list', { kind: 'incidentReport', limit: 200 })).rows.toReversed();
  ids['withPhotos'] = photo?.id ?? 0;
  claim = (await ask('claims/list', { limit: 1 })).rows[0]?.claimNumber ?? '';
  const [decided] = (await ask('cancellations/list', { withClosed: true, limit: 50 })).rows;
  ids['cancellation'] = decided?.id ?? 0;
  ids['policy'] = (await ask('policies/list', { limit: 1 })).rows[0]?.id ?? 0;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  // So that it leaves nothing behind.
  opened?.child.kill('SIGTERM');
  await opened?.ended;
  await endAll();
  removeFolder(folder);
  rmSync(place, { recursive: true, force: true });
});

/** A page of the archive; everything that is asked of anybody else is named in `elsewhere`. */
async function openPage(context: BrowserContext) {
  const page = await context.newPage();
  const elsewhere: string[] = [];
  const refused: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${consoleUrl}/`) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() === 405) refused.push(response.url());
  });
  await context.request.post(`${new URL(consoleUrl).origin}/enter`, { form: { token } });
  await page.goto(`${consoleUrl}/`);
  await page.getByRole('navigation').first().waitFor();
  return { page, elsewhere, refused };
}

const languages = [
  { locale: 'es-DO', texts: es, colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { locale: 'en-US', texts: en, colorScheme: 'dark', viewport: { width: 1920, height: 1080 } },
] as const;

describe.each(languages)('in $locale', ({ locale, texts, colorScheme, viewport }) => {
  test('an archive is named as one, and its records, photos and search work with no network', async () => {
    await using context = await browser.newContext({
      locale,
      colorScheme,
      viewport,
      reducedMotion: 'reduce',
    });
    const { page, elsewhere, refused } = await openPage(context);
    const failures = failuresOf(page);
    const band = page.getByRole('status').filter({ hasText: texts.archives.band.bundle });
    await band.filter({ hasText: 'reclamos.perito' }).waitFor();
    // Behind what is shown all of it was read.
    await band.filter({ hasText: texts.archives.whole }).waitFor();
    await expect.poll(() => page.title()).toContain('reclamos.perito');
    const sections = await page.getByRole('navigation').first().getByRole('link').allTextContents();
    expect(sections.join(' ')).not.toMatch(
      new RegExp(`${texts.frame.rail.settings}|${texts.frame.rail.downloads}`),
    );
    await go(page, `/incidents/${ids['withPhotos']}`);
    const photo = page.getByRole('article').locator('img').first();
    await photo.waitFor();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await picture(page, `archive-incident-${locale}`);
    // Nothing is done with rows of an archive, so none can be selected.
    await page.locator('[data-row]').first().press('x');
    await page.locator('[data-row]').first().hover();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    const search = page.getByRole('banner').getByRole('combobox');
    await search.fill('bumper');
    await search.press('Enter');
    await page.waitForURL(/#\/search\//);
    await page.getByRole('listitem').or(page.getByRole('option')).first().waitFor();
    await picture(page, `archive-search-${locale}`);
    expect([elsewhere, refused, failures]).toEqual([[], [], []]);
  });
});

/** The screens of an archive, each with something open. */
const screens = () => [
  `/claims/claimNumber/${claim}`,
  `/incidents/${ids['withPhotos']}`,
  `/purchase-orders/${ids['purchaseOrder']}`,
  `/service-orders/${ids['serviceOrder']}`,
  `/documents/${ids['financialDocument']}`,
  `/cancellations/${ids['cancellation']}`,
  '/policies',
  `/policies/${ids['policy']}`,
];

/** What can be pressed, each by its place, its words, and whether it leads elsewhere. */
const controls = (page: Page) => page.locator('main button:visible:enabled, main [role="switch"]:visible');

test('nothing that can be pressed on its screens, by pointer or key, leads to anything that is refused', async () => {
  await using context = await browser.newContext({
    locale: 'es-DO',
    viewport: { width: 1920, height: 1080 },
  });
  const { page, refused } = await openPage(context);
  let pressed = 0;
  const show = async (screen: string, atLeast: number) => {
    if (!page.url().endsWith(`#${screen}`)) await go(page, screen);
    await expect.poll(() => controls(page).count()).toBeGreaterThan(atLeast);
  };
  for (const screen of screens()) {
    await show(screen, 0);
    for (const key of ['e', 'Shift+Space', 'n', 'a', 'r', 'u']) await page.keyboard.press(key);
    const count = await controls(page).count();
    for (let index = 0; index < count; index += 1) {
      await show(screen, 0);
      const control = controls(page).nth(index);
      if ((await control.count()) === 0) break;
      await control.click({ timeout: 1000 }).catch(() => {});
      pressed += 1;
      // What it opened is closed; where nothing was, the screen is.
      await page.keyboard.press('Escape');
    }
  }
  expect(pressed).toBeGreaterThan(20);
  expect(refused).toEqual([]);
  // Whoever goes there by an address meets no form that could be sent.
  for (const path of ['/settings/company', '/downloads', '/policies/import', '/policies/new']) {
    await go(page, path);
    await page.getByText(es.common.noSuch.title).waitFor();
  }
});
