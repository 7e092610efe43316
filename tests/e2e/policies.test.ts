/** The policy book at the screen, in a real browser, in both languages: imported with bad rows, corrected, removed and put back, looked up. */
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { samplePolicies, spanishHeadings } from '../../main/simulator/policy-book.ts';
import { csvOf } from '../../renderer/components/download-blob.ts';
import { insurancePolicyDetails } from '../../shared/marketplace/insurance-policy.ts';
import { type PolicyColumn, policyColumns } from '../../shared/policy-terms.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf } from './console-page.ts';
import { type AtScreen, begins } from './journey.ts';
import { english, journeysIn, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-policies-test-only';
const rowCount = 40;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const englishHeadings = Object.fromEntries(policyColumns.map((column) => [column, column]));

describe.each(journeysIn(spanish))('in $language', ({ locale, words }) => {
  const headings = locale === 'es-DO' ? spanishHeadings : englishHeadings;
  test('a book is imported with bad rows, corrected by hand, and looked up', async () => {
    await using perito = await startPerito({ keys: key, person: 'Persona de prueba' });
    await using context = await browser.newContext({
      locale,
      reducedMotion: 'reduce',
      acceptDownloads: true,
    });
    const page = await context.newPage();
    // A form that is refused is a 422 on purpose, and the browser says so.
    // So is a 404 of what is removed, where its change is told of before the removal is answered.
    const failures = failuresOf(
      page,
      (text) => text.includes('422') || (text.includes('404') && text.endsWith('/rpc/policies/get')),
    );
    await enterConsole(page, perito.link);
    const at: Place = { page, words, perito };

    await seeEmptyBook(at);
    await importFile(at, headings);
    await assignCoverages(at);
    await seeBook(at);
    await correct(at);
    await removeAndPutBack(at);
    await seeLookupArrive(at);
    expect(failures).toEqual([]);
  }, 240_000);
});

type Place = Pick<AtScreen, 'page' | 'words'> & { perito: Perito };

async function seeEmptyBook(at: Place) {
  const { page, words } = at;
  const rail = page.getByRole('navigation', { name: words.frame.rail.label });
  await rail.getByRole('link', { name: begins(words.frame.rail.policies) }).click();
  await page.getByText(words.policies.empty.title).waitFor();
  await nothingSerious(at);
  await page.getByRole('link', { name: words.policies.tabs.lookups }).click();
  await page.getByText(words.policies.lookups.emptyTitle).waitFor();
  await nothingSerious(at);
  await page.getByRole('link', { name: words.policies.tabs.book }).click();
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: words.policies.empty.template }).click();
  const [heads] = await downloaded(await template);
  expect(heads).toEqual(policyColumns.map((column) => words.policies.column[column]));
  await page.getByRole('main').getByRole('link', { name: words.policies.empty.import }).last().click();
  await page.getByRole('heading', { name: words.policies.imports.choose.title }).waitFor();
  await nothingSerious(at);
}

/** Four rows are bad, one column has a heading that nobody knows. */
const badRows: {
  row: number;
  column: PolicyColumn;
  value: string;
  code: keyof Language['words']['policies']['problem'];
}[] = [
  { row: 2, column: 'vin', value: '', code: 'missing' },
  { row: 4, column: 'year', value: 'dos mil', code: 'notANumber' },
  { row: 6, column: 'validTo', value: 'mañana', code: 'notADate' },
  { row: 8, column: 'accountBalance', value: 'mucho', code: 'notAnAmount' },
];
const oddHeading = 'Franquicia';
/** A coverage whose name says nothing, and a VIN that comes in with a warning. */
const unknownCode = 'ZZ9';
const oddRow = { row: 10, vin: 'ABC' };

