/** A finding at the screen: it leads to its field, is acknowledged with a reason, leaves the counts, and can be taken back. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { purchaseOrder, purchaseOrderItem } from '../engine/orders.ts';
import { openRecords } from '../engine/records/house.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { journeysIn, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-acknowledging-test-only';
/** An RNC of seven digits, in three of four orders; one of them has an odd line and a field that nobody documents besides. */
const odd = { supplierTaxId: '1310009' };
const orders = [
  purchaseOrder(1, odd),
  purchaseOrder(2, {
    ...odd,
    extra: { nested: 'Dato sin documentar' },
    items: [purchaseOrderItem(1), purchaseOrderItem(2, { itemId: null, supplierItemRowTotal: 99_999 })],
  }),
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))('in $language', ({ locale, words }) => {
  test('a finding leads to its field, and is acknowledged for a record and for its supplier', async () => {
    await using perito = await startPerito({ keys: key, person: 'Persona de prueba' });
    await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    for (const order of orders) expect(await perito.post('/purchaseOrders', order)).toBe(200);
    await examined(perito, 1);
    await examined(perito, 2);
    const [second, first] = (await perito.client.records.list()).rows;
    await go(page, `/purchase-orders/${second?.id}`);
    const at = { page, words, perito };

    await leads(at, 'supplierItemRowTotal', 'td');
    await leads(at, 'supplierTaxId', 'dl > div');
    await leads(at, 'itemId', 'td');
    await page.getByText('Dato sin documentar').waitFor();
    expect(await seriousViolations(page)).toEqual([]);

    const toAttend = await countOf(perito);
    await acknowledges(at, '/items/1/supplierItemRowTotal', 'record');
    await acknowledges(at, '/supplierTaxId', 'party');
    await arrivesLater(at);
    await takesBack(at);
    expect(await countOf(perito)).toBe(toAttend);
    expect((await perito.client.records.get({ id: first?.id ?? 0 })).attentionCount).toBe(1);
    expect(failures).toEqual([]);
  });
});

type Place = { page: Page; words: Language['words']; perito: Perito };

const findingsOf = ({ page, words }: Place) =>
  page.getByRole('region', { name: words.records.detail.section.findings });

/** The line of the finding in a field, known by what its link is called. */
async function line(at: Place, pointer: string) {
  const { rows } = await at.perito.client.records.list();
  const record = await at.perito.client.records.get({
    id: rows.find((row) => row.marketplaceId === 2)?.id ?? 0,
  });
  const finding = record.findings.find((one) => one.pointer.endsWith(pointer));
  if (finding === undefined) throw new Error(`nothing was found at ${pointer}`);
  const open = record.findings.filter(({ acknowledgement }) => acknowledgement === null);
  const lines = findingsOf(at).getByRole('list').first().locator('> li');
  // One that was acknowledged just now may stand there still.
  await expect.poll(() => lines.count()).toBe(open.length);
  return lines.nth(open.findIndex(({ id }) => id === finding.id));
}

/** "See the field" scrolls to it, lights it and gives it the focus, wherever it stands. */
async function leads(at: Place, field: string, shape: string) {
  const { page, words } = at;
  const see = (await line(at, field)).getByRole('button', {
    name: words.records.findings.toField.slice(0, 6),
  });
  await see.click();
  const lit = page.locator('[data-lit]');
  await page.waitForFunction(
    (name) => document.querySelector('[data-lit]')?.getAttribute('data-shows')?.includes(name) === true,
    field,
  );
  expect(await lit.count()).toBe(1);
  expect(await lit.evaluate((element, selector) => element.matches(selector), shape)).toBe(true);
  expect(await lit.evaluate((element) => document.activeElement === element)).toBe(true);
  const box = await lit.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box !== null && box.y > 0 && box.y + box.height < height).toBe(true);
}

