/** An office over TLS: an invitation becomes an account, strangers see no name, and an administrator ends what is open elsewhere. */
import { readFileSync, renameSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { signInHeader } from '../../shared/contract/people.ts';
import { command, endAll, served, temporaryFolder } from '../command-line/perito.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { networkAddress } from '../network-address.ts';
import { anyViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { failuresOf, go } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { nameButton, newDesk } from './office-desk.ts';
import { pictures } from './picture.ts';

const anaSecret = 'clave-de-prueba-de-ana';
const luisSecret = 'clave-de-prueba-de-luis';
const { people } = spanish.words;
const address = networkAddress();
const { issue } = certificateFolder();
const own = issue('consola', { names: [`IP:${address}`] });

let browser: Browser;
let running: Awaited<ReturnType<typeof served>>;
let url: string;
let invitation: string;
let dataDir: string;
const tls = ['--tls-cert', own.cert, '--tls-key', own.key, '--console-host', '0.0.0.0'];

beforeAll(async () => {
  dataDir = join(temporaryFolder(), 'data');
  const invited = await command(['accounts', 'invite', '--name', 'Eva Prueba', '--data', dataDir]);
  [browser, running] = await Promise.all([launchChromium(), served([...tls, '--data', dataDir])]);
  url = `https://${address}:${new URL(running.ready.consoleUrl).port}`;
  invitation = await invitedByFirst(JSON.parse(invited.lines[0] ?? '').token);
});
afterAll(async () => {
  await browser?.close();
  await endAll();
});

const desk = (look?: Parameters<typeof newDesk>[2]) => newDesk(browser, 30_000, look);
/** Whoever is not signed in is refused, and the browser tells of it. */
const isMeant = (text: string) => /status of 4(?:0[139]|10|29)/.test(text);
const actOn = (page: Page, act: string, name: string) =>
  page.getByRole('button', { name: people.settings.named.replace('{{act}}', act).replace('{{name}}', name) });

async function accept(page: Page, secret: string, name: string) {
  await page.getByText(name, { exact: false }).first().waitFor();
  await page.getByLabel(people.invitation.secret).fill('corta');
  await page.getByText(people.invitation.secretHelp).waitFor();
  expect(await page.getByRole('button', { name: people.invitation.accept }).isDisabled()).toBe(true);
  await page.getByLabel(people.invitation.secret).fill(secret);
  await page.getByLabel(people.settings.again, { exact: true }).fill(secret);
  await page.getByRole('button', { name: people.invitation.accept }).click();
  await page.waitForFunction(
    () => localStorage.getItem('perito.signIn') !== null && !location.hash.includes('invitation'),
  );
}

/** As a script of another computer calls, with the sign-in of a token. */
async function call(procedure: string, input: object, signIn = '') {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    `${url}/rpc/${procedure}`,
    {
      ...{ method: 'POST', ca: readFileSync(own.cert) },
      headers: { 'content-type': 'application/json', [signInHeader]: signIn },
    },
    (answer) => void text(answer).then(resolve, reject),
  );
  sent.on('error', reject).end(JSON.stringify({ json: input }));
  return z.looseObject({ json: z.looseObject({}) }).parse(JSON.parse(await promise)).json;
}

/** The first administrator, who has done the first run, invites Ana, who is one as well. */
async function invitedByFirst(token: string): Promise<string> {
  const first = String((await call('people/acceptInvitation', { token, secret: anaSecret }))['token']);
  await call('settings/update', { firstRunDone: true }, first);
  const account = { id: null, name: 'Ana Prueba', email: '', role: 'administrator', verdictLimit: null };
  const { id } = await call('people/save', account, first);
  return String((await call('people/invite', { id }, first))['token']);
}

async function signIn(page: Page, who: string, secret: string) {
  await page.getByLabel(people.entry.who).fill(who);
  await page.getByLabel(people.entry.password, { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
}

test('an invitation becomes an account, whose owner invites others, sees their sign-ins, and ends one', async () => {
  const ana = await desk();
  const failures = failuresOf(ana, isMeant);
  await ana.goto(`${url}/#/invitation/${invitation}`);
  await ana.getByLabel(people.invitation.secret).waitFor();
  await pictures(ana, 'office-invitation');
  expect(await anyViolations(ana)).toEqual([]);
  await accept(ana, anaSecret, 'Ana Prueba');
  await nameButton(ana, 'Ana Prueba').waitFor();
  expect(ana.url()).not.toContain('invitation');

  await go(ana, '/settings/people');
  // Without a password nobody comes into an office: none is taken away there.
  await actOn(ana, people.settings.ownSecret, 'Ana Prueba').click();
  await ana.getByLabel(people.settings.current).fill(anaSecret);
  expect(await ana.getByRole('button', { name: people.settings.remove }).count()).toBe(0);
  await actOn(ana, people.settings.ownSecret, 'Ana Prueba').click();
  await ana.getByRole('button', { name: people.settings.add }).click();
  await ana.getByLabel(people.settings.name).last().fill('Luis Prueba');
  await ana.getByLabel(people.settings.email).fill('luis@prueba.example');
  await ana.getByRole('button', { name: people.settings.add }).last().click();
  await actOn(ana, people.invite.act, 'Luis Prueba').click();
  await ana.getByRole('button', { name: people.invite.make }).click();
  const link = await ana.getByText(`${url}/#/invitation/`).textContent();
  await pictures(ana, 'office-invite');
  expect(await anyViolations(ana)).toEqual([]);

  const luis = await desk();
  await luis.goto(link ?? '');
  await accept(luis, luisSecret, 'Luis Prueba');
  await nameButton(luis, 'Luis Prueba').waitFor();
  await luis.goto(link ?? '');
  await luis.reload();
  await luis.getByText(people.invitation.notValid).waitFor();
  await luis.getByRole('button', { name: people.invitation.toEntry }).click();
  await nameButton(luis, 'Luis Prueba').waitFor();

  await go(luis, '/settings/people');
  const typed = luis.getByLabel(spanish.words.settings.company.person);
  await typed.fill('Luis Prueba Díaz');

  await actOn(ana, people.signIns.act, 'Luis Prueba').click();
  const open = ana.getByRole('region', { name: people.signIns.title });
  await open.getByText(address).first().waitFor();
  await pictures(ana, 'office-sign-ins');
  expect(await anyViolations(ana)).toEqual([]);
  await open.getByRole('button').first().click();
  await ana.getByText(people.signIns.none).waitFor();
  // Luis is told that it ended, and that what he typed is there as long as nobody else comes in.
  await luis.getByText(`${people.entry.over} ${people.entry.stillTyped}`).waitFor();
  await luis.getByText(people.entry.loses.replace('{{name}}', 'Luis Prueba')).waitFor();
  await pictures(luis, 'office-over');
  expect(await anyViolations(luis)).toEqual([]);
  await signIn(luis, 'Luis Prueba', luisSecret);
  await nameButton(luis, 'Luis Prueba').waitFor();
  expect(await typed.inputValue()).toBe('Luis Prueba Díaz');
  expect(failures).toEqual([]);
  await luis.context().close();
  await ana.context().close();
});

test('a stranger types who they are, is told nothing by a wrong password, and comes in by name or e-mail', async () => {
  const page = await desk();
  const failures = failuresOf(page, isMeant);
  await page.goto(url);
  await page.getByLabel(people.entry.who).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Ana|Eva|Luis/);
  await pictures(page, 'office-entry');
  expect(await anyViolations(page)).toEqual([]);
  await signIn(page, 'Nadie', luisSecret);
  await page.getByText(people.entry.wrongWho).waitFor();
  const tooMany = { code: 'TOO_MANY_TRIES', status: 429, defined: true, message: '', data: { seconds: 900 } };
  await page.route('**/rpc/people/signIn', (route) =>
    route.fulfill({ status: 429, json: { json: tooMany } }),
  );
  await signIn(page, 'Luis Prueba', luisSecret);
  await page.getByText(people.entry.tooManyLong.replace('{{minutes}}', '15')).waitFor();
  await page.unroute('**/rpc/people/signIn');
  await page.reload();
  await signIn(page, 'LUIS@prueba.example', luisSecret);
  await nameButton(page, 'Luis Prueba').waitFor();
  await nameButton(page, 'Luis Prueba').click();
  await page.getByRole('menuitem', { name: people.menu.signOut }).click();
  await page.getByLabel(people.entry.who).waitFor();
  expect(await page.getByText(people.entry.over).count()).toBe(0);
  expect(failures).toEqual([]);
  await page.context().close();
});

test('a desk chooses how it looks for itself, keeps that while nobody is signed in, and changes no other', async () => {
  const { appearance } = spanish.words.settings;
  const [ana, luis] = [await desk(), await desk()];
  const failures = failuresOf(luis, isMeant);
  for (const [page, who, secret] of [
    [ana, 'Ana Prueba', anaSecret],
    [luis, 'Luis Prueba', luisSecret],
  ] as const) {
    await page.goto(url);
    await signIn(page, who, secret);
    await nameButton(page, who).waitFor();
    await go(page, '/settings/appearance');
  }
  const anotherTab = await luis.context().newPage();
  await anotherTab.goto(`${url}/#/settings/appearance`);
  await anotherTab.getByRole('button', { name: appearance.languages.es }).waitFor();
  await luis.getByRole('button', { name: appearance.languages.en }).click();
  await luis.getByText(english.words.settings.appearance.about).waitFor();
  await anotherTab.getByText(english.words.settings.appearance.about).waitFor();
  // What is sent would have come to her desk before this is answered and drawn.
  await ana.getByRole('button', { name: appearance.themes.dark }).click();
  await expect.poll(() => ana.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
  for (const page of [ana, luis]) await page.reload();
  await ana.getByText(appearance.about).waitFor();
  await luis.getByText(english.words.settings.appearance.about).waitFor();
  expect(await luis.evaluate(() => getComputedStyle(document.body).colorScheme)).not.toBe('dark');
  await luis.getByRole('button', { name: 'Luis Prueba' }).click();
  await luis.getByRole('menuitem', { name: english.words.people.menu.signOut }).click();
  await luis.getByLabel(english.words.people.entry.who).waitFor();
  expect(failures).toEqual([]);
  await luis.context().close();
  await ana.context().close();
});

test('the page of the database names the folder of Perito’s own computer, and how its data are moved', async () => {
  const { database } = spanish.words;
  const ana = await desk();
  await ana.goto(url);
  await signIn(ana, 'Ana Prueba', anaSecret);
  await nameButton(ana, 'Ana Prueba').waitFor();
  await go(ana, '/settings/database');
  await ana.getByRole('heading', { name: database.files.title }).waitFor();
  const command = `perito move --data ${dataDir} --to postgresql://perito@db.oficina.example/perito`;
  await ana.getByText(command, { exact: true }).waitFor();
  await pictures(ana, 'office-database');
  await ana.context().close();
});

test('guesses of many at once are refused, and the accounts are looked at in English and dark', async () => {
  const { words } = english;
  const ana = await desk({ locale: 'en-US', colorScheme: 'dark' });
  await ana.goto(url);
  await ana.getByLabel(words.people.entry.who).fill('ana prueba');
  await ana.getByLabel(words.people.entry.password, { exact: true }).fill(anaSecret);
  await ana.keyboard.press('Enter');
  await go(ana, '/settings/people');
  await ana.getByRole('heading', { name: words.people.settings.list }).waitFor();
  // As ten people who guess at once do; the pauses between are looked at where time can be set.
  const tries = Array.from({ length: 40 }, () =>
    ana.evaluate(() =>
      fetch('/rpc/people/signIn', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ json: { who: 'Luis Prueba', secret: 'otra-cosa-12345' } }),
      }).then(({ status }) => status),
    ),
  );
  expect(new Set(await Promise.all(tries))).toEqual(new Set([403, 429]));
  await pictures(ana, 'office-accounts');
  expect(await anyViolations(ana)).toEqual([]);
  await ana.context().close();
});

