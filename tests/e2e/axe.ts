/** axe's rules of WCAG 2.2 A and AA on the page as it is. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What is serious or critical, each with the element and what is wrong with it. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .options({ resultTypes: ['violations'], iframes: false })
    // Otherwise a page of its own is opened for each check, to gather what frames say; the screen has none.
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}
