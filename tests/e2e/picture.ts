import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { thorough } from '../thorough.ts';

/** A picture for people to look at, as `test-results/<name>.png`; only where all is wanted, since each takes its time. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!thorough) return;
  await page.screenshot({ path: fileURLToPath(new URL(`../../test-results/${name}.png`, import.meta.url)) });
}
