/** Retention at the screen: old claims leave for an archive, are found by search, and are seen there with one click. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { billed, billing, ordered } from '../engine/claims/house.ts';
import { generalInfo } from '../engine/incident-reports.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { openFileServer } from '../files/file-server.ts';
import { reportNaming, sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { patience } from '../patience.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { takePhoto } from './photo-report.ts';
import { picture } from './picture.ts';

const keys = 'mercado@prueba.example:clave-de-prueba';
const policy = { insurancePolicyNumber: 'AUTO-0077' };
/** Of a claim in which nothing is open, and of one that nobody reviewed. */
const [closed, open] = ['RC-1', 'RC-2'];
const line = 'Bumper delantero';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** A data directory in which all is three years old: an order, its invoice and the report of the incident, and an order. */
async function oldClaims(): Promise<{ dataDir: string; report: string }> {
  const dataDir = temporaryFolder();
  await using server = await openFileServer();
  const address = server.serve('1.jpg', await takePhoto('archivada', { megapixels: 0.2 }));
  await using perito = await startPerito({
    ...{ keys, person: 'Persona de prueba', dataDir, yearsAgo: 3 },
    attachmentHosts: [new URL(server.url).host],
  });
  const { client, post } = perito;
  const items = [ordered(1, line, 1, 10_000)];
  const claim = (id: number, insuranceClaimNumber: string) => ({
    ...{ insuranceClaimNumber, claimId: id, requestId: 900 + id },
  });
  expect(await post('/PurchaseOrders', purchaseOrder(1, { ...claim(1, closed), items }))).toBe(200);
  const invoice = billing(1, [billed(1, line, 1, 10_000)], {
    ...{ ...claim(1, closed), ...policy, purchaseOrderId: 1, attachments: [] },
  });
  expect(await post('/FinancialDocuments', invoice)).toBe(200);
  expect(await post('/PurchaseOrders', purchaseOrder(2, { ...claim(2, open), items }))).toBe(200);
  const reportId = await sendReport(
    perito,
    reportNaming(7, [address], {
      generalInfo: generalInfo({ ...policy, incidentDateTime: '2023-01-09T15:20:00' }),
    }),
  );
  await settled(perito, reportId, 1);
  const { records } = await vi.waitFor(async () => {
    const found = await client.claims.get({ by: 'claimNumber', value: closed });
    if (found.records.length < 3) throw new Error('its records are not all examined');
    return found;
  }, patience);
  for (const { id, revision } of records) await client.records.setReviewed({ id, revision, reviewed: true });
  const { number } = await client.records.get({ id: reportId });
  return { dataDir, report: number };
}

