/** Incidents and documents at the screen, in a real browser, in both languages: they arrive, are opened, reviewed by keyboard and noted. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Marketplace, openMarketplace, type RecordEvent } from '../../main/simulator/index.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, textOf } from './console-page.ts';
import { type AtScreen, begins } from './journey.ts';
import { journeysIn, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-records-test-only';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))('in $language', ({ locale, words }) => {
  test('an incident and a document arrive live, are opened, reviewed and noted by keyboard', async () => {
    await using perito = await startPerito({ keys: key, person: 'Persona de prueba' });
    await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const failures = failuresOf(page);
    await enterConsole(page, perito.link);
    const at: Place = { page, words, perito };
    const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 12 });

    await seeIncident(at, marketplace);
    await seeDocument(at, marketplace);
    await reviewInQueue(at, marketplace);
    expect(failures).toEqual([]);
  });
});

type Place = Pick<AtScreen, 'page' | 'words'> & { perito: Perito };

async function seeIncident(at: Place, marketplace: Marketplace) {
  const { page, words } = at;
  await open(at, 'incidents', words.records.empty.incidentReport.title);
  const { number, marketplaceId } = taken(await marketplace.sendIncidentReport());
  await page.getByRole('link', { name: number }).waitFor();
  await page.keyboard.press('j');
  const detail = page.getByRole('article', { name: number });
  await detail.getByRole('heading', { name: number }).waitFor();

  // Every photograph's caption is there, in the order of the report.
  const photos = detail.getByRole('region', { name: words.incidents.section.photos });
  const report = await reportOf(at, number);
  const pictures = report.attachmentsPictures.toSorted(
    (a, b) => (a.sequenceIndex ?? 0) - (b.sequenceIndex ?? 0),
  );
  const grid = photos.getByRole('list', { name: words.photos.grid.label });
  await grid.waitFor();
  const more = photos.getByRole('button', { name: textOf(words.photos.grid.all) });
  if ((await more.count()) > 0) await more.click();
  expect(await grid.getByRole('listitem').count()).toBe(pictures.length);
  for (const [index, picture] of pictures.entries()) {
    const caption = await grid.getByRole('listitem').nth(index).textContent();
    expect(caption).toContain(picture.incidentDocumentTypeName ?? 'nothing');
  }
  await detail.getByText(words.incidents.policy.notFound).waitFor();
  await detail.getByText(report.generalInfo?.vinNumber ?? 'nothing', { exact: true }).waitFor();
  await reviewAndNote(at, number, marketplaceId);
}

async function seeDocument(at: Place, marketplace: Marketplace) {
  const { page, words } = at;
  const order = await marketplace.sendPurchaseOrder();
  if (order.event !== 'orderAnswered') throw new Error(`not taken: ${JSON.stringify(order)}`);
  await open(at, 'documents', words.records.empty.financialDocument.title);
  const { number, marketplaceId } = taken(await marketplace.sendFinancialDocument());
  const queue = page.getByRole('list', { name: words.frame.rail.documents });
  await queue.getByRole('link').waitFor();
  await page.keyboard.press('j');
  const detail = page.getByRole('article', { name: number });
  await detail.getByText(words.documents.receipt.valid).waitFor();
  await detail
    .getByRole('region', { name: words.documents.section.links })
    .getByRole('link', { name: order.number })
    .waitFor();
  await reviewAndNote(at, number, marketplaceId);
}

/** In the queue of what is not reviewed, reviewing one moves on to the next; taking the review back stays where it is. */
async function reviewInQueue({ page, words, perito }: Place, marketplace: Marketplace) {
  const first = taken(await marketplace.sendIncidentReport());
  const last = taken(await marketplace.sendIncidentReport());
  const rail = page.getByRole('navigation', { name: words.frame.rail.label });
  await rail.getByRole('link', { name: begins(words.frame.rail.incidents) }).click();
  await page.getByRole('button', { name: words.records.filter.unreviewed }).click();
  const queue = page.getByRole('list', { name: words.frame.rail.incidents });
  await queue.getByRole('link', { name: first.number }).waitFor();
  await queue.getByRole('link', { name: last.number }).click();
  const newest = page.getByRole('article', { name: last.number });
  await newest.waitFor();
  await page.keyboard.press('e');
  await page.getByRole('article', { name: first.number }).waitFor();

  await page.keyboard.press('k');
  const { reviewed, mark } = words.records.of.masculine;
  await newest.getByRole('button', { name: reviewed, exact: true }).waitFor();
  await page.keyboard.press('e');
  await newest.getByRole('button', { name: begins(mark) }).waitFor();
  await expect
    .poll(async () => (await perito.client.records.list({ search: last.number })).rows[0]?.reviewedAt)
    .toBeNull();
  await newest.waitFor();
  expect(await page.getByRole('article').getAttribute('aria-label')).toBe(last.number);
}

async function reportOf({ perito }: Place, number: string) {
  const { rows } = await perito.client.records.list({ search: number });
  const { content } = await perito.client.records.get({ id: rows[0]?.id ?? 0 });
  if (content.kind !== 'incidentReport') throw new Error(`${number} is a ${content.kind}`);
  return content.report;
}

/** Opens an empty queue by its place in the rail. */
async function open({ page, words }: Place, place: 'incidents' | 'documents', empty: string) {
  const rail = page.getByRole('navigation', { name: words.frame.rail.label });
  await rail.getByRole('link', { name: begins(words.frame.rail[place]) }).click();
  await page.getByText(empty).waitFor();
}

/** E marks as reviewed, N writes a note; both are kept, and axe finds nothing serious. */
async function reviewAndNote({ page, words, perito }: Place, number: string, marketplaceId: number) {
  const detail = page.getByRole('article', { name: number });
  await page.keyboard.press('e');
  await detail.getByRole('button', { name: words.records.of.masculine.reviewed, exact: true }).waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Llamar al taller mañana.');
  await page.keyboard.press('Control+Enter');
  await detail.getByRole('listitem').getByText('Llamar al taller mañana.', { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  const { rows } = await perito.client.records.list({ search: number });
  const row = rows.find((one) => one.marketplaceId === marketplaceId);
  expect(row?.reviewedAt).not.toBeNull();
  const record = await perito.client.records.get({ id: row?.id ?? 0 });
  expect(record.reviewedBy).toBe('Persona de prueba');
  expect(record.notes.map((note) => note.text)).toEqual(['Llamar al taller mañana.']);
  expect(await violations(page)).toEqual([]);
}

async function violations(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
  return seriousViolations(page);
}

function taken(event: RecordEvent): { number: string; marketplaceId: number } {
  if (event.event !== 'recordAnswered') throw new Error(`not taken: ${JSON.stringify(event)}`);
  return event;
}