function fileWith(headings: Partial<Record<string, string>>): Buffer {
  const rows = samplePolicies(5, rowCount);
  for (const { row, column, value } of badRows) {
    const bad = rows[row];
    if (bad !== undefined) bad[column] = value;
  }
  const odd = rows[oddRow.row];
  if (odd !== undefined) odd.vin = oddRow.vin;
  for (const one of rows)
    one.coverages = one.coverages.replace('AV:Asistencia vial', `${unknownCode}:Plan B`);
  const heads = policyColumns.map((column) =>
    column === 'deductibleAmount' ? oddHeading : (headings[column] ?? column),
  );
  return Buffer.from(csvOf([heads, ...rows.map((row) => policyColumns.map((column) => row[column]))]));
}

async function importFile(at: Place, headings: Partial<Record<string, string>>) {
  const { page, words, perito } = at;
  const { imports } = words.policies;
  await page
    .locator('input[type="file"][accept*=".csv"]')
    .setInputFiles({ name: 'polizas-prueba.csv', mimeType: 'text/csv', buffer: fileWith(headings) });
  const detail = page.getByRole('article', { name: 'polizas-prueba.csv' });
  await detail.getByRole('heading', { name: imports.columns.title }).waitFor();
  await detail.getByText(filled(imports.columns.mapped, { mapped: 23, all: 24 })).waitFor();
  await detail
    .getByRole('combobox', { name: filled(imports.columns.asFor, { heading: oddHeading }) })
    .click();
  await page.getByRole('option', { name: words.policies.column.deductibleAmount }).click();
  await detail.getByText(filled(imports.columns.mapped, { mapped: 24, all: 24 })).waitFor();
  await nothingSerious(at);

  // Leaving and coming back loses neither the file nor what was chosen.
  await page.getByRole('link', { name: words.policies.tabs.book }).click();
  await page.getByText(words.policies.empty.title).waitFor();
  await page.getByRole('link', { name: words.policies.tabs.imports }).click();
  await page.getByRole('link', { name: 'polizas-prueba.csv' }).click();
  await detail.getByText(filled(imports.columns.mapped, { mapped: 24, all: 24 })).waitFor();

  await detail.getByRole('button', { name: imports.columns.check }).click();
  await detail.getByRole('heading', { name: imports.report.checkedTitle }).waitFor();
  expect((await perito.client.policies.list({})).total).toBe(0);
  await seeProblems(at, detail);
  await nothingSerious(at);

  const good = rowCount - badRows.length;
  await detail.getByRole('button', { name: filled(imports.report.skip_other, { rows: good }) }).click();
  await detail.getByRole('heading', { name: imports.report.importedTitle, exact: true }).waitFor();
  expect(await figure(detail, imports.report.addedDone)).toBe(String(good));
  expect(await figure(detail, imports.report.badDone)).toBe(String(badRows.length));
}

/** What the marketplace reads of a vehicle of the file, about broken glass, over the real port. */
async function actionOfGlass({ perito }: Place): Promise<unknown> {
  const { insurancePolicyNumber = '', vin = '' } = samplePolicies(5, rowCount)[25] ?? {};
  const url = new URL('/insurancePolicies', perito.receiverUrl);
  const day = new Date().toISOString().slice(0, 10);
  url.search = String(
    new URLSearchParams({ insurancePolicyNumber, vin, incidentTypeId: '4', incidentDate: day }),
  );
  const answer = await fetch(url, { headers: { 'X-API-KEY': Buffer.from(key).toString('base64') } });
  const [policy] = z.array(insurancePolicyDetails).parse(await answer.json());
  return policy?.vehicles[0]?.action ?? null;
}

/**
 * The import ends where its codes are assigned: each has a guess, but the one whose name says nothing. Until they are
 * confirmed the marketplace reads that cover was not checked.
 */
