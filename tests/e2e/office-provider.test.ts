/** People of an office sign in by its OpenID provider: set by an administrator, seen in the list, and away for a while. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { signInHeader } from '../../shared/contract/people.ts';
import { command, endAll, served, temporaryFolder } from '../command-line/perito.ts';
import { clientId, clientSecret, openRealProvider } from '../engine/open-id/real-provider.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { networkAddress } from '../network-address.ts';
import { anyViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { failuresOf, go } from './console-page.ts';
import { english, spanish } from './languages.ts';
import { nameButton, newDesk } from './office-desk.ts';
import { pictures } from './picture.ts';

const secret = 'clave-de-prueba-de-ana';
const { people, openId, settings } = spanish.words;
const address = networkAddress();
const { issue } = certificateFolder();
const own = issue('consola', { names: [`IP:${address}`] });

let browser: Browser;
let running: Awaited<ReturnType<typeof served>>;
let provider: Awaited<ReturnType<typeof openRealProvider>>;
let url: string;
let ana: string;

const answerOf = z.looseObject({ json: z.looseObject({}).nullish() });

/** Whichever host is asked for, it is the one of the certificate that is called. */
const tls = () => ({ ca: readFileSync(own.cert), checkServerIdentity: () => undefined });

async function call(
  procedure: string,
  input: object | undefined,
  signIn = '',
  { at = url, ...headers }: Record<string, string> = {},
) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    `${at}/rpc/${procedure}`,
    {
      ...{ method: 'POST', ...tls() },
      headers: { 'content-type': 'application/json', [signInHeader]: signIn, ...headers },
    },
    (answer) => void text(answer).then(resolve, reject),
  );
  sent.on('error', reject).end(JSON.stringify({ json: input }));
  return answerOf.parse(JSON.parse(await promise)).json ?? {};
}

/** As a browser opens an address that a provider leads to; what it is answered, without following it. */
async function opened(path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; location: string }>();
  request(`${url}${path}`, { ...tls(), headers }, (answer) => {
    answer.resume();
    resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '' });
  })
    .on('error', reject)
    .end();
  return promise;
}

beforeAll(async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const invited = await command(['accounts', 'invite', '--name', 'Ana Prueba', '--data', dataDir]);
  const files = ['--tls-cert', own.cert, '--tls-key', own.key];
  const listening = ['--console-host', '0.0.0.0', '--console-trusted-proxy', '127.0.0.1'];
  const environment = { PERITO_OIDC_CLIENT_SECRET: clientSecret };
  [browser, running] = await Promise.all([
    launchChromium(),
    served([...files, ...listening, '--data', dataDir], environment),
  ]);
  url = `https://${address}:${new URL(running.ready.consoleUrl).port}`;
  provider = await openRealProvider([`${url}/sign-in/provider`]);
  provider.users.set('luis', { sub: 'u-luis', email: 'luis@prueba.example', email_verified: true });
  provider.users.set('otro', { sub: 'u-otro', email: 'otro@prueba.example', email_verified: true });
  const { token } = JSON.parse(invited.lines[0] ?? '');
  ana = String((await call('people/acceptInvitation', { token, secret }))['token']);
  await call('settings/update', { firstRunDone: true }, ana);
  const account = { id: null, name: 'Luis Prueba', role: 'adjuster', verdictLimit: null };
  await call('people/save', { ...account, email: 'luis@prueba.example' }, ana);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await provider?.close().catch(() => undefined);
  await endAll();
});

const desk = (look?: Parameters<typeof newDesk>[2]) => newDesk(browser, 60_000, look);
const isMeant = (said: string) => /status of 4(?:0[139]|10|2[49])/.test(said);
const enterButton = (page: Page, words: typeof openId.enter = openId.enter) =>
  page.getByRole('button', { name: words.replace('{{name}}', 'Prueba ID') });
const atProvider = async (page: Page, login: string) => {
  await page.getByLabel('Usuario').fill(login);
  await page.keyboard.press('Enter');
};
async function enterAsAna(page: Page) {
  await page.goto(url);
  await page.getByLabel(people.entry.who).fill('Ana Prueba');
  await page.getByLabel(people.entry.password, { exact: true }).fill(secret);
  await page.keyboard.press('Enter');
  await nameButton(page, 'Ana Prueba').waitFor();
}

