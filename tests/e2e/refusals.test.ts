/** What somebody repeats, and what comes in place of something good, as staff see it. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform, type Platform } from '../../main/simulator/index.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { journeysIn, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-refusals-test-only';
const platformKey = 'aseguradora@prueba.example:a-key-for-the-platform';
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(spanish))('$language', ({ words, locale, language }) => {
  let platform: Platform;
  let perito: Perito;
  let page: Page;
  let failures: string[];

  beforeAll(async () => {
    platform = await openPlatform({ key: platformKey });
    perito = await startPerito({
      keys: key,
      person: 'Persona de prueba',
      platform: { url: platform.url, key: platformKey },
    });
    const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    page = await context.newPage();
    failures = failuresOf(page);
    await enterConsole(page, perito.link);
  });
  afterAll(async () => {
    await perito?.[Symbol.asyncDispose]();
    await platform?.close();
  });
  const open = (path: string) => go(page, path);
  const times = (text: string, count: number) => text.replace('{{count}}', String(count));

  test('a sender that repeats itself is one row with a count, and each body that it brought is there', async () => {
    const { client, post } = perito;
    for (let time = 0; time < 9; time += 1) expect(await post('/Ordenes', { vez: time % 3 })).toBe(404);
    await open('/rejected');
    const { detail, problem } = words.rejected;
    const row = page.getByRole('link', { name: problem.unknownPath });
    await row.getByText(times(detail.times_other, 9)).waitFor();
    expect(await row.count()).toBe(1);
    await page
      .getByRole('link', { name: `${words.frame.rail.rejected} 1 ${words.frame.rail.needs}` })
      .waitFor();
    await row.click();
    await page.getByText('{"vez":0}').waitFor();
    await page.getByRole('combobox', { name: detail.which }).click();
    await page
      .getByRole('option', { name: times(detail.times_other, 3) })
      .nth(2)
      .click();
    await page.getByText('{"vez":2}').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await picture(page, `rejected-repeated-${language}`);
    const [first] = (await client.rejected.list()).rows;
    expect(first).toMatchObject({ count: 9, code: 'unknown-path' });
  });

  test('an empty list in place of a good one is said beside it, and taken when somebody accepts it', async () => {
    await perito.client.reference.refresh();
    platform.setBehaviour({ countries: 'emptyList', states: 'status:403' });
    await perito.client.reference.refresh();
    await open('/settings/platform');
    const { lists, problem } = words.platform;
    const said = page.getByRole('alert').filter({ has: page.getByRole('button', { name: lists.accept }) });
    await said.waitFor();
    await page.getByText(problem.statuses.forbidden).waitFor();
    await page.getByText(/type \S+ · instance \/v1/).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await said.scrollIntoViewIfNeeded();
    await picture(page, `platform-suspicious-${language}`);
    await said.getByRole('button', { name: lists.accept }).click();
    await said.waitFor({ state: 'detached' });
    const countries = (await perito.client.reference.list()).find(({ list }) => list === 'countries');
    expect(countries).toMatchObject({ items: [], suspiciousAt: null });
    expect(failures).toEqual([]);
  });
});
