/** `LEAME.html` of an archive in a real browser, alone: no server, no network, no Perito. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkCommands } from '../../renderer/archive-page/check-view.ts';
import { bundleOf, folderWithPhotos, removeFolder } from '../engine/archive/archived-folder.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { english, type Language, looksOf, spanish } from './languages.ts';
import { picture } from './picture.ts';

let browser: Browser;
let dataDir = '';
let folder = '';
let open = '';
let root = '';
let fingerprint = '';
let context: BrowserContext;
let page: Page;
/** What the page asked of anybody, what its policy kept from it, and what went wrong in it. */
let odd: string[];

beforeAll(async () => {
  [browser, dataDir] = await Promise.all([launchChromium(), folderWithPhotos()]);
  folder = mkdtempSync(join(tmpdir(), 'perito-page-'));
  const written = await bundleOf(dataDir, join(folder, 'all.perito'));
  ({ root } = written);
  fingerprint = written.manifest.keyFingerprint ?? '';
  open = join(folder, 'open');
  mkdirSync(open);
  const { status } = spawnSync('unzip', ['-q', written.file, '-d', open]);
  expect(status).toBe(0);
});
afterAll(async () => {
  await browser?.close();
  removeFolder(dataDir);
  rmSync(folder, { recursive: true, force: true });
});

async function openPage(
  language: Language,
  { colorScheme = 'light' as 'light' | 'dark', place = open, hash = '', width = 1200 } = {},
): Promise<void> {
  context = await browser.newContext({
    locale: language.locale,
    colorScheme,
    offline: true,
    viewport: { width, height: 800 },
  });
  page = await context.newPage();
  odd = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) odd.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('ERR_FILE_NOT_FOUND'))
      odd.push(message.text());
  });
  page.on('pageerror', (failure) => odd.push(failure.message));
  page.on('dialog', (dialog) => {
    odd.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${pathToFileURL(join(place, 'LEAME.html')).href}${hash}`);
}
afterEach(async () => {
  await context?.close();
  expect(odd).toEqual([]);
});

async function namesOfViolations(): Promise<string[]> {
  const found = await violations(page);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

/** The record with the first photos, and a note that would like to be more than a text. */
function recordWithPhotos(): { id: number; number: string; vehicle: string } {
  const found = spawnSync('grep', ['-rl', 'onerror=alert', join(open, 'records'), '--include=record.json'], {
    encoding: 'utf8',
  });
  const [file = ''] = found.stdout.trim().split('\n');
  const { id, number, heading } = JSON.parse(readFileSync(file, 'utf8'));
  return { id, number, vehicle: heading.vehicle };
}

describe.each(looksOf(0))('in $language.language', ({ language, colorScheme }) => {
  test('shows every record, its photos and papers, and what people wrote, as texts', async () => {
    const words = language.words.archivePage;
    const { id, number, vehicle } = recordWithPhotos();
    await openPage(language, { colorScheme, hash: `#record=${id}` });
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    // In the list too a report is known by its vehicle.
    expect(await page.locator('.list').getByRole('option', { selected: true }).textContent()).toContain(
      vehicle,
    );
    const record = page.locator('article.record');
    expect(await record.textContent()).toContain('Nota con </script><img src=x onerror=alert(1)>');
    expect(await record.textContent()).toContain('El golpe está aquí <b>');
    const photos = record.locator('.photos img');
    expect(await photos.count()).toBeGreaterThan(0);
    await expect
      .poll(() =>
        photos.evaluateAll(
          (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
        ),
      )
      .toBe(await photos.count());
    expect(await page.getByText(words.alone).isVisible()).toBe(false);
    await page.locator('details.revision summary').first().click();
    const body = await page.locator('details.revision pre').first().textContent();
    expect(body).toBe(
      readFileSync(join(open, 'records/incidentReport', String(id), 'revisions/1.body'), 'utf8'),
    );
    await picture(page, `archive-page-record-${language.language}`);
    expect(await namesOfViolations()).toEqual([]);

    await page.getByRole('button', { name: words.tab.claims }).click();
    await page.locator('.claims button').first().click();
    await page.getByRole('heading', { name: language.words.claims.detail.section.ledger }).waitFor();
    await picture(page, `archive-page-claim-${language.language}`);
    expect(await namesOfViolations()).toEqual([]);

    await page.getByRole('button', { name: words.tab.check }).click();
    const shown = await page.locator('main').textContent();
    for (const command of Object.values(checkCommands).flat()) expect(shown).toContain(command);
    expect(shown?.replaceAll(' ', '')).toContain(fingerprint);
    await picture(page, `archive-page-check-${language.language}`);
    expect(await namesOfViolations()).toEqual([]);
  });

  test('finds a record by a word, a kind, or the keyboard', async () => {
    await openPage(language, { colorScheme });
    const words = language.words.archivePage;
    const rows = page.locator('.list .row');
    await rows.first().waitFor();
    const all = await page.locator('.count').textContent();
    await page.getByLabel(words.kind).selectOption('serviceOrder');
    const first = (await rows.first().locator('strong').textContent()) ?? '';
    expect(await page.locator('.count').textContent()).not.toBe(all);
    await page.getByRole('searchbox').fill(first);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('searchbox').fill('nadase llama así');
    await page.getByText(words.none).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.locator('.list').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.list').evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
    // The other language shows the same place.
    const number = await page.locator('article.record h1').textContent();
    await page.getByRole('button', { name: words.language }).click();
    expect(await page.locator('article.record h1').textContent()).toBe(number);
    const other = language === spanish ? english : spanish;
    await page.getByRole('button', { name: other.words.archivePage.tab.check }).waitFor();
  });
});