test('without a provider the sign-in screen offers none; an administrator sets one and sees that it answers', async () => {
  const page = await desk();
  const failures = failuresOf(page, isMeant);
  await page.goto(url);
  await page.getByLabel(people.entry.who).waitFor();
  expect(await page.getByText(openId.enter.split('{{')[0] ?? '').count()).toBe(0);
  await enterAsAna(page);
  await go(page, '/settings/openId');
  await page.getByLabel(openId.name).fill('Prueba ID');
  await page.getByLabel(openId.issuer).fill('http://idp.prueba.example');
  await page.getByText(openId.issuerWrong).waitFor();
  await page.getByLabel(openId.issuer).fill(provider.issuer);
  await page.getByLabel(openId.clientId).fill(clientId);
  await page.getByRole('button', { name: spanish.words.common.save }).click();
  await page.getByText(openId.secret.in.environment).waitFor();
  await page.getByText(`${url}/sign-in/provider`).waitFor();
  await page.getByRole('button', { name: openId.test.button }).click();
  await page.getByText(`${provider.issuer}/token`).waitFor();
  await pictures(page, 'office-provider-settings');
  // Another provider ends what was made by this one, and is asked about first.
  const save = page.getByRole('button', { name: spanish.words.common.save });
  await page.getByLabel(openId.issuer).first().fill('https://otro.prueba.example');
  await save.click();
  const question = page.getByRole('alert').filter({ hasText: openId.issuerOther });
  await question.getByRole('button', { name: openId.issuerChange }).waitFor();
  await pictures(page, 'office-provider-other');
  expect(await anyViolations(page)).toEqual([]);
  await question.getByRole('button', { name: spanish.words.common.cancel }).click();
  await question.waitFor({ state: 'detached' });
  // The same one, written otherwise, is not.
  await page.getByLabel(openId.issuer).first().fill(`${provider.issuer}/`);
  await page.getByLabel(openId.name).fill('Prueba de ID');
  await save.click();
  await page.getByText(settings.saved).waitFor();
  await call('openId/set', { issuer: provider.issuer, clientId, name: 'Prueba ID' }, ana);
  expect(await anyViolations(page)).toEqual([]);
  expect(failures).toEqual([]);
  await page.context().close();
}, 240_000);

test('somebody comes in by the provider, goes where they were, and is seen in the list of sign-ins, which ends it', async () => {
  const luis = await desk();
  await luis.goto(`${url}/#/claims`);
  await enterButton(luis).waitFor();
  await pictures(luis, 'office-provider-entry');
  expect(await anyViolations(luis)).toEqual([]);
  await enterButton(luis).click();
  await atProvider(luis, 'luis');
  await nameButton(luis, 'Luis Prueba').waitFor();
  expect(luis.url()).toBe(`${url}/#/claims`);
  // Nothing of what came along is left in the history of this tab, nor a flow in its storage.
  expect(await luis.evaluate(() => sessionStorage.length)).toBe(0);

  const page = await desk();
  await enterAsAna(page);
  await go(page, '/settings/people');
  const act = (label: string) =>
    page.getByRole('button', {
      name: people.settings.named.replace('{{act}}', label).replace('{{name}}', 'Luis Prueba'),
    });
  await act(openId.bound.act).click();
  await page.getByLabel(openId.bound.passwordOff).waitFor();
  await pictures(page, 'office-provider-bound');
  expect(await anyViolations(page)).toEqual([]);
  await act(people.signIns.act).click();
  const list = page.getByRole('region', { name: people.signIns.title });
  await list.getByText(people.signIns.way.provider, { exact: false }).waitFor();
  await list.getByRole('button').first().click();
  await page.getByText(people.signIns.none).waitFor();
  await luis.reload();
  await luis.getByLabel(people.entry.who).waitFor();
  await luis.context().close();
  await page.context().close();
}, 240_000);

test('a user of the provider whom no account here has is told so, and still offered the password', async () => {
  const page = await desk({ locale: 'en-US', colorScheme: 'dark' });
  const words = english.words;
  await page.goto(url);
  await enterButton(page, words.openId.enter as typeof openId.enter).click();
  await atProvider(page, 'otro');
  await page.getByText(words.openId.refused.noAccount).waitFor();
  await pictures(page, 'office-provider-refused');
  expect(await anyViolations(page)).toEqual([]);
  await page.getByRole('button', { name: words.people.invitation.toEntry }).click();
  await page.getByLabel(words.people.entry.password, { exact: true }).waitFor();
  await enterButton(page, words.openId.enter as typeof openId.enter).waitFor();
  expect(await anyViolations(page)).toEqual([]);
  await page.context().close();
}, 240_000);

test('whoever has to wait before the provider is told for how long, and then goes on', async () => {
  const page = await desk();
  let seconds = 600;
  await page.route('**/rpc/openId/begin', (route) =>
    route.fulfill({
      status: 429,
      json: { json: { code: 'TOO_MANY_TRIES', status: 429, defined: true, message: '', data: { seconds } } },
    }),
  );
  await page.goto(url);
  await enterButton(page).click();
  await page.getByText(people.entry.tooManyHere.replace('{{minutes}}', '10')).waitFor();
  expect(await enterButton(page).isDisabled()).toBe(true);
  seconds = 2;
  await page.reload();
  await enterButton(page).click();
  const told = page.getByText(/Demasiados intentos seguidos\. Espere \d segundo/);
  await told.waitFor();
  await told.waitFor({ state: 'detached' });
  expect(await enterButton(page).isEnabled()).toBe(true);
  await page.context().close();
}, 240_000);

