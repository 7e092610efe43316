/** A claims adjuster's morning in a real browser, by keyboard alone: the pointer is never used, and the focus is never lost. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-keyboard-test-only';
const { words, locale } = spanish;

let browser: Browser;
let perito: Perito;
let page: Page;
let failures: string[];
const orders: number[] = [];

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', holdSeconds: 90 }),
  ]);
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 25 });
  for (let count = 0; count < 5; count += 1) {
    const order = await marketplace.sendPurchaseOrder();
    if (order.event !== 'orderAnswered') throw new Error(`not taken: ${JSON.stringify(order)}`);
    orders.push(order.marketplaceId);
  }
  for (let count = 0; count < 4; count += 1) await marketplace.sendIncidentReport();
  for (let count = 0; count < 2; count += 1) await marketplace.sendFinancialDocument();
  page = await (await browser.newContext({ locale, reducedMotion: 'reduce' })).newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

test('six cancellations, four incidents and two documents are worked off without a pointer, and the focus is never on the body', async () => {
  await watchFocus(page);
  await decideCancellations(page, perito, orders);
  await reviewRecords(page, perito, { letter: 'i', path: '/incidents', kind: 'incidentReport', count: 4 });
  await reviewRecords(page, perito, { letter: 'd', path: '/documents', kind: 'financialDocument', count: 2 });

  expect(await lostFocus(page)).toEqual([]);
  expect(failures).toEqual([]);
});

test('a key that is held goes on through a list, and reviews one record only', async () => {
  const { filter } = words.records;
  await goTo(page, 'p', '/purchase-orders');
  await page.getByRole('button', { name: filter.unreviewed }).click();
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 5);
  const unreviewed = async () => {
    const { rows } = await perito.client.records.list({ kind: 'purchaseOrder', reviewed: false });
    return rows.map(({ number }) => number);
  };
  const [first, , third, fourth] = await unreviewed();
  await press(page, 'j');
  await seeRecord(page, first);
  for (let count = 0; count < 2; count += 1) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await seeRecord(page, third);

  await page.keyboard.down('e');
  // The next record opens while the key is still down.
  await seeRecord(page, fourth);
  for (let count = 0; count < 3; count += 1) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await press(page, 'k');
  await seeRecord(page, third);
  await page.getByRole('button', { name: words.records.of.feminine.reviewed, exact: true }).waitFor();
  expect(await unreviewed()).toHaveLength(4);
});

test('keys that come before a claim file is drawn go on from one to the next', async () => {
  await goTo(page, 'm', '/claims');
  const { rows } = await perito.client.claims.list({});
  const last = rows.at(-1)?.claimNumber ?? '';
  expect(rows.length).toBeGreaterThan(2);
  await press(page, ...rows.map(() => 'j'));
  await page.locator('[data-pane="detail"]').getByText(last).first().waitFor();
  await press(page, 'Escape', 'Escape');
});

test('rows are chosen by keys alone, one by one, in a range and all that are there, and Escape chooses none', async () => {
  const { selection } = words.common;
  const chosen = (count: number) =>
    page
      .getByRole('group', { name: selection.label })
      .getByText(selection.feminine_other.replace('{{rows}}', String(count)), { exact: true })
      .waitFor();
  await press(page, 'g', 'i');
  await goTo(page, 'p', '/purchase-orders');
  await page.getByRole('button', { name: words.records.of.feminine.all, exact: true }).press('Enter');
  const { rows } = await perito.client.records.list({ kind: 'purchaseOrder' });
  const numbers = rows.map(({ number }) => number);
  const isChosen = () =>
    Promise.all(
      numbers.map((number) =>
        page.getByRole('checkbox', { name: selection.row.replace('{{name}}', number) }).isChecked(),
      ),
    );
  await page.getByRole('link', { name: numbers[0] ?? '' }).focus();
  await press(page, 'x', 'Shift+ArrowDown', 'Shift+J');
  await chosen(3);
  await seeRecord(page, numbers[2]);
  expect(await isChosen()).toEqual([true, true, true, false, false]);
  // Back up the range is shorter; what is passed without Shift stays as it is.
  await press(page, 'Shift+ArrowUp');
  await chosen(2);
  await press(page, 'j', 'j', 'x');
  await chosen(3);
  expect(await isChosen()).toEqual([true, true, false, true, false]);
  // The box of the open row is the one stop before the row, and Space presses it.
  await press(page, 'Shift+Tab', 'Space');
  await chosen(2);
  await press(page, 'Control+a');
  await chosen(5);
  expect(await violations(page)).toEqual([]);
  await press(page, 'Escape');
  await page.getByRole('group', { name: selection.label }).waitFor({ state: 'detached' });
  expect(await isChosen()).toEqual(Array(5).fill(false));
  await seeRecord(page, numbers[3]);
  // In the detail the browser's own Ctrl+A marks its text, and Escape goes back to the row first.
  await press(page, 'Tab', 'x', 'Enter', 'Control+a');
  expect(await isChosen()).toEqual([false, false, false, true, false]);
  await press(page, 'Escape');
  expect(await isChosen()).toEqual([false, false, false, true, false]);
  await press(page, 'Escape');
  expect(await isChosen()).toEqual(Array(5).fill(false));
  expect(failures).toEqual([]);
});

test('Enter on a link follows it, and does not go into the open record', async () => {
  await page.getByRole('navigation').getByRole('link', { name: words.frame.rail.incidents }).focus();
  await press(page, 'Enter');
  await page.waitForURL(/#\/incidents$/);
});

/** Waits until the record of this number is open. */
const seeRecord = (on: Page, number: string | undefined) =>
  on.getByRole('article', { name: number ?? 'no such record', exact: true }).waitFor();

