/** Sizes of window: from 1024×768 to 3840×2160, and a window of 1280×800 at 200 %, nothing is cut off or out of reach. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { launchChromium } from './browser.ts';
import { go, type Session, sessionOf } from './console-page.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

let browser: Browser;
let perito: Perito;
let order = 0;
let claim = '';
let session: Session;
beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: 'mercado@prueba.example:clave-de-prueba', person: 'Persona de prueba' }),
  ]);
  await perito.post('/PurchaseOrders', purchaseOrder(1));
  await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1, patience);
  const [row] = (await perito.client.records.list({})).rows;
  order = row?.id ?? 0;
  claim = row?.claimNumber ?? '';
  session = await sessionOf(browser, perito);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

/** What is wider than the window and does not scroll within its own frame, and what has no room at all. */
const lost = (page: Page) =>
  page.evaluate(() => {
    const isWide = document.documentElement.scrollWidth > innerWidth;
    const rail = document.querySelector('nav');
    const isCut = rail !== null && rail.scrollHeight > innerHeight;
    const main = document.querySelector('main')?.getBoundingClientRect();
    const controls = [...document.querySelectorAll('main button, main a, header button, header a, nav a')];
    const outside = controls.filter((control) => {
      const { left, right, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0 || getComputedStyle(control).visibility === 'hidden') return false;
      for (let above = control.parentElement; above !== null; above = above.parentElement)
        if (above.scrollWidth > above.clientWidth && /auto|scroll/.test(getComputedStyle(above).overflowX))
          return false;
      return left < -1 || right > innerWidth + 1;
    });
    // The amounts of a record's lines stand last in their rows.
    const cut = [
      ...document.querySelectorAll('header span, header strong, article [role="group"]:has(> table)'),
    ]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map((part) => part.textContent.slice(0, 80));
    return {
      cut,
      ...{ isWide, isCut, room: Math.round(main?.height ?? 0) },
      outside: outside.map((control) => control.outerHTML.slice(0, 160)),
    };
  });

test.each([
  { width: 1024, height: 768 },
  { width: 640, height: 400 },
  { width: 3840, height: 2160 },
])('at $width × $height no screen loses anything', async ({ width, height }) => {
  await using context = await browser.newContext({
    locale: 'es-DO',
    reducedMotion: 'reduce',
    viewport: { width, height },
    storageState: session,
  });
  const page = await context.newPage();
  await page.goto(perito.consoleUrl);
  await page.getByRole('main').waitFor();
  const found: unknown[] = [];
  const paths = [
    ...[
      '/inbox',
      '/cancellations',
      '/purchase-orders',
      `/purchase-orders/${order}`,
      `/claims/claimNumber/${claim}`,
    ],
    ...[
      '/figures',
      '/audit',
      '/audit/1',
      '/settings/people',
      '/settings/company',
      '/search/Bumper',
      '/policies',
    ],
  ];
  for (const path of paths) {
    await go(page, path);
    await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
    await picture(page, `comfort/${width}${path.replaceAll('/', '-')}`);
    const at = await lost(page);
    const isShort = width >= 1024 && at.cut.length > 0;
    if (at.isWide || at.isCut || isShort || at.room < height / 2 || at.outside.length > 0)
      found.push({ path, ...at });
  }
  expect(found).toEqual([]);
});
