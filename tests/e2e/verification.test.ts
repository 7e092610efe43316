/** Somebody has everything verified from the settings, before and after somebody else changed what is kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { appendAnchor } from '../../main/engine/audit/anchors.ts';
import { takeAnchor } from '../../main/engine/audit/index.ts';
import { openStoreInFiles } from '../../main/engine/store/index.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { tamper } from '../engine/tamper.ts';
import { until } from '../files/settled.ts';
import { thorough } from '../thorough.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { picture } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const keys = 'mercado@prueba.example:clave-de-prueba';

async function open(dataDir: string, { locale }: Language, colorScheme: 'light' | 'dark') {
  const perito = await startPerito({ dataDir, keys, person: 'Ana Prueba' });
  onTestFinished(() => perito.stop());
  const context = await browser.newContext({
    ...{ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
  });
  onTestFinished(() => context.close());
  const page = await enterConsole(await context.newPage(), perito.link);
  return { perito, page };
}

/** In both sizes of window that an office has. */
async function pictures(page: Page, name: string): Promise<void> {
  expect(await violations(page)).toEqual([]);
  if (!thorough) return;
  await picture(page, `${name}-1280`);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await picture(page, `${name}-1920`);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test.each(looksOf(0))(
  'in $language.language, $colorScheme: everything is verified, found whole, and found to be changed afterwards',
  async ({ language, colorScheme }) => {
    const { verification, settings, frame } = language.words;
    const look = `${language.locale}-${colorScheme}`;
    const dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), 'perito-verification-')));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const before = await open(dataDir, language, colorScheme);
    for (let id = 1; id <= 12; id += 1)
      expect(await before.perito.post('/PurchaseOrders', purchaseOrder(id))).toBe(200);
    await until(before.perito.client, async () => {
      const { arrivals } = await before.perito.client.status.get();
      return arrivals.waiting === 0;
    });
    for (let id = 1; id <= 12; id += 1) await before.perito.client.records.addNote({ id, text: 'Revisada' });
    const failures = failuresOf(before.page);
    const part = (page: Page) => page.getByRole('region', { name: settings.section.verification });
    await go(before.page, '/settings/verification');
    await part(before.page).getByText(verification.never).waitFor();
    await pictures(before.page, `verification-never-${look}`);

    // Under way: the program stands still while it is looked at.
    await before.page.route('**/rpc/verification/start', async (route) => {
      const answer = await route.fetch();
      process.kill(before.perito.pid, 'SIGSTOP');
      await route.fulfill({ response: answer });
    });
    await before.page.getByRole('button', { name: verification.begin }).click();
    await part(before.page).locator('li[aria-current="step"]').getByRole('progressbar').waitFor();
    await pictures(before.page, `verification-running-${look}`);
    process.kill(before.perito.pid, 'SIGCONT');
    await part(before.page).getByText(verification.whole, { exact: false }).waitFor();
    expect(await part(before.page).getByText(verification.state.whole, { exact: true }).count()).toBe(7);
    await pictures(before.page, `verification-whole-${look}`);
    expect(failures).toEqual([]);
    await before.perito.stop();
    // As on the next day: the anchor of this one was set at its first start.
    const store = openStoreInFiles({ dataDir });
    await appendAnchor(dataDir, await takeAnchor({ audit: store, journal: store }, Date.now()));
    await store.close();

    // The last entries of the log are gone together with its head, an order has another number, and bytes are not those that came.
    tamper(
      dataDir,
      'perito.db',
      `DELETE FROM audit WHERE id > 1; UPDATE audit_head SET (last_id, hash) = (SELECT id, hash FROM audit WHERE id = 1);
        UPDATE audit SET detail = '{}' WHERE id = 1; UPDATE record SET number = 'OC-1' WHERE id = 3`,
    );
    tamper(dataDir, 'journal.db', `UPDATE entry SET bytes = CAST('{}' AS BLOB) WHERE seq = 5`);

    const { page } = await open(dataDir, language, colorScheme);
    const changed = band(page, frame.engine.damaged.audit);
    await changed.getByRole('link', { name: settings.section.verification }).click();
    await part(page).getByText(textOf(verification.wholeAt)).waitFor();
    await page.getByRole('button', { name: verification.begin }).click();
    const said = (text: string) => part(page).getByText(textOf(text)).first().waitFor();
    await said(verification.finding.journalBroken.bytes);
    await said(verification.finding.auditBroken.changed);
    await said(verification.finding.chainShorter.audit);
    await said(verification.finding.derivedOtherwise.recordOfDelivery);
    await said(verification.lastWhole);
    await pictures(page, `verification-wrong-${look}`);
    await said(verification.derivedOfBroken);
  },
);
