/** Archives at the screen: whose key signs them, one is made, and what came of it. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { verifyBundle } from '../../main/engine/bundles.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { patience } from '../patience.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { type Language, looksOf } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
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
    await vi.waitUntil(async () => (await perito.client.records.list({})).total === 1, patience);
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

    await archiveChosen(page, perito, language, { folder, name: `chosen-${language.locale}-${colorScheme}` });
    expect(failures.filter((text) => !/422/.test(text))).toEqual([]);
  },
);

/** Rows are chosen in lists with the pointer: each of them is in the archive, and nothing else. */
async function archiveChosen(
  page: Page,
  perito: Perito,
  { words: all }: Language,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  const { selection } = all.common;
  const deliver = async (id: number) =>
    expect(
      await perito.post('/PurchaseOrders', purchaseOrder(id, { insuranceClaimNumber: `RC-${id}` })),
    ).toBe(200);
  await Promise.all(Array.from({ length: 59 }, (_, index) => deliver(index + 2)));
  await vi.waitUntil(async () => (await perito.client.claims.list({})).total === 60, { timeout: 30_000 });
  const { rows } = await perito.client.records.list({ limit: 50 });
  const numbers = rows.map(({ number }) => number);
  const [first = '', second = '', third = ''] = numbers;
  await go(page, '/purchase-orders');
  const row = (number: string) => page.locator('[data-row]').filter({ hasText: number });
  const boxOf = (number: string) =>
    page.getByRole('checkbox', { name: selection.row.replace('{{name}}', number), exact: true });
  const bar = page.getByRole('group', { name: selection.label });
  const says = (text: string, count: number) =>
    bar.getByText(text.replace(/\{\{\w+\}\}/, String(count)), { exact: true }).waitFor();
  const openDialog = async (words: string) => {
    await bar.getByRole('button', { name: all.archiveSettings.dialog.button }).click();
    const dialog = page.getByRole('dialog', { name: all.archiveSettings.dialog.title });
    await dialog.getByText(words).waitFor();
    return dialog;
  };
  const make = async (words: string, file: string) => {
    const dialog = await openDialog(words);
    await dialog.getByRole('textbox', { name: all.backups.folder.label }).fill(folder);
    await dialog.getByRole('textbox', { name: all.archiveSettings.make.name }).fill(file);
    await dialog.getByRole('button', { name: all.archiveSettings.make.make }).click();
    await dialog.getByRole('alert').filter({ hasText: file }).waitFor();
    await picture(page, `${name}-${file}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const found = await verifyBundle(join(folder, file));
    expect(found.ok).toBe(true);
    return found.manifest;
  };

  await page.getByRole('button', { name: all.records.of.feminine.all, exact: true }).waitFor();
  await row(first).hover();
  await boxOf(first).click();
  await row(third).click({ modifiers: ['Shift'] });
  await says(selection.feminine_other, 3);
  await says(selection.of, 60);
  // Nothing was opened, nothing moves for what arrives, and what is chosen stays so out of sight.
  expect(new URL(page.url()).hash).toBe('#/purchase-orders');
  await deliver(61);
  await says(selection.of, 61);
  expect(await page.locator('[data-row]').first().textContent()).toContain(first);
  await row(second).hover();
  await page.mouse.wheel(0, 2000);
  await row(first).waitFor({ state: 'detached' });
  await page.mouse.wheel(0, -5000);
  await row(first).waitFor();
  expect(await boxOf(third).isChecked()).toBe(true);
  await boxOf(second).click();
  await says(selection.feminine_other, 2);
  await picture(page, `${name}-bar`);
  expect(await violations(page)).toEqual([]);
  const both = rows.filter(({ number }) => number === first || number === third);
  expect(await make(`${first}, ${third}`, 'elegidos.perito')).toMatchObject({
    choice: { ids: both.map(({ id }) => id) },
    counts: { records: { purchaseOrder: 2 } },
  });

  await go(page, '/search/Bumper');
  await boxOf(third).click();
  await says(selection.masculine_one, 1);
  await go(page, '/search/Ejemplo');
  await bar.waitFor({ state: 'detached' });

  // All that is loaded, and then all that the list has.
  await go(page, '/claims');
  await boxOf('RC-61').click();
  const { rows: claims } = await perito.client.claims.list({});
  await page.keyboard.press('Control+a');
  await says(selection.masculine_other, 50);
  await bar.getByRole('button', { name: selection.more.replace('{{rows}}', '61') }).click();
  await says(selection.masculine_other, 61);
  await bar.getByRole('button', { name: selection.clear }).click();
  await bar.waitFor({ state: 'detached' });
  const [, one, two, three] = claims.map(({ claimNumber }) => claimNumber);
  await boxOf(one ?? '').click();
  await boxOf(three ?? '').click({ modifiers: ['Shift'] });
  await says(selection.masculine_other, 3);
  const dialog = await openDialog(`${one}, ${two}, ${three}`);
  await dialog.getByText(all.archiveSettings.dialog.count_other.replace('{{records}}', '3')).waitFor();
  await picture(page, `${name}-claims`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
}

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
  await form.getByRole('textbox', { name: words.export.name }).fill('secreta.perito');
  await form.getByRole('switch', { name: all.archiveSettings.make.encrypt }).click();
  await form.getByRole('button', { name: words.export.make }).click();
  // Its passphrase is typed on the same page of the shell as that of any archive.
  const link = form.getByRole('link', { name: all.archiveSettings.make.passphrase });
  await link.waitFor();
  await link.scrollIntoViewIfNeeded();
  await picture(page, `${name}-passphrase`);
  expect(await violations(page)).toEqual([]);
  expect(await link.getAttribute('href')).toMatch(/^\//);
  await form.getByRole('switch', { name: all.archiveSettings.make.encrypt }).click();
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