test('what another browser began signs nobody in here', async () => {
  const [mine, theirs] = [await desk(), await desk()];
  await mine.goto(url);
  // Not used up: the code and the state that came back are good, but for whoever has them.
  await mine.route('**/rpc/openId/finish', (route) => route.abort());
  await enterButton(mine).click();
  const came = mine.waitForRequest((asked) => asked.url().startsWith(`${url}/sign-in/provider?`));
  await atProvider(mine, 'luis');
  const back = (await came).url();
  expect(back).toContain('code=');
  await theirs.goto(back);
  await theirs.getByText(openId.refused.expired).waitFor();
  expect(await theirs.evaluate(() => localStorage.getItem('perito.signIn'))).toBeNull();
  await mine.context().close();
  await theirs.context().close();
}, 240_000);

test('where a provider leads to is the console itself, whatever stands in the address', async () => {
  const brought = (location: string): object =>
    JSON.parse(Buffer.from(location.replace('/#/provider/', ''), 'base64url').toString());
  for (const [query, has] of [
    ['?code=c&state=s&iss=i&x=y&next=https://otro.example', { code: 'c', state: 's', iss: 'i' }],
    ['?code=%0d%0aLocation:%20https://otro.example&state=//otro.example', {}],
    ['?code=a&code=b&state=s', { state: 's' }],
    [`?code=${'x'.repeat(5000)}&state=s`, { state: 's' }],
    ['', {}],
  ] as const) {
    const { status, location } = await opened(`/sign-in/provider${query}`);
    expect(status).toBe(302);
    expect(location).toMatch(/^\/#\/provider\/[\w-]+$/);
    expect(brought(location)).toMatchObject(has);
    expect(brought(location)).not.toHaveProperty('next');
  }
  expect((await opened('/sign-in/provider?code=c', { host: 'otro.example' })).status).toBe(421);
  expect((await opened('//otro.example/sign-in/provider?code=c&state=s')).location).not.toMatch(
    /^(https?:)?\/\//,
  );
});

test('the provider leads back to the name by which the browser called, whatever else a call says', async () => {
  const { port } = new URL(url);
  const leadsBackTo = async (headers: Record<string, string>) => {
    const begun = z
      .looseObject({ url: z.string() })
      .parse(await call('openId/begin', undefined, '', headers));
    return new URL(begun.url).searchParams.get('redirect_uri');
  };
  const forged = {
    ...{ 'x-forwarded-host': 'otro.example', 'x-forwarded-proto': 'http', 'x-forwarded-port': '80' },
    ...{ forwarded: 'host=otro.example;proto=http', 'x-original-host': 'otro.example' },
    'perito-origin': 'https://otro.example',
  };
  expect(await leadsBackTo({})).toBe(`${url}/sign-in/provider`);
  expect(await leadsBackTo(forged)).toBe(`${url}/sign-in/provider`);
  // Through a proxy that is trusted, whose port is another.
  const proxy = { at: `https://127.0.0.1:${port}`, 'x-forwarded-for': '198.51.100.7', host: address };
  expect(await leadsBackTo({ ...proxy, ...forged })).toBe(`https://${address}/sign-in/provider`);
  for (const headers of [{ host: 'otro.example' }, { ...proxy, host: 'otro.example' }])
    await expect(call('openId/begin', undefined, '', headers)).rejects.toThrow();
});

test('with the provider away the screen says so, and a password still opens it', async () => {
  const coming = await desk();
  await coming.goto(url);
  await coming.route('**/rpc/openId/finish', async (route) => {
    await provider.close();
    await route.continue();
  });
  await enterButton(coming).click();
  await atProvider(coming, 'luis');
  await coming.getByText(openId.away).waitFor();
  await coming.getByRole('heading', { name: openId.notIn }).waitFor();
  // Perito answered: nobody asks anew, with a flow that is over.
  await coming.getByRole('button', { name: people.invitation.toEntry }).click();
  await coming.getByLabel(people.entry.who).waitFor();
  await coming.context().close();
  // What was read of the provider before is known for an hour: another address is another provider.
  await call('openId/set', { issuer: 'http://127.0.0.1:9', clientId, name: 'Prueba ID' }, ana);
  const page = await desk();
  await page.goto(url);
  await enterButton(page).click();
  await page.getByText(openId.away).waitFor();
  expect(await anyViolations(page)).toEqual([]);
  await enterAsAna(page);
  await go(page, '/settings/openId');
  await page.getByRole('button', { name: openId.test.button }).click();
  await page.getByText(openId.problem.unreachable, { exact: false }).waitFor();
  expect(await page.getByText(settings.section.openId).count()).toBeGreaterThan(0);
  await page.context().close();
}, 240_000);
