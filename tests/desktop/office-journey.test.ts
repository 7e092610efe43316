/**
 * The built desktop as a desk of an office, with a real Chromium behind its windows and a real office over TLS in a process of its own:
 * from the fingerprint to an office that goes and comes, and one that is another. Pictures lie where PERITO_PICTURES
 * says.
 */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import * as en from '../../renderer/app/locale/en.ts';
import * as es from '../../renderer/app/locale/es.ts';
import { command, endAll, perito, temporaryFolder } from '../command-line/perito.ts';
import { deliver } from '../deliver.ts';
import { go } from '../e2e/console-page.ts';
import { startPerito } from '../e2e/perito.ts';
import { certificateFolder, type Issued } from '../engine/receiver/certificates.ts';
import { freePort } from '../free-port.ts';
import { networkAddress } from '../network-address.ts';
import { pageOfOffice } from '../office/served-office.ts';
import { dominicanYear } from '../today.ts';
import { type Desktop, startDesktopProgram } from './desktop-program.ts';

const { issue } = certificateFolder();
const address = networkAddress();
const own = issue('consola', { names: [`IP:${address}`] });
const another = issue('otra', { names: [`IP:${address}`] });
const secret = 'clave-de-prueba-de-eva';
const key = 'mercado@prueba.example:clave-de-prueba';

let folder: string;
let profile: string;
let dataDir: string;
let port: number;
let origin: string;
let served: ReturnType<typeof perito>;
let receiverUrl: string;
let desktop: Desktop;

/** At the same port each time, so that it is the same office. */
async function serve(certificate: Issued): Promise<void> {
  served = perito(
    [
      ...['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', String(port)],
      ...[
        '--console-host',
        '0.0.0.0',
        '--console-tls-cert',
        certificate.cert,
        '--console-tls-key',
        certificate.key,
      ],
    ],
    { PERITO_RECEIVER_KEYS: key },
  );
  receiverUrl = z
    .looseObject({ receiverUrl: z.string() })
    .parse(JSON.parse(await served.firstLine)).receiverUrl;
}

async function stop(): Promise<void> {
  served.child.kill('SIGTERM');
  await served.ended;
}

async function open(args: string[] = [], locale = 'es-DO'): Promise<Page> {
  desktop = await startDesktopProgram(dataDir, {
    ...{ args, locale, isDataGiven: true, profile },
    environment: {
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      HOME: folder,
    },
  });
  const page = await desktop.page();
  page.setDefaultTimeout(60_000);
  return page;
}

async function picture(page: Page, name: string): Promise<void> {
  const place = process.env['PERITO_PICTURES'];
  if (place === undefined) return;
  mkdirSync(place, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(place, `office-${name}-${colorScheme}-${width}.png`) });
    }
}

const schemeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).colorScheme);

const order = (id: number) => ({
  ...{ purchaseOrderId: id, purchaseOrderNumber: `PRUEBA-${id}` },
  items: [{ purchaseOrderItemId: id, itemName: 'Pieza de prueba', quantity: 1 }],
});
const filesBelow = (place: string): string[] =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeAll(async () => {
  folder = temporaryFolder();
  profile = temporaryFolder();
  dataDir = join(folder, 'office', 'data');
  port = await freePort();
  origin = `https://${address}:${port}`;
  const invited = await command(['accounts', 'invite', '--name', 'Eva Prueba', '--data', dataDir]);
  await serve(own);
  await pageOfOffice(origin, own, async (client, said) => {
    const token: string = JSON.parse(invited.lines[0] ?? '').token;
    said.signIn = (await client.people.acceptInvitation({ token, secret })).token;
    await client.settings.update({ firstRunDone: true });
  });
});
afterAll(async () => {
  await desktop?.[Symbol.asyncDispose]();
  await endAll();
});

const { office, people } = es;