/** By keyboard alone, from the button on. */
async function acknowledges(at: Place, pointer: string, scope: 'record' | 'party') {
  const { page, words, perito } = at;
  const before = await countOf(perito);
  const button = (await line(at, pointer)).getByRole('button', {
    name: words.records.findings.acknowledgeNamed.split(':')[0] ?? '',
  });
  await button.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: words.records.findings.acknowledge });
  await form.getByRole('textbox').waitFor();
  await page.keyboard.type('Confirmado por teléfono');
  if (scope === 'party') {
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await form.getByRole('radio').nth(1).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  } else await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByText(words.records.findings.nowAcknowledged).waitFor();
  expect(await countOf(perito)).toBe(before - 1);
}

const countOf = async ({ client }: Perito): Promise<number> => {
  const { rows } = await client.records.list();
  return rows.find((row) => row.marketplaceId === 2)?.attentionCount ?? -1;
};

/** What the supplier sends from then on has nothing to attend to; what it sent before still has. */
async function arrivesLater({ perito }: Place) {
  expect(await perito.post('/purchaseOrders', purchaseOrder(3, odd))).toBe(200);
  const later = await examined(perito, 3);
  expect(later.findings).toMatchObject([{ code: 'taxId.form', acknowledgement: { scope: 'party' } }]);
  const { rows } = await perito.client.records.list();
  expect(rows.map(({ marketplaceId, attentionCount }) => [marketplaceId, attentionCount])).toEqual([
    [3, 0],
    [2, expect.any(Number)],
    [1, 1],
  ]);
}

/** A record once something was found in it. */
async function examined({ client }: Perito, marketplaceId: number) {
  for await (const _ of await client.changes()) {
    const { rows } = await client.records.list();
    const id = rows.find((row) => row.marketplaceId === marketplaceId)?.id;
    const record = id === undefined ? null : await client.records.get({ id });
    if (record !== null && record.findings.length > 0) return record;
  }
  throw new Error('the stream ended');
}

/** What was acknowledged stays on record with who and why; the rule is in the settings, and removed there. */
async function takesBack(at: Place) {
  const { page, words } = at;
  const findings = findingsOf(at);
  await findings
    .getByRole('button', { name: words.records.findings.acknowledged_other.replace('{{count}}', '2') })
    .click();
  const [before = ''] = words.records.findings.by.record.split('{{who}}');
  await findings.getByText(`${before}Persona de prueba`).first().waitFor();
  expect(await findings.getByText('Confirmado por teléfono').count()).toBe(2);
  await findings
    .getByRole('button', { name: words.records.findings.withdrawNamed.split(':')[0] ?? '' })
    .first()
    .click();
  await page.getByText(words.records.findings.standsAgain).waitFor();

  await go(page, '/settings/findings');
  const rules = page.getByRole('region', { name: words.findingSettings.rules.title });
  await rules.getByText('Confirmado por teléfono').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await rules
    .getByRole('button', { name: words.findingSettings.rules.removeNamed.split('{{')[0] ?? '' })
    .click();
  await rules.getByText(words.findingSettings.rules.none).waitFor();
}

test('a record that could not be examined is tried again with a button beside its finding', async () => {
  const { locale, words } = spanish;
  const failing = await openRecords({
    examination: { examine: async () => ({ examined: [], failure: 'outOfMemory' }), close: async () => {} },
  });
  const { recordId } = await failing.receive('purchaseOrder', 1, purchaseOrder(1, { extra: 1 }));
  await failing.records.examiner.idle();
  await failing.close();
  await using served = await startPerito({ dataDir: failing.dataDir, person: 'Persona de prueba' });
  onTestFinished(failing.remove);
  await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  const screen = await enterConsole(await context.newPage(), served.link);
  await go(screen, `/purchase-orders/${recordId}`);
  const findings = screen.getByRole('region', { name: words.records.detail.section.findings });
  await findings.getByText(words.findingTerms.notExamined.outOfMemory).waitFor();
  await findings.getByRole('button', { name: words.records.findings.examineAgain }).click();
  await screen.getByText(words.records.findings.examined).waitFor();
  await findings.getByText(words.findingTerms.notExamined.outOfMemory).waitFor({ state: 'detached' });
  const { findings: after } = await served.client.records.get({ id: recordId });
  expect(after.map(({ code }) => code)).toEqual(['wire.unknownProperty']);
});
