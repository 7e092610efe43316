/** A claim's claim file with its three-way matching, and the platform's lists, in a real browser and in both languages. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMarketplace, openPlatform, type Platform, scenarios } from '../../main/simulator/index.ts';
import { makeFormat } from '../../renderer/app/locale/format.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, go, textOf } from './console-page.ts';
import { english, journeysIn } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';
import { fillTroubledClaim } from './troubled-claim.ts';

const key = 'mercado@prueba.example:a-key-for-the-claims-test-only';
const platformKey = 'aseguradora@prueba.example:a-key-for-the-platform-only';
const nobody = async () => {
  throw new Error('this story asks to cancel nothing');
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(journeysIn(english))('in $language', ({ locale, words }) => {
  let platform: Platform;
  let perito: Perito;
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    platform = await openPlatform({ key: platformKey });
    perito = await startPerito({
      keys: key,
      person: 'Persona de prueba',
      platform: { url: platform.url, key: platformKey },
    });
    context = await browser.newContext({ locale, reducedMotion: 'reduce' });
    page = await enterConsole(await context.newPage(), perito.link);
  });
  afterAll(async () => {
    await context?.close();
    await perito?.[Symbol.asyncDispose]();
    await platform?.close();
  });

  test('two orders, a partial credit note and a duplicate invoice are matched line by line', async () => {
    await go(page, '/claims');
    await page.getByText(words.claims.empty.title).waitFor();
    const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 4 });
    const claimNumber = await scenarios.threeWayMatch.run({ marketplace, approve: nobody, refuse: nobody });

    // It comes by itself, and opens by keyboard.
    await page.getByRole('link', { name: claimNumber }).waitFor();
    await page.keyboard.press('j');
    const claimFile = page.getByRole('article', { name: claimNumber });
    await claimFile.waitFor();
    const matches = claimFile.getByRole('region', { name: words.claims.detail.section.matches });
    const { rows } = await perito.client.records.list({ kind: 'purchaseOrder' });
    expect(rows).toHaveLength(2);
    const [second, first] = rows;
    if (first === undefined || second === undefined) throw new Error('there are not two orders');

    // The credited line of the first order, and the others of it as they were ordered.
    const ofFirst = matches.getByRole('region', { name: first.number });
    await ofFirst.getByRole('cell', { name: words.claims.match.states.credited, exact: true }).waitFor();
    await ofFirst
      .getByRole('button', { name: words.claims.match.matchedLines_other.replace('{{count}}', '2') })
      .click();
    expect(await ofFirst.getByText(words.claims.match.states.matched, { exact: true }).count()).toBe(2);
    // The second order's invoice came twice: it is named as such, and its lines are not invoiced twice.
    const ofSecond = matches.getByRole('region', { name: second.number });
    const invoices = await perito.client.records.list({ kind: 'financialDocument' });
    const original = invoices.rows.find((row) => row.number.endsWith('2'))?.number ?? '';
    await ofSecond
      .getByText(words.claims.uncounted.duplicateReceipt.replace('{{number}}', original))
      .waitFor();
    expect(await ofSecond.getByText(words.claims.match.states.matched, { exact: true }).count()).toBe(2);

    const { ledger } = await perito.client.claims.get({ by: 'claimNumber', value: claimNumber });
    expect(ledger.length).toBeGreaterThan(0);
    // Each invoice once, and what was credited is not to be invoiced again.
    for (const row of ledger) {
      expect(row.invoiced).toBe(row.ordered);
      expect(row.outstanding).toBe('0');
      expect(row.toCredit).toBe('0');
    }

    await picture(page, `screens/claims/three-way-match-${locale}`);
    expect(await seriousViolations(page)).toEqual([]);
    await claimFile
      .getByRole('region', { name: words.claims.detail.section.timeline })
      .scrollIntoViewIfNeeded();
    await picture(page, `screens/claims/timeline-${locale}`);

    // From the claim to its order, and from there back.
    await ofFirst.getByRole('link', { name: first.number }).first().click();
    await page.getByRole('article', { name: first.number }).waitFor();
    await go(page, '/claims/claimNumber/NADIE-LO-TIENE');
    await page.getByText(words.claims.detail.notFound).waitFor();

    // Whoever sees the button of the notes may press its key, though their field is below the fold and not drawn yet.
    await page.evaluate((to) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('[data-pane="detail"] [aria-keyshortcuts="N"]') === null) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true }));
        Object.assign(window, { focusedByN: document.activeElement?.tagName });
      });
      observer.observe(document, { subtree: true, childList: true });
      location.hash = to;
    }, `/claims/claimNumber/${claimNumber}`);
    await page.waitForFunction(() => 'focusedByN' in window);
    expect(await page.evaluate(() => Object.entries(window).find(([name]) => name === 'focusedByN'))).toEqual(
      ['focusedByN', 'TEXTAREA'],
    );
  });

  test('a claim is seen in ten seconds: who, what is wrong, who owes what; and each thing leads to its place', async () => {
    await using perito = await startPerito({ keys: key, allowLoopback: true });
    const claim = await fillTroubledClaim(perito, key);
    await using _claim = { [Symbol.asyncDispose]: claim.close };
    const claimFile = await perito.client.claims.get({ by: 'claimNumber', value: claim.claimNumber });
    await using context = await browser.newContext({
      locale,
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    await go(page, claim.path);
    const article = page.getByRole('article', { name: claim.claimNumber });
    const part = (name: string) => article.getByRole('region', { name, exact: true });
    const { section } = words.claims.detail;

    // The first line: who and which vehicle, and how the policy stood.
    await article.getByText(claimFile.incident?.generalInfo?.insuranceOwnerDisplayName ?? '').waitFor();
    await article.getByText(words.policies.status.inForce).waitFor();
    await article
      .getByText(words.policies.status.covered.replace('{{type}}', words.incidents.type.collision))
      .waitFor();
    await article.getByText(textOf(words.estimates.sums)).waitFor();
    // Whichever of the two is more.
    const { worth } = words.estimates;
    await article
      .getByText(textOf(worth.estimate))
      .or(article.getByText(textOf(worth.ordered)))
      .waitFor();
    await picture(page, `screens/claims/ten-seconds-${locale}`);
    expect(await seriousViolations(page)).toEqual([]);

    // Nothing that has to be seen is below the fold of a small screen.
    for (const name of [
      section.gravest,
      section.ledger,
      section.photos,
      section.documents,
      section.notes,
      section.story,
    ]) {
      const box = await part(name).boundingBox();
      expect(box === null ? name : box.y + box.height, name).toBeLessThanOrEqual(800);
    }

    // Both sums, in the list as in the claim file, and a row a party; never their difference.
    const [sums] = claimFile.headline;
    if (sums === undefined) throw new Error('nothing was summed');
    const { money } = makeFormat(locale === 'es-DO' ? 'es' : 'en');
    const row = page.getByRole('link', { name: claim.claimNumber });
    for (const amount of [sums.outstanding, sums.toCredit]) {
      expect(Number(amount)).toBeGreaterThan(0);
      await row.getByText(money(amount)).waitFor();
      await article.getByText(money(amount)).first().waitFor();
    }
    expect(await part(section.ledger).getByRole('row').count()).toBe(1 + claimFile.ledger.length);

    // What came eight times is told once.
    await part(section.timeline)
      .getByText(words.claims.event.times_other.replace('{{count}}', '8'))
      .waitFor();

    // A photo fills the window over the claim, which is there again afterwards.
    await part(section.photos).getByRole('listitem').first().getByRole('link').click();
    await page.locator('.MuiModal-root main').waitFor();
    await page.keyboard.press('Escape');
    await part(section.photos).getByRole('listitem').first().getByRole('link').waitFor();
    expect(new URL(page.url()).hash).toBe(`#${claim.path}`);

    // What is wrong leads to its field.
    const { gravest, records } = await perito.client.claims.get({
      by: 'claimNumber',
      value: claim.claimNumber,
    });
    const record = records.find(({ id }) => id === gravest[0]?.recordId);
    if (record === undefined) throw new Error('nothing is wrong with any record of the claim');
    const first = part(section.gravest).getByRole('listitem').first();
    await first.getByRole('link').filter({ hasText: record.number }).click();
    await page.getByRole('article', { name: record.number }).waitFor();
  });

  test('the platform is tested, its lists are fetched, and a failure keeps the last copy and is told', async () => {
    await go(page, '/settings/platform');
    await page.getByRole('button', { name: words.platform.test.button }).click();
    await page.getByText(words.platform.test.sample).waitFor();
    await page.getByRole('button', { name: words.platform.lists.refresh }).click();
    const provinces = page.getByRole('listitem').filter({ hasText: words.platform.lists.names.states });
    await provinces
      .getByRole('button', { name: new RegExp(`^${words.platform.lists.show}`) })
      .click({ timeout: 10_000 });
    await picture(page, `screens/claims/platform-${locale}`);

    platform.setBehaviour({ states: 'status:403', itemTypes: 'html' });
    await page.getByRole('button', { name: words.platform.lists.refresh }).click();
    await provinces.getByText(words.platform.problem.statuses.forbidden).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await picture(page, `screens/claims/platform-failing-${locale}`);
    const lists = await perito.client.reference.list();
    const states = lists.find(({ list }) => list === 'states');
    expect(states?.items.length).toBeGreaterThan(0);
    expect(states?.problem).toMatchObject({ code: 'status', status: 403 });
  });
});
