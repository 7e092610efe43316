/** The whole way through the screen, in a real browser. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMarketplace } from '../../main/simulator/index.ts';
import { launchChromium } from './browser.ts';
import { failuresOf } from './console-page.ts';
import {
  type AtScreen,
  approveCancellation,
  doFirstRun,
  office,
  refuseCancellation,
  seeOrderArrive,
} from './journey.ts';
import { english, journeysIn } from './languages.ts';
import { startPerito } from './perito.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

// In English, since the other journeys are in Spanish.
describe.each(journeysIn(english))('in $language', ({ locale, words }) => {
  test('first run, an order live, a cancellation refused with a reason, another approved', async () => {
    await using perito = await startPerito({ holdSeconds: 60 });
    await using context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    // A step that does not come is named by its locator, before the test's own limit ends it without a word.
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    const failures = failuresOf(page);
    await page.goto(perito.link);

    const screen: AtScreen = {
      page,
      words,
      takeKey: (handOver) => keyFromOneTimePage(page, handOver, words),
    };
    const key = await doFirstRun(screen);
    expect(key.startsWith(`${office.email}:`)).toBe(true);
    expect(await page.content()).not.toContain(key.slice(office.email.length + 1));

    const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 11 });
    const first = await seeOrderArrive(screen, marketplace);
    await refuseCancellation(screen, marketplace, first);
    const second = await marketplace.sendPurchaseOrder();
    if (second.event !== 'orderAnswered') throw new Error('the second order was not taken');
    await approveCancellation(screen, marketplace, second.number);
    expect(failures).toEqual([]);
  });
});

/** The page shows the key once: opened again, it is gone. */
async function keyFromOneTimePage(
  page: AtScreen['page'],
  handOver: Locator,
  words: AtScreen['words'],
): Promise<string> {
  await handOver.click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: words.settings.keys.openPage }).click();
  const tab = await opened;
  const header = await tab.locator('dt:has-text("X-API-KEY") + dd').textContent();
  if (header === null) throw new Error('the page shows no key');
  await tab.reload();
  expect(await tab.content()).not.toContain(header);
  await tab.close();
  return Buffer.from(header, 'base64').toString();
}
