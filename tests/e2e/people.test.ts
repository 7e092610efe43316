/** People at the screen: who comes in and how, what covers it while nobody is there, what is offered to whom, and two at once. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signInHeader } from '../../shared/contract/people.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { anyViolations, seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, type Session, sessionOf } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-people-test-only';
const anaSecret = 'clave-de-prueba-de-ana';
const luisSecret = '482915';
const { people, frame, cancellations, records } = spanish.words;

let browser: Browser;
let perito: Perito;
let session: Session;
const ids = { luis: 0, rosa: 0 };

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Ana Prueba', holdSeconds: 90 }),
  ]);
  session = await sessionOf(browser, perito);
  const add = async (name: string, role: 'adjuster' | 'reader', verdictLimit: string | null) =>
    (await perito.client.people.save({ id: null, name, email: '', role, verdictLimit })).id;
  ids.luis = await add('Luis Prueba', 'adjuster', '50.00');
  ids.rosa = await add('Rosa Prueba', 'reader', null);
  await perito.client.people.end({ id: await add('Eva Prueba', 'adjuster', null) });
  for (const id of [1, 2]) await perito.post('/PurchaseOrders', purchaseOrder(id));
  await vi.waitFor(async () => expect((await perito.client.records.list()).total).toBe(2), 20_000);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

/** A browser of its own, as another computer has it. */
const newPage = async (look: { locale?: string; colorScheme?: 'light' | 'dark' } = {}) => {
  const context = await browser.newContext({
    ...{ locale: 'es-DO', reducedMotion: 'reduce', storageState: session },
    ...{ viewport: { width: 1280, height: 800 }, ...look },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
};

/** What a script does that signed somebody in. */
async function clientOf(personId: number, secret?: string): Promise<Perito['client']> {
  const { token } = await perito.client.people.signIn({
    personId,
    ...(secret === undefined ? {} : { secret }),
  });
  const headers = { Authorization: `Bearer ${perito.consoleToken}`, [signInHeader]: token };
  return createORPCClient(new RPCLink({ url: `${perito.consoleUrl}/rpc`, headers }));
}

/** The engine refuses calls of whoever is not signed in, and the browser tells of it. */
const isMeant = (text: string) => /status of 4(?:0[139]|29)/.test(text);
const nameButton = (page: Page, name: string) =>
  page.getByRole('button', { name: frame.person.label.replace('{{name}}', name) });

async function enter(page: Page, name: string, secret: string) {
  await page.goto(perito.consoleUrl);
  await page.getByRole('button', { name }).click();
  await page.getByLabel(people.entry.secret).fill(secret);
  await page.keyboard.press('Enter');
  await nameButton(page, name).waitFor();
}

test('in an open console somebody else is two clicks away, and who only reads is offered no act', async () => {
  const page = await newPage();
  const failures = failuresOf(page);
  await enterConsole(page, perito.consoleUrl);
  await nameButton(page, 'Ana Prueba').click();
  await pictures(page, 'person-menu');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Rosa Prueba' }).click();
  await nameButton(page, 'Rosa Prueba').waitFor();

  await go(page, '/purchase-orders/1');
  await page.getByRole('article').waitFor();
  const acts = [records.of.feminine.mark, records.notes.add, records.findings.acknowledge];
  for (const name of acts) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await page.keyboard.press('e');
  expect((await perito.client.records.get({ id: 1 })).reviewedAt).toBeNull();
  await pictures(page, 'reader-record');
  await go(page, '/settings/receiver');
  await page.getByText(people.needs.administrator).waitFor();
  const sections = page.getByRole('navigation', { name: spanish.words.settings.nav }).getByRole('link');
  expect(await sections.allTextContents()).toEqual(
    (['people', 'absences', 'audit', 'appearance', 'about'] as const).map((name) =>
      name === 'audit' ? spanish.words.audit.title : spanish.words.settings.section[name],
    ),
  );
  await pictures(page, 'reader-settings');
  await go(page, '/settings/people');
  await page.getByRole('heading', { name: people.roles.title }).waitFor();
  expect(await page.getByRole('button', { name: people.settings.add }).count()).toBe(0);
  // As one says since when: by the clock today, never "since now".
  await page.getByText(/^Eva Prueba · Ajustador · desde las? \d/).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  expect(failures).toEqual([]);
  await page.context().close();
});

test('the first password is set on the screen, and from then on the names ask for it', async () => {
  const page = await newPage();
  const failures = failuresOf(page, isMeant);
  await enterConsole(page, perito.consoleUrl);
  await go(page, '/settings/people');
  const act = (label: string, name: string) =>
    page.getByRole('button', {
      name: people.settings.named.replace('{{act}}', label).replace('{{name}}', name),
    });
  // Nobody gives themself a colleague's name either.
  await page.getByLabel(spanish.words.settings.company.person).fill('LUIS prueba');
  await page.getByRole('button', { name: spanish.words.common.save }).first().click();
  await page.getByText(people.rules.NAME_TAKEN).waitFor();
  await page.getByLabel(spanish.words.settings.company.person).fill('Ana Prueba');
  await page.getByText(people.rules.NAME_TAKEN).waitFor({ state: 'detached' });
  await act(people.settings.secret, 'Luis Prueba').click();
  await page.getByText(people.rules.ADMINISTRATOR_FIRST).waitFor();
  await act(people.settings.edit, 'Luis Prueba').click();
  await page.getByLabel(people.settings.name, { exact: true }).fill('ANA prueba');
  await page.getByText(people.rules.NAME_TAKEN).waitFor();
  await pictures(page, 'people-edit');
  await act(people.settings.edit, 'Luis Prueba').click();
  await act(people.settings.end, 'Ana Prueba').click();
  await page.getByText(people.rules.LAST_ADMINISTRATOR).waitFor();
  await act(people.settings.ownSecret, 'Ana Prueba').click();
  await page.getByLabel(people.settings.newSecret).fill('123456');
  await page.getByLabel(people.settings.again).fill('123456');
  expect(await page.getByRole('button', { name: people.settings.set }).isDisabled()).toBe(true);
  await page.getByLabel(people.settings.newSecret).fill(anaSecret);
  await page.getByLabel(people.settings.again).fill(anaSecret);
  await pictures(page, 'people-secret');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: people.settings.set }).click();
  // Whoever set it stays in.
  await page.getByText(people.settings.secretSet.replace('{{name}}', 'Ana Prueba')).waitFor();
  await act(people.settings.secret, 'Luis Prueba').click();
  await page.getByLabel(people.settings.newSecret).fill(luisSecret);
  await page.getByLabel(people.settings.again).fill(luisSecret);
  await page.getByLabel(people.settings.again).press('Enter');
  await page.getByText(people.settings.secretSet.replace('{{name}}', 'Luis Prueba')).waitFor();
  await pictures(page, 'people-list');
  // It is asked before a password goes, and whoever thinks better of it keeps it.
  await act(people.settings.secret, 'Luis Prueba').click();
  await page.getByRole('button', { name: people.settings.remove }).click();
  const removal = page.getByRole('alert').filter({ hasText: /Luis Prueba no podrá entrar con contraseña/ });
  await removal.waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await removal.getByRole('button', { name: spanish.words.common.cancel }).click();
  await removal.waitFor({ state: 'detached' });
  await act(people.settings.secret, 'Luis Prueba').click();
  await expect(perito.client.records.list()).rejects.toMatchObject({ code: 'SIGN_IN', status: 401 });
  expect(failures).toEqual([]);
  await page.context().close();
});

