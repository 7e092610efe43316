/** Pages of the console, as every test opens and watches them. */
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Perito } from './perito.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a browser knows once it may open the console, for contexts to begin with: no page is loaded for it. */
export async function sessionOf(
  browser: Browser,
  { consoleUrl, consoleToken }: Pick<Perito, 'consoleUrl' | 'consoleToken'>,
): Promise<Session> {
  await using context = await browser.newContext();
  await context.request.post(`${consoleUrl}/enter`, { form: { token: consoleToken } });
  // Awaited here, since the context ends with this function.
  return await context.storageState();
}

/** Opens the console and waits until it is drawn. A step that does not come later on is named by its locator. */
export async function enterConsole(page: Page, address: string): Promise<Page> {
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.getByRole('navigation').first().waitFor();
  return page;
}

/**
 * Goes to a screen by its address, as a link of the console does. Its screen may come a moment later; the next key or press is the new
 * one's, as it is of whoever presses after they went.
 */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        const before = window.location.hash;
        window.location.hash = to;
        if (window.location.hash === before) resolve();
        else window.addEventListener('hashchange', () => resolve(), { once: true });
      }),
    path,
  );

/** What a page tells of from now on that it should not: errors of its scripts, and of its console but those that are meant. */
export function failuresOf(page: Page, isMeant: (text: string) => boolean = () => false): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !isMeant(text)) failures.push(text);
  });
  return failures;
}

/** The text of a band, whatever stands at its places. */
export const textOf = (text: string): RegExp =>
  new RegExp(text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\{\w+\}\}/g, '.+'));

/** A band of the frame with this text. */
export const band = (page: Page, text: string) => page.getByRole('status').filter({ hasText: textOf(text) });
