/** Figures at the screen: drawn and in their tables with the engine's numbers, a way into the same records, on paper, and a scorecard. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newestFirst, readQuery, recordsAsked } from '../../renderer/records/queue-filter.ts';
import { dominicanDay } from '../../shared/rules/dominican-time.ts';
import type { RecordKind } from '../../shared/terms.ts';
import { billed, billing } from '../engine/claims/house.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder, purchaseOrderItem } from '../engine/orders.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { looksOf } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-figures-test-only';
/** RNC of the supplier of the orders. */
const supplier = '131000002';
const supplierName = 'Repuestos Ejemplo, SRL';

let browser: Browser;
let perito: Perito;
beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba' }),
  ]);
  const priced = (id: number) =>
    purchaseOrder(id, { items: [purchaseOrderItem(1, { supplierItemPrice: 12_500 }), purchaseOrderItem(2)] });
  for (const id of [1, 2, 3]) expect(await perito.post('/PurchaseOrders', priced(id))).toBe(200);
  expect(await perito.post('/IncidentReports', incidentReport(4))).toBe(200);
  for (const [id, currency] of [
    [5, 'DOP'],
    [6, 'USD'],
  ] as const)
    expect(
      await perito.post(
        '/financialDocuments',
        billing(id, [billed(1, 'Bumper delantero', 1, 12_500)], {
          currency: { code: currency, currencyName: null },
        }),
      ),
    ).toBe(200);
  const { client } = perito;
  const patience = { timeout: 30_000, interval: 50 };
  await vi.waitUntil(async () => (await client.figures.findings(period())).records === 6, patience);
  await vi.waitUntil(async () => (await client.figures.prices(period())).total?.lines === 6, patience);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const today = () => dominicanDay(Date.now());
const period = () => ({ from: today().slice(0, 7), until: today().slice(0, 7) });
const queues: Readonly<Record<string, RecordKind>> = {
  'purchase-orders': 'purchaseOrder',
  'service-orders': 'serviceOrder',
  incidents: 'incidentReport',
  documents: 'financialDocument',
};

