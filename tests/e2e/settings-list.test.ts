/** The settings by group, and the field that finds one by its words: by keyboard alone, in both languages and themes. */
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
afterAll(async () => {
  await browser?.close();
});

describe.each([spanish, english])('in $language', ({ language: name, locale, words }) => {
  const scheme = name === 'Spanish' ? 'light' : 'dark';
  test('a setting is found by a word that it says, and opened without a pointer', async () => {
    await using perito = await startPerito({ person: 'Persona de prueba' });
    await using context = await browser.newContext({
      ...{ locale, reducedMotion: 'reduce', colorScheme: scheme, viewport: { width: 1280, height: 800 } },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    await go(page, '/settings/company');
    const nav = page.getByRole('navigation', { name: words.settings.nav });
    for (const group of Object.values(words.settings.group))
      await nav.getByRole('list', { name: group }).waitFor();
    expect(await nav.getByRole('link').count()).toBe(1 + Object.keys(words.settings.section).length);
    await pictures(page, `settings-groups-${name}`);
    const field = nav.getByRole('searchbox', { name: words.settings.find.label });
    await field.fill(words.settings.company.taxId);
    const links = nav.getByRole('link');
    await expect.poll(() => links.first().textContent()).toContain(words.settings.section.company);
    expect(await nav.locator('mark').first().textContent()).toBe(words.settings.company.taxId);
    await pictures(page, `settings-found-${name}`);
    expect(await violations(page)).toEqual([]);
    await field.fill(words.settings.section.backups);
    await field.press('Enter');
    await page.waitForURL(/#\/settings\/backups/);
    await field.press('Escape');
    expect(await field.inputValue()).toBe('');
    await field.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/settings\/company/);
    // Where an address leads to a part far down, the list shows it.
    await go(page, '/settings/verification');
    const here = nav.getByRole('link', { name: words.settings.section.verification });
    await expect
      .poll(async () => {
        const box = await here.boundingBox();
        return box !== null && box.y + box.height <= 800;
      })
      .toBe(true);
    // What only the desktop program shows is not found in a browser.
    const thisComputer = nav.locator('a[href="#/settings/thisComputer"]');
    await field.fill(words.settings.thisComputer.keepAwake);
    await thisComputer.waitFor();
    await pictures(page, `settings-found-here-${name}`);
    await field.fill(words.office.join.title);
    await thisComputer.waitFor({ state: 'detached' });
    await field.fill('zzyzx');
    await expect.poll(() => links.count()).toBe(0);
    await nav.getByText(words.settings.find.found_other.replace('{{count}}', '0')).waitFor();
    expect(failures).toEqual([]);
  });

  test('the folder that this start was told is said to hold while it runs, and which one is used else', async () => {
    await using perito = await startPerito({ person: 'Persona de prueba' });
    await using context = await browser.newContext({
      ...{ locale, reducedMotion: 'reduce', colorScheme: scheme, viewport: { width: 1280, height: 800 } },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    await go(page, '/settings/about');
    const { folder } = words.recovery;
    await page.getByText(folder.onlyNow.given).waitFor();
    await page.getByRole('button', { name: perito.dataDir }).waitFor();
    await page.getByText(folder.untold).waitFor();
    const { ofNextStart } = await perito.client.recovery.folder();
    await page.getByRole('button', { name: `${ofNextStart}.` }).waitFor();
    await pictures(page, `settings-status-${name}`, () =>
      page.getByText(folder.untold).scrollIntoViewIfNeeded(),
    );
    expect(await violations(page)).toEqual([]);
    await go(page, '/settings/thisComputer');
    await page.getByText(words.settings.thisComputer.inBrowser).waitFor();
    await pictures(page, `settings-this-computer-${name}`);
  });
});
