/** A desk of an office in a browser: a page of its own, and what it shows of who is signed in. */
import type { Browser, Page } from 'playwright';
import { spanish } from './languages.ts';

interface Look {
  locale?: string;
  colorScheme?: 'light' | 'dark';
}

/** A page that nobody has signed in to; it waits so long for what it is asked for, in milliseconds. */
export async function newDesk(browser: Browser, patience: number, look: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    ...{ locale: 'es-DO', reducedMotion: 'reduce', ignoreHTTPSErrors: true },
    ...{ viewport: { width: 1280, height: 800 }, ...look },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  return page;
}

export const nameButton = (page: Page, name: string) =>
  page.getByRole('button', { name: spanish.words.frame.person.label.replace('{{name}}', name) });