/** How many records the queue that is open has. */
async function behind(page: Page): Promise<number> {
  const [path = '', query = ''] = new URL(page.url()).hash.replace(/^#\//, '').split('?');
  const kind = queues[path];
  if (kind === undefined) throw new Error(`${path} is no queue.`);
  return (
    await perito.client.records.list({
      kind,
      ...recordsAsked(readQuery(query, kind).filter, newestFirst).filter,
    })
  ).total;
}

test.each([...looksOf(0), ...looksOf(1)])(
  'in $language.language, $colorScheme: what is drawn is in the table, leads to as many records, and goes to paper',
  async ({ language, colorScheme }) => {
    const { figures: words, frame, exports: exporting, findingTitle } = language.words;
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 800 },
    });
    await context.request.post(`${perito.consoleUrl}/enter`, { form: { token: perito.consoleToken } });
    const page = await context.newPage();
    const failures = failuresOf(page);
    await enterConsole(page, perito.consoleUrl);
    const look = `${language.locale}-${colorScheme}`;
    const back = async (path: string) => {
      await go(page, path);
      await page.getByRole('navigation', { name: words.parts }).waitFor();
    };
    const cell = async (row: string | RegExp, column: string) => {
      const table = page.getByRole('table').first();
      await table.getByRole('columnheader').filter({ hasText: column }).first().waitFor();
      const headings = await table.getByRole('columnheader').allTextContents();
      return table
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: row }) })
        .getByRole('cell')
        .nth(headings.indexOf(column) - 1);
    };

    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('heading', { name: words.title }).waitFor();
    await back('/figures/intake?period=1');
    const bars = page.locator('.MuiBarChart-element');
    const widths = () => bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('width'))));
    // The only day with anything lies down: a bar of each kind of which something came.
    await expect.poll(async () => (await widths()).filter((width) => width > 2).length).toBe(3);
    expect(await violations(page)).toEqual([]);
    await pictures(page, `figures-intake-${look}`);
    await page.setViewportSize({ width: 1280, height: 800 });

    // Pressed, a bar leads to its records.
    await bars.first().scrollIntoViewIfNeeded();
    await bars.first().click();
    await expect.poll(() => page.url()).toContain(`/purchase-orders?receivedFrom=${today()}`);
    expect(await behind(page)).toBe(3);

    // From the table: the day's records, of the kind that is chosen.
    await back('/figures/intake?period=1');
    await bars.first().waitFor({ state: 'attached' });
    await page.keyboard.press('t');
    const total = await cell(String(Number(today().slice(8))), words.column.total);
    expect(await total.textContent()).toBe('6');
    const ofKind = async (kind: keyof typeof frame.rail) =>
      (await cell(String(Number(today().slice(8))), frame.rail[kind])).textContent();
    expect([await ofKind('purchaseOrders'), await ofKind('incidents'), await ofKind('documents')]).toEqual([
      '3',
      '1',
      '2',
    ]);
    expect(await violations(page)).toEqual([]);
    await total.getByRole('button').press('Enter');
    await page.getByRole('menuitem', { name: frame.rail.documents }).press('Enter');
    await expect.poll(() => page.url()).toContain('/documents?');
    expect(await behind(page)).toBe(2);

    await back('/figures/findings?period=1');
    const { codes } = await perito.client.figures.findings(period());
    const [first] = codes;
    if (first === undefined) throw new Error('The records have no findings.');
    const [group = '', name = ''] = first.code.split('.');
    const title = String(Object(Object(findingTitle)[group])[name]);
    const found = await cell(title, frame.rail[kindLabel(first.kinds[0]?.kind)]);
    expect(await found.textContent()).toBe(String(first.kinds[0]?.records));
    await found.getByRole('link').click();
    await expect.poll(() => page.url()).toContain(`findings=${first.code}`);
    expect(await behind(page)).toBe(first.kinds[0]?.records);

    // Each currency by itself.
    await back('/figures/money?period=1');
    await expect.poll(() => page.getByRole('table').count()).toBe(2);
    await page.keyboard.press('t');
    await expect.poll(() => page.getByRole('figure').count()).toBe(2);
    // What is nothing says so where its bar would be.
    await page.getByRole('figure').first().getByText('RD$0.00', { exact: true }).first().waitFor();
    // By keyboard, a bar is chosen in the chart and its records in a menu.
    await page.getByRole('figure').first().locator('[tabindex="0"]').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: frame.rail.purchaseOrders }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: exporting.menu.print }).first().click();
    const viewer = page.getByRole('main', { name: exporting.viewer });
    await viewer.locator('canvas').first().waitFor();
    const downloading = page.waitForEvent('download');
    await viewer.getByRole('link', { name: language.words.documentViewer.saveOriginal }).click();
    const pdf = readFileSync(await (await downloading).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });

    // The months of a period have their names in the language of the program.
    await back('/figures/money');
    await page.getByText(textOf(words.alone)).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `figures-money-${look}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: words.period.range }).click();
    const from = page.getByRole('group', { name: words.period.from });
    await from.getByRole('combobox').first().click();
    await page.getByRole('option', { name: language.locale === 'es-DO' ? 'febrero' : 'February' }).click();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `figures-months-${look}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: words.period.apply }).click();
    await expect.poll(() => page.url()).toMatch(/from=20\d\d-02/);

    for (const part of ['times', 'prices', 'savings', 'parties']) {
      await back(`/figures/${part}?period=1`);
      await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
      expect(await violations(page)).toEqual([]);
      await pictures(page, `figures-${part}-${look}`);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.getByRole('link', { name: supplierName, exact: true }).click();
    await page.getByRole('heading', { name: supplierName, exact: true }).waitFor();
    await page.getByRole('link', { name: new RegExp(`^${frame.rail.purchaseOrders} \\(3\\)$`) }).click();
    await expect.poll(() => page.url()).toContain(`parties=${supplier}`);
    expect(await behind(page)).toBe(3);
    expect(failures).toEqual([]);
  },
);

function kindLabel(kind: RecordKind | undefined) {
  switch (kind) {
    case 'serviceOrder':
      return 'serviceOrders';
    case 'incidentReport':
      return 'incidents';
    case 'financialDocument':
      return 'documents';
    default:
      return 'purchaseOrders';
  }
}