test('data that cannot be worked with are put right by the link that was shown at the start, and a desk only says so', async () => {
  const { recovery } = spanish.words;
  const journal = join(dataDir, 'journal.db');
  running.child.kill('SIGTERM');
  await running.ended;
  renameSync(journal, `${journal}.away`);
  const { port } = new URL(url);
  running = await served([...tls, '--data', dataDir, '--console-port', port]);
  const link = () => /https:\S+ticket=\S+/.exec(running.errors())?.[0];
  await expect.poll(link).toBeTypeOf('string');
  const luis = await desk();
  await luis.goto(url);
  await luis.getByText(recovery.elsewhere).waitFor();
  await expect.poll(() => luis.locator('main').getByRole('button').count()).toBe(0);
  expect(await luis.locator('body').innerText()).not.toContain(dataDir);
  await pictures(luis, 'office-ill');
  expect(await anyViolations(luis)).toEqual([]);

  const ana = await desk();
  await ana.goto(link() ?? '');
  await ana.getByText(dataDir, { exact: true }).waitFor();
  renameSync(`${journal}.away`, journal);
  await ana.getByRole('button', { name: recovery.tryAgain }).click();
  // Both go on by themselves.
  await luis.getByLabel(people.entry.who).waitFor();
  await ana.getByLabel(people.entry.who).waitFor();
  await luis.context().close();
  await ana.context().close();
});
