/**
 * The built desktop from its entry to its screen in one run: main process, preload, port and page meet, with a real Chromium behind
 * the windows. The pictures of it lie where PERITO_PICTURES says.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Marketplace, openMarketplace } from '../../main/simulator/index.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { go } from '../e2e/console-page.ts';
import { type AtScreen, approveCancellation, doFirstRun, goTo, seeOrderArrive } from '../e2e/journey.ts';
import { startPerito } from '../e2e/perito.ts';
import { sendPhotos, takePhoto } from '../e2e/photo-report.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { selfSigned } from '../engine/reference/self-signed.ts';
import { openFileServer } from '../files/file-server.ts';
import { approve } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { freePort } from '../free-port.ts';
import { type Desktop, runDesktopProgram, startDesktopProgram } from './desktop-program.ts';
import { openUpdateFeed, type UpdateFeed } from './update-feed.ts';

let folder: string;
let dataDir: string;
let receiverUrl: string;
let report: number;
let desktop: Desktop;
let screen: AtScreen;
let marketplace: Marketplace;
let feed: UpdateFeed;

/** What a person handed over lies on the clipboard. */
const takeKeyOf = (of: Desktop, page: Page): AtScreen['takeKey'] => {
  return async (handOver) => {
    await handOver.click();
    const [words = ''] = es.settings.keys.clipboard_other.split('{{');
    await page.getByText(words).waitFor();
    return of.evaluate(({ clipboard }) => clipboard.readText());
  };
};