/** Approves and refuses by turns, and closes the last, about an order that never came, with a word why. */
async function decideCancellations(page: Page, perito: Perito, orders: readonly number[]) {
  const never = 999_999;
  const answers = [];
  for (const id of [...orders, never]) {
    answers.push(perito.post(`/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id }));
    await expect
      .poll(async () => (await perito.client.cancellations.list()).rows.map((row) => row.marketplaceId))
      .toContain(id);
  }
  await goTo(page, 'c', '/cancellations');
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 6);
  await press(page, 'j');
  const { verdict, close } = words.cancellations;
  const text = () => page.getByLabel(verdict.text);
  let decided: string | null = null;
  for (const [index] of orders.entries()) {
    const approve = page.getByRole('article').locator('[aria-keyshortcuts="A"]');
    const number = await standing(page, decided);
    await approve.waitFor();
    if (index % 2 === 0) {
      await press(page, 'a');
      await page.locator('[aria-keyshortcuts="Enter"]').waitFor();
      // Thought better of, and then after all.
      await press(page, 'Escape');
      await approve.waitFor();
      await press(page, 'a');
    } else {
      await press(page, 'r');
      await text().waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
      await page.keyboard.type('Ya fue entregada.');
      await press(page, 'Control+Enter');
    }
    await page.locator('[aria-keyshortcuts="Enter"]').waitFor();
    await press(page, 'Enter');
    decided = number;
  }
  await standing(page, decided);
  // The last is of an order that nobody knows: Tab goes from its row to the field for the reason.
  const reason = page.getByLabel(close.reason);
  await reason.waitFor();
  for (let tabs = 0; tabs < 20; tabs += 1) {
    if (await reason.evaluate((field) => field === document.activeElement)) break;
    await press(page, 'Tab');
  }
  await page.keyboard.type('Era de otra aseguradora.');
  await press(page, 'Control+Enter');
  const listed = async () => (await perito.client.cancellations.list()).rows;
  await expect
    .poll(async () => (await listed()).find(({ state }) => state === 'unmatched')?.closed)
    .toMatchObject({ reason: 'Era de otra aseguradora.' });
  // Until the screen knows it too, keys are written into the field.
  await reason.waitFor({ state: 'detached' });
  expect(await Promise.all(answers)).toEqual(Array(6).fill(200));
  expect((await listed()).map(({ state }) => state).toSorted()).toEqual([
    ...Array(3).fill('cancelled'),
    ...Array(2).fill('refused'),
    'unmatched',
  ]);
}

/** Waits until another cancellation than the one that was decided is open, and its row has the focus; resolves with its name. */
async function standing(page: Page, decided: string | null): Promise<string | null> {
  await page.getByRole('article').waitFor();
  await page.waitForFunction((done) => {
    const label = document.querySelector('article')?.ariaLabel ?? null;
    const isAtRow = done === null || document.activeElement?.getAttribute('aria-current') === 'true';
    return label !== null && label !== done && isAtRow;
  }, decided);
  return page.getByRole('article').getAttribute('aria-label');
}

interface Queue {
  letter: string;
  path: string;
  kind: 'incidentReport' | 'financialDocument';
  count: number;
}

/** Reads each record of a queue to its end, notes something on it, marks it as reviewed, and goes on to the next. */
async function reviewRecords(page: Page, perito: Perito, { letter, path, kind, count }: Queue) {
  await goTo(page, letter, path);
  const detail = page.getByRole('article');
  await page.waitForFunction(() => document.activeElement?.matches('[data-row]'));
  await press(page, 'j');
  for (let read = 0; read < count; read += 1) {
    await detail.waitFor();
    const number = await detail.getAttribute('aria-label');
    const region = page.locator('[data-pane="detail"] [role="region"]').first();
    // Space, which once marked a record by accident, turns the page.
    await press(page, 'Space');
    await page.waitForFunction(
      (element) =>
        element !== null && (element.scrollTop > 0 || element.scrollHeight <= element.clientHeight),
      await region.elementHandle(),
    );
    await press(page, 'PageDown', 'PageUp', 'Enter');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')),
    ).toBe('detail');
    await press(page, 'n');
    await page.keyboard.type('Llamar al taller.');
    await press(page, 'Control+Enter');
    await detail.getByRole('listitem').getByText('Llamar al taller.', { exact: true }).waitFor();
    await press(page, 'Escape', 'Shift+Space');
    await detail.getByRole('button', { name: words.records.of.masculine.reviewed, exact: true }).waitFor();
    await press(page, 'Escape');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('true');
    if (read < count - 1) {
      await press(page, 'ArrowDown');
      await page.waitForFunction((done) => {
        const label = document.querySelector('article')?.ariaLabel;
        return label !== undefined && label !== null && label !== done;
      }, number);
    }
  }
  const { rows } = await perito.client.records.list({ kind });
  expect(rows.map(({ reviewedAt }) => reviewedAt !== null)).toEqual(Array(count).fill(true));
}

/** Goes to a list by its letter, and waits for its own rows: those of the screen before may stand a moment longer. */
async function goTo(page: Page, letter: string, path: string) {
  await press(page, 'g', letter);
  await page.locator(`[data-row][href^="#${path}/"]`).first().waitFor();
}

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key);
}

/** From now on, notes each drawn frame in which the body has the focus. */
async function watchFocus(page: Page) {
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(window, { lost });
    document.addEventListener('keydown', ({ key }) => Object.assign(window, { lastKey: key }), {
      capture: true,
    });
    const look = () => {
      if (document.activeElement === document.body)
        lost.push(`${location.hash} after ${String(Reflect.get(window, 'lastKey'))}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Where the focus was lost, each place once. */
const lostFocus = (page: Page) =>
  page.evaluate(() => {
    const lost: unknown = Reflect.get(window, 'lost');
    return Array.isArray(lost) ? [...new Set(lost.map(String))] : ['not watched'];
  });
