/** Documents in a real browser, from real downloads: read, searched, printed, saved, and what cannot be opened. */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as en from '../../renderer/app/locale/en.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { thorough } from '../thorough.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, go } from './console-page.ts';
import { act, fillDocuments, password } from './document-screens.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-documents-test-only';
const words = es.documentViewer;

let browser: Browser;
let perito: Perito;
let filled: Awaited<ReturnType<typeof fillDocuments>>;
/** Of the browser that used the link, for those after it. */
let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;
let context: BrowserContext;
let page: Page;
/** What the page asked of anybody but Perito, and what its policy kept from it. */
let outside: string[];

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', allowLoopback: true }),
  ]);
  filled = await fillDocuments(perito);
});

afterAll(async () => {
  await browser?.close();
  await filled?.files.close();
  await perito?.[Symbol.asyncDispose]();
});

/** A new context: nothing of it has been read before. Small, unless it is to be looked at: pages are drawn without a GPU. */
async function open(
  look: { locale: string; colorScheme?: 'light' | 'dark' },
  viewport = { width: 1100, height: 640 },
) {
  context = await browser.newContext({
    ...look,
    viewport,
    reducedMotion: 'reduce',
    ...(session === undefined ? {} : { storageState: session }),
  });
  page = await context.newPage();
  outside = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(perito.consoleUrl) && !/^(blob|data):/.test(url)) outside.push(url);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) outside.push(message.text());
  });
  await enterConsole(page, session === undefined ? perito.link : perito.consoleUrl);
  session ??= await context.storageState();
}

const goTo = (path: string) => go(page, path);
const sheet = (number: number) => page.locator(`[data-page="${number}"]`);
/** Waits until a page is drawn: its picture is shown. */
const drawn = (number: number) =>
  page.waitForFunction((wanted) => {
    const canvas = document.querySelector(`[data-page="${wanted}"] canvas.react-pdf__Page__canvas`);
    return canvas instanceof HTMLCanvasElement && canvas.width > 0 && canvas.style.visibility !== 'hidden';
  }, number);
/** Goes back to the record, so that nothing of another document is taken for the next one. */
const closeDocument = async () => {
  await goTo(`/incidents/${filled.incident}`);
  await page.getByRole('main', { name: words.viewer.recordDocuments }).waitFor({ state: 'detached' });
};
const openDocument = async (name: Parameters<typeof filled.at>[0]) => {
  await closeDocument();
  await goTo(filled.at(name));
};
/** Opens a document at its first page; one that is open already stays, since opening it takes most of a test's time. */
const read = async (name: Parameters<typeof filled.at>[0]) => {
  if (new URL(page.url()).hash === `#${filled.at(name)}`) await page.keyboard.press('Home');
  else await openDocument(name);
  await drawn(1);
};
const pageField = () => page.getByRole('textbox', { name: words.pages.field, exact: true });
const pageIs = (number: number) =>
  page.waitForFunction(
    ([label, value]) =>
      document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)?.value === value,
    [words.pages.field, String(number)] as const,
  );
const found = (name: string) => page.evaluate((highlight) => CSS.highlights.get(highlight)?.size ?? 0, name);
const canvases = () => page.locator('[data-page] canvas.react-pdf__Page__canvas').count();