test('the names say that they are on their way, why they did not come, and come at another try', async () => {
  const page = await newPage();
  const held: Route[] = [];
  let how: 'hold' | 'fail' | 'answer' = 'hold';
  const fail = (route: Route) =>
    route.fulfill({
      status: 500,
      json: {
        json: {
          ...{ defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500 },
          message: 'Internal server error',
        },
      },
    });
  await page.route('**/rpc/people/choices', async (route) => {
    if (how === 'hold') held.push(route);
    else await (how === 'fail' ? fail(route) : route.fallback());
  });
  await page.goto(perito.consoleUrl);
  await page.getByRole('heading', { name: people.entry.title }).waitFor();
  await page.getByRole('status', { name: spanish.words.common.loading }).waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await pictures(page, 'entry-loading');
  expect(await anyViolations(page)).toEqual([]);
  how = 'fail';
  // What the screen gave up meanwhile is not there any more.
  await Promise.all(held.map((route) => fail(route).catch(() => undefined)));
  const failed = page.getByRole('alert').filter({ hasText: spanish.words.common.error.title });
  await failed.waitFor();
  await pictures(page, 'entry-failing');
  expect(await anyViolations(page)).toEqual([]);
  how = 'answer';
  await failed.getByRole('button', { name: spanish.words.common.retry }).click();
  await page.getByRole('button', { name: 'Luis Prueba' }).waitFor();
  await page.context().close();
});