test('the fingerprint is compared, somebody signs in and reads what comes, and what a desk cannot do is not offered', async () => {
  const page = await open([`--office=${origin}`]);
  await page.getByRole('heading', { name: office.newCertificate.title }).waitFor();
  const fingerprint = new X509Certificate(readFileSync(own.cert)).fingerprint256;
  const shown = await page.getByRole('group', { name: office.certificate.fingerprint }).innerText();
  expect(shown.replace('\n', ':')).toBe(fingerprint);
  expect(served.errors()).toContain(fingerprint);
  await picture(page, 'fingerprint');
  const connect = page.getByRole('button', { name: office.certificate.trust });
  expect(await connect.isDisabled()).toBe(true);
  await page.getByRole('checkbox').check();
  await connect.click();
  await page.getByLabel(people.entry.who).fill('Eva Prueba');
  await page.getByLabel(people.entry.password, { exact: true }).fill('otra-cosa-12345');
  await page.keyboard.press('Enter');
  await page.getByText(people.entry.wrongWho).waitFor();
  await page.getByLabel(people.entry.password, { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: es.frame.person.label.replace('{{name}}', 'Eva Prueba') }).waitFor();
  // What comes is there at once.
  await go(page, '/purchase-orders');
  expect(await deliver(receiverUrl, key, '/PurchaseOrders', order(41))).toBe(200);
  await page.getByText(`OC-${dominicanYear()}-000001`).first().waitFor();
  await picture(page, 'orders');
  // A page has a name in place of the token.
  const named = await page.evaluate(() => localStorage.getItem('perito.signIn'));
  expect(named).toMatch(/^[\w-]{43}$/);
  await go(page, '/settings/thisComputer');
  await page.getByText(office.settings.kept.memory).waitFor();
  await picture(page, 'this-computer');
  // The desk keeps it, and the office does not hear of it.
  await go(page, '/settings/appearance');
  await page.getByRole('button', { name: es.settings.appearance.densities.comfortable }).click();
  await page.getByRole('button', { name: es.settings.appearance.themes.dark }).click();
  await expect.poll(() => schemeOf(page)).toBe('dark');
  await go(page, '/settings/keys');
  await page.getByText(office.secrets).waitFor();
  expect(await page.getByRole('button', { name: es.settings.keys.generate }).count()).toBe(0);
  await picture(page, 'keys');
  // What leads others to this office names it as a browser finds it.
  await go(page, '/settings/openId');
  await page.getByText(`${origin}/sign-in/provider`).waitFor();
  await go(page, '/settings/people');
  await page.getByRole('button', { name: people.settings.add }).click();
  await page.getByLabel(people.settings.name).last().fill('Luis Prueba');
  await page.getByRole('button', { name: people.settings.add }).last().click();
  const invite = people.settings.named.replace('{{act}}', people.invite.act);
  await page.getByRole('button', { name: invite.replace('{{name}}', 'Luis Prueba') }).click();
  await page.getByRole('button', { name: people.invite.make }).click();
  await page.getByText(`${origin}/#/invitation/`).waitFor();
});

test('an office that goes away is said by a band, what was shown stays, and what came meanwhile is there once it is back', async () => {
  const page = await desktop.page();
  await go(page, '/purchase-orders');
  await page.getByText(`OC-${dominicanYear()}-000001`).first().waitFor();
  await stop();
  const band = page.getByText(es.frame.link.lost.split('{{')[0] ?? '');
  await band.waitFor();
  await page.getByText(`OC-${dominicanYear()}-000001`).first().waitFor();
  await picture(page, 'lost');
  await serve(own);
  expect(await deliver(receiverUrl, key, '/PurchaseOrders', order(42))).toBe(200);
  await page.getByText(`OC-${dominicanYear()}-000002`).first().waitFor();
  await band.waitFor({ state: 'detached' });
});

test('a certificate that changed covers all, sends nothing, and gives way to the old one by itself', async () => {
  const page = await desktop.page();
  await stop();
  await serve(another);
  await page.getByRole('heading', { name: office.otherCertificate.title }).waitFor();
  expect(await page.getByText(`OC-${dominicanYear()}-000002`).first().isVisible()).toBe(false);
  await picture(page, 'other-certificate');
  await stop();
  await serve(own);
  await page.getByText(`OC-${dominicanYear()}-000002`).first().waitFor();
});

test('it is remembered: the next start needs no address, says that the office is away, and a person may go back to this computer', async () => {
  expect(await desktop.quit()).toBe(0);
  await desktop[Symbol.asyncDispose]();
  await stop();
  const page = await open([], 'en-US');
  await page.getByRole('heading', { name: en.office.unreachable.title }).waitFor();
  await picture(page, 'unreachable-en');
  await serve(own);
  // By itself it may have been tried again a moment before.
  await page
    .getByRole('button', { name: en.office.retry })
    .click({ timeout: 5000 })
    .catch(() => {});
  // In memory the sign-in ended with the program, since there is no keychain here.
  await page.getByLabel(en.people.entry.who).waitFor();
  expect(await schemeOf(page)).toBe('dark');
  await picture(page, 'entry-en');
  // Neither a token nor data of the office lie in any file of this computer but the office's own.
  const left = filesBelow(folder).filter((file) => !file.startsWith(join(folder, 'office')));
  expect(left.map((file) => file.split('/').at(-1))).toContain('office.json');
  for (const file of left) {
    const text = readFileSync(file, 'latin1');
    expect([file, text.includes(`OC-${dominicanYear()}-000001`), text.includes(secret)]).toEqual([
      file,
      false,
      false,
    ]);
  }
  expect(left.filter((file) => /\.db$/.test(file))).toEqual([]);
  await stop();
  await page.reload();
  await page.getByRole('button', { name: en.office.leave.act }).click();
  await page.getByRole('button', { name: en.office.leave.confirm }).click();
  expect(await desktop.exited).toBe(0);
  expect(existsSync(join(folder, 'config', 'Perito', 'office.json'))).toBe(false);
});