describe('in Spanish', () => {
  beforeAll(async () => {
    await open({ locale: 'es-DO' });
    await closeDocument();
  });
  afterEach(async ({ task }) => {
    // The tests share the open page; what a failed one left there is closed.
    if (task.result?.state === 'fail') await closeDocument();
    // Whatever a document holds, nothing leaves this machine and nothing violates the policy.
    expect(outside).toEqual([]);
  });
  afterAll(() => context?.close());

  test('a document opens over its record, and Escape leads back to where it was', async () => {
    const row = page.getByRole('link', { name: 'Acta policial', exact: true });
    await row.scrollIntoViewIfNeeded();
    const scrolled = () =>
      page.evaluate(() => [...document.querySelectorAll('[role="region"]')].map((one) => one.scrollTop));
    const before = await scrolled();
    expect(Math.max(...before)).toBeGreaterThan(100);
    await row.click();
    await drawn(1);
    expect(await page.evaluate(() => window.location.hash)).toBe(`#${filled.at('act')}`);
    await page.keyboard.press('Escape');
    await page.locator('[data-page]').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.location.hash)).toBe(`#/incidents/${filled.incident}`);
    // A line above may have become a hair lower meanwhile.
    const moved = async () => (await scrolled()).map((top, part) => Math.abs(top - (before[part] ?? 0)));
    await expect.poll(async () => Math.max(...(await moved()))).toBeLessThan(5);
    await expect.poll(() => row.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  test('keys lead from one document to the next, and save it as it came', async () => {
    await openDocument('elsewhere');
    await page.getByText(words.state.awaitingApproval).waitFor();
    await page.getByRole('main').getByRole('link', { name: words.decide }).waitFor();
    await page.keyboard.press(',');
    await page.getByText(words.state.downloading).waitFor();
    await page.keyboard.press(',');
    await page.getByText(words.state.downloadOnly, { exact: true }).waitFor();
    await page.keyboard.press(',');
    await page.getByRole('img', { name: words.image.alt.replace('{{name}}', 'Matrícula') }).waitFor();
    await read('act');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('d')]);
    expect(download.suggestedFilename()).toBe('acta de tránsito.pdf');
    expect((await readFile(await download.path())).equals(act)).toBe(true);
  });

  test('its text can be selected', async () => {
    await read('act');
    await page.getByText('El conductor declaró', { exact: false }).first().click({ clickCount: 3 });
    const selected = await page.evaluate(() => window.getSelection()?.toString() ?? '');
    expect(selected).toContain('El conductor declaró que transitaba');
  });

  test('the whole text is searched without accents and case, marked, and stepped through', async () => {
    await read('act');
    await page.keyboard.press('Control+f');
    const field = page.getByRole('textbox', { name: words.search.open });
    await field.fill('INSPECCION numero');
    const status = page.getByRole('search').getByRole('status');
    await status.getByText('1 de 360', { exact: true }).waitFor();
    await page.waitForFunction(() => (CSS.highlights.get('document-match')?.size ?? 0) >= 29);
    expect(await found('document-active-match')).toBe(1);
    await field.press('Enter');
    await status.getByText('2 de 360', { exact: true }).waitFor();
    await field.press('Shift+Enter');
    await field.press('Shift+Enter');
    await status.getByText('360 de 360', { exact: true }).waitFor();
    await pageIs(12);
    await field.fill('reparación');
    await status.getByText('1 de 1', { exact: true }).waitFor();
    await pageIs(9);
    await page.waitForFunction(() => CSS.highlights.get('document-active-match')?.size === 1);
    const marked = await page.evaluate(() =>
      [...(CSS.highlights.get('document-active-match') ?? [])].map((range) => String(range)),
    );
    expect(marked).toEqual(['REPARACIÓN']);
    await field.fill('esto no está');
    await status.getByText(words.search.none).waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect((await found('document-match')) + (await found('document-active-match'))).toBe(0);
    // Only the search was closed.
    await sheet(9).waitFor();
  });

  test('keys do nothing to the record behind', async () => {
    await read('act');
    for (const stroke of ['e', 'n', ' ']) await page.keyboard.press(stroke);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: words.keys.title });
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    const { reviewedAt } = await perito.client.records.get({ id: filled.incident });
    expect(reviewedAt).toBeNull();
  });

  test('only the pages that were chosen are printed, each on a sheet', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await read('act');
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: words.print.title });
    await dialog.getByRole('radio', { name: words.print.range }).click();
    const begin = dialog.getByRole('button', { name: words.print.begin });
    expect(await begin.isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: words.print.pages }).fill('2-3, 13');
    await dialog.getByText(words.print.invalidRange.replace('{{total}}', '12')).waitFor();
    await dialog.getByRole('textbox', { name: words.print.pages }).fill('2-3, 7');
    await begin.click();
    await page.locator('body[data-printed]').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.document-print img').count()).toBe(3);
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    expect(await page.locator('#root').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(printed.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3);
    // What was prepared goes once it is printed.
    await page.locator('.document-print').waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
  });

  test('pages: by keys, by field, by thumbnail; sizes and turns keep the page that is read', async () => {
    await read('act');
    await page.getByText(words.pages.of.replace('{{total}}', '12')).waitFor();
    await page.keyboard.press('j');
    await pageIs(2);
    await page.keyboard.press('End');
    await pageIs(12);
    await drawn(12);
    await pageField().fill('5');
    await page.keyboard.press('Enter');
    await pageIs(5);
    await drawn(5);
    const width = async () => (await sheet(5).boundingBox())?.width ?? 0;
    const height = async () => (await sheet(5).boundingBox())?.height ?? 999;
    const before = await width();
    await page.keyboard.press('+');
    await pageIs(5);
    await expect.poll(width).toBeGreaterThan(before);
    await page.keyboard.press('0');
    await expect.poll(height).toBeLessThan(600);
    await page.keyboard.press('r');
    await expect.poll(async () => (await width()) - (await height())).toBeGreaterThan(0);
    await drawn(5);
    const rail = page.getByRole('navigation', { name: words.pages.thumbnails });
    await rail.getByRole('button', { name: words.pages.page.replace('{{page}}', '7') }).click();
    await pageIs(7);
    expect(await rail.locator('[aria-current="page"]').getAttribute('aria-label')).toBe(
      words.pages.page.replace('{{page}}', '7'),
    );
    // What lies in the file stands now, and what is turned by its own word has its turn besides.
    const lying = await sheet(7).boundingBox();
    expect(lying?.height ?? 0).toBeGreaterThan(lying?.width ?? 0);
  });

  test('of 300 pages only those in sight are held, wherever one goes', async () => {
    await read('long');
    const most: number[] = [];
    for (const number of [150, 300, 1]) {
      await pageField().fill(String(number));
      await page.keyboard.press('Enter');
      await drawn(number);
      most.push(await canvases());
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(4);
    expect(await page.locator('canvas').count()).toBeLessThan(40);
    await page.keyboard.press('/');
    await page.getByRole('textbox', { name: words.search.open }).fill('folio 299');
    await page.getByRole('search').getByText('1 de 1', { exact: true }).waitFor();
    await drawn(299);
  });

  test('a long file is read in pieces, as its pages are looked at', async () => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/original')) statuses.push(response.status());
    });
    await read('heavy');
    const atFirst = statuses.length;
    await page.keyboard.press('End');
    await drawn(6);
    await page.getByText('Hoja 6').waitFor();
    expect(new Set(statuses)).toEqual(new Set([206]));
    expect(statuses.length).toBeGreaterThan(atFirst);
  });

  test('what scanners make is drawn without WebAssembly: fax, JBIG2, JPEG 2000', async () => {
    await read('scanned');
    await page.keyboard.press('0');
    for (const number of [1, 2, 3]) {
      await pageField().fill(String(number));
      await page.keyboard.press('Enter');
      await drawn(number);
      const colours = await sheet(number)
        .locator('canvas.react-pdf__Page__canvas')
        .evaluate((element) => {
          if (!(element instanceof HTMLCanvasElement)) return 0;
          const data = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
          const seen = new Set<string>();
          for (let at = 0; at < data.length; at += 4 * 97)
            seen.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
          return seen.size;
        });
      expect(colours).toBeGreaterThan(number === 3 ? 20 : 1);
    }
    await page.keyboard.press('/');
    await page.getByText(words.search.noText).waitFor();
  });

  test('a password is asked for, a wrong one is told, the right one opens', async () => {
    await openDocument('locked');
    await page.getByText(words.locked.title).waitFor();
    await page.getByLabel(words.locked.password).fill('otra');
    await page.keyboard.press('Enter');
    await page.getByText(words.locked.wrongPassword).waitFor();
    await page.getByLabel(words.locked.password).fill(password);
    await page.getByRole('button', { name: words.locked.open }).click();
    await drawn(1);
    await page.getByText('Informe reservado de prueba').waitFor();
  });

  test('a damaged document says so and is saved as it arrived', async () => {
    await openDocument('damaged');
    await page.getByText(words.error.damaged.title).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('main').getByRole('link', { name: words.save }).last().click(),
    ]);
    expect(download.suggestedFilename()).toBe('remolque.pdf');
    expect((await readFile(await download.path())).toString()).toMatch(/^%PDF-1.5\nnada/);
  });

  test('a document runs no script, opens no address and has no form', async () => {
    let asked = 0;
    page.on('dialog', () => asked++);
    context.on('page', () => asked++);
    await read('hostile');
    await page.getByText('Pulse aqui').click();
    await page.keyboard.press('End');
    expect(
      await page.locator('[data-page] a, [data-page] form, [data-page] input, [data-page] iframe').count(),
    ).toBe(0);
    expect(page.url()).toBe(`${perito.consoleUrl}/#${filled.at('hostile')}`);
    expect(asked).toBe(0);
  });

  test('of ten thousand pages the first are shown, and it is said', async () => {
    await read('huge');
    await page.getByText(words.pages.cut.slice(0, 6), { exact: false }).first().waitFor();
    await page.keyboard.press('End');
    await drawn(2000);
    expect(await canvases()).toBeLessThanOrEqual(4);
  });
});