test('a locked screen shows nothing, keeps what was typed, and opens for the same person', async () => {
  const page = await newPage();
  const ana = await clientOf(1, anaSecret);
  const failures = failuresOf(page, isMeant);
  await page.clock.install();
  await page.goto(perito.consoleUrl);
  await page.getByRole('heading', { name: people.entry.title }).waitFor();
  // The first name has the focus.
  await page.locator('button:focus').waitFor();
  await pictures(page, 'entry-names');
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const secret = page.getByLabel(people.entry.secret);
  const wrong = page.getByText(people.entry.wrong);
  const tooMany = page.getByText(/Demasiados intentos seguidos\. Espere \d+ segundo/);
  const send = async (text: string) => {
    await secret.fill(text);
    await page.keyboard.press('Enter');
  };
  await send('otra-cosa-12345');
  await wrong.waitFor();
  await pictures(page, 'entry-wrong');
  await expect
    .poll(
      async () => {
        await send('otra-cosa-12345');
        await wrong.or(tooMany).waitFor();
        return tooMany.isVisible();
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(true);
  await pictures(page, 'entry-too-many');
  await tooMany.waitFor({ state: 'hidden', timeout: 60_000 });
  await send(anaSecret);
  await nameButton(page, 'Ana Prueba').waitFor();
  await go(page, '/purchase-orders/1');
  const note = page.getByLabel(records.notes.label);
  await note.fill('A medias');
  const { number } = await ana.records.get({ id: 1 });
  const detail = page.getByRole('region', { name: new RegExp(number) });
  const top = () => detail.evaluate((element) => Math.round(element.scrollTop));
  await detail.evaluate((element) => element.scrollTo({ top: 333 }));
  expect(await top()).toBe(333);
  await page.keyboard.press('F8');
  await page.getByRole('heading', { name: people.entry.locked }).waitFor();
  // Nothing of the screens is left in the page, seen or not.
  await expect.poll(() => page.getByRole('navigation', { includeHidden: true }).count()).toBe(0);
  const left = await page.content();
  for (const known of [number, 'A medias', 'Bumper delantero']) expect(left).not.toContain(known);
  expect(await page.title()).toBe('Perito');
  await pictures(page, 'entry-locked');
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('e');
  await page.getByLabel(people.entry.secret).fill(anaSecret);
  await page.keyboard.press('Enter');
  await note.waitFor();
  expect(await note.inputValue()).toBe('A medias');
  expect(new URL(page.url()).hash).toBe('#/purchase-orders/1');
  await expect.poll(top).toBe(333);
  // Fifteen minutes, unless somebody chose otherwise.
  await page.clock.fastForward('15:10');
  await page.getByRole('heading', { name: people.entry.locked }).waitFor();
  await page.getByLabel(people.entry.secret).fill(anaSecret);
  await page.keyboard.press('Enter');
  await note.waitFor();
  expect(await note.inputValue()).toBe('A medias');
  // The token of the sign-in stands neither in the document nor in its address.
  const token = await page.evaluate(() => localStorage.getItem('perito.signIn') ?? '');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await page.content()) + page.url()).not.toContain(token);
  expect(failures).toEqual([]);
  await page.context().close();
});

