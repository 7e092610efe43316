/** Exports at the screen: a list is saved as a file, and a record and a claim are set on paper, by keyboard. */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { seriousViolations, violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { picture, pictures } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Saves what a link offers; its name and content. */
async function saved(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).first().click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test.each(looksOf(1))(
  'in $language.language, $colorScheme: a list goes to a file, and a record and a claim to paper',
  async ({ language, colorScheme }) => {
    const { exports: words, documentViewer, frame } = language.words;
    await using perito = await startPerito({
      keys: 'mercado@prueba.example:clave-de-prueba',
      person: 'Persona de prueba',
    });
    for (const id of [1, 2, 3]) expect(await perito.post('/PurchaseOrders', purchaseOrder(id))).toBe(200);
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 3, patience);
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 800 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    const look = `${language.locale}-${colorScheme}`;
    await go(page, '/purchase-orders');
    const button = page.getByRole('button', { name: words.menu.open, exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: words.menu.csv }).waitFor();
    await picture(page, `export-menu-${look}`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const rail = frame.rail.purchaseOrders;
    await page.getByText(new RegExp(`^${rail}: 3 `)).waitFor();
    const csv = await saved(page, words.save);
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.bytes.toString('utf8').trimEnd().split('\r\n').length).toBe(4);
    expect(await violations(page)).toEqual([]);
    await pictures(page, `export-done-${look}`);
    const { rows } = await perito.client.records.list({});
    const [row] = rows;
    await go(page, `/purchase-orders/${row?.id}`);
    await page.getByRole('button', { name: words.menu.print }).click();
    const viewer = page.getByRole('main', { name: words.viewer });
    await viewer.getByRole('button', { name: documentViewer.print.open }).waitFor();
    await viewer.locator('canvas').first().waitFor();
    await picture(page, `export-paper-${look}`);
    expect(await seriousViolations(page)).toEqual([]);
    const pdf = await saved(page, documentViewer.saveOriginal);
    expect(pdf.name).toMatch(/\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    await go(page, `/claims/claimNumber/${row?.claimNumber}`);
    await page.getByRole('button', { name: words.menu.print }).click();
    await viewer.getByRole('heading', { name: row?.claimNumber ?? '' }).waitFor();
    await page.keyboard.press('Escape');

    // What was saved is gone; the two that are on paper are one line, with a list, and all are saved with one press.
    const ready = page.getByText(words.ready_other.replace('{{count}}', '2'));
    await ready.waitFor();
    await pictures(page, `export-several-${look}`);
    await page.getByRole('button', { name: words.showList, exact: true }).click();
    const list = page.getByRole('dialog', { name: words.list });
    const address = await list
      .getByRole('link', { name: words.save, exact: true })
      .first()
      .getAttribute('href');
    expect(await violations(page)).toEqual([]);
    await picture(page, `export-list-${look}`);
    // What is removed is gone for whoever has its address, and a second press says nothing.
    const dismiss = list.getByRole('button', { name: words.dismiss.split('{{')[0] ?? '' });
    await dismiss.first().evaluate((button) => {
      for (let press = 0; press < 2; press += 1)
        button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    await list.waitFor({ state: 'detached' });
    expect((await page.request.get(new URL(address ?? '', perito.consoleUrl).href)).status()).toBe(404);
    await saved(page, words.save);
    await page.getByRole('link', { name: words.save, exact: true }).waitFor({ state: 'detached' });
    await vi.waitUntil(async () => (await perito.client.exports.list()).length === 0, patience);
    expect(failures).toEqual([]);
  },
);
