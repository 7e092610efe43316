/** Archives at the screen: whose key signs them, one is made, and what came of it. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verifyBundle } from '../../main/engine/bundles.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { picture } from './picture.ts';

const passphrase = 'caballo correcto batería grapa';
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

test.each(looksOf(1))(
  'in $language.language, $colorScheme: an archive is made, signed by the key that the settings show',
  async ({ language, colorScheme }) => {
    const words = language.words.archiveSettings;
    const folder = mkdtempSync(join(tmpdir(), 'perito-archive-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
    const pem = `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`;
    await using perito = await startPerito({
      keys: 'mercado@prueba.example:clave-de-prueba',
      person: 'Persona de prueba',
      archiveKey: Buffer.from(pem).toString('base64'),
    });
    expect(await perito.post('/PurchaseOrders', purchaseOrder(1))).toBe(200);
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1);
    await using context = await browser.newContext({
      ...{ locale: language.locale, colorScheme, reducedMotion: 'reduce' },
      viewport: { width: 1280, height: 1100 },
    });
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    await go(page, '/settings/archives');
    const { fingerprint } = await perito.client.archives.signingKey();
    await page.getByText(textOf(fingerprint?.replaceAll(/(.{4})(?=.)/g, '$1 ') ?? '')).waitFor();
    await page.getByText(words.made.none).waitFor();
    expect(await violations(page)).toEqual([]);

    const form = page.getByRole('form', { name: words.make.title });
    const make = form.getByRole('button', { name: words.make.make });
    expect(await make.isDisabled()).toBe(true);
    await form.getByRole('textbox', { name: language.words.backups.folder.label }).fill('relativa');
    await make.click();
    await form.getByText(words.make.notAPath).waitFor();
    await form.getByRole('textbox', { name: language.words.backups.folder.label }).fill(folder);
    await form.getByRole('textbox', { name: words.make.name }).fill('prueba.perito');
    await make.click();
    const file = join(folder, 'prueba.perito');
    await page.getByRole('listitem').filter({ hasText: file }).getByText(words.made.signed).waitFor();
    expect(await verifyBundle(file)).toMatchObject({ ok: true, signature: { state: 'signed', fingerprint } });
    await picture(page, `archives-${language.locale}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);

    // From a list as it is filtered: the same, encrypted by what is typed beside the screens.
    await go(page, '/purchase-orders');
    await page.getByRole('button', { name: words.dialog.button }).first().click();
    const dialog = page.getByRole('dialog', { name: words.dialog.title });
    await dialog.getByText(words.dialog.count_one.replace('{{records}}', '1')).waitFor();
    await dialog.getByRole('textbox', { name: words.make.name }).fill('cifrado.perito');
    await dialog.getByRole('switch', { name: words.make.encrypt }).click();
    await dialog.getByRole('button', { name: words.make.make }).click();
    const opening = context.waitForEvent('page');
    await dialog.getByRole('link', { name: words.make.passphrase }).click();
    const own = await opening;
    const type = async (first: string, again: string) => {
      await own.locator('#passphrase').fill(first);
      await own.locator('#again').fill(again);
      await own.getByRole('button').click();
    };
    await type(passphrase, `${passphrase}s`);
    await own.getByRole('alert').waitFor();
    await picture(own, `archive-passphrase-${language.locale}-${colorScheme}`);
    await type(passphrase, passphrase);
    await own.locator('#passphrase').waitFor({ state: 'detached' });
    await own.close();
    const secret = join(folder, 'cifrado.perito');
    await dialog.getByText(secret).first().waitFor({ timeout: 60_000 });
    await dialog.getByRole('alert').filter({ hasText: secret }).waitFor({ timeout: 60_000 });
    await picture(page, `archive-dialog-${language.locale}-${colorScheme}`);
    expect(await violations(page)).toEqual([]);
    expect(await verifyBundle(secret, { passphrase })).toMatchObject({ ok: true, isEncrypted: true });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await go(page, '/settings/archives');
    await form.getByRole('textbox', { name: words.make.name }).fill('prueba.perito');
    await make.click();
    await page.getByText(words.failure.targetExists.replace('{{file}}', file)).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(failures.filter((text) => !/422/.test(text))).toEqual([]);

    await exportSupplier(page, language, { folder, name: `person-${language.locale}-${colorScheme}` });
    expect(failures.filter((text) => !/422/.test(text))).toEqual([]);
  },
);

/** From the search for an RNC to the file with everything about whose it is. */
async function exportSupplier(
  page: Page,
  { words: all }: Language,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  const words = all.dataSubject;
  const who = (text: string) => text.replace('{{by}}', words.by.rnc).replace('{{value}}', '131000002');
  await go(page, '/search/131000002');
  await page.getByRole('button', { name: who(words.link) }).click();
  const find = page.getByRole('form', { name: words.title });
  await picture(page, `${name}-empty`);
  expect(await violations(page)).toEqual([]);
  const number = find.getByRole('textbox', { name: words.form.value });
  expect(await number.inputValue()).toBe('131000002');
  await number.fill('131');
  await find.getByText(words.problem.wrongLength).waitFor();
  await number.fill('131-00000-2');
  await find.getByRole('button', { name: words.form.find }).click();
  const found = page.getByRole('region', { name: who(words.found) });
  await found.getByRole('link', { name: /OC-/ }).waitFor();
  await found.getByText(words.export.warning).waitFor();
  await picture(page, `${name}-found`);
  expect(await violations(page)).toEqual([]);
  const form = found.getByRole('form', { name: words.export.title });
  await form.getByRole('textbox', { name: all.backups.folder.label }).fill(folder);
  await form.getByRole('textbox', { name: words.export.name }).fill('persona.perito');
  await form.getByRole('button', { name: words.export.make }).click();
  const file = join(folder, 'persona.perito');
  await form.getByRole('alert').filter({ hasText: file }).waitFor();
  expect(await verifyBundle(file)).toMatchObject({
    ok: true,
    manifest: { subject: { kind: 'rnc', value: '131000002' } },
  });
  await form.getByRole('alert').filter({ hasText: file }).scrollIntoViewIfNeeded();
  await picture(page, `${name}-exported`);
}
