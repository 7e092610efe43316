/** Days are typed in the order of Perito's language, whatever the browser's is, and by keyboard alone. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { startPerito } from './perito.ts';
import { pictures } from './picture.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const typedIn = {
  Spanish: { day: '20/11/2026', short: '3/1/27', whole: '03/01/2027', wrong: '11/20/2026' },
  English: { day: '11/20/2026', short: '1/3/27', whole: '01/03/2027', wrong: '20/11/2026' },
} as const;

describe.each([spanish, english])('in $language', ({ language, locale, words }) => {
  test('a day is typed, put right on leaving, and told where it is none', async () => {
    const typed = typedIn[language];
    await using perito = await startPerito({ person: 'Persona de prueba' });
    await using context = await browser.newContext({
      ...{ locale, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
      colorScheme: language === 'Spanish' ? 'light' : 'dark',
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    await go(page, '/settings/archives');
    const from = page.getByRole('textbox', { name: words.archiveSettings.make.from });
    const until = page.getByRole('textbox', { name: words.archiveSettings.make.until });
    expect(await from.getAttribute('placeholder')).toBe(words.common.dayForm);
    await from.focus();
    await page.keyboard.type(typed.day);
    // The calendar, which shows the same day, and the next field are reached by the keyboard.
    await page.keyboard.press('Tab');
    const calendar = page.getByRole('button', { name: words.common.openCalendar }).first();
    expect(await calendar.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.locator('input[type="date"]').first().inputValue()).toBe('2026-11-20');
    await page.keyboard.press('Tab');
    await page.keyboard.type(typed.short);
    await page.keyboard.press('Tab');
    expect([await from.inputValue(), await until.inputValue()]).toEqual([typed.day, typed.whole]);
    expect(await page.locator('input[type="date"]').nth(1).inputValue()).toBe('2027-01-03');
    await until.fill(typed.wrong);
    await page.keyboard.press('Tab');
    const fault = words.common.noDay.replace('{{form}}', words.common.dayForm);
    await page.getByText(fault).waitFor();
    expect(await until.getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await pictures(page, `typed-days-${language}`);
    await until.fill('');
    await page.keyboard.press('Tab');
    await page.getByText(fault).waitFor({ state: 'detached' });
    expect(failures).toEqual([]);
  });
});