const archiveKey = () => {
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
  const pem = `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  return Buffer.from(pem).toString('base64');
};

/** What a press opens in a tab of its own. */
async function opened(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name }).click(),
  ]);
  tab.setDefaultTimeout(30_000);
  return tab;
}

test.each(looksOf(0))(
  'in $language.language, $colorScheme: an old claim leaves by a rule, is found, and is seen in its archive',
  async ({ language, colorScheme }) => {
    const { retention: words, common, records } = language.words;
    const look = `${language.locale}-${colorScheme}`;
    const { dataDir, report } = await oldClaims();
    const folder = temporaryFolder();
    await using perito = await startPerito({ keys, dataDir, archiveKey: archiveKey() });
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 800 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);

    await go(page, '/settings/retention');
    await page.getByRole('button', { name: words.empty.begin }).click();
    const years = page.getByRole('combobox', { name: words.rule.years });
    expect(await years.textContent()).toContain('10');
    await years.click();
    await page
      .getByRole('option', { name: textOf(words.rule.after_other.replace('{{count}}', '2')), exact: true })
      .first()
      .click();
    await page.getByText(words.fiscal.rule).waitFor();
    await page.getByRole('textbox', { name: words.rule.folder }).fill(folder);
    const save = page.getByRole('button', { name: common.save });
    expect(await save.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: words.fiscal.knows }).check();
    expect(await violations(page)).toEqual([]);
    await save.click();

    await page.getByText(words.rule.saved).waitFor();
    const plan = page.getByRole('region', { name: words.plan.title });
    await plan.getByRole('link', { name: closed }).waitFor();
    const kept = plan.getByRole('listitem').filter({ hasText: words.plan.reason.notReviewed });
    await kept.getByRole('link', { name: open }).waitFor();
    await plan.getByRole('button', { name: words.now.button }).click();
    await page.getByText(words.now.remove).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `retention-sure-${look}`);
    await page.getByRole('button', { name: words.now.confirm_one.replace('{{claims}}', '1') }).click();
    const archives = page.getByRole('region', { name: words.bundles.title });
    const bundle = archives.getByRole('listitem').filter({ hasText: folder });
    await bundle.getByText(words.bundles.there, { exact: true }).waitFor();
    await plan.getByText(words.plan.none).waitFor();
    expect(await plan.getByText(textOf(words.plan.withoutClaim_one)).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await picture(page, `retention-${look}`);
    const [made] = await perito.client.retention.bundles();
    const file = made?.file ?? '';
    const name = file.split('/').at(-1) ?? '';

    // By its claim all that is left of it is found, which says where the rest is.
    const search = page.getByRole('banner').getByRole('combobox');
    await search.fill(closed);
    await search.press('Enter');
    await page.waitForURL(/#\/search\//);
    // In a list the years tell it from others.
    const chip = words.archived.chipFile.replace('{{file}}', name.split('-')[2]?.slice(0, 4) ?? '');
    await page.getByRole('listitem').filter({ hasText: chip }).first().click();
    await page.getByRole('heading', { name: words.archived.kept }).waitFor();
    expect(await page.getByRole('heading', { name: records.detail.section.lines }).count()).toBe(0);
    await picture(page, `retention-record-${look}`);
    expect(await violations(page)).toEqual([]);
    await go(page, `/claims/claimNumber/${closed}`);
    await page.getByRole('note', { name: textOf(words.archived.claimAll) }).waitFor();
    await page.getByText(words.archived.reportThere).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `retention-claim-${look}`);

    // The report, with its photo, is one click away.
    await search.fill(report);
    await search.press('Enter');
    await page.waitForURL(new RegExp(`#/search/${report}`));
    await page.getByRole('listitem').filter({ hasText: report }).first().click();
    const seen = await opened(page, words.open.atRecord);
    await seen.getByRole('status').filter({ hasText: name }).waitFor();
    const article = seen.getByRole('article', { name: report });
    const photo = article.locator('img').first();
    await photo.waitFor();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await seen.getByText(words.archived.chip).count()).toBe(0);
    await picture(seen, `retention-archive-${look}`);
    expect(failures).toEqual([]);

    // One that was moved is asked for, and only the same one is taken.
    const elsewhere = join(folder, 'otro disco');
    mkdirSync(elsewhere);
    renameSync(file, join(elsewhere, name));
    const missing = await opened(page, words.open.atRecord);
    await page.getByText(textOf(words.open.away)).waitFor();
    await expect.poll(() => missing.isClosed()).toBe(true);
    // At a desk of an office that is for an administrator to say.
    await page.route('**/rpc/people/me', async (route) => {
      const answer = await route.fetch();
      const { json, ...rest } = await answer.json();
      const atDesk = { ...json, isOffice: true, person: { ...json.person, role: 'supervisor' } };
      await route.fulfill({ response: answer, json: { ...rest, json: atDesk } });
    });
    await page.reload();
    const stillMissing = await opened(page, words.open.atRecord);
    await page.getByText(textOf(words.open.awayForOthers)).waitFor();
    await expect.poll(() => stillMissing.isClosed()).toBe(true);
    expect(await page.getByRole('button', { name: words.locate.button }).count()).toBe(0);
    await page.unroute('**/rpc/people/me');
    await page.reload();
    await page.getByRole('button', { name: words.locate.button }).click();
    await page.getByRole('textbox', { name: words.locate.label }).fill(folder);
    await page.getByRole('button', { name: words.locate.use }).click();
    await page.getByText(words.locate.notReadable).waitFor();
    await page.getByRole('textbox', { name: words.locate.label }).fill(elsewhere);
    await page.getByRole('button', { name: words.locate.use }).click();
    const again = await opened(page, words.open.atRecord);
    await again.getByRole('article', { name: report }).waitFor();
    expect(failures.filter((text) => !/40[49]|422/.test(text))).toEqual([]);
  },
);
