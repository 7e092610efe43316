/** Somebody makes Perito reachable: what is missing, what is broken and where, a good way in, calls to try, and hours missed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { certificateFolder } from '../engine/receiver/certificates.ts';
import { freePort } from '../free-port.ts';
import { violations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { band, enterConsole, failuresOf, go, textOf } from './console-page.ts';
import { looksOf, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture, pictures } from './picture.ts';

const made = certificateFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const keys = 'mercado@prueba.example:clave-de-prueba';
const callerOutside = '203.0.113.9';

/** Nothing that axe finds, and pictures of the part that it is about. */
async function lookAt(page: Page, name: string, part?: Locator): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await pictures(page, name, async () =>
    part?.evaluate((element) => element.scrollIntoView({ block: 'start' })),
  );
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A proxy before the receiver that says for whom it calls, and may lose the key. */
const proxy = (receiverUrl: string, passesKey: boolean): Promise<number> =>
  portOf(
    createServer((call, answer) => {
      const headers: IncomingHttpHeaders = { ...call.headers, 'x-forwarded-for': callerOutside };
      if (!passesKey) delete headers['x-api-key'];
      const onward = request(`${receiverUrl}${call.url}`, { method: call.method ?? 'GET', headers });
      onward.on('response', (said) => said.pipe(answer.writeHead(said.statusCode ?? 500, said.headers)));
      call.pipe(onward);
    }),
  );

/** A data directory whose last run ended ten hours ago, of which nobody has read. */
function folderOfYesterday(): string {
  const dataDir = putNewDatabase(mkdtempSync(join(tmpdir(), 'perito-connection-')));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const beat = { at: Date.now() - 36_000_000, uptime: 1, boot: 'another' };
  const kept = { beat, listened: true, ended: false, away: null, waiting: [] };
  writeFileSync(join(dataDir, 'listening.json'), JSON.stringify(kept));
  return dataDir;
}

