/** Servers decided about with one click, downloads paused and gone on with, and failures tried again, in a real browser. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeIncidentReport } from '../../main/simulator/index.ts';
import { type FileServer, openFileServer } from '../files/file-server.ts';
import { sendReport } from '../files/reports.ts';
import { isStored, settled, until } from '../files/settled.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, type Session } from './console-page.ts';
import { english, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-downloads-test-only';

const pixel = {
  type: 'image/gif',
  bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

let browser: Browser;
let perito: Perito;
/** Kept from journey to journey. */
let open: { locale: string; page: Page } | undefined;
let sent = 0;

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', attachmentHosts: ['dado.prueba.example'] }),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

/** Every journey has a server of its own, at a port about which nothing is decided. */
let host = '';

describe('downloads at the screen', () => {
  test('a server is approved with one click, its photos come, and the decision is in the log', async () => {
    const { locale, words } = spanish;
    const { hosts } = words.downloads;
    await using server = await openPixelServer();
    const page = await pageIn(locale);
    await go(page, '/downloads');
    await page.getByText(words.downloads.empty.all.title).waitFor();

    const { recordId, files } = await sendPhotos(server);
    // It comes by itself: in the rail, in the list, and as a card to decide with.
    await page.getByRole('link', { name: new RegExp(`^${words.frame.rail.downloads} ?1`) }).waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'IR-' }).filter({ hasText: host }).last();
    await card.getByText(hosts.waiting_other.replace('{{figure}}', String(files))).waitFor();
    expect(server.asked).toEqual([]);
    await picture(page, `screens/downloads/pending-${locale}`);

    // While they are moved their number is not told, and it comes by itself once it is known.
    await page.route('**/rpc/attachments/hosts', async (route) => {
      const answer = await route.fetch();
      const { json } = Object(await answer.json());
      const moving = json.map((one: object) => ({ ...one, waiting: null }));
      await route.fulfill({ response: answer, json: { json: moving } });
    });
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: host }).getByText(hosts.counting).waitFor();
    await picture(page, `screens/downloads/counting-${locale}`);
    await page.unrouteAll({ behavior: 'wait' });
    await card.getByText(hosts.waiting_other.replace('{{figure}}', String(files))).waitFor();

    await page.getByRole('button', { name: named(words, hosts.approveEncrypted) }).click();
    // A notice that has the focus stays until it is taken back below, however slow the machine is.
    await page.getByText(hosts.done.approved.replace('{{host}}', host)).waitFor();
    await page.getByRole('button', { name: words.common.undo }).focus();
    await page.getByText(words.downloads.empty.all.title).waitFor();
    await page.getByText(hosts.nonePending).waitFor();
    const kept = await perito.client.attachments.list({ recordId });
    expect(kept.map(({ state }) => state)).toEqual(Array.from({ length: files }, () => 'stored'));
    const [entry] = (await perito.client.audit.list({ subject: `attachmentHost:${host}` })).rows;
    expect(entry).toMatchObject({
      action: 'attachmentHost.decided',
      actor: { person: 'Persona de prueba' },
      detail: { before: 'pending', after: 'approved', allowHttp: false },
    });

    // The notice takes it back; what the command line gave cannot be changed here.
    await page.getByRole('button', { name: words.common.undo }).click();
    await until(perito.client, async () => (await decision()) === undefined);
    const given = page.getByRole('listitem').filter({ hasText: 'dado.prueba.example' });
    await given.getByText(words.downloads.hosts.fromCommandLine, { exact: false }).waitFor();
    expect(await given.getByRole('button').count()).toBe(0);
  });

  test('downloads are paused, seen to be paused everywhere, and go on', async () => {
    const { locale, words } = spanish;
    const { summary, filter, band } = words.downloads;
    await using server = await openPixelServer();
    const page = await pageIn(locale);
    await perito.client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
    await go(page, '/downloads');
    await page.getByRole('button', { name: summary.pause }).click();
    await page.getByText(summary.paused).waitFor();
    const { files } = await sendPhotos(server);
    await page.getByRole('button', { name: `${filter.queued} ${files}` }).waitFor();
    await go(page, '/incidents');
    await page.getByText(band.paused).waitFor();
    await page.getByRole('link', { name: band.see }).click();
    expect(await page.getByText(band.paused).count()).toBe(0);
    expect(server.asked).toEqual([]);
    await picture(page, `screens/downloads/paused-${locale}`);

    const goOn = server.hold();
    await page.getByRole('button', { name: summary.resume }).click();
    await page.getByText(words.downloads.state.downloading, { exact: true }).first().waitFor();
    await page.getByText('50 %').first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await picture(page, `screens/downloads/downloading-${locale}`);
    goOn();
    await page.getByText(words.downloads.empty.all.title).waitFor();
    await page.getByText(summary.idle).waitFor();
  });

  test('limits are kept, wrong ones are not, and what is stored is checked', async () => {
    const { locale, words } = spanish;
    await using server = await openPixelServer();
    const page = await pageIn(locale);
    await perito.client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
    const { recordId, files } = await sendPhotos(server);
    await settled(perito, recordId, files, isStored);
    await go(page, '/settings/attachments');
    const { settings } = words.downloads;
    const size = page.getByLabel(settings.maximumMegabytes);
    const save = page
      .locator('form')
      .filter({ has: size })
      .getByRole('button', { name: words.common.save, exact: true });
    await size.fill('0');
    await page.getByText(settings.outOfRange.replace('{{from}}', '1').replace('{{to}}', '1,000')).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await size.fill('25');
    await page.getByLabel(settings.sendPlatformKey).check();
    await page.getByText(settings.sendPlatformKeyWarning).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await save.click();
    await page.getByText(words.settings.saved).waitFor();
    const { attachments } = await perito.client.settings.get();
    expect(attachments).toMatchObject({ maximumMegabytes: 25, sendPlatformKey: true });

    await page.getByRole('button', { name: settings.check.run }).click();
    await page.getByText(settings.check.good, { exact: false }).waitFor();
    // One pixel, however often it was sent.
    expect(await perito.client.attachments.checked()).toMatchObject({ checked: 1, damaged: 0, missing: 0 });
    await picture(page, `screens/downloads/settings-${locale}`);
  });

  test('what a server fails to send says so, and is tried again by hand', async () => {
    const { locale, words } = english;
    const { retry } = words.downloads;
    await using server = await openPixelServer();
    const page = await pageIn(locale);
    await perito.client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
    server.serveElsewhere((response) => response.writeHead(503).end());
    await sendPhotos(server, 1);
    await go(page, '/downloads');
    const failed = page
      .getByRole('list', { name: words.downloads.title })
      .getByRole('link')
      .filter({ hasText: words.downloads.problem.httpStatus });
    await failed.waitFor();
    await page.keyboard.press('j');
    const detail = page.getByRole('article');
    await detail.getByText(words.downloads.problemAdvice.httpStatus).waitFor();
    await detail.getByText('503').waitFor();
    await picture(page, `screens/downloads/failing-${locale}`);
    server.serveElsewhere(pixel);
    await detail.getByRole('button', { name: retry.attachment }).click();
    await detail.getByText(words.downloads.detail.stored, { exact: false }).waitFor();
    const { rows } = await perito.client.audit.list();
    const retried = rows.filter(({ action }) => action === 'attachment.retried');
    expect(retried).toMatchObject([{ actor: { person: 'Persona de prueba' }, detail: { count: 1 } }]);
  });

  test('what is refused is not asked for, and that it may come unencrypted is a choice of its own', async () => {
    const { locale, words } = english;
    const { hosts, filter } = words.downloads;
    await using server = await openPixelServer();
    const page = await pageIn(locale);
    const { recordId, files } = await sendPhotos(server);
    await go(page, '/downloads/hosts');
    await page.getByRole('button', { name: named(words, hosts.refuse) }).click();
    await page.getByText(hosts.done.refused.replace('{{host}}', host)).waitFor();
    await page.getByRole('button', { name: `${filter.refused} ${files}` }).click();
    const rows = page.getByRole('list', { name: words.downloads.title }).getByRole('link');
    await rows.filter({ hasText: words.downloads.problem.hostRefused }).first().click();

    // From the file itself the decision is taken back, and another is taken.
    const detail = page.getByRole('article');
    await detail.getByText(words.downloads.problemAdvice.hostRefused).waitFor();
    await picture(page, `screens/downloads/refused-${locale}`);
    expect(server.asked).toEqual([]);
    await detail.getByRole('button', { name: named(words, hosts.takeBack) }).click();
    await detail.getByRole('button', { name: named(words, hosts.approveHttp) }).click();
    await detail.getByText(words.downloads.detail.stored, { exact: false }).waitFor();
    await settled(perito, recordId, files, isStored);
    expect(server.asked).toHaveLength(files);
    const hosting = await perito.client.attachments.hosts();
    expect(hosting.find((one) => one.host === host)).toMatchObject({ allowHttp: true });
  });

  // The language that is open comes first.
  test.each([english, spanish])(
    'each port of a server is decided about for itself, and it is said which ($locale)',
    async ({ locale, words }) => {
      const { hosts } = words.downloads;
      await using known = await openPixelServer();
      await perito.client.attachments.decideHost({ host, decision: 'approved', allowHttp: true });
      const decided = host;
      await using server = await openPixelServer();
      const page = await pageIn(locale);
      await go(page, '/downloads/hosts');
      const { recordId, files } = await sendPhotos(server);
      const waiting = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: host, exact: true }) });
      await waiting.getByText(hosts.onlyPort.replace('{{port}}', new URL(server.url).port)).waitFor();
      const other = hosts.otherPort
        .replace('{{port}}', new URL(known.url).port)
        .replace('{{decision}}', hosts.decision.approved);
      await waiting.getByText(other, { exact: false }).waitFor();
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: decided, exact: true }) })
        .getByText(hosts.port.replace('{{port}}', new URL(known.url).port), { exact: false })
        .waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await picture(page, `screens/downloads/ports-${locale}`);
      await page.getByRole('button', { name: named(words, hosts.approveHttp) }).click();
      await page.getByText(hosts.done.approved.replace('{{host}}', host)).waitFor();
      await settled(perito, recordId, files, isStored);
      expect([known.asked.length, server.asked.length]).toEqual([0, files]);
    },
  );
});

