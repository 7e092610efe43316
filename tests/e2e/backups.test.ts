/** Copies at the screen: a place is given, a backup is made there and is seen good, and the console is restored from it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { picture } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test.each(looksOf(0))(
  'in $language.language, $colorScheme: a place is given, a backup is seen good, and is restored',
  async ({ language, colorScheme }) => {
    const { backups, common, frame } = language.words;
    const look = `${language.locale}-${colorScheme}`;
    const folder = mkdtempSync(join(tmpdir(), 'perito-place-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await using perito = await startPerito({
      keys: 'mercado@prueba.example:clave-de-prueba',
      person: 'Persona de prueba',
    });
    await perito.client.settings.update({ company: { name: 'Seguros Prueba', taxId: '' } });
    const receive = async (id: number) => {
      expect(await perito.post('/PurchaseOrders', purchaseOrder(id))).toBe(200);
      await vi.waitUntil(async () => (await perito.client.records.list({})).total === id, patience);
    };
    await receive(1);
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 800 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page, (text) => /503|INCOMPLETE_CHUNKED/.test(text));
    await go(page, '/settings/backups');
    await page.getByRole('heading', { name: backups.empty.title }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: backups.empty.begin }).click();
    const form = page.getByRole('form', { name: backups.places.addTitle });
    const path = form.getByRole('textbox', { name: backups.folder.label });
    await path.fill(join(perito.dataDir, 'inside'));
    await path.press('Enter');
    await form.getByText(backups.problem.inDataDirectory).waitFor();
    await path.fill(folder);
    await path.press('Enter');
    const use = form
      .getByRole('button', { name: backups.places.use })
      .or(form.getByRole('button', { name: backups.folder.useAnyway }));
    await use.waitFor();
    expect(await violations(page)).toEqual([]);
    await use.click();

    const card = page.getByRole('listitem').filter({ hasText: folder });
    const holding = (records: number) =>
      card.getByText(textOf(backups.places.contents.replace('{{records}}', String(records))));
    await holding(1).waitFor();
    await card.getByText(backups.places.state.good).waitFor();
    await receive(2);
    await page.getByRole('button', { name: backups.places.now }).click();
    await holding(2).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `backups-${look}`);

    // What arrives after the backup is in the journal, which a restore keeps where it can be read.
    await receive(3);
    await page.getByRole('link', { name: backups.restore.open }).click();
    await page.getByRole('radio', { name: folder }).check();
    const copies = page.getByRole('radiogroup', { name: 'Seguros Prueba' });
    await copies.getByRole('radio').first().check();
    const begin = page.getByRole('button', { name: backups.restore.begin });
    await begin.waitFor();
    await page.getByText(backups.restore.source.live).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `restore-${look}`);
    await begin.click();
    await page.getByRole('button', { name: common.cancel }).waitFor();
    await page.getByRole('button', { name: backups.restore.confirm }).click();
    const restored = band(page, backups.restored.band.backup);
    await restored.getByRole('button', { name: backups.restored.see }).click();
    const report = page.getByRole('dialog', { name: backups.restored.title });
    await report.getByText(backups.restored.losesNothing).waitFor();
    const aside = report.getByText('before-restore-');
    expect(existsSync((await aside.textContent()) ?? '')).toBe(true);
    expect(await violations(page)).toEqual([]);
    await picture(page, `restored-${look}`);
    await report.getByRole('button', { name: backups.restored.close }).click();
    await restored.getByRole('button', { name: frame.engine.back.read }).click();
    await restored.waitFor({ state: 'detached' });
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 3, patience);
    expect(failures).toEqual([]);
  },
);