test('a computer with data joins an office from its settings, which say what becomes of them, and leaving brings them back', async () => {
  await desktop[Symbol.asyncDispose]();
  // A desk of none, whatever the test before came to.
  rmSync(join(folder, 'config', 'Perito', 'office.json'), { force: true });
  const usual = join(folder, '.local', 'share', 'Perito');
  mkdirSync(usual, { recursive: true });
  const before = await startPerito({ dataDir: usual, person: 'Ana Prueba' });
  await before.client.settings.update({ company: { name: 'Seguros Prueba', taxId: '' } });
  await before.stop();
  await serve(own);

  const page = await open();
  await go(page, '/settings/thisComputer');
  const part = page.getByRole('region', { name: office.settings.title });
  await part.getByText(office.join.data).waitFor();
  await part.getByText(office.join.back).waitFor();
  await part.scrollIntoViewIfNeeded();
  await picture(page, 'join-offer');
  await part.getByRole('button', { name: office.join.act }).click();
  await part.getByLabel(office.join.address).fill(origin);
  await part.scrollIntoViewIfNeeded();
  await picture(page, 'join-address');
  await part.getByRole('button', { name: office.join.confirm }).click();
  expect(await desktop.exited).toBe(0);
  await desktop[Symbol.asyncDispose]();

  const desk = await open();
  await desk.getByRole('heading', { name: office.newCertificate.title }).waitFor();
  await desk.getByRole('button', { name: office.leave.act }).click();
  await desk.getByRole('button', { name: office.leave.confirm }).click();
  expect(await desktop.exited).toBe(0);
  await desktop[Symbol.asyncDispose]();

  const again = await open();
  await go(again, '/settings/company');
  await expect.poll(() => again.getByLabel(es.settings.company.name).inputValue()).toBe('Seguros Prueba');
  expect(await desktop.quit()).toBe(0);
  await desktop[Symbol.asyncDispose]();

  // A start that was told a folder comes back to the usual one; where it was told that, there is nothing to say.
  const toldUsual = await open([`--data=${usual}`], 'en-US');
  await go(toldUsual, '/settings/thisComputer');
  await toldUsual.getByText(en.office.join.back).waitFor();
  expect(await toldUsual.getByText(en.recovery.folder.untold).count()).toBe(0);
  expect(await desktop.quit()).toBe(0);
  await desktop[Symbol.asyncDispose]();
  const other = join(folder, 'otra');
  cpSync(usual, other, { recursive: true });
  const told = await open([`--data=${other}`], 'en-US');
  await go(told, '/settings/thisComputer');
  const offer = told.getByRole('region', { name: en.office.settings.title });
  await offer.getByText(en.recovery.folder.onlyNow.given).waitFor();
  await offer.getByRole('button', { name: other }).waitFor();
  await offer.getByRole('button', { name: `${usual}.` }).waitFor();
  await offer.getByText(en.recovery.folder.untold).waitFor();
  await offer.getByText(en.office.join.backToNextStart).waitFor();
  await offer.scrollIntoViewIfNeeded();
  await picture(told, 'join-offer-en');
  await stop();
});

test('an office beside a data directory is refused by the command line, and by the program', () => {
  const refused = (args: string[]) => {
    try {
      execFileSync(process.execPath, ['main/cli.ts', 'start', ...args], { encoding: 'utf8', stdio: 'pipe' });
      return 0;
    } catch (failure) {
      return z.looseObject({ status: z.number() }).parse(failure).status;
    }
  };
  expect(refused(['--data', '/tmp/prueba', '--office', origin])).toBe(2);
  expect(refused(['--office', 'http://perito.prueba.example'])).toBe(2);
  expect(refused(['--office'])).toBe(2);
});
