/** Pages of the console, as every test opens and watches them. */
import type { Page } from 'playwright';

/** Opens the console and waits until it is drawn. A step that does not come later on is named by its locator. */
export async function enterConsole(page: Page, address: string): Promise<Page> {
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.getByRole('navigation').first().waitFor();
  return page;
}

/** Goes to a screen by its address, as a link of the console does. Its screen may come a moment later. */
export const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.location.hash = to;
  }, path);

/** What a page tells of from now on that it should not: errors of its scripts, and of its console but those that are meant. */
export function failuresOf(page: Page, isMeant: (text: string) => boolean = () => false): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMeant(message.text()))
      failures.push(`${message.text()} ${message.location().url}`);
  });
  return failures;
}
