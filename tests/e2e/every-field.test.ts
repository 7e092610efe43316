/**
 * Every field of the interface stands somewhere on a screen, in words: a record whose every field has a value of its own is
 * sent to a served program, and each value is looked for on its screen, outside the findings and the JSON received.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFormat } from '../../renderer/app/locale/format.ts';
import { recordBases } from '../../renderer/records/paths.ts';
import {
  purchaseOrderCancellationDetails,
  serviceOrderCancellationDetails,
} from '../../shared/marketplace/cancellation.ts';
import { financialDocumentDetails } from '../../shared/marketplace/financial-document.ts';
import { incidentReportModel } from '../../shared/marketplace/incident-report.ts';
import { purchaseOrderDetails } from '../../shared/marketplace/purchase-order.ts';
import { serviceOrderDetails } from '../../shared/marketplace/service-order.ts';
import { type OrderKind, orderKinds } from '../../shared/terms.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, type Session, sessionOf } from './console-page.ts';
import { english, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { missingIn, type UniqueBody, uniqueBody } from './unique-body.ts';

const key = 'mercado@prueba.example:a-key-for-the-fields-test-only';
const sent = {
  purchaseOrder: uniqueBody(purchaseOrderDetails),
  serviceOrder: uniqueBody(serviceOrderDetails),
  incidentReport: uniqueBody(incidentReportModel, {
    insuranceFormInfoJson: { value: '{"sucursal":"Sucursal-77"}', shown: 'Sucursal-77' },
  }),
  financialDocument: uniqueBody(financialDocumentDetails),
} as const;
const paths = {
  purchaseOrder: '/purchaseOrders',
  serviceOrder: '/serviceOrders',
  incidentReport: '/incidentReports',
  financialDocument: '/financialDocuments',
} as const;
const kinds = ['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const;
const idOf = (kind: OrderKind) => Number(sent[kind].body[`${kind}Id`]);
const given = (kind: OrderKind) => ({ [`${kind}Id`]: { value: idOf(kind), shown: String(idOf(kind)) } });
const cancellations = {
  purchaseOrder: uniqueBody(purchaseOrderCancellationDetails, given('purchaseOrder'), 801),
  serviceOrder: uniqueBody(serviceOrderCancellationDetails, given('serviceOrder'), 901),
} as const;

let browser: Browser;
let perito: Perito;
let session: Session;

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', holdSeconds: 0 }),
  ]);
  for (const kind of kinds) expect(await perito.post(paths[kind], sent[kind].body)).toBe(200);
  for (const kind of orderKinds)
    expect(await perito.post(`${paths[kind]}/${idOf(kind)}/cancel`, cancellations[kind].body)).toBe(200);
  session = await sessionOf(browser, perito);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

describe.each([spanish, english])('in $language', ({ locale, words }) => {
  const format = makeFormat(locale === 'es-DO' ? 'es' : 'en');
  let page: Page;
  beforeAll(async () => {
    const context = await browser.newContext({
      locale,
      storageState: session,
      viewport,
      reducedMotion: 'reduce',
    });
    page = await enterConsole(await context.newPage(), perito.consoleUrl);
  });
  afterAll(() => page?.context().close());

  test.each(kinds)('every field of a %s is on its screen', async (kind) => {
    const { rows } = await perito.client.records.list({ kind });
    await open(page, `${recordBases[kind]}/${rows[0]?.id}`);
    // The last of what is drawn.
    await page.locator(`section[aria-label="${words.records.detail.section.raw}"]`).waitFor();
    const text = await textOf(page, words);
    expect(missingIn(text, sent[kind].values, format)).toEqual([]);
    const previews = [...text.matchAll(new RegExp(`${words.fields.hasPreview}\\n(.*)`, 'g'))];
    const { yes, no } = words.common;
    // Of two pictures and two documents, each in words.
    expect(previews.map(([, said]) => said)).toEqual(kind === 'incidentReport' ? [yes, no, yes, no] : []);
  });

  test.each(orderKinds)('every field of a cancellation of a %s is on its screen', async (kind) => {
    const { rows } = await perito.client.cancellations.list();
    const row = rows.find(({ orderKind }) => orderKind === kind);
    await open(page, `/cancellations/${row?.id}`);
    const text = await textOf(page, words);
    expect(missingIn(text, cancellations[kind].values, format)).toEqual([]);
  });
});

/** Wide enough that no column is left out. */
const viewport = { width: 1920, height: 1080 };

/** Opens a detail from where there is next to nothing, so that no other is taken for it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${perito.consoleUrl}/#/nowhere`);
  await page.getByRole('article').waitFor({ state: 'detached' });
  await page.goto(`${perito.consoleUrl}/#${path}`);
}

/** All that is read on a detail once what is closed at first was opened, without findings and the JSON received. */
async function textOf(page: Page, words: Language['words']): Promise<string> {
  const detail = page.getByRole('article');
  await detail.waitFor();
  await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
  for (const closed of await detail.getByRole('button', { name: words.records.technical.show }).all())
    await closed.click();
  for (const closed of await detail.locator('details:not([open]) > summary').all()) await closed.click();
  return detail.evaluate(
    (article, without) => {
      // What was received stands in them as it came.
      const hidden = [...article.querySelectorAll('section[aria-label]')].filter((part) =>
        without.includes(part.ariaLabel ?? ''),
      );
      for (const part of [...hidden, ...article.querySelectorAll('pre')])
        part.setAttribute('style', 'display: none');
      // It has no box of its own, and its text no lines.
      return [...article.children]
        .map((part) => (part instanceof HTMLElement ? part.innerText : ''))
        .join('\n');
    },
    [words.records.detail.section.findings, words.records.detail.section.raw],
  );
}

test('a field that stands nowhere is named', () => {
  const { values }: UniqueBody = sent.serviceOrder;
  const format = makeFormat('es');
  const all = values.map(({ formsIn }) => formsIn(format)[0]).join(' · ');
  expect(missingIn(all, values, format)).toEqual([]);
  const id = values.find(({ pointer }) => pointer === '/items/1/workshopServiceId')?.formsIn(format)[0] ?? '';
  expect(missingIn(all.replace(id, `${id}0`), values, format)).toEqual([
    `/items/1/workshopServiceId (${id} or ${format.count(Number(id))})`,
  ]);
});