/** The same pixel at every path; `host` from then on. */
async function openPixelServer(): Promise<FileServer> {
  const server = await openFileServer();
  host = new URL(server.url).host;
  server.serveElsewhere(pixel);
  return server;
}

/** Sends a report with photos of the server; its record, and how many they are. */
async function sendPhotos(server: FileServer, files = 7): Promise<{ recordId: number; files: number }> {
  const report = makeIncidentReport({
    seed: 8,
    index: sent++,
    createdAt: new Date(),
    pictures: 7,
    documents: 0,
    filesUrl: server.url,
  });
  report.attachmentsPictures = report.attachmentsPictures?.slice(0, files) ?? [];
  return { recordId: await sendReport(perito, report), files };
}

const decision = async () =>
  (await perito.client.attachments.hosts()).find((one) => one.host === host)?.decision;

const named = (words: Language['words'], act: string) =>
  words.downloads.hosts.named.replace('{{act}}', act).replace('{{host}}', host);

async function enter(locale: string, address: string, storageState?: Session): Promise<Page> {
  const context = await browser.newContext({
    locale,
    reducedMotion: 'reduce',
    ...(storageState === undefined ? {} : { storageState }),
  });
  return enterConsole(await context.newPage(), address);
}

/** The page in this language; that of the other is closed. */
async function pageIn(locale: string): Promise<Page> {
  if (open?.locale === locale) return open.page;
  const session = await open?.page.context().storageState();
  await open?.page.context().close();
  open = {
    locale,
    page: await enter(locale, session === undefined ? perito.link : perito.consoleUrl, session),
  };
  return open.page;
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${perito.consoleUrl}/#${path}`, { waitUntil: 'commit' });
}
