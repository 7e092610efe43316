/** What axe finds on a page as it is. */
import axe from 'axe-core';
import type { Page } from 'playwright';
import { thorough } from '../thorough.ts';

declare global {
  interface Window {
    /** Once it was loaded. */
    axe: typeof axe;
    /** What is known of the parts of this document in which nothing was found that was looked for: each as it stood. */
    partsPassed: Set<string> | undefined;
  }
}

const wcag22 = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * By the rules of WCAG 2.2 A and AA: what is serious or critical, each with the element and what is wrong with it. A part
 * that passed in this document and stands there unchanged is not examined again, unless `PERITO_THOROUGH` is set: most of
 * a screen is that of the screen before.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(findNew, { tags: wcag22, isSeriousOnly: true, skipsPassed: !thorough });
}

/** The same by all of axe's rules, its best practices with them, whatever their level. */
export async function anyViolations(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(findNew, { tags: null, isSeriousOnly: false, skipsPassed: !thorough });
}

/** By all of axe's rules, unless `options` says otherwise. */
export async function violations(page: Page, options: axe.RunOptions = {}): Promise<axe.Result[]> {
  await loadAxe(page);
  const results = await page.evaluate(
    // The screen has no frames, and no styles from elsewhere. A tooltip stands beside all landmarks, as the pattern of WAI-ARIA
    // has it, which axe's best practices take for content that was forgotten.
    (given) =>
      window.axe.run(
        { exclude: [['[role="tooltip"]']] },
        { ...given, resultTypes: ['violations'], iframes: false, preload: false },
      ),
    options,
  );
  return results.violations;
}

/** Half a megabyte of script: once a document, which stays the same from screen to screen. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

/** Runs in the page. */
async function findNew(how: { tags: string[] | null; isSeriousOnly: boolean; skipsPassed: boolean }) {
  const { tags, isSeriousOnly, skipsPassed } = how;
  /** All that the result of a part depends on: its markup, its place, the tags it stands in, and how the window is. */
  const stateOf = (part: Element): string => {
    const around: string[] = [];
    for (let above = part.parentElement; above !== null; above = above.parentElement)
      around.push(`${above.tagName} ${[...above.attributes].map(({ name, value }) => `${name}=${value}`)}`);
    const { x, y, width, height } = part.getBoundingClientRect();
    const box = [x, y, width, height, innerWidth, innerHeight];
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return [isSeriousOnly, part.outerHTML, box, isDark, ...around].join('\n');
  };
  // Markup does not tell what a field holds, nor what the focus and the pointer do to a part.
  const told = [...document.querySelectorAll('nav, header, section, [data-row]')].filter(
    (part) =>
      part.querySelector('input, textarea, select') === null && !part.matches(':focus-within, :hover'),
  );
  const states = new Map(skipsPassed ? told.map((part) => [part, stateOf(part)]) : []);
  window.partsPassed ??= new Set();
  const passed = window.partsPassed;
  const exclude = [...states].filter(([, state]) => passed.has(state)).map(([part]) => part);
  const results = await window.axe.run(
    { include: [document.documentElement], exclude },
    // The screen has no frames, and no styles from elsewhere.
    {
      ...(tags === null ? {} : { runOnly: { type: 'tag' as const, values: tags } }),
      ...{ resultTypes: ['violations' as const], iframes: false, preload: false },
    },
  );
  const found = results.violations.filter(
    ({ impact }) => !isSeriousOnly || impact === 'serious' || impact === 'critical',
  );
  if (found.length === 0) for (const state of states.values()) passed.add(state);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}
