/** People at the screen: who comes in, how, what covers the screen while nobody is there, and what is offered to whom. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf, go, type Session, sessionOf } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { pictures } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-people-test-only';
const anaSecret = 'clave-de-prueba-de-ana';
const { people, frame } = spanish.words;

let browser: Browser;
let perito: Perito;
let session: Session;

beforeAll(async () => {
  [browser, perito] = await Promise.all([launchChromium(), startPerito({ keys: key, person: 'Ana Prueba' })]);
  session = await sessionOf(browser, perito);
});
afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

const newPage = async () => {
  const context = await browser.newContext({
    ...{ locale: 'es-DO', reducedMotion: 'reduce', storageState: session },
    viewport: { width: 1280, height: 800 },
  });
  return context.newPage();
};

/** The engine refuses calls of whoever is not signed in, which the browser tells of. */
const isMeant = (text: string) => /status of 40[13]/.test(text);

test('in an open console somebody else is two clicks away', async () => {
  const page = await newPage();
  const failures = failuresOf(page);
  await perito.client.people.save({
    id: null,
    name: 'Luis Prueba',
    email: '',
    role: 'adjuster',
    verdictLimit: '50000.00',
  });
  await enterConsole(page, perito.consoleUrl);
  await page.getByRole('button', { name: frame.person.label.replace('{{name}}', 'Ana Prueba') }).click();
  await pictures(page, 'person-menu');
  await page.getByRole('menuitem', { name: 'Luis Prueba' }).click();
  await page.getByRole('button', { name: frame.person.label.replace('{{name}}', 'Luis Prueba') }).waitFor();
  expect(failures).toEqual([]);
  await page.context().close();
});

test('locks', async () => {
  await perito.client.people.setSecret({ id: 1, secret: anaSecret });
  const page = await newPage();
  const failures = failuresOf(page, isMeant);
  page.setDefaultTimeout(8000);
  await page.goto(perito.consoleUrl);
  await page.getByRole('heading', { name: people.entry.title }).waitFor();
  await pictures(page, 'entry-names');
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByLabel(people.entry.secret).fill('otra-cosa-12345');
  await page.keyboard.press('Enter');
  await page.getByText(people.entry.wrong).waitFor();
  await pictures(page, 'entry-wrong');
  await page.keyboard.type(anaSecret);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
  await go(page, '/settings/people');
  const name = page.getByLabel('Su nombre');
  await name.fill('Ana a medias');
  await page.keyboard.press('Control+l');
  await page.getByRole('heading', { name: people.entry.locked }).waitFor();
  await pictures(page, 'entry-locked');
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  await page.keyboard.type(anaSecret);
  await page.keyboard.press('Enter');
  await name.waitFor();
  expect(await name.inputValue()).toBe('Ana a medias');
  expect(failures).toEqual([]);
});
