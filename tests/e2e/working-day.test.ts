/**
 * A claims adjuster's day by keyboard alone, from the start: what waits is worked off, answered, noted, put off, given away, saved
 * and exported, with every key counted. A person's time is estimated by the keystroke-level model (Card, Moran and Newell 1980).
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { financialDocument } from '../engine/financial-documents.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const marketplaceKey = 'mercado@prueba.example:a-key-for-the-working-day-only';
const { words, locale } = spanish;
/** Seconds of a key for somebody who types as an average typist does, and of making up one's mind before an act. */
const perKey = 0.28;
const perMentalAct = 1.35;
const limitSeconds = 120;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
let colleague: number;
let answered: Promise<number>;
/** Of the wrong documents, the first that came first. */
const ids: number[] = [];

const until = <Value>(found: () => Promise<Value>) => vi.waitUntil(found, { timeout: 30_000, interval: 50 });

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: marketplaceKey, person: 'Persona de prueba', holdSeconds: 90 }),
  ]);
  const { client } = perito;
  const person = {
    id: null,
    name: 'Colega de prueba',
    email: '',
    role: 'adjuster',
    verdictLimit: null,
  } as const;
  colleague = (await client.people.save(person)).id;
  // Six documents whose total is not the sum of its parts, and an order that is asked to be cancelled.
  for (let id = 1; id <= 6; id += 1) {
    const changes = { insuranceClaimNumber: `REC-${id}`, totalAmount: id };
    expect(await perito.post('/financialDocuments', financialDocument(id, changes))).toBe(200);
  }
  expect(await perito.post('/PurchaseOrders', purchaseOrder(71, { insuranceClaimNumber: 'REC-7' }))).toBe(
    200,
  );
  await until(async () => (await client.inbox.list()).total === 6);
  for (const { entries } of (await client.inbox.list()).groups)
    ids.push(...entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record.id] : [])));
  await until(async () => (await client.records.list({ kind: 'purchaseOrder' })).total === 1);
  answered = perito.post('/PurchaseOrders/71/cancel', { purchaseOrderId: 71 });
  await until(async () => (await client.inbox.list()).total === 7);
  page = await (await browser.newContext({ locale, reducedMotion: 'reduce' })).newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
  await page.getByRole('list', { name: words.frame.rail.inbox }).getByRole('link').nth(6).waitFor();
  await page.evaluate(() => {
    const pointed: string[] = [];
    Object.assign(window, { pointed });
    for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
      document.addEventListener(type, () => pointed.push(type), { capture: true });
  });
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

/** What a part of the day took. */
const spent: { part: string; keys: number; acts: number }[] = [];
const begin = (part: string) => spent.push({ part, keys: 0, acts: 0 });
const count = (keys: number, acts: number) => {
  const now = spent.at(-1);
  if (now === undefined) throw new Error('nothing was begun');
  now.keys += keys;
  now.acts += acts;
};
/** Presses a key or a chord, each key of it counted; somebody makes up their mind before it, unless it follows by itself. */
async function press(chord: string, { thinks = true }: { thinks?: boolean } = {}) {
  count(chord.split('+').length, thinks ? 1 : 0);
  await page.keyboard.press(chord);
}
/** Types a text; a capital or a sign takes Shift too. */
async function type(text: string) {
  count(text.length + (text.match(/[A-ZÁÉÍÓÚÑ@¿?:]/g)?.length ?? 0), 1);
  await page.keyboard.type(text);
}
const then = { thinks: false };
const isOpen = (entry: string) => page.waitForFunction((hash) => location.hash === hash, `#/inbox/${entry}`);
const isFocused = (selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);
const inDetail = '[data-pane="detail"]';

