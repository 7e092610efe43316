/** The first run's sample data and first call, in a real browser. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyLookup, makeClaim, openMarketplace } from '../../main/simulator/index.ts';
import { launchChromium } from './browser.ts';
import { failuresOf } from './console-page.ts';
import { spanish } from './languages.ts';
import { startPerito } from './perito.ts';

const key = 'mercado@prueba.example:a-key-for-the-first-run-test-only';
const { words, locale } = spanish;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test('sample data opens beside the own data, which stays empty; the first call is waited for and ticked', async () => {
  await using perito = await startPerito({ keys: key });
  await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const failures = failuresOf(page);
  await page.goto(perito.link);
  await page.getByRole('heading', { name: words.firstRun.company.title }).waitFor();
  const steps = page.getByRole('navigation', { name: words.firstRun.steps });
  await steps.getByRole('link', { name: words.firstRun.step.sample }).click();
  await page.getByRole('button', { name: words.firstRun.sample.open }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: words.firstRun.sample.go }).click({ timeout: 60_000 });
  const sample = await opened;
  await sample.getByText(words.frame.sample).waitFor();
  expect((await perito.client.records.list()).total).toBe(0);
  await sample.close();

  await steps.getByRole('link', { name: words.firstRun.step.done }).click();
  await page.getByText(words.firstRun.done.waiting).waitFor();
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 31 });
  const [query] = everyLookup(makeClaim(31, 0), marketplace.now());
  if (query === undefined) throw new Error('nothing to look up');
  await marketplace.lookUp(query);
  await page.getByText(words.firstRun.done.called).waitFor();
  await steps
    .getByRole('link', { name: words.firstRun.step.done })
    .getByRole('img', { name: words.firstRun.ticked })
    .waitFor();
  expect(failures).toEqual([]);
});
