/** The search field and what it finds: suggestions by keyboard, ranked and marked results, and what was searched for last. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { financialDocument } from '../engine/financial-documents.ts';
import { deliveries } from '../engine/search/sample.ts';
import { type FileServer, openFileServer } from '../files/file-server.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';
import { samplePdf } from './sample-pdf.ts';

const key = 'mercado@prueba.example:a-key-for-the-search-test-only';
const { words, locale } = spanish;
const paths = {
  purchaseOrder: '/PurchaseOrders',
  serviceOrder: '/ServiceOrders',
  incidentReport: '/incidentReports',
  financialDocument: '/financialDocuments',
} as const;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
let files: FileServer;

beforeAll(async () => {
  files = await openFileServer();
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', attachmentHosts: [new URL(files.url).host] }),
  ]);
  for (const [, kind, , body] of deliveries) await perito.post(paths[kind], body);
  page = await (
    await browser.newContext({ locale, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
  ).newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
  await vi.waitFor(
    async () => expect((await perito.client.records.list({ limit: 1 })).total).toBe(deliveries.length),
    { timeout: 30_000 },
  );
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
  await files?.close();
});

const field = () => page.getByRole('combobox', { name: words.frame.search.label });
const suggestions = () => page.getByRole('listbox', { name: words.search.suggestions }).getByRole('option');
const marked = () => page.getByRole('listitem').locator('mark');

test('what is typed suggests what it identifies, and a key opens it', async () => {
  await go(page, '/claims');
  await page.keyboard.press('/');
  await page.keyboard.type('rec 00007');
  await suggestions().filter({ hasText: 'REC-00007' }).first().waitFor();
  expect(await field().getAttribute('aria-expanded')).toBe('true');
  expect(await violations(page)).toEqual([]);
  await picture(page, 'search-suggestions');
  await page.keyboard.press('ArrowDown');
  const active = await field().getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
  const { claimNumber } = words.claims.by;
  await page.getByRole('option', { name: `REC-00007 ${claimNumber}`, exact: true }).click();
  // Where the pointer rests now, the results have a button, whose name would show.
  await page.mouse.move(0, 0);
  await page.waitForURL(/#\/claims\/claimNumber\/REC-00007/);
  expect(await field().inputValue()).toBe('');
  expect(failures).toEqual([]);
});

test('a wrong letter finds nothing, and says what may be meant; an amount is found as it is written', async () => {
  await page.mouse.move(0, 0);
  await go(page, '/claims');
  const meant = words.search.didYouMean.replace('{{query}}', 'Amortiguador');
  await field().fill('amortigaudor');
  await suggestions().filter({ hasText: meant }).waitFor();
  await field().press('Enter');
  await page.getByRole('link', { name: meant }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'search-did-you-mean');
  await page.getByRole('link', { name: meant }).press('Enter');
  await page.waitForURL(/#\/search\/Amortiguador/);
  await expect.poll(async () => [...new Set(await marked().allTextContents())]).toEqual(['Amortiguador']);
  expect(await field().inputValue()).toBe('Amortiguador');
  await field().fill('RD$ 12,500');
  await page.getByText(`${words.search.field.lineAmount}: 12,500.00`).waitFor();
  expect(await marked().allTextContents()).toEqual(['12,500.00']);
  await picture(page, 'search-amount');
  await field().fill('');
  await page.waitForURL(/#\/claims/);
  expect(failures).toEqual([]);
});

test('Enter opens the results: the end of a chassis number first, with where it stands, and each claim by itself', async () => {
  // Where the last test left the pointer a button comes to stand, whose hint no landmark holds.
  await page.mouse.move(0, 0);
  await field().fill('004352');
  await field().press('Enter');
  await page.waitForURL(/#\/search\/004352/);
  await marked().first().waitFor();
  expect(await marked().allTextContents()).toEqual(['004352']);
  await page.getByText(`${words.search.field.vin}: 1HGCM82633A`).waitFor();
  // On the screen of the results they follow what is typed.
  await field().fill('amort');
  await page.waitForURL(/#\/search\/amort/);
  await expect.poll(async () => [...new Set(await marked().allTextContents())]).toEqual(['Amort']);
  const heads = page.getByRole('link', { name: words.search.claim.replace('{{number}}', 'REC-00007') });
  expect(await heads.count()).toBe(1);
  await page.getByRole('group', { name: words.search.kinds }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'search-results');
  await page.getByRole('button', { name: words.frame.rail.purchaseOrders, pressed: false }).click();
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ has: page.locator('mark') })
        .count(),
    )
    .toBe(1);
  await page
    .getByRole('listitem')
    .filter({ has: page.locator('mark') })
    .getByRole('link')
    .last()
    .click();
  await page.getByRole('article').waitFor();
  await picture(page, 'search-open');
  expect(failures).toEqual([]);
});

test('what was searched for stands below the empty field, and nothing found says what can be', async () => {
  // A search is kept once it stood for a moment.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('perito.searches'))).toContain('amort');
  await go(page, '/claims');
  // The search screen is left, and with it what was searched for.
  await expect.poll(() => field().inputValue()).toBe('');
  await page.keyboard.press('/');
  const recent = page.getByRole('listbox', { name: words.search.recent }).getByRole('option');
  await recent.filter({ hasText: 'amort' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await picture(page, 'search-recent');
  await page.keyboard.press('Escape');
  await field().fill('zzzz');
  await field().press('Enter');
  await page.getByText(words.search.nothing.title).waitFor();
  await picture(page, 'search-nothing');
  expect(failures).toEqual([]);
});

test('words in a PDF are found; the line says in which, and opens it', async () => {
  const bytes = samplePdf({ pages: [{ lines: ['Cotización: guardalodo trasero'] }], isCompressed: true });
  const documentUrl = files.serve('cotizacion.pdf', { type: 'application/pdf', bytes });
  const contentType = 'application/pdf';
  const attachments = [{ attachmentId: 9, attachmentFilename: 'cotización.pdf', contentType, documentUrl }];
  await perito.post('/financialDocuments', financialDocument(9001, { attachments }));
  const found = async () => (await perito.client.search.find({ query: 'guardalodo' })).groups.length;
  await expect.poll(found, { timeout: 60_000 }).toBe(1);
  await field().fill('guardalodo');
  await field().press('Enter');
  await page.waitForURL(/#\/search\/guardalodo/);
  const line = page.getByRole('link', { name: words.search.inPdf.replace('{{name}}', 'cotización.pdf') });
  await line.waitFor();
  expect(await line.locator('mark').allTextContents()).toEqual(['guardalodo']);
  expect(await violations(page)).toEqual([]);
  await picture(page, 'search-in-pdf');
  await line.click();
  await page.waitForURL(/#\/search\/guardalodo\/\d+\/papers\/\d+/);
  await page.locator('[data-page="1"]').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(/#\/search\/guardalodo$/);
  await line.waitFor();
  expect(failures).toEqual([]);
});