test('alone, without what lies beside it, it shows all texts and says what to do', async () => {
  const alone = join(folder, 'alone');
  mkdirSync(alone, { recursive: true });
  copyFileSync(join(open, 'LEAME.html'), join(alone, 'LEAME.html'));
  const { id, number } = recordWithPhotos();
  await openPage(spanish, { place: alone, hash: `#record=${id}`, width: 600 });
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
  await page.getByText(spanish.words.archivePage.alone).waitFor();
  await picture(page, 'archive-page-alone');
  await page.getByRole('button', { name: spanish.words.archivePage.back }).click();
  await page.locator('.list .row').first().waitFor();
});

test('prints one record, and all of a list with their photos', async () => {
  const { id, number } = recordWithPhotos();
  await openPage(english, { hash: `#record=${id}`, colorScheme: 'dark' });
  await page.getByRole('heading', { level: 1, name: number }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.side').isVisible()).toBe(false);
  expect(await page.locator('article.record').isVisible()).toBe(true);
  await picture(page, 'archive-page-print');
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel(english.words.archivePage.kind).selectOption('incidentReport');
  // What a printer would be given, at the moment when it is.
  await page.evaluate(() => {
    window.print = () => {
      const printed = [...document.querySelectorAll('.all .record')];
      const pictures = [...document.querySelectorAll('.all img')].filter(
        (one) => one instanceof HTMLImageElement,
      );
      document.body.dataset['printed'] = `${printed.length} ${pictures.every((one) => one.naturalWidth > 0)}`;
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  const count = Number(/\d+/.exec((await page.locator('.count').textContent()) ?? '')?.[0]);
  await page.getByRole('button', { name: /Print the/ }).click();
  await expect.poll(() => page.evaluate(() => document.body.dataset['printed'])).toBe(`${count} true`);
  expect(await page.locator('.all').count()).toBe(0);
});

test('the commands that it shows check the archive that it lies in', () => {
  const run = (line: string) => spawnSync('bash', ['-c', line], { cwd: open, encoding: 'utf8' });
  const [parts, list] = checkCommands.parts;
  expect(run(parts).stdout).toBe('manifest.sha256: OK\n');
  expect(run(list).stdout).toBe('OK\n');
  expect(run(checkCommands.signature[0]).stdout).toContain('Signature Verified Successfully');
  expect(run(checkCommands.key[0]).stdout).toContain(fingerprint);
  expect(readFileSync(join(open, 'root.sha256'), 'utf8')).toBe(`${root}  manifest.sha256\n`);
});
