/** After the server or the network was away, every query that failed is fetched again by itself, as the screen says. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openMarketplace, scenarios } from '../../main/simulator/index.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, go } from './console-page.ts';
import { spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';

const { words, locale } = spanish;
const key = 'mercado@prueba.example:a-key-for-the-reconnect-test-only';
const nobody = async () => {
  throw new Error('this story asks to cancel nothing');
};

/** Where each page begins: it asks for nothing but the settings. */
const settings = '#/settings/appearance';

let browser: Browser;
let perito: Perito;
let way: Way;
/** A screen that asks for something of its own, and what it shows once that came. */
let screens: [path: string, shows: string][];
/** One a screen, each in a context of its own: a browser opens six connections to one address, and each page keeps one. */
let pages: Page[];
/** Whether the pages were just loaded, and know of no screen. */
let isNew = true;

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba' }),
  ]);
  way = await openWay(perito.consoleUrl);
  const marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 4 });
  const claimNumber = await scenarios.threeWayMatch.run({ marketplace, approve: nobody, refuse: nobody });
  await perito.post('/purchaseOrders', { nothing: true });
  await vi.waitFor(() => perito.client.claims.get({ by: 'claimNumber', value: claimNumber }), {
    timeout: 30_000,
  });
  const { rows } = await perito.client.records.list({ kind: 'purchaseOrder' });
  const [order] = rows;
  if (order === undefined) throw new Error('no order was received');
  screens = [
    ['/purchase-orders', order.number],
    [`/purchase-orders/${order.id}`, words.records.detail.section.facts],
    [`/claims/claimNumber/${claimNumber}`, words.claims.detail.section.timeline],
    ['/rejected', words.rejected.problem.identityMissing],
    ['/policies', words.policies.empty.title],
    ['/settings/platform', words.platform.lists.names.countries],
  ];
  pages = await Promise.all(
    screens.map(async () => {
      const context = await browser.newContext({ locale, reducedMotion: 'reduce' });
      await context.request.post(`${perito.consoleUrl}/enter`, { form: { token: perito.consoleToken } });
      return enterConsole(await context.newPage(), `${way.url}/${settings}`);
    }),
  );
});

afterAll(async () => {
  await browser?.close();
  await way?.close();
  await perito?.[Symbol.asyncDispose]();
});

test.each<[what: string, absence: Absence]>([
  ['nothing answers at its address', 'refused'],
  ['whatever stands before it says that it is away, while the news of changes keep coming', 'unavailable'],
])('where %s, every screen recovers without a click', async (_what, absence) => {
  // Nothing is known yet of any screen. The settings come before every screen.
  await Promise.all(
    pages.map(async (page) => {
      if (!isNew) {
        await go(page, settings);
        await page.reload();
      }
      await page.getByRole('heading', { name: words.settings.section.appearance, exact: true }).waitFor();
    }),
  );
  isNew = false;

  await way.leave(absence);
  const failed = (page: Page) => page.getByRole('alert').filter({ hasText: words.common.error.title });
  await Promise.all(
    pages.map(async (page, index) => {
      await go(page, screens[index]?.[0] ?? '');
      await failed(page).filter({ hasText: words.common.error.retried }).first().waitFor();
    }),
  );
  await way.comeBack();
  await Promise.all(
    pages.map(async (page, index) => {
      await page
        .getByText(screens[index]?.[1] ?? '')
        .first()
        .waitFor();
      await expect.poll(() => failed(page).count()).toBe(0);
    }),
  );
});

type Absence = 'refused' | 'unavailable';
interface Way {
  url: string;
  leave(absence: Absence): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** The way from the browser to the console: it can be cut, as a network or a restart cuts it, and be mended. */
async function openWay(consoleUrl: string): Promise<Way> {
  const to = new URL(consoleUrl);
  let isUnavailable = false;
  const server = createServer((incoming, response) => {
    if (isUnavailable && incoming.url?.startsWith('/rpc/') && incoming.url !== '/rpc/changes') {
      response.writeHead(503).end();
      return;
    }
    const { origin } = incoming.headers;
    const headers = { ...incoming.headers, host: to.host, ...(origin ? { origin: to.origin } : {}) };
    const onward = request({ port: to.port, path: incoming.url, method: incoming.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async leave(absence) {
      if (absence === 'unavailable') isUnavailable = true;
      else await shut(server);
    },
    async comeBack() {
      isUnavailable = false;
      if (!server.listening) await listen(server, port);
    },
    close: () => shut(server),
  };
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return (server.address() as AddressInfo).port;
}

async function shut(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