test.each(looksOf(0))(
  'in $language.language, $colorScheme: the screen names what is missing and what is broken, and shows who called',
  async ({ language: { locale, words }, colorScheme }) => {
    const { connection: text, absences, common } = words;
    const dataDir = folderOfYesterday();
    const perito: Perito = await startPerito({ dataDir, keys, person: 'Ana Prueba' });
    onTestFinished(() => perito.stop());
    const context = await browser.newContext({
      ...{ locale, colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } },
    });
    onTestFinished(() => context.close());
    const page = await enterConsole(await context.newPage(), perito.link);
    const failures = failuresOf(page);
    const look = `${locale}-${colorScheme}`;
    const region = (name: string) => page.getByRole('region', { name, exact: true });

    // Hours in which nothing was received are told of wherever somebody looks, until somebody has read of them.
    const missed = band(page, absences.band.why.killed);
    await missed.waitFor();
    await missed.getByRole('link', { name: absences.band.see }).click();
    await page.getByText(absences.usual.unknown).waitFor();
    await lookAt(page, `absence-${look}`);
    await missed.getByRole('button', { name: absences.band.read }).click();
    await missed.waitFor({ state: 'detached' });
    await page.getByText(textOf(absences.seen)).waitFor();

    // It listens, which is not to be reached.
    const chip = page.getByRole('link', { name: words.frame.receiver.label });
    expect(await chip.innerText()).toContain(words.frame.receiver.listening);
    await go(page, (await chip.getAttribute('href'))?.replace('#', '') ?? '');
    await region(text.now.title).getByText(text.now.unproven).waitFor();
    await region(text.give.title).getByText(textOf(text.give.missing)).waitFor();
    await region(text.check.title).getByText(text.check.none).waitFor();
    await region(text.outside.title).getByText(text.outside.nobody).waitFor();
    await region(text.firewall.title).getByText(text.firewall.local).waitFor();
    await expect
      .poll(() => region(text.check.title).getByRole('button', { name: text.check.start }).isDisabled())
      .toBe(true);
    await lookAt(page, `connection-none-${look}`);

    const check = async (publicUrl: string) => {
      await page.getByRole('textbox', { name: text.form.publicUrl }).fill(publicUrl);
      await region(text.form.title).getByRole('button', { name: common.save }).click();
      await page.getByRole('region', { name: text.give.title }).getByText(publicUrl).waitFor();
      await region(text.check.title)
        .getByRole('button', { name: new RegExp(`^(${text.check.start}|${text.check.again})$`) })
        .click();
      await region(text.check.title).getByRole('alert').first().waitFor();
    };
    const own = made.issue('own');
    const secure = await portOf(
      createHttpsServer({ cert: readFileSync(own.cert), key: readFileSync(own.key) }),
    );
    const broken = [
      ['name', 'https://perito.invalid', /name(Unknown|NotAnswered)/],
      ['port', `http://127.0.0.1:${await freePort()}`, /refused/],
      ['certificate', `https://127.0.0.1:${secure}`, /selfSigned/],
      ['key', `http://127.0.0.1:${await proxy(perito.receiverUrl, false)}`, /keyNotPassed/],
    ] as const;
    for (const [step, url, reasons] of broken) {
      await check(url);
      const said = await region(text.check.title).locator(`[data-step=${step}]`).innerText();
      // An address of this computer is not to be given, wherever its way leads.
      const isInside = new URL(url).hostname === '127.0.0.1';
      expect(await region(text.give.title).getByText(text.give.inside).count()).toBe(isInside ? 1 : 0);
      const sentences = Object.entries(text.reason).flatMap(([name, { what }]) =>
        reasons.test(name) ? [what] : [],
      );
      expect(
        sentences.some((sentence) => said.includes(sentence)),
        said,
      ).toBe(true);
      expect(await region(text.check.title).getByText(textOf(text.check.bad)).count()).toBe(1);
      const isHairpin = step === 'port';
      expect(await region(text.check.title).getByText(textOf(text.check.hairpin)).count()).toBe(
        isHairpin ? 1 : 0,
      );
      await lookAt(page, `connection-broken-${step}-${look}`, region(text.check.title));
    }

    // A good way, of which the program knows only that it is good inside.
    const wayIn = `http://127.0.0.1:${await proxy(perito.receiverUrl, true)}`;
    await check(wayIn);
    await region(text.check.title).getByText(text.check.goodProxy).waitFor();
    await region(text.check.title).getByText(text.reason.proxyNotTrusted.what).waitFor();
    await page.getByRole('textbox', { name: text.form.trusted }).fill('127.0.0.1');
    await check(wayIn);
    await region(text.check.title).getByText(text.check.goodInside).waitFor();
    await region(text.check.title)
      .locator('[data-step=proxy]')
      .getByText(`${callerOutside}, 127.0.0.1`)
      .waitFor();
    // None of it was a call from outside; this is one.
    await region(text.outside.title).getByText(text.outside.nobody).waitFor();
    const delivered = await fetch(`${wayIn}/PurchaseOrders`, {
      method: 'POST',
      headers: { 'X-API-KEY': Buffer.from(keys).toString('base64'), 'Content-Type': 'application/json' },
      body: JSON.stringify(purchaseOrder(1)),
    });
    expect(delivered.status).toBe(200);
    const outside = region(text.outside.title);
    for (const shown of [callerOutside, text.endpoint.purchaseOrder])
      await outside.getByText(shown, { exact: true }).waitFor();
    for (const shown of [text.outside.proxy, text.outside.withKey])
      await outside.getByText(textOf(shown)).waitFor();
    await region(text.now.title).getByText(textOf(text.now.seen)).waitFor();
    await lookAt(page, `connection-good-${look}`, region(text.now.title));
    await lookAt(page, `connection-checked-${look}`, region(text.check.title));

    // The ways in, with the port of this computer in what is to be copied.
    await page.getByRole('link', { name: text.tabs.ways, exact: true }).click();
    const { port } = new URL(perito.receiverUrl);
    for (const [way, shown] of [
      ['forward', text.ways.forward.ruleName],
      ['proxy', text.ways.proxy.nginx],
      ['tunnel', text.ways.tunnel.tailscale],
    ] as const) {
      await page.getByRole('button', { name: text.ways[way].name, exact: true }).click();
      expect(await page.getByRole('group', { name: shown, exact: true }).innerText()).toContain(`:${port}`);
      await lookAt(page, `connection-${way}-${look}`);
    }

    // Real answers, of which nothing is registered.
    await page.getByRole('link', { name: text.tabs.tests, exact: true }).click();
    const body = page.getByRole('group', { name: text.tests.body, exact: true });
    await page.getByRole('button', { name: text.tests.call, exact: true }).click();
    await body.waitFor();
    await page.getByText(textOf(text.tests.asMeant)).waitFor();
    await lookAt(page, `connection-test-${look}`);
    await page.getByRole('combobox', { name: text.tests.endpoint }).click();
    await page.getByRole('option', { name: text.endpoint.cancelPurchaseOrder }).click();
    await page.getByRole('button', { name: text.tests.public, exact: true }).click();
    await page.getByRole('button', { name: text.tests.call, exact: true }).click();
    await page.getByText(`${wayIn}/PurchaseOrders/0/cancel`).waitFor();
    expect(JSON.parse(await body.innerText())).toMatchObject({ status: 400 });
    expect((await perito.client.rejected.list({})).rows).toEqual([]);
    expect(failures).toEqual([]);
  },
);

test('who has the port of the receiver is named, with what to do, and that nothing is received', async () => {
  const { connection: text, frame } = spanish.words;
  const port = await portOf(createServer());
  await using perito = await startPerito({ atPortOfSettings: true, keys, person: 'Ana Prueba' });
  await perito.client.settings.update({ receiver: { port } });
  await using context = await browser.newContext({ locale: 'es-DO', viewport: { width: 1280, height: 800 } });
  const page = await enterConsole(await context.newPage(), perito.link);
  await go(page, '/settings/connection');
  const taken = page.getByRole('alert').filter({ hasText: text.holder.title });
  await taken.getByText(`El puerto ${port} lo tiene`).waitFor();
  expect(await taken.innerText()).toMatch(new RegExp(`\\(proceso ${process.pid}\\)`));
  const now = page.getByRole('region', { name: text.now.title });
  expect(await now.innerText()).toContain(frame.receiver.explain.failed);
  await picture(page, 'connection-port-taken');
});