test('two people in two browsers: an assignment, a mention, one verdict, and a second confirmation', async () => {
  const [anaPage, luisPage] = [await newPage(), await newPage({ colorScheme: 'dark' })];
  const failures = [anaPage, luisPage].flatMap((page) => failuresOf(page, isMeant));
  await enter(anaPage, 'Ana Prueba', anaSecret);
  await enter(luisPage, 'Luis Prueba', luisSecret);
  const ana = await clientOf(1, anaSecret);
  const luis = await clientOf(ids.luis, luisSecret);

  await go(luisPage, '/purchase-orders/2');
  await luisPage.getByRole('article').waitFor();
  await seesWhoElseIsThere(anaPage, luisPage);
  await ana.work.assign({ ids: [2], to: ids.luis });
  await ana.records.addNote({ id: 2, text: '@Luis Prueba, mire esta', mentions: [ids.luis] });
  // The note, and what is said of it in the history.
  await luisPage.getByText('mire esta').first().waitFor();
  const { groups } = await luis.inbox.list({});
  expect(JSON.stringify(groups)).toContain('mention');
  // Refused by the engine though nothing is offered.
  await expect(
    luis.people.save({ id: null, name: 'X', email: '', role: 'reader', verdictLimit: null }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });

  for (const id of [1, 2]) void perito.post(`/PurchaseOrders/${id}/cancel`, { purchaseOrderId: id });
  const listed = async () => (await ana.cancellations.list({ state: 'waiting' })).rows;
  await expect.poll(async () => (await listed()).length).toBe(2);
  const of = async (marketplaceId: number) =>
    (await listed()).find((row) => row.marketplaceId === marketplaceId)?.id ?? 0;
  const [first, second] = [await of(1), await of(2)];
  for (const page of [anaPage, luisPage]) await go(page, `/cancellations/${first}`);
  for (const page of [anaPage, luisPage])
    await page.getByRole('heading', { name: cancellations.verdict.title }).waitFor();
  await luis.cancellations.decide({ id: first, verdict: 'refuse', responseText: 'Ya se entregó' });
  await anaPage
    .getByText(/Luis Prueba/)
    .first()
    .waitFor();
  await expect(ana.cancellations.decide({ id: first, verdict: 'approve' })).rejects.toMatchObject({
    code: 'ALREADY_DECIDED',
    data: { decidedBy: 'Luis Prueba' },
  });

  await luis.cancellations.decide({ id: second, verdict: 'approve' });
  await go(anaPage, `/cancellations/${second}`);
  await anaPage.getByText(cancellations.proposal.by.replace('{{who}}', 'Luis Prueba')).waitFor();
  await pictures(anaPage, 'second-confirmation');
  await go(luisPage, `/cancellations/${second}`);
  await luisPage.getByText(cancellations.proposal.own).waitFor();
  expect(await luisPage.getByRole('button', { name: cancellations.proposal.confirm }).count()).toBe(0);
  await anaPage.getByRole('button', { name: cancellations.proposal.confirm }).click();
  await anaPage.keyboard.press('Enter');
  await expect.poll(async () => (await ana.cancellations.get({ id: second })).verdict).toBe('approve');
  expect(failures).toEqual([]);
  for (const page of [anaPage, luisPage]) await page.context().close();
});

/** Each is told that the other looks at the order, or writes there, until that is over. */
async function seesWhoElseIsThere(anaPage: Page, luisPage: Page) {
  const { here, more_one } = spanish.words.work.presence;
  const of = (words: string) => words.replace('{{name}}', 'Luis Prueba');
  await go(anaPage, '/purchase-orders/2');
  await anaPage.getByText(of(here.looks)).waitFor();
  // She left a note there that she has not sent.
  await luisPage.getByText(here.writes.replace('{{name}}', 'Ana Prueba')).waitFor();
  const note = luisPage.getByLabel(records.notes.label);
  await note.fill('Llamé al suplidor y');
  await anaPage.getByText(of(here.writes)).waitFor();
  await pictures(anaPage, 'presence');
  // Somebody else only looks: all names are there by keyboard, and nobody is said to write who does not.
  const rosa = await clientOf(ids.rosa);
  const ofRosa = { screen: crypto.randomUUID(), place: { claimNumber: null, recordId: 2 }, isWriting: false };
  await rosa.presence.here(ofRosa);
  const said = `${of(here.writes)} ${more_one.replace('{{count}}', '1')}`;
  const both = anaPage.getByText(said, { exact: true });
  await both.waitFor();
  await anaPage.getByLabel(records.notes.label).focus();
  await both.locator('xpath=ancestor-or-self::*[@tabindex="0"]').focus();
  await anaPage.getByRole('tooltip', { name: 'Luis Prueba, Rosa Prueba' }).waitFor();
  await pictures(anaPage, 'presence-of-two');
  expect(await seriousViolations(anaPage)).toEqual([]);
  await rosa.presence.here({ ...ofRosa, place: null });
  await anaPage.getByText(said, { exact: true }).waitFor({ state: 'detached' });
  await note.fill('');
  await anaPage.getByText(of(here.looks)).waitFor();
  await go(luisPage, '/policies');
  await anaPage.getByText(of(here.looks)).waitFor({ state: 'detached' });
  await go(anaPage, '/');
  await go(luisPage, '/purchase-orders/2');
  await luisPage.getByRole('article').waitFor();
}

test('in English and dark axe finds nothing on the names, the lock and the accounts', async () => {
  const page = await newPage({ locale: 'en-US', colorScheme: 'dark' });
  const { people: words } = english.words;
  await page.goto(perito.consoleUrl);
  await page.getByRole('heading', { name: words.entry.title }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await pictures(page, 'entry-names-en');
  await page.getByRole('button', { name: 'Ana Prueba' }).click();
  await page.getByLabel(words.entry.secret).fill(anaSecret);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  await go(page, '/settings/people');
  await page.getByRole('heading', { name: words.roles.title }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await pictures(page, 'people-list-en');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.keyboard.press('F8');
  await page.getByRole('heading', { name: words.entry.locked }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.context().close();
});
