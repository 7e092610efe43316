/** Archives are opened beside the live data: dropped on the page or chosen; encrypted ones ask for their passphrase. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as es from '../../renderer/app/locale/es.ts';
import { bundleOf, folderWithPhotos, removeFolder } from '../engine/archive/archived-folder.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, sessionOf } from './console-page.ts';
import { startPerito } from './perito.ts';

const passphrase = 'caballo correcto batería grapa';
let folder = '';
let place = '';
let browser: Browser;
beforeAll(async () => {
  folder = await folderWithPhotos();
  place = mkdtempSync(join(tmpdir(), 'perito-bundles-'));
  await bundleOf(folder, join(place, 'claro.perito'), { kinds: ['serviceOrder'] });
  await bundleOf(folder, join(place, 'cifrado.perito'), { kinds: ['financialDocument'] }, passphrase);
  writeFileSync(join(place, 'otro.perito'), 'something else');
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  removeFolder(folder);
  rmSync(place, { recursive: true, force: true });
});

test('two archives are open beside the live data, one of them encrypted; a third is none, and is said to be none', async () => {
  await using live = await startPerito({ person: 'Ana' });
  await using context = await browser.newContext({
    locale: 'es-DO',
    viewport: { width: 1280, height: 800 },
    storageState: await sessionOf(browser, live),
  });
  const page = await enterConsole(await context.newPage(), live.consoleUrl);
  const open = async (act: () => Promise<unknown>) => {
    const [tab] = await Promise.all([context.waitForEvent('page'), act()]);
    tab.setDefaultTimeout(30_000);
    return tab;
  };
  const button = page.getByRole('button', { name: es.archives.open.button });
  const choose = (name: string) => async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles(join(place, name));
  };
  const clear = await open(choose('claro.perito'));
  await clear.getByRole('status').filter({ hasText: 'claro.perito' }).waitFor();

  // As a person drops it on the page.
  const encrypted = await open(async () => {
    const bytes = readFileSync(join(place, 'cifrado.perito')).toString('base64');
    const dropped = await page.evaluateHandle((base64) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], 'cifrado.perito'));
      return transfer;
    }, bytes);
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await page.getByText(es.archives.open.drop).waitFor();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  });
  const field = encrypted.getByLabel('Frase de contraseña');
  await field.fill('no es esta');
  await field.press('Enter');
  await encrypted.getByText('Esa no es la frase').waitFor();
  await field.fill(passphrase);
  await field.press('Enter');
  await encrypted.getByRole('status').filter({ hasText: 'cifrado.perito' }).waitFor();

  const none = await open(choose('otro.perito'));
  await none.getByText('No es un legajo de Perito').waitFor();
  await none.getByRole('button', { name: 'Cerrar' }).click();
  await none.getByRole('heading', { name: 'Este legajo está cerrado' }).waitFor();

  // Each shows its own, and the live data are as they were.
  await expect.poll(() => clear.title()).toContain('claro.perito');
  await clear.getByRole('button', { name: es.archives.close }).click();
  await clear.getByRole('heading', { name: 'Este legajo está cerrado' }).waitFor();
  expect(await encrypted.title()).toContain('cifrado.perito');
  expect(await page.title()).not.toContain('.perito');
  const { archive } = await page.evaluate(async () => {
    const response = await fetch('/rpc/status/get', { method: 'POST' });
    return (await response.json()).json;
  });
  expect(archive).toBeNull();
});