async function open(): Promise<void> {
  desktop = await startDesktopProgram(dataDir, {
    appPath: join(folder, 'resources'),
    environment: {
      APPIMAGE: appImage(),
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
  const page = await desktop.page();
  page.setDefaultTimeout(30_000);
  screen = { page, words: es, takeKey: takeKeyOf(desktop, page) };
}

const appImage = () => join(folder, 'Perito.AppImage');

/** A package that looks for newer versions, as electron-builder leaves one. */
function bringFeed(): void {
  const resources = join(folder, 'resources');
  mkdirSync(resources);
  const { address, publicKey } = feed;
  writeFileSync(join(resources, 'package.json'), JSON.stringify({ updates: { feed: address, publicKey } }));
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${address}\nupdaterCacheDirName: perito-updater\n`,
  );
  writeFileSync(join(folder, 'authority.pem'), selfSigned.cert);
  writeFileSync(appImage(), 'the version before', { mode: 0o755 });
}

async function picture(name: string): Promise<void> {
  const place = process.env['PERITO_PICTURES'];
  if (place === undefined) return;
  mkdirSync(place, { recursive: true });
  await screen.page.screenshot({ path: join(place, `desktop-${name}.png`) });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perito-desktop-'));
  dataDir = join(folder, 'data');
  // Where its autostart file is written.
  process.env['XDG_CONFIG_HOME'] = join(folder, 'config');
  mkdirSync(dataDir);
  putNewDatabase(dataDir);
  const port = await freePort();
  receiverUrl = `http://127.0.0.1:${port}`;
  // A report with a photograph came before, since the desktop fetches nothing from this machine.
  const before = await startPerito({ dataDir, keys: 'mercado@prueba.example:antes', allowLoopback: true });
  const files = await openFileServer();
  await approve(before, files.url);
  const photo = files.serve('frente.jpg', await takePhoto('frente', { megapixels: 1 }));
  report = await sendPhotos(before, 9_100, [{ address: photo }]);
  await settled(before, report, 1);
  await before.client.settings.update({ receiver: { address: '127.0.0.1', port, holdSeconds: 60 } });
  await before.stop();
  await files.close();
  feed = await openUpdateFeed();
  bringFeed();
  await open();
});

afterAll(async () => {
  await desktop?.[Symbol.asyncDispose]();
  await feed?.[Symbol.asyncDispose]();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** What a newer AppImage does here: it leaves a note that it was started. */
const installs = Buffer.concat([
  Buffer.from('#!/bin/sh\ntouch "$0.started"\nexit 0\n'),
  Buffer.alloc(400_000, '#'),
]);

/** Another program's window comes before Perito's. */
const lookAway = () =>
  desktop.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.blur();
  });

describe('the desktop with a real page', () => {
  test('first run, an order live, a cancellation approved by a click, a photo', async () => {
    const { page } = screen;
    const key = await doFirstRun(screen);
    marketplace = openMarketplace({ insurerUrl: receiverUrl, key, seed: 13 });
    const number = await seeOrderArrive(screen, marketplace);
    await picture('order');
    // Of what is on the screen there is no notification.
    await lookAway();
    await approveCancellation(screen, marketplace, number);
    const told = await desktop.evaluate(({ Notification }) =>
      Notification.shown.map(({ options }) => options.title),
    );
    expect(told).toEqual([expect.stringContaining(number)]);
    await picture('cancelled');
    await go(page, `/incidents/${report}`);
    const image = page.locator('img[src*="/attachments/"]').first();
    await image.waitFor();
    await expect
      .poll(() => image.evaluate((shown) => (shown instanceof HTMLImageElement ? shown.naturalWidth : 0)))
      .toBeGreaterThan(50);
    await picture('photo');
  });

  test('a second start shows the window of the first and ends', async () => {
    const before = await desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ focused }) => focused),
    );
    expect(await runDesktopProgram(dataDir)).toEqual({ exitCode: 0, said: '' });
    await expect
      .poll(() =>
        desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map(({ focused }) => focused)),
      )
      .toEqual(before.map((count) => count + 1));
  });

  test('its window closed it goes on receiving, with an icon in the bar that leads back', async () => {
    await desktop.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
    });
    await expect
      .poll(() => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
      .toBe(0);
    const told = await desktop.evaluate(({ Notification }) => Notification.shown.at(-1)?.options.title);
    expect(told).toBe('Perito sigue recibiendo');
    const answer = await marketplace.sendPurchaseOrder();
    if (answer.event !== 'orderAnswered') throw new Error('the order was not taken');
    const icon = await desktop.evaluate(({ Tray }) => [Tray.all[0]?.toolTip, Tray.all[0]?.image.isEmpty()]);
    expect(icon).toEqual(['Perito · Escuchando', false]);
    await desktop.evaluate(({ Tray }) => Tray.all[0]?.emit('click', {}));
    const page = await desktop.page();
    screen = { page, words: es, takeKey: takeKeyOf(desktop, page) };
    await goTo(screen, 'purchaseOrders');
    await page.getByRole('link', { name: answer.number }).waitFor();
  });

  test('this computer: Perito opens at log-in and keeps it awake once a person chooses so', async () => {
    const { page } = screen;
    await go(page, '/settings/thisComputer');
    const words = es.settings.thisComputer;
    const awake = page.getByRole('switch', { name: words.keepAwake });
    await expect.poll(() => awake.isEnabled()).toBe(true);
    await picture('this-computer');
    await awake.click();
    await expect
      .poll(() => desktop.evaluate(({ powerSaveBlocker }) => [...powerSaveBlocker.started.values()]))
      .toEqual(['prevent-app-suspension']);
    await page.getByRole('switch', { name: words.startAtLogin }).click();
    await expect.poll(() => existsSync(join(folder, 'config', 'autostart', 'perito.desktop'))).toBe(true);
    await picture('this-computer-on');
    // The paths of a certificate are chosen in the system's dialog.
    const { certificate } = es;
    await go(page, '/settings/receiver');
    await page.getByRole('combobox', { name: certificate.mode }).click();
    await page.getByRole('option', { name: certificate.modes.pem }).click();
    await desktop.evaluate(({ dialog }) => {
      dialog.chosen = ['/etc/perito/fullchain.pem'];
    });
    await page.getByRole('button', { name: new RegExp(`${certificate.certificateFile}$`) }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: certificate.certificateFile }).inputValue())
      .toBe('/etc/perito/fullchain.pem');
    await picture('certificate-file');
    // Nothing is left to be saved.
    await page.getByRole('combobox', { name: certificate.mode }).click();
    await page.getByRole('option', { name: certificate.modes.off }).click();
  });

  test('a newer version is offered, declined, and not offered again', async () => {
    const { page } = screen;
    const words = es.settings.updates;
    await go(page, '/settings/thisComputer');
    feed.publish({
      ...{ version: '0.2.0', name: 'Perito-0.2.0.AppImage', bytes: installs },
      notes: 'Las listas abren en la mitad del tiempo.\n<b>Nada</b> se pierde.',
    });
    await page.getByRole('button', { name: words.check }).click();
    const offer = page.getByRole('region', { name: 'Perito 0.2.0' });
    // A text is a text.
    await offer.getByText('<b>Nada</b> se pierde.').waitFor();
    await picture('update-offered');
    await offer.getByRole('button', { name: words.act.decline }).click();
    await offer.getByText(words.declined).waitFor();
    await page.getByRole('button', { name: words.check }).click();
    await expect.poll(() => feed.asked.length).toBe(4);
    await offer.getByText(words.declined).waitFor();
    await picture('update-declined');
    expect(feed.asked.some((asked) => asked.endsWith('.AppImage'))).toBe(false);
  });

  test('accepted while a call is held it waits for the answer, and is installed then', async () => {
    const { page } = screen;
    const words = es.settings.updates;
    const order = await marketplace.sendPurchaseOrder();
    const sent = marketplace
      .orders()
      .find(({ number }) => order.event === 'orderAnswered' && number === order.number);
    if (sent === undefined) throw new Error('no order');
    const offer = page.getByRole('region', { name: 'Perito 0.2.0' });
    await offer.getByRole('button', { name: words.act.remind }).click();
    // The line is cut on the way.
    const parts = join(dataDir, 'desktop', 'updates');
    feed.kept = () =>
      readdirSync(parts).reduce((most, part) => Math.max(most, statSync(join(parts, part)).size), 0);
    feed.cuts.push(200_000);
    await offer.getByRole('button', { name: words.act.download }).click();
    const now = offer.getByRole('button', { name: words.act.installNow });
    await now.waitFor().catch(async (cause: unknown) => {
      throw new Error(await offer.innerText(), { cause });
    });
    await picture('update-ready');
    expect(feed.asked.at(-1)).toMatch(/^Perito-0.2.0.AppImage bytes=\d+-$/);
    await lookAway();
    const answer = marketplace.cancel(sent);
    await expect
      .poll(() => desktop.evaluate(({ Notification }) => Notification.shown.at(-1)?.options.title))
      .toContain('Piden cancelar');
    await now.click();
    await offer.getByText(words.waitsFor.heldCalls).waitFor();
    await picture('update-waits');
    expect(readFileSync(appImage(), 'utf8')).toBe('the version before');
    await goTo(screen, 'cancellations');
    const { number } = sent;
    await page.getByRole('link', { name: number }).first().click();
    const { approve: approving, confirmApprove } = es.cancellations.verdict;
    for (const name of [approving, confirmApprove])
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    expect(await answer).toMatchObject({ outcome: 'cancelled' });
    expect(await desktop.exited).toBe(0);
    const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
    expect(marker).toMatchObject({ closedCleanly: true });
    expect(readFileSync(appImage()).equals(installs)).toBe(true);
    // The newer version was started.
    await expect.poll(() => existsSync(`${appImage()}.started`)).toBe(true);
    await desktop[Symbol.asyncDispose]();
    await open();
    await go(screen.page, '/settings/thisComputer');
    // It is not it that this test opens again.
    await screen.page.getByText(words.failure.notInstalled).waitFor();
  });

  test('ended while a call is held it answers "in review" first, and what came is there when it is opened again', async () => {
    const order = await marketplace.sendPurchaseOrder();
    if (order.event !== 'orderAnswered') throw new Error('the order was not taken');
    const sent = marketplace.orders().find(({ number }) => number === order.number);
    if (sent === undefined) throw new Error('no order');
    const answer = marketplace.cancel(sent);
    await goTo(screen, 'cancellations');
    await screen.page.getByRole('link', { name: order.number }).click();
    await screen.page.getByRole('timer').first().waitFor();
    await picture('held');
    expect(await desktop.quit()).toBe(0);
    expect(await answer).toMatchObject({ outcome: 'inReview' });
    await desktop[Symbol.asyncDispose]();

    await open();
    await goTo(screen, 'purchaseOrders');
    await screen.page.getByRole('link', { name: order.number }).waitFor();
    await picture('again');
    const faults = desktop.said
      .join('')
      .split('\n')
      .filter((line) => line !== '' && !line.includes('"level":30'));
    expect(faults).toEqual([]);
  });

  test('quitting is not held up by what was not saved', async () => {
    const { page } = screen;
    await go(page, '/settings/company');
    await page.getByLabel(es.settings.company.name).fill('Otra Aseguradora');
    // Somebody listens, so that Playwright does not answer in the place of the main process.
    page.on('dialog', () => {});
    expect(await desktop.quit()).toBe(0);
    await desktop[Symbol.asyncDispose]();
    await open();
  });

  test('at a shutdown held calls are answered and all is closed while the system waits', async () => {
    const order = await marketplace.sendPurchaseOrder();
    const sent = marketplace
      .orders()
      .find(({ number }) => order.event === 'orderAnswered' && number === order.number);
    if (sent === undefined) throw new Error('no order');
    const answer = marketplace.cancel(sent);
    await goTo(screen, 'cancellations');
    await screen.page.getByRole('timer').first().waitFor();
    expect(await desktop.evaluate(({ powerMonitor }) => powerMonitor.shutDown())).toBe(true);
    expect(await answer).toMatchObject({ outcome: 'inReview' });
    expect(await desktop.exited).toBe(0);
    const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
    expect(marker).toMatchObject({ closedCleanly: true });
    await desktop[Symbol.asyncDispose]();
    await open();
  });

  test('the passphrase of a certificate is typed in a window that opens, and the screen leads to no other page', async () => {
    const { page } = screen;
    await go(page, '/settings/receiver');
    await page.getByRole('button', { name: es.certificate.trialOffer.make }).click();
    await page.getByRole('button', { name: es.certificate.passphrase.give }).click();
    const [words = ''] = es.settings.keys.window.split('{{');
    await page.getByText(words).waitFor();
    expect(await page.getByRole('link', { name: es.settings.keys.openPage }).count()).toBe(0);
    await picture('passphrase');
    const addresses = await desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ contents }) => contents.url),
    );
    expect(addresses).toContainEqual(expect.stringMatching(/^app:\/\/perito\/secret\/./));
  });

  test('a page whose process dies is loaded again', async () => {
    const session = await screen.page.context().newCDPSession(screen.page);
    void session.send('Page.crash').catch(() => {});
    const seen = () =>
      desktop.evaluate(({ BrowserWindow }) => {
        const [{ contents } = { contents: null }] = BrowserWindow.getAllWindows();
        return contents === null || contents.reloads !== 1
          ? null
          : contents.executeJavaScript('document.querySelector("nav")?.textContent ?? null');
      });
    await expect.poll(seen).toContain(es.frame.rail.purchaseOrders);
    expect(await desktop.quit()).toBe(0);
  });
});