async function assignCoverages(at: Place) {
  const { page, words, perito } = at;
  const { assign, incidentType, problem } = words.policies;
  const step = page.getByRole('listitem').filter({ hasText: words.policies.imports.step.coverages });
  await expect.poll(() => step.getAttribute('aria-current')).toBe('step');
  const { coverNotChecked } = (await perito.client.settings.get()).policyRules;
  expect(await actionOfGlass(at)).toEqual({ severity: 'warning', userMessage: coverNotChecked.text });

  const form = page.getByRole('form', { name: assign.title });
  const typesOf = (code: string) =>
    form.getByRole('group', { name: filled(assign.typesOf, { code }), exact: true });
  const pressed = (code: string) => typesOf(code).getByRole('button', { pressed: true }).allTextContents();
  expect(await pressed('CRI')).toEqual([incidentType.glass]);
  expect(await pressed('RC')).toEqual([assign.none]);
  expect(await pressed(unknownCode)).toEqual([]);
  await nothingSerious(at);
  await form.getByRole('button', { name: filled(assign.confirmAll_other, { count: 6 }) }).click();
  await form.getByText(filled(assign.left_one, { codes: 1 })).waitFor();
  await form.getByRole('button', { name: assign.save }).click();
  await expect.poll(async () => (await perito.client.policies.coverageCodes()).unassigned).toBe(1);
  expect((await perito.client.settings.get()).coverageOfIncident).toMatchObject({ glass: ['CRI', 'RCO'] });
  expect(await actionOfGlass(at)).toBeNull();

  await typesOf(unknownCode).getByRole('button', { name: assign.none }).click();
  await form.getByRole('button', { name: assign.save }).click();
  await page.getByText(assign.stepDone).waitFor();
  expect((await perito.client.policies.coverageCodes()).unassigned).toBe(0);
  // A warning of the file is listed apart from its errors.
  const warnings = page.getByRole('region', { name: words.policies.imports.problems.warningsTitle });
  await warnings.getByText(problem.vinLength).waitFor();
  await nothingSerious(at);
}

async function seeBook(at: Place) {
  const { page, words, perito } = at;
  await page.getByRole('link', { name: words.policies.imports.report.see }).click();
  await page.getByRole('list', { name: words.frame.rail.policies }).getByRole('link').first().waitFor();
  expect((await perito.client.policies.list({})).total).toBe(rowCount - badRows.length);
  await nothingSerious(at);
}

/** The bad rows by line with their reason, on the screen and in the file that is downloaded. */
async function seeProblems({ page, words }: Place, detail: Locator) {
  const { problems } = words.policies.imports;
  const rows = detail.getByRole('region', { name: problems.title }).getByRole('row');
  const expected = badRows.map(({ row, column, value, code }) => [
    String(row + 2),
    words.policies.column[column],
    value,
    words.policies.problem[code],
  ]);
  await expect.poll(() => rows.count()).toBe(expected.length + 1);
  for (const [index, cells] of expected.entries()) {
    const shown = await rows
      .nth(index + 1)
      .getByRole('cell')
      .allTextContents();
    expect(shown).toEqual(cells.map((cell) => (cell === '' ? problems.nothingThere : cell)));
  }
  const download = page.waitForEvent('download');
  await detail
    .getByRole('region', { name: problems.title })
    .getByRole('button', { name: problems.download })
    .click();
  const [, ...lines] = await downloaded(await download);
  expect(lines).toEqual(expected);
}

/** A value that is not right is said beside its field; what is right is kept under the person's name. */
async function correct(at: Place) {
  const { page, words, perito } = at;
  const { rows } = await perito.client.policies.list({ limit: 1 });
  const row = rows[0];
  if (row === undefined) throw new Error('the book is empty');
  await page.getByRole('link', { name: row.vin }).click();
  await page.getByRole('heading', { name: `${row.makeName} ${row.modelName}` }).waitFor();
  await nothingSerious(at);
  await page.keyboard.press('e');
  const form = page.getByRole('form');
  const model = form.getByRole('textbox', { name: words.policies.column.modelName });
  await model.fill('Modelo Corregido');
  // Escape leaves a form that nobody changed. One that was changed it leaves alone, wherever the focus is.
  await model.press('Escape');
  await form.getByRole('button', { name: words.policies.form.discard }).press('Escape');
  await twoFrames(page);
  expect(await model.inputValue()).toBe('Modelo Corregido');
  await form.getByLabel(words.policies.column.year, { exact: true }).fill('abcd');
  await form.getByRole('button', { name: words.policies.form.save }).click();
  await form.getByText(words.policies.problem.notANumber).waitFor();
  await nothingSerious(at);
  await form.getByLabel(words.policies.column.year, { exact: true }).fill('2018');
  await form.getByRole('button', { name: words.policies.form.save }).click();
  await page.getByRole('heading', { name: `${row.makeName} Modelo Corregido 2018` }).waitFor();
  await page.getByRole('link', { name: `${row.makeName} Modelo Corregido 2018` }).waitFor();
  const kept = await perito.client.policies.get({ id: row.id });
  expect(kept.modelName).toBe('Modelo Corregido');
  expect(kept.changedBy).toBe('Persona de prueba');
}