test('a refusal, a note that mentions, a reminder, five records worked off, one given away, a saved view and an export take under two minutes and no pointer', async () => {
  begin('refusal');
  await press('j');
  await page.locator('[aria-keyshortcuts="R"]').waitFor();
  await press('r');
  await isFocused('textarea');
  await type('Ya fue entregada.');
  await press('Control+Enter', then);
  await page.locator('[aria-keyshortcuts="Enter"]').waitFor();
  await press('Enter');
  await isOpen(`record/${ids[0]}`);
  expect(await answered).toBe(200);

  begin('note with a mention');
  await page.locator(inDetail).getByRole('textbox', { name: words.records.notes.label }).waitFor();
  await press('n');
  await isFocused('textarea');
  await type('@cole');
  await page.getByRole('option', { name: 'Colega de prueba' }).waitFor();
  await press('Enter', then);
  await page.waitForFunction(() => (document.activeElement?.textContent ?? '').endsWith('prueba '));
  await type('mire el total');
  await press('Control+Enter', then);
  await page.locator(`${inDetail} li`).filter({ hasText: 'mire el total' }).first().waitFor();
  await press('Escape', then);

  begin('reminder');
  await press('h');
  const reminder = page.getByRole('form', { name: words.work.reminder.add });
  await reminder.waitFor();
  await type('llamar');
  await press('Control+Enter', then);
  await reminder.waitFor({ state: 'detached' });

  begin('five records worked off');
  for (let done = 0; done < 5; done += 1) {
    await isOpen(`record/${ids[done]}`);
    await page.locator(`${inDetail} [aria-keyshortcuts^="E"]`).waitFor();
    await press('e');
  }
  await isOpen(`record/${ids[5]}`);

  begin('assignment');
  await page.locator(`${inDetail} [aria-keyshortcuts="M"]`).first().waitFor();
  await press('Shift+M');
  const picker = page.getByRole('dialog', { name: words.work.assign.to });
  await picker.waitFor();
  await type('cole');
  await picker.getByRole('option', { name: 'Colega de prueba' }).waitFor();
  await press('Enter', then);
  await picker.waitFor({ state: 'detached' });
  // Its list of names goes a moment later; until then it has the keys.
  await page.waitForFunction(() => document.querySelector('[role="listbox"]') === null);

  begin('saved view');
  await press('g');
  await press('d', then);
  await page.getByRole('heading', { name: words.frame.rail.documents }).waitFor();
  await press('f');
  await page.getByRole('combobox', { name: words.queue.filter.find }).waitFor();
  await type('sin rev');
  await press('Enter');
  await page.waitForFunction(() => location.hash.includes('reviewed=false'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('v');
  await page.getByRole('dialog', { name: words.queue.views.title }).waitFor();
  await press('ArrowUp', then);
  await press('Enter');
  await page.getByRole('form', { name: words.queue.views.name }).waitFor();
  await type('pendientes');
  await press('Enter', then);
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  begin('export');
  await page.locator('[data-pane="list"] [data-row]').first().waitFor();
  await press('Control+K');
  await page.getByRole('combobox', { name: words.palette.label }).waitFor();
  await type('excel');
  await page.getByRole('option', { name: words.exports.menu.xlsx }).waitFor();
  await press('Enter');
  await page.getByRole('link', { name: words.exports.save, exact: true }).waitFor();
  const saved = page.waitForEvent('download');
  await press('Control+K');
  await page.getByRole('combobox', { name: words.palette.label }).waitFor();
  await type('guardar');
  await page.getByRole('option', { name: words.exports.saveOf.split('{{')[0] ?? '' }).waitFor();
  await press('Enter');
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);

  // What was meant is what was done.
  const { client } = perito;
  const details = await Promise.all(ids.map((id) => client.records.get({ id })));
  expect(details.map(({ reviewedAt }) => reviewedAt !== null)).toEqual([true, true, true, true, true, false]);
  expect(details[0]).toMatchObject({
    notes: [{ text: '@Colega de prueba mire el total', mentions: [colleague] }],
    reminders: [{ text: 'llamar', doneAt: null }],
  });
  expect(details[5]?.assignedTo).toBe(colleague);
  expect((await client.cancellations.list()).rows.map(({ state }) => state)).toEqual(['refused']);
  expect((await client.views.list({ kind: 'financialDocument' })).views.map(({ name }) => name)).toEqual([
    'pendientes',
  ]);

  expect(await page.evaluate(() => Reflect.get(window, 'pointed'))).toEqual([]);
  const keys = spent.reduce((sum, part) => sum + part.keys, 0);
  const acts = spent.reduce((sum, part) => sum + part.acts, 0);
  const seconds = keys * perKey + acts * perMentalAct;
  console.info(`${keys} keys, ${acts} mental acts: ${seconds.toFixed(1)} s`, spent);
  expect(seconds).toBeLessThan(limitSeconds);
  expect(failures).toEqual([]);
});
