/** Cancellations at the screen, in a real browser: what speaks against approving, one order of the list, notices, and closing by hand. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { financialDocument } from '../engine/financial-documents.ts';
import { incidentReport } from '../engine/incident-reports.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, sessionOf } from './console-page.ts';
import { begins } from './journey.ts';
import { type english, journeysIn, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-cancellations-test-only';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

interface Answer {
  isCancelled: boolean;
  responseText: string | null;
}

/** A marketplace of the test's own: it says exactly what the test wants. */
function marketplace(perito: Perito) {
  const call = async (path: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    const answer = await fetch(`${perito.receiverUrl}${path}`, {
      ...(signal === undefined ? {} : { signal }),
      method: 'POST',
      headers: { 'X-API-KEY': Buffer.from(key).toString('base64'), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  return {
    send: call,
    async order(id: number): Promise<string> {
      const answer = await call('/PurchaseOrders', purchaseOrder(id));
      return (answer as { purchaseOrderNumber: string }).purchaseOrderNumber;
    },
    cancel: (id: number, words: object = {}, signal?: AbortSignal) =>
      call(`/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id, ...words }, signal) as Promise<Answer>,
    /** Resolves when the call is held. */
    async held(id: number, words: object = {}): Promise<{ answered: Promise<Answer>; hangUp: () => void }> {
      const caller = new AbortController();
      const answered = this.cancel(id, words, caller.signal);
      // One that hangs up has no answer.
      answered.catch(() => {});
      await waitFor(async () => {
        const { rows } = await perito.client.cancellations.list({ state: 'waiting' });
        return rows.some((row) => row.marketplaceId === id);
      });
      return { answered, hangUp: () => caller.abort() };
    },
  };
}

const waitFor = (isSo: () => Promise<boolean>) => expect.poll(isSo).toBe(true);

/** One Perito and one window for all that follows; each test has orders of its own, and leaves no call waiting. */
async function openDesk(language: typeof spanish | typeof english) {
  const perito = await startPerito({ keys: key, person: 'Persona de prueba' });
  const context = await browser.newContext({
    locale: language.locale,
    reducedMotion: 'reduce',
    storageState: await sessionOf(browser, perito),
  });
  await context.grantPermissions([]);
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 800 });
  const failures = failuresOf(page);
  return {
    perito,
    page,
    failures,
    market: marketplace(perito),
    /** The list of cancellations as it begins, with calls held for so long from now on. */
    async begin(holdSeconds = 90) {
      await perito.client.settings.update({ receiver: { holdSeconds } });
      if (page.url().startsWith(perito.consoleUrl)) {
        await go(page, '/cancellations');
        await page.reload();
        await page.getByRole('navigation').first().waitFor();
      } else await enterConsole(page, `${perito.consoleUrl}/#/cancellations`);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await perito[Symbol.asyncDispose]();
    },
  };
}

/** What of the list is shown, in its order: the numbers of the orders. */
const numbersOf = (page: Page) =>
  page
    .locator('[data-pane="list"] [data-row]')
    .evaluateAll((rows) => rows.map((row) => /OC-\d{4}-\d{6}/.exec(row.textContent ?? '')?.[0] ?? ''));

describe.each(journeysIn(spanish))('in $language', (language) => {
  const { words } = language;
  const { cancellations } = words;
  let desk: Awaited<ReturnType<typeof openDesk>>;
  beforeAll(async () => {
    desk = await openDesk(language);
  });
  afterAll(() => desk?.[Symbol.asyncDispose]());

  test('an order that never came is closed with a word why; one that comes is decided', async () => {
    await desk.begin();
    const { page, market, perito, failures } = desk;
    await market.cancel(41);
    await market.cancel(42);
    const unknown = (id: number) => cancellations.row.unknownOrder.replace('{{id}}', String(id));
    // Both are listed before one is closed: whoever closes is led to what the list knows of.
    await page.getByRole('link', { name: unknown(42) }).waitFor();
    await page.getByRole('link', { name: unknown(41) }).click();
    await page.getByLabel(cancellations.close.reason).fill('Era de otra aseguradora.');
    await page.keyboard.press('Control+Enter');
    const row = (text: string) => page.locator('[data-pane="list"] [data-row]').filter({ hasText: text });
    await row(unknown(41)).getByText(cancellations.row.closed).waitFor();
    // The next is the other one; it comes while it is looked at.
    await page.getByRole('article', { name: unknown(42) }).waitFor();
    const number = await market.order(42);
    const detail = page.getByRole('article', { name: number });
    await detail.getByText(cancellations.state.deferred).first().waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await detail.getByText(cancellations.row.mustAskAgain).first().waitFor();
    expect(await market.cancel(42)).toMatchObject({ isCancelled: true });
    await detail.getByText(cancellations.state.cancelled).first().waitFor();
    expect((await perito.client.status.get()).needs).toMatchObject({
      cancellationsUnmatched: 0,
      cancellationsWaiting: 0,
    });
    // What was closed is found among the decided ones, with who and why.
    await page.getByRole('button', { name: cancellations.filter.decided }).click();
    await row(unknown(41)).click();
    await page.getByText('Era de otra aseguradora.').waitFor();
    expect(failures).toEqual([]);
  });

  test('the list keeps its order while somebody works in it, and leads to what runs out first', async () => {
    await desk.begin();
    const { page, market, perito, failures } = desk;
    const numbers = [];
    for (const id of [1, 2, 3, 4]) numbers.push(await market.order(id));
    const [one = '', two = '', three = '', four = ''] = numbers;
    const asked = [];
    for (const id of [1, 2, 3]) asked.push(await market.held(id));
    await waitFor(async () => (await numbersOf(page)).length === 3);
    // Each was asked later than the one before, so it has more time left.
    expect(await numbersOf(page)).toEqual([one, two, three]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('article', { name: two }).waitFor();

    // A verdict moves no row, and leads to the one with the least time left.
    await page.getByLabel(cancellations.verdict.text).fill('Ya fue entregada.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: begins(cancellations.verdict.confirmRefuse) }).waitFor();
    await page.keyboard.press('Enter');
    expect(await asked[1]?.answered).toMatchObject({ isCancelled: false, responseText: 'Ya fue entregada.' });
    await page.getByRole('article', { name: one }).waitFor();
    const row = (number: string) => page.locator('[data-pane="list"] [data-row]').filter({ hasText: number });
    await row(two).getByText(cancellations.state.refused).waitFor();
    expect(await numbersOf(page)).toEqual([one, two, three]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('true');

    // What comes lines up at the end, and what runs out first is one key away.
    asked.push(await market.held(4));
    await row(four).waitFor();
    expect(await numbersOf(page)).toEqual([one, two, three, four]);
    await page.getByRole('button', { name: three }).waitFor();
    await page.keyboard.press('u');
    await page.getByRole('article', { name: three }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await asked[2]?.answered;
    await row(three).getByText(cancellations.state.cancelled).waitFor();
    expect(await numbersOf(page)).toEqual([one, two, three, four]);

    // Opened again, it begins with what needs somebody, and what was decided is elsewhere.
    await go(page, '/incidents');
    await page.getByText(words.records.empty.incidentReport.title).waitFor();
    await go(page, '/cancellations');
    await waitFor(async () => (await numbersOf(page)).length === 2);
    expect(await numbersOf(page)).toEqual([one, four]);
    for (const { id } of (await perito.client.cancellations.list({ state: 'waiting' })).rows)
      await perito.client.cancellations.decide({ id, verdict: 'approve' });
    await Promise.all(asked.map(({ answered }) => answered));
    expect(failures).toEqual([]);
  });

  test('whoever has gone on while a verdict is answered stays there, and goes on writing', async () => {
    await desk.begin();
    const { page, market, perito, failures } = desk;
    const numbers = [];
    for (const id of [81, 82, 83]) numbers.push(await market.order(id));
    const [, two = '', three = ''] = numbers;
    const asked = [];
    for (const id of [81, 82, 83]) asked.push(await market.held(id));
    await waitFor(async () => (await numbersOf(page)).length === 3);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByRole('article', { name: two }).waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/rpc/cancellations/decide', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.getByRole('article', { name: three }).waitFor();
    await page.keyboard.press('r');
    await page.waitForFunction(() => document.activeElement?.matches('textarea') === true);
    await page.keyboard.type('Ya fue ');
    answer.resolve();
    expect(await asked[1]?.answered).toMatchObject({ isCancelled: true });
    const row = page.locator('[data-pane="list"] [data-row]').filter({ hasText: two });
    await row.getByText(cancellations.state.cancelled).waitFor();
    await page.keyboard.type('entregada.');
    await page.getByRole('article', { name: three }).waitFor();
    expect(await page.getByLabel(cancellations.verdict.text).inputValue()).toBe('Ya fue entregada.');
    await page.getByLabel(cancellations.verdict.text).fill('');
    await page.unroute('**/rpc/cancellations/decide');
    for (const { id } of (await perito.client.cancellations.list({ state: 'waiting' })).rows)
      await perito.client.cancellations.decide({ id, verdict: 'approve' });
    await Promise.all(asked.map(({ answered }) => answered));
    expect(failures).toEqual([]);
  });

  test('what a call says otherwise stands in red above the buttons, what was invoiced beside it, and approving names both', async () => {
    await desk.begin();
    const { page, market, perito } = desk;
    const other = await market.order(8);
    const number = await market.order(9);
    await market.send('/incidentReports', incidentReport(5));
    const receipts = ['E310000000001', 'E310000000002'];
    for (const [index, taxReceiptNumber] of receipts.entries()) {
      const { taxReceipt } = financialDocument(1);
      await market.send(
        '/financialDocuments',
        financialDocument(index + 1, {
          purchaseOrderId: 9,
          taxReceipt: { ...taxReceipt, taxReceiptNumber },
        }),
      );
    }
    const { answered } = await market.held(9, {
      purchaseOrderNumber: other,
      insuranceClaimNumber: 'RC-2026-999',
      cancellationReason: 'Ya no hace falta',
      cancellationReasonId: 3,
      cancellationReasonName: 'Duplicada',
    });
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    const detail = page.getByRole('article', { name: number });
    await detail.waitFor();

    // Whose it is, on the head.
    const head = detail.locator('dl').first();
    await head.getByText('Rosa Ejemplo').waitFor();
    await head.getByText('Honda Accord 2003').waitFor();
    await head.getByText('RC-2026-118').first().waitFor();
    await detail
      .getByText('«Ya no hace falta · Duplicada (3)»')
      .or(detail.getByText('“Ya no hace falta · Duplicada (3)”'))
      .first()
      .waitFor();

    // Field by field what the call says and what the order says, above the buttons.
    const alert = detail.getByRole('alert').filter({ hasText: cancellations.mismatch.title });
    for (const [field, asked, own] of [
      [cancellations.mismatch.field.orderNumber, other, number],
      [cancellations.mismatch.field.claimNumber, 'RC-2026-999', 'RC-2026-118'],
    ] as const) {
      const line = alert.getByRole('row').filter({ hasText: field });
      expect(await line.getByRole('cell').allTextContents()).toEqual([asked, own]);
    }
    const approve = detail.getByRole('button', { name: begins(cancellations.verdict.approve) });
    const above = async () => {
      const [box, button] = await Promise.all([alert.boundingBox(), approve.boundingBox()]);
      return (box?.y ?? 0) + (box?.height ?? 0) <= (button?.y ?? 0);
    };
    expect(await above()).toBe(true);
    // What was invoiced and not credited, as it will remain; twice 14,750.59.
    const invoiced = detail.getByRole('alert').filter({ hasText: cancellations.invoiced.remains });
    await invoiced.getByText('RD$29,501.18').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    // The reason that asks for a credit note is proposed, and is taken with one press.
    const proposed = (await perito.client.settings.get()).reasons.refuse[0]?.es ?? '';
    expect(proposed).toContain('nota de crédito');
    await invoiced.getByRole('button', { name: cancellations.invoiced.use }).click();
    expect(await page.getByLabel(cancellations.verdict.text).inputValue()).toBe(proposed);
    await page.keyboard.press('Escape');

    // Approving has to be confirmed in words that name what differs.
    await approve.click();
    const confirm = detail.getByRole('alert').filter({ hasText: 'RC-2026-999' }).last();
    await confirm.getByText(other).waitFor();
    await invoiced.getByText('RD$29,501.18').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await approve.waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-keyshortcuts'))).toBe('A');
    await page.keyboard.press('a');
    await detail.getByRole('button', { name: begins(cancellations.verdict.confirmOtherwise) }).waitFor();
    await page.keyboard.press('Enter');
    expect(await answered).toMatchObject({ isCancelled: true });

    // It was the last: it stays open. What was said is there in words, ids out of the way.
    await detail.getByText(cancellations.state.cancelled).first().waitFor();
    const calls = detail.getByRole('region', { name: cancellations.detail.history });
    await calls.getByText('Ya no hace falta · Duplicada').waitFor();
    await calls.getByText(words.common.technicalData).click();
    await calls.getByText(words.fields.cancellationReasonId).waitFor();

    // The order's own record has it as its first finding.
    await detail.getByText(cancellations.detail.openOrder).click();
    const record = page.getByRole('article', { name: number });
    await record.getByText(other).first().waitFor();
    expect(desk.failures).toEqual([]);
  });

  test('whoever looks elsewhere is told once of an order, by its number, amount and time, over nothing', async () => {
    await desk.begin();
    const { page, market, failures } = desk;
    const number = await market.order(51);
    await market.send('/incidentReports', incidentReport(5));
    await go(page, '/incidents');
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('article').waitFor();
    const { hangUp } = await market.held(51);
    const notice = page.getByRole('link', { name: number });
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(/RD\$29,501\.18.*\d+ s/);
    expect(await page.title()).toMatch(new RegExp(`^\\(1\\) \\d+ s · ${number} · RD\\$29,501\\.18 · `));
    for (const width of [1280, 1920, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await picture(page, `cancellations/${language.locale}-notice-${width}`);
      await notice.waitFor();
      await expect.poll(() => covered(page, number), { message: `at ${width} px` }).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await picture(page, `cancellations/${language.locale}-notice-dark`);
    expect(await seriousViolations(page)).toEqual([]);
    // The marketplace asks again: the same order, and nothing is said of it a second time.
    hangUp();
    await notice.waitFor({ state: 'detached' });
    const again = await market.held(51);
    await page.waitForFunction((name) => document.title.includes(name), number);
    expect(await notice.count()).toBe(0);
    again.hangUp();
    await page.waitForFunction((name) => !document.title.includes(name), number);
    expect(failures).toEqual([]);
  });

  test('no countdown gives way to a message, and how many more wait is said with a link to them', async () => {
    await desk.begin(40);
    const { page, market, perito, failures } = desk;
    const numbers: string[] = [];
    for (const id of [61, 62, 63]) numbers.push(await market.order(id));
    await market.send('/incidentReports', incidentReport(6));
    await go(page, '/incidents');
    await page.locator('[data-row]').first().waitFor();
    await page.keyboard.press('j');
    await page.getByRole('article').waitFor();
    const asked = [];
    for (const id of [61, 62, 63]) asked.push(await market.held(id));
    const notice = (index: number) => page.getByRole('link', { name: numbers[index] ?? '' });
    await notice(0).waitFor();
    const more = page.getByRole('link', { name: words.frame.waiting.more_other.replace('{{count}}', '2') });
    await more.waitFor();
    const places = () => Promise.all([notice(0), more].map((one) => one.boundingBox()));
    const before = await places();
    await page.keyboard.press('e');
    const undo = page.getByRole('status').getByRole('button', { name: words.common.undo });
    // A notice that has the focus stays, however slow the machine is.
    await undo.focus();
    expect(await places()).toEqual(before);
    for (const [width, height] of [
      [1280, 800],
      [1280, 560],
      [1024, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await picture(page, `cancellations/${language.locale}-more-${width}-${height}`);
      await undo.waitFor();
      // In a low window the sections scroll, behind nothing.
      if (height === 800)
        await expect
          .poll(() => covered(page, numbers[0] ?? ''), { message: `at ${width} × ${height}` })
          .toEqual([]);
      const shown = await notice(0).getByRole('timer').boundingBox();
      expect((shown?.y ?? height) + (shown?.height ?? 0)).toBeLessThan(height);
    }
    await page.setViewportSize({ width: 1280, height: 1000 });
    await notice(1).waitFor();
    await page.getByRole('link', { name: words.frame.waiting.more_one.replace('{{count}}', '1') }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('heading', { name: words.frame.rail.cancellations }).waitFor();
    for (const { id } of (await perito.client.cancellations.list({ state: 'waiting' })).rows)
      await perito.client.cancellations.decide({ id, verdict: 'approve' });
    await Promise.all(asked.map(({ answered }) => answered));
    expect(failures).toEqual([]);
  });
});

/** Buttons, links and rows that something of the notice lies over. */
const covered = (page: Page, number: string) =>
  page.evaluate((name) => {
    const notice = [...document.querySelectorAll('a')].find(
      (link) => link.textContent?.includes(name) && !link.matches('[data-row]'),
    );
    const card = notice?.parentElement?.parentElement;
    if (card === null || card === undefined) return ['there is no notice'];
    const of = card.getBoundingClientRect();
    return [...document.querySelectorAll('button, a, [data-row], input')]
      .filter((one) => !card.contains(one) && one.getClientRects().length > 0)
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < of.right && right > of.left && top < of.bottom && bottom > of.top;
      })
      .map((one) => one.textContent ?? '');
  }, number);