/** As long as the screen takes to draw what a key did. */
const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });

async function removeAndPutBack(at: Place) {
  const { page, words, perito } = at;
  const before = (await perito.client.policies.list({})).total;
  await page.getByRole('button', { name: words.policies.detail.remove, exact: true }).click();
  await page.getByText(words.policies.detail.removeTitle).waitFor();
  await nothingSerious(at);
  await page.getByRole('button', { name: words.policies.detail.removeConfirm }).click();
  // A notice that has the focus stays, however slow the machine is.
  await page.getByRole('button', { name: words.common.undo }).focus();
  expect((await perito.client.policies.list({})).total).toBe(before - 1);
  await page.getByRole('button', { name: words.common.undo }).click();
  await page.getByRole('heading', { name: 'Modelo Corregido 2018' }).waitFor();
  expect((await perito.client.policies.list({})).total).toBe(before);
}

/** The marketplace asks while the log is open, and the row is there without anything being pressed. */
async function seeLookupArrive(at: Place) {
  const { page, words, perito } = at;
  await page.getByRole('link', { name: words.policies.tabs.lookups }).click();
  const { rows } = await perito.client.policies.list({ limit: 1 });
  const { insurancePolicyNumber = '', vin = '' } = rows[0] ?? {};
  const url = new URL('/insurancePolicies', perito.receiverUrl);
  url.search = String(
    new URLSearchParams({
      insurancePolicyNumber,
      vin,
      incidentTypeId: '3',
      incidentDate: '2026-11-20',
      reportCategoryId: '2',
    }),
  );
  const answer = await fetch(url, { headers: { 'X-API-KEY': Buffer.from(key).toString('base64') } });
  expect(answer.status).toBe(200);
  const body = await answer.text();
  expect(body).toContain(insurancePolicyNumber);
  await page.getByRole('link', { name: insurancePolicyNumber }).click();
  const detail = page.getByRole('article', { name: words.policies.lookups.detail.label });
  await detail.getByText(words.policies.incidentType.collision, { exact: true }).waitFor();
  await detail.getByText(words.policies.lookups.detail.categories[2]).waitFor();
  const shown = await detail.getByRole('group', { name: words.policies.lookups.detail.raw }).textContent();
  expect(JSON.parse(shown ?? '')).toEqual(JSON.parse(body));
  await nothingSerious(at);
  await detail.getByRole('link', { name: words.policies.lookups.detail.open }).click();
  await page.getByRole('region', { name: words.policies.facts.lookups }).getByRole('link').first().waitFor();
}

async function figure(detail: Locator, name: string): Promise<string | null> {
  return detail.locator('dl > div', { hasText: name }).locator('dd').textContent();
}

async function downloaded(download: { path(): Promise<string> }): Promise<string[][]> {
  return parse(await readFile(await download.path()), { bom: true });
}

/** A text with its placeholders filled. */
function filled(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** In one language, since it takes its time: every screen in both is in screens.test.ts. */
async function nothingSerious({ page, words }: Place) {
  if (words === english.words) return;
  await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
  expect(await seriousViolations(page)).toEqual([]);
}