test('once it is open it is read to its end with no network at all', async () => {
  // New, so that nothing can come from what the browser kept.
  await open({ locale: 'es-DO' });
  await read('act');
  await context.setOffline(true);
  await page.keyboard.press('End');
  await drawn(12);
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: words.search.open }).fill('peritaje');
  await page.getByRole('search').getByText('1 de 1', { exact: true }).waitFor();
  expect(outside).toEqual([]);
  await context.close();
});

describe.each([
  { locale: 'es-DO', colorScheme: 'light', words: es, turn: 0 },
  { locale: 'en-US', colorScheme: 'dark', words: en, turn: 1 },
] as const)('$locale, $colorScheme', ({ locale, colorScheme, words: { documentViewer: texts }, turn }) => {
  test('every state has its words, and axe finds nothing serious', async () => {
    await open({ locale, colorScheme }, { width: 1280, height: 800 });
    const problems: string[] = [];
    const see = async (name: string) => {
      await picture(page, `screens/papers/${locale}-${colorScheme}-${name}`);
      problems.push(...(await seriousViolations(page)).map((violation) => `${name}: ${violation}`));
    };
    for (const [index, { name, path, shown }] of states(texts).entries()) {
      // Each state has its turn in one of the two looks; no language lacks a text, as the types say.
      if (!thorough && index % 2 !== turn) continue;
      await goTo(path);
      await shown();
      await see(name);
    }
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Where each is, and what is seen there. */
function states(texts: typeof es.documentViewer | typeof en.documentViewer) {
  const said = (name: Parameters<typeof filled.at>[0], text: string) => ({
    name,
    path: filled.at(name),
    shown: () => page.getByText(text).first().waitFor(),
  });
  const opened = async (key: string) => {
    await drawn(1);
    await page.keyboard.press(key);
  };
  return [
    {
      name: 'list',
      path: `/incidents/${filled.incident}`,
      shown: async () => {
        await page.getByRole('link', { name: 'Carta' }).scrollIntoViewIfNeeded();
        await page.getByRole('link', { name: texts.decide }).waitFor();
      },
    },
    {
      name: 'list-of-invoice',
      path: `/documents/${filled.document}`,
      shown: () =>
        page.getByRole('link', { name: 'conduce firmado.pdf', exact: true }).scrollIntoViewIfNeeded(),
    },
    {
      name: 'act-search',
      path: filled.at('act'),
      shown: async () => {
        await opened('/');
        await page.getByRole('textbox', { name: texts.search.open }).fill('inspeccion');
        await page.waitForFunction(() => (CSS.highlights.get('document-active-match')?.size ?? 0) === 1);
      },
    },
    {
      name: 'act-print',
      path: filled.at('act'),
      shown: async () => {
        await opened('Control+p');
        await page.getByRole('dialog', { name: texts.print.title }).waitFor();
      },
    },
    said('locked', texts.locked.title),
    said('damaged', texts.error.damaged.title),
    said('elsewhere', texts.state.awaitingApproval),
    said('nowhere', texts.state.refused),
    said('coming', texts.state.downloading),
    said('page', texts.state.downloadOnly),
  ];
}
