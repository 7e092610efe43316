import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { thorough } from '../thorough.ts';

/**
 * A picture for people to look at, as `test-results/<name>.png`, or `.jpeg` of a window wider than most, whose PNG takes
 * seconds; only where all is wanted, since each takes its time.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!thorough) return;
  const isLarge = (page.viewportSize()?.width ?? 0) > 2560;
  const path = fileURLToPath(
    new URL(`../../test-results/${name}.${isLarge ? 'jpeg' : 'png'}`, import.meta.url),
  );
  await page.screenshot({ path, ...(isLarge ? { type: 'jpeg', quality: 85 } : {}) });
}

/** One in each size of window that an office has, as `<name>-<width>`; `show` brings what it is about into the window. */
export async function pictures(page: Page, name: string, show?: () => Promise<unknown>): Promise<void> {
  if (!thorough) return;
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await show?.();
    await picture(page, `${name}-${width}`);
  }
}
