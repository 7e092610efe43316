/** What axe finds on a page as it is. */
import axe from 'axe-core';
import type { Page } from 'playwright';

declare global {
  interface Window {
    /** Once it was loaded. */
    axe: typeof axe;
  }
}

const wcag22 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** By the rules of WCAG 2.2 A and AA: what is serious or critical, each with the element and what is wrong with it. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const found = await violations(page, { runOnly: { type: 'tag', values: wcag22 } });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** By all of axe's rules, unless `options` says otherwise. */
export async function violations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  // Half a megabyte of script: once a document, which stays the same from screen to screen.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const results = await page.evaluate(
    // The screen has no frames, and no styles from elsewhere.
    (given) => window.axe.run({ ...given, resultTypes: ['violations'], iframes: false, preload: false }),
    options,
  );
  return results.violations;
}
