/**
 * What the system, a library or the platform says never stands inside a sentence of the screen: it is worded, and their
 * own words are apart, as a technical detail or as a quotation.
 */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform, type Platform } from '../../main/simulator/index.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, go } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const { words, locale } = spanish;
const key = 'mercado@prueba.example:a-key-for-the-words-test-only';
const platformKey = 'aseguradora@prueba.example:a-key-for-the-platform';
let browser: Browser;
let platform: Platform;
let perito: Perito;
let page: Page;

beforeAll(async () => {
  platform = await openPlatform({
    key: platformKey,
    behaviour: { itemTypes: 'status:403', requestTypes: 'html' },
  });
  const given = { url: platform.url, key: platformKey };
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', platform: given }),
  ]);
  const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  page = await enterConsole(await context.newPage(), perito.link);
});

afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
  await platform?.close();
});

const open = (path: string) => go(page, path);
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });

test('a watched folder that is away is said on the policies and in the rail, and is no failed import', async () => {
  const watchedFolder = join(perito.dataDir, 'no-esta');
  await perito.client.settings.update({ policyBook: { watchedFolder } });
  await open('/policies/import');
  const said = alert(words.policies.folder.title.missing);
  await said.getByText(watchedFolder).waitFor();
  await page
    .getByRole('link', { name: `${words.frame.rail.policies} 1 ${words.frame.rail.needs}` })
    .waitFor();
  await page.getByText(words.policies.imports.list.emptyTitle).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await said.getByRole('link', { name: words.policies.folder.toSettings }).click();
  await said.getByText(words.policies.folder.advice.missing).waitFor();
  await said.getByText(`${words.common.technical}: ENOENT`).waitFor();
  await perito.client.settings.update({ policyBook: { watchedFolder: '' } });
  await said.waitFor({ state: 'detached' });
});

test('a workbook that is damaged is said in Spanish, what the library said apart', async () => {
  const bytes = Buffer.from('504b0304ffffffff', 'hex');
  const { id } = await perito.client.policyImports.begin({ filename: 'polizas.xlsx', bytes: bytes.length });
  await perito.client.policyImports.append({ id, offset: 0, base64: bytes.toString('base64') });
  await open(`/policies/imports/${id}`);
  const { code, advice } = words.policies.imports.failed;
  const said = alert(code.workbookDamaged);
  await said.getByText(advice.workbookDamaged).waitFor();
  await said.locator('p', { hasText: `${words.common.technical}: End of central directory` }).waitFor();
  await perito.client.policyImports.cancel({ id });
});

test('what Perito holds of others and its licences are read in the settings', async () => {
  const { notices } = words.settings.about;
  await open('/settings/about');
  await page.getByRole('button', { name: notices.show }).click();
  const text = page.getByRole('group', { name: notices.title });
  await text.getByText(/^fastify [\d.]+ \(MIT\)$/m).waitFor();
  expect(await text.textContent()).toMatch(/^react [\d.]+ \(MIT\)$/m);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: notices.hide }).click();
  await text.waitFor({ state: 'detached' });
});

test('what a script did while nobody was named was done by a program', async () => {
  await using nameless = await startPerito({ keys: key });
  await nameless.client.policies.import({
    rows: [{ insurancePolicyNumber: 'P-1', vin: 'PRUEBA00000000001' }],
  });
  await nameless.client.people.rename({ name: 'Persona de prueba' });
  await nameless.client.settings.update({ firstRunDone: true });
  await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  const other = await enterConsole(await context.newPage(), nameless.link);
  await go(other, '/policies/import');

  const who = words.policies.imports.by.replace('{{who}}', words.common.actor.token);
  await other.getByText(who.replace('{{via}}', words.policies.imports.via.script)).waitFor();
});

test('what the platform said is a quotation, and what only helps whoever looks after the computer is none', async () => {
  await perito.client.reference.refresh();
  await open('/settings/platform');
  const refused = alert(words.platform.problem.statuses.forbidden);
  await refused.getByText(words.platform.problem.answer).waitFor();
  await refused.locator('blockquote', { hasText: 'Forbidden' }).waitFor();
  const other = alert(words.platform.problem.mediaType);
  await other.getByText(`${words.common.technical}: text/html`).waitFor();
  expect(await other.locator('blockquote').count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
});

test('what was answered to a delivery that was refused is quoted in its language', async () => {
  expect(await perito.post('/purchaseOrders', { nothing: true })).toBe(400);
  const listed = async () => (await perito.client.rejected.list()).rows;
  await expect.poll(async () => (await listed()).length).toBe(1);
  const [rejected] = await listed();
  await open(`/rejected/${rejected?.id}`);
  await page.getByText(words.rejected.detail.answer).waitFor();
  await page.locator('blockquote[lang=en]', { hasText: rejected?.reason ?? 'nothing was kept' }).waitFor();
});

test('why the keychain does not work is said in Spanish', async () => {
  const { keychain } = await perito.client.status.get();
  await open('/settings/about');
  const said = alert(words.settings.about.keychain);
  await said.waitFor();
  const { problem, detail } = keychain;
  const { works, problem: problems } = words.frame.keychain;
  await said
    .getByText(problem === null ? works : problems[problem])
    .first()
    .waitFor();
  if (detail !== '') await said.locator('p', { hasText: `${words.common.technical}: ${detail}` }).waitFor();
});

test('types of incident that the interface lists have Perito’s words in lists, free ones the marketplace’s', async () => {
  const general = {
    vehicleMakeName: 'Kia',
    vehicleModelName: 'Rio',
    vehicleYear: 2019,
    vinNumber: 'KNADM4A30D6012345',
  };
  const report = (id: number, incidentReportTypeId: number, incidentReportTypeName: string) => ({
    incidentReportFormId: id,
    generalInfo: { ...general, incidentReportTypeId, incidentReportTypeName },
  });
  expect(await perito.post('/incidentReports', report(1, 4, 'Glass'))).toBe(200);
  expect(await perito.post('/incidentReports', report(2, 5, 'Granizo'))).toBe(200);
  await open('/incidents');
  const rows = page.locator('[data-pane="list"] [data-row]');
  await rows.filter({ hasText: `Kia Rio 2019 · ${words.incidents.type.glass}` }).waitFor();
  await rows.filter({ hasText: 'Kia Rio 2019 · Granizo' }).waitFor();
  expect(await rows.filter({ hasText: 'Glass' }).count()).toBe(0);
  await rows.filter({ hasText: words.incidents.type.glass }).click();
  const facts = page.getByRole('region', { name: words.incidents.section.facts });
  await facts.locator('dt').getByText(words.fields.vinNumber, { exact: true }).waitFor();
  expect(await facts.locator('dt').getByText('VIN', { exact: true }).count()).toBe(0);
});
