/** The audit log at the screen: what people did, in sentences that lead to it, narrowed, opened, and beside what it was done to. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { violations } from './axe.ts';
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

const sentences = {
  Spanish: {
    row: /texto al terminar la espera.*La estamos revisando\./,
    noted: /anotó en la orden OC-\S+: «Llamar al taller»/,
    changed: /cambió los ajustes: texto al terminar la espera, de «.+» a «La estamos revisando\.»/,
  },
  English: {
    row: /text when the wait is over.*La estamos revisando\./,
    noted: /noted on order OC-\S+: “Llamar al taller”/,
    changed: /changed the settings: text when the wait is over, from “.+” to “La estamos revisando\.”/,
  },
};

test.each(looksOf(0))(
  'in $language.language, $colorScheme: what people did is read in sentences, narrowed, and opened as it is kept',
  async ({ language, colorScheme }) => {
    const { audit: words, queue } = language.words;
    const said = sentences[language.language];
    await using perito = await startPerito({
      keys: 'mercado@prueba.example:clave-de-prueba',
      person: 'Persona de prueba',
    });
    await perito.post('/PurchaseOrders', purchaseOrder(1, { insuranceClaimNumber: 'REC-PRUEBA-1' }));
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1, patience);
    const [order] = (await perito.client.records.list({})).rows;
    const id = order?.id ?? 0;
    await perito.client.records.addNote({ id, text: 'Llamar al taller' });
    await perito.client.settings.update({ texts: { inReview: 'La estamos revisando.' } });
    await perito.client.exports.begin({ source: { of: 'audit', filter: {} }, format: 'csv' });
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 800 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    const look = `${language.locale}-${colorScheme}`;

    await go(page, '/settings/company');
    await page.getByRole('link', { name: words.title, exact: true }).click();
    await page.getByRole('link', { name: said.changed }).click();
    const entry = page.getByRole('article', { name: said.changed });
    await entry.getByRole('row', { name: said.row }).waitFor();
    await entry.getByText(words.detail.raw, { exact: true }).click();
    await entry.getByText('"action": "settings.changed"').waitFor();
    await entry.getByRole('button', { name: words.chain.check, exact: true }).click();
    await entry.getByText(words.chain.intact.split('{{')[0] ?? '').waitFor();
    expect(await violations(page)).toEqual([]);
    await pictures(page, `audit-${look}`);
    await page.setViewportSize({ width: 1280, height: 800 });

    // By the keyboard alone.
    await page.keyboard.press('f');
    const dialog = page.getByRole('dialog', { name: words.filter.label });
    await dialog.getByLabel(words.filter.about).fill(order?.claimNumber ?? '');
    await picture(page, `audit-filter-${look}`);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: said.changed }).waitFor({ state: 'detached' });
    const noted = page.getByRole('link', { name: said.noted });
    await noted.waitFor();

    // What comes meanwhile is offered, and moves nothing.
    await perito.client.records.setReviewed({ id, revision: 1, reviewed: true });
    await page.getByRole('button', { name: words.new, exact: true }).click();
    await vi.waitUntil(async () => (await page.locator('[data-pane="list"] a').count()) >= 2, patience);

    await noted.click();
    await page
      .getByRole('article', { name: said.noted })
      .getByRole('link', { name: order?.number ?? '' })
      .click();
    const history = page.getByRole('region', { name: words.history.title });
    await history.getByText(said.noted).waitFor();
    await history.scrollIntoViewIfNeeded();
    await picture(page, `audit-history-${look}`);
    await history.getByRole('link', { name: words.history.all }).click();
    await page.getByRole('button', { name: queue.filter.clear, exact: true }).waitFor();
    expect(failures).toEqual([]);
  },
);
