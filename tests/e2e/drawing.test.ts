/** What is drawn, how often and when, of parts of the screen alone: in a real browser. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawAsForAPerson, launchChromium } from './browser.ts';
import { failuresOf } from './console-page.ts';
import type { Drawing } from './drawing-page.tsx';

let browser: Browser;
let page: Page;
let failures: string[];
beforeAll(async () => {
  browser = await launchChromium();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  failures = failuresOf(page);
  await drawAsForAPerson(page);
  // An address of its own, so that its hash can be gone to.
  await page.route('http://drawing.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><body></body></html>' }),
  );
  await page.goto('http://drawing.example/');
  await page.addScriptTag({ content: await script() });
  await page.evaluate(() => (window as unknown as { drawing: Drawing }).drawing.start());
});
afterAll(async () => {
  await browser?.close();
});

/** The page as the program's own screens are built. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // Vitest's environment would have React's own of development.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: fileURLToPath(new URL('drawing-page.tsx', import.meta.url)),
        formats: ['iife'],
        name: 'script',
      },
    },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The page cannot be built.');
  return chunk.code;
}

/** Calls one of the page's own functions. */
const ask = <Name extends keyof Drawing>(
  name: Name,
  ...given: Parameters<Drawing[Name]>
): Promise<Awaited<ReturnType<Drawing[Name]>>> =>
  page.evaluate(
    ([called, args]) => {
      const { drawing } = window as unknown as { drawing: Record<string, (...args: unknown[]) => unknown> };
      return drawing[called]?.(...args);
    },
    [name, given] as const,
  ) as Promise<Awaited<ReturnType<Drawing[Name]>>>;

test.each(['light', 'dark'] as const)('a Box looks as MUI draws it, %s', async (mode) => {
  for (const [sample, { own, mui }] of Object.entries(await ask('looks', mode)))
    expect({ sample, own }).toEqual({ sample, own: mui });
});

test('what is styled the same has one class, and other words of the theme are another look', async () => {
  const light = await ask('looks', 'light');
  const { spaces, same } = await ask('classes');
  expect(same).toBe(spaces);
  const dark = await ask('looks', 'dark');
  expect(dark['palette']?.own).not.toBe(light['palette']?.own);
  expect(dark['spaces']?.own).toContain('padding: ');
});

test('a Box keeps the class that it is given, and styles a component over what that has itself', async () => {
  expect(await ask('mixed')).toEqual({
    classed: { isMine: true, height: 21 },
    chip: { isMine: true, height: 57 },
    plain: { isMine: true, height: 0 },
  });
});

test('a long list begins with its first lines and grows where somebody scrolls or presses the button', async () => {
  await ask('grow', 500);
  expect(await ask('lines')).toBe(20);
  const more = page.getByRole('button');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => ask('lines')).toBeGreaterThanOrEqual(40);
  for (let lines = await ask('lines'); lines < 500; lines = await ask('lines')) {
    await page.evaluate(() => document.getElementById('scroller')?.scrollTo({ top: 1_000_000 }));
    await expect.poll(() => ask('lines')).toBeGreaterThan(lines);
  }
  expect(await more.count()).toBe(0);
});

test('a list that is short is whole and has no button', async () => {
  await ask('grow', 20);
  expect(await ask('lines')).toBe(20);
  expect(await page.getByRole('button').count()).toBe(0);
});

test('what is below the fold is drawn after what is above, but where it is wanted at once', async () => {
  expect(await ask('later')).toBe('abovewanted');
  await expect.poll(() => ask('text')).toBe('abovebelowwanted');
});

test('all that follows the address is drawn together when the browser goes back', async () => {
  expect(await ask('followed', 30)).toEqual({ drawn: 1, texts: 30 });
});

test('a screen that is asked for ahead is drawn with its answer, or a moment later without it', async () => {
  await ask('askedAhead');
  expect(await ask('goTo', '/quick')).toBe('/quick');
  expect(await ask('goTo', '/slow')).toBe('/quick');
  expect(await ask('answered')).toBe('/slow');
  expect(await ask('goTo', '/slow/never')).toBe('/slow');
  await expect.poll(() => ask('text')).toBe('/slow/never');
});

test('what somebody does while an answer is waited for is done to the screen that the address names', async () => {
  await ask('askedAhead');
  expect(await ask('pressed', '/slow')).toEqual(['/slow']);
  expect(await ask('pressed', '/slow/next')).toEqual(['/slow', '/slow/next']);
});

test('of two addresses one after the other the second alone is drawn', async () => {
  await ask('askedAhead');
  expect(await ask('goTo', '/slow')).toBe('/first');
  expect(await ask('goTo', '/quick')).toBe('/quick');
  expect(await ask('answered')).toBe('/quick');
});

test('a link leads to its place and is not drawn again for it', async () => {
  await ask('links');
  expect(await ask('linksDrawn')).toBe(1);
  await page.getByRole('link', { name: 'two' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/two');
  expect(await ask('linksDrawn')).toBe(1);
});

test('the first frame of a list has the rows in sight, and those beside them follow', async () => {
  await ask('rows');
  // The height of the last one is known by then.
  await expect.poll(() => ask('rowsNow')).toBeGreaterThan(10);
  const first = await ask('rows');
  expect(first).toBeGreaterThan(6);
  await expect.poll(() => ask('rowsNow')).toBeGreaterThan(first);
});

test('a tooltip is there for the pointer and for the focus, says what changes, and leaves the element that it names', async () => {
  await ask('named');
  const tip = page.getByRole('tooltip');
  const button = page.getByRole('button', { name: 'described by its tooltip' });
  const element = await button.elementHandle();
  expect(await button.getAttribute('title')).toBe('pressed 0 times');
  expect(await page.getByRole('button', { name: 'named otherwise' }).getAttribute('title')).toBeNull();
  await button.hover();
  await tip.getByText('pressed 0 times').waitFor();
  expect(await button.getAttribute('title')).toBeNull();
  expect(await button.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
  // It stays while the pointer is on it.
  await tip.hover();
  await button.click();
  await tip.getByText('pressed 1 times').waitFor();
  expect(await element?.evaluate((one) => one.isConnected && one === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'another' }).hover();
  await tip.waitFor({ state: 'detached' });
  await page.keyboard.press('Tab');
  await tip.getByText('named otherwise').waitFor();
  await page.keyboard.press('Tab');
  const other = page.getByRole('button', { name: 'its own name' });
  expect(await other.evaluate((one) => one === document.activeElement)).toBe(true);
  await tip.getByText('what it does').waitFor();
  await page.keyboard.press('Escape');
  // The one of the button before may still be going.
  await expect.poll(() => tip.count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await tip.getByText('pressed 1 times').waitFor();
  await page.keyboard.press('Enter');
  await tip.getByText('pressed 2 times').waitFor();
  await expect.poll(() => tip.count()).toBe(1);
});

test('nothing failed on the way', () => {
  expect(failures).toEqual([]);
});
