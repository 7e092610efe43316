/** Somebody gives the receiver a certificate: a wrong file, a passphrase, the right one, and a later warning. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { looksOf } from './languages.ts';
import { startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const made = certificateFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const keys = 'mercado@prueba.example:clave-de-prueba';

/** Nothing that axe finds, and pictures of the part that it is about. */
async function lookAt(page: Page, name: string, part: Locator = page.locator('#certificate')): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await pictures(page, name, () => part.scrollIntoViewIfNeeded());
}

/** Delivers an order over TLS, as somebody does who trusts this authority; the status of the answer. */
function deliverSecurely(url: string, ca: string): Promise<number | undefined> {
  const body = JSON.stringify(purchaseOrder(1));
  const headers = { 'x-api-key': Buffer.from(keys).toString('base64'), 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/PurchaseOrders`, { method: 'POST', ca, headers }, (answer) =>
      resolve(answer.resume().statusCode),
    );
    sent.on('error', reject).end(body);
  });
}

test.each(looksOf(1))(
  'in $language.language, $colorScheme: a certificate is checked, its passphrase typed, and calls come over HTTPS',
  async ({ language: { locale, words }, colorScheme }) => {
    const { certificate: text, common } = words;
    const root = made.authority('root');
    const own = made.issue('own', { by: root, days: 12 });
    const encrypted = made.encryptedKey('encrypted.pem', own, 'una frase');
    const dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), 'perito-certificate-')));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const perito = await startPerito({ dataDir, keys, person: 'Ana Prueba' });
    onTestFinished(() => perito.stop());
    const context = await browser.newContext({
      ...{ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
    });
    onTestFinished(() => context.close());
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    const look = `${locale}-${colorScheme}`;
    const part = page.getByRole('region', { name: text.title });
    const button = (name: string) => part.getByRole('button', { name, exact: true });
    await go(page, '/settings/receiver');
    await part.getByText(text.about).waitFor();
    // The port that was given at the start is not the one that is saved.
    await page.getByText(textOf(words.settings.receiver.given)).waitFor();
    await lookAt(page, `certificate-none-${look}`);

    await part.getByRole('combobox', { name: text.mode }).click();
    await page.getByRole('option', { name: text.modes.pem }).click();
    await part.getByLabel(text.certificateFile).fill('certificado.pem');
    await part.getByText(text.fileWrong).waitFor();
    await part.getByLabel(text.certificateFile).fill(own.cert);
    await part.getByLabel(text.keyFile).fill(root.key);
    await button(text.check).click();
    await part.getByText(textOf(text.problem.keyMismatch)).waitFor();
    await part.getByLabel(text.keyFile).fill(encrypted);
    await button(text.check).click();
    await part.getByText(textOf(text.problem.passphraseMissing)).waitFor();
    await lookAt(page, `certificate-problem-${look}`);

    // On a page of the shell's own, which opens apart.
    await button(text.passphrase.give).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: words.settings.keys.openPage }).click();
    const shell = await opened;
    await shell.locator('input[type=password]').fill('otra frase');
    await shell.getByRole('button').click();
    await shell.getByRole('alert').waitFor();
    await shell.locator('input[type=password]').fill('una frase');
    await shell.getByRole('button').click();
    await shell.getByRole('heading', { level: 1 }).waitFor();
    await shell.locator('input[type=password]').waitFor({ state: 'detached' });
    await shell.close();
    await part.getByText(text.passphrase.secretIn.memory).waitFor();

    await button(text.check).click();
    await part.getByText(text.good).waitFor();
    await perito.client.settings.update({ receiver: { publicUrl: 'https://perito.aseguradora.example' } });
    await button(text.check).click();
    await part.getByText(textOf(text.warning.wrongHost)).waitFor();
    // What callers refuse is not called good beside it.
    expect(await part.getByText(text.good).count()).toBe(0);
    await lookAt(page, `certificate-checked-${look}`);
    await button(common.save).click();
    await part.getByRole('region', { name: text.now }).waitFor();
    const { url } = (await perito.client.status.get()).receiver;
    expect(url).toMatch(/^https:/);
    expect(await deliverSecurely(url ?? '', readFileSync(root.cert, 'utf8'))).toBe(200);
    // What ends in less than 30 days is told of wherever somebody looks.
    await go(page, '/purchase-orders');
    await band(page, text.band.expiresSoon_other).waitFor();
    await page.getByRole('link', { name: text.band.see }).click();
    await lookAt(page, `certificate-in-use-${look}`);

    // Its files become others, which cannot be used; then a certificate for trials.
    copyFileSync(root.cert, own.cert);
    await part.getByText(textOf(text.kept)).waitFor();
    await button(text.trialOffer.make).click();
    await part.getByText(text.trialOffer.made).waitFor();
    await button(common.save).click();
    await part.getByRole('region', { name: text.now }).getByText(text.trial, { exact: true }).waitFor();
    await part.getByRole('region', { name: text.now }).getByText(text.warning.selfSigned).waitFor();
    await lookAt(page, `certificate-trial-${look}`);

    // Whom Perito trusts itself: a file that holds nothing of use, then that of the office.
    const { authorities } = text;
    await go(page, '/settings/attachments');
    const trust = page.getByRole('region', { name: authorities.title });
    const file = trust.getByLabel(authorities.file);
    const lookInside = trust.getByRole('button', { name: authorities.check });
    await trust.getByText(textOf(authorities.bundled_other)).waitFor();
    await file.fill(encrypted);
    await lookInside.click();
    await trust.getByText(textOf(authorities.problem.notCertificate)).waitFor();
    await file.fill(made.joined('office.pem', [root.cert, made.issue('over', { by: root, days: -1 }).cert]));
    await lookInside.click();
    await trust.getByText(textOf(authorities.found_other)).waitFor();
    await trust.getByText(textOf(authorities.over_one)).waitFor();
    await trust.getByText('CN=root').waitFor();
    await trust.getByRole('button', { name: common.save, exact: true }).click();
    await trust.getByText(textOf(authorities.inFile_other)).waitFor();
    await lookAt(page, `authorities-${look}`, trust);
    expect(failures).toEqual([]);
  },
);
