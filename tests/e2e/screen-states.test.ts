/**
 * Every screen while it has nothing to show: empty, waiting for the engine, and refused by it. An empty one says what to do
 * next, a waiting one is drawn in the places of what comes and is announced, a failed one says so and takes another try.
 * With PERITO_THOROUGH=1 all of them are visited, in both looks where people are most, with pictures in four sizes, in
 * test-results/states.
 */
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDemo } from '../../main/command-line/demo-data.ts';
import { openDemoDesk } from '../../main/command-line/demo-staff.ts';
import { type Marketplace, openMarketplace, scenarios } from '../../main/simulator/index.ts';
import type { RecordKind } from '../../shared/terms.ts';
import type { FileServer } from '../files/file-server.ts';
import { thorough } from '../thorough.ts';
import { anyViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, go, type Session, sessionOf } from './console-page.ts';
import { fillDocuments } from './document-screens.ts';
import { english, type Language, spanish } from './languages.ts';
import { type Perito, startPerito } from './perito.ts';
import { fillPhotos } from './photo-screens.ts';
import { picture } from './picture.ts';
import { fillPolicies } from './policy-screens.ts';

const nobody = async () => {
  throw new Error('this scenario asks to cancel nothing');
};

const key = 'mercado@prueba.example:a-key-for-the-states-test-only';

type Look = { language: Language; theme: 'light' | 'dark' };
const looks: [Look, Look] = [
  { language: spanish, theme: 'light' },
  { language: english, theme: 'dark' },
];
const smallest = { width: 1024, height: 768 };
const sizes = [
  smallest,
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

interface Screen {
  name: string;
  path: string;
  /** Pictured in both looks. */
  isMuchUsed?: boolean;
  /** Opened over the screen once that is there. */
  open?: (page: Page, words: Language['words']) => Promise<void>;
  /** Nothing of its own is asked for: what it shows came with the frame. */
  asksNothing?: boolean;
  /** What it waits for, where that is not all but what the frame asks for. */
  waitsFor?: RegExp;
  /** Nobody answers at all, in place of a failure that the engine reports. */
  isGone?: boolean;
  /** What says that it failed, where that has words of its own; what is left works, and typing asks again. */
  fails?: (page: Page, words: Language['words']) => Locator;
}

let browser: Browser;
let full: Perito;
let fresh: Perito;
let sessions: { full: Session; fresh: Session };
let marketplace: Marketplace;
const fileServers: FileServer[] = [];
let screens: Screen[];

beforeAll(async () => {
  [browser, full, fresh] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, holdSeconds: 90, allowLoopback: true }),
    startPerito({ keys: key, person: 'Persona de prueba' }),
  ]);
  marketplace = openMarketplace({ insurerUrl: full.receiverUrl, key, seed: 1 });
  const desk = openDemoDesk(full.client);
  await desk.settle();
  if (thorough) await fillDemo(marketplace, desk);
  else await scenarios.threeWayMatch.run({ marketplace, approve: nobody, refuse: nobody });
  await full.post('/purchaseOrders', { nothing: true });
  await marketplace.sendPurchaseOrder();
  const asked = marketplace.orders().findLast(({ state }) => state === 'open');
  if (asked === undefined) throw new Error('there is no order to ask about');
  void marketplace.cancel(asked);
  await desk.seeCancellation(asked.marketplaceId);
  sessions = { full: await sessionOf(browser, full), fresh: await sessionOf(browser, fresh) };
  const usual = await usualScreens();
  screens = thorough
    ? [...usual, ...(await furtherScreens())]
    : usual.filter(({ name }) => !alikeOthers.has(name));
}, 300_000);

afterAll(async () => {
  for (const files of fileServers) await files.close();
  await marketplace?.stop();
  await browser?.close();
  await Promise.all([full?.[Symbol.asyncDispose](), fresh?.[Symbol.asyncDispose]()]);
});

/** What the frame asks for itself: it is answered, so that the screen alone waits. */
const ofFrame = /\/rpc\/(status\/get|settings\/get|people\/me|changes|presence\/\w+|shell\/\w+)$/;
/** Of the engine, and the files that screens show. */
const calls = /\/(rpc|attachments)\//;

/** Answers a page as it is told to. */
class Answers {
  how: 'answer' | 'hold' | 'fail' = 'answer';
  readonly #isMeant: (pathname: string) => boolean;
  readonly #isGone: boolean;
  readonly #held = new Set<Route>();
  readonly failed: string[] = [];

  constructor({ waitsFor, isGone = false }: Pick<Screen, 'waitsFor' | 'isGone'> = {}) {
    this.#isMeant = (pathname) =>
      waitsFor === undefined ? !ofFrame.test(pathname) : waitsFor.test(pathname);
    this.#isGone = isGone;
  }

  get waiting(): number {
    return this.#held.size;
  }

  async attach(page: Page): Promise<void> {
    await page.route(calls, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (this.how === 'answer' || !this.#isMeant(pathname)) await route.fallback();
      else if (this.how === 'hold') this.#held.add(route);
      else await this.#fail(route);
    });
    page.on('requestfailed', (request) => {
      for (const route of this.#held) if (route.request() === request) this.#held.delete(route);
    });
  }

  /** From now on, and what was held before. */
  async release(how: 'answer' | 'fail'): Promise<void> {
    this.how = how;
    const held = [...this.#held];
    this.#held.clear();
    // A call that the screen gave up meanwhile is not there any more.
    await Promise.all(
      held.map((route) => (how === 'fail' ? this.#fail(route) : route.fallback()).catch(() => undefined)),
    );
  }

  async #fail(route: Route): Promise<void> {
    this.failed.push(new URL(route.request().url()).pathname);
    if (this.#isGone) return route.abort('connectionrefused');
    const error = {
      defined: false,
      code: 'INTERNAL_SERVER_ERROR',
      status: 500,
      message: 'Internal server error',
    };
    await route.fulfill({ status: 500, json: { json: error } });
  }
}

const frames = (page: Page) =>
  page.evaluate(async () => {
    for (let count = 0; count < 2; count += 1) await new Promise(requestAnimationFrame);
  });

/** Pictures in each size, and that nothing reaches beyond the smallest window's sides. */
async function look(page: Page, state: string, name: string, { language, theme }: Look): Promise<string[]> {
  const found: string[] = [];
  for (const size of thorough ? sizes : sizes.slice(0, 1)) {
    if (thorough) {
      await page.setViewportSize(size);
      await frames(page);
    }
    if (size === smallest && (await isTooWide(page))) found.push('it scrolls sideways');
    const window = `${language.locale.slice(0, 2)}-${theme}-${size.width}x${size.height}`;
    await picture(page, `states/${state}/${name}-${window}`);
  }
  if (thorough) await page.setViewportSize(smallest);
  return [...found, ...(await anyViolations(page))].map((one) => `${name}, ${state}: ${one}`);
}

const isTooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')].some(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    ),
  );

/** What says that something is on its way, to the eye and to a screen reader. */
const announced = '[role="status"]:has(.MuiSkeleton-root), [role="progressbar"], [aria-busy="true"]';

async function newPage(context: BrowserContext, screen?: Screen): Promise<{ page: Page; answers: Answers }> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const answers = new Answers(screen);
  await answers.attach(page);
  return { page, answers };
}

const contextOf = (session: Session, { language, theme }: Look) =>
  browser.newContext({
    locale: language.locale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    storageState: session,
    viewport: smallest,
  });

/** Where the title of the screen stands in it: bands come and go above. */
const placeOfTitle = (page: Page) =>
  page.evaluate(() => {
    const [main, title] = ['main', 'main h1'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    // One for screen readers alone stands nowhere.
    if (main === undefined || title === undefined || title.width <= 1) return null;
    // Examined by axe, a long page may have been scrolled.
    let scrolled = 0;
    for (let above = document.querySelector('main h1'); above !== null; above = above.parentElement)
      scrolled += above.scrollTop;
    return { left: Math.round(title.left - main.left), top: Math.round(title.top - main.top + scrolled) };
  });

/** Waits, fails and recovers; what is wrong with any of it. */
async function waitAndFail(context: BrowserContext, screen: Screen, seen: Look): Promise<string[]> {
  const { words } = seen.language;
  const { page, answers } = await newPage(context, screen);
  const wrong: string[] = [];
  const say = (what: string) => wrong.push(`${screen.name}: ${what}`);
  try {
    answers.how = screen.open === undefined ? 'hold' : 'answer';
    await page.goto(`${full.consoleUrl}/#${screen.path}`);
    await page.locator('main').first().waitFor();
    if (screen.open !== undefined) {
      await isDrawn(page);
      answers.how = 'hold';
      await screen.open(page, words);
    }
    if (screen.asksNothing !== true)
      await expect
        .poll(() => answers.waiting)
        .toBeGreaterThan(0)
        .catch(() => say('asks for nothing'));
    await page.evaluate(() => document.fonts.ready);
    await frames(page);
    if (screen.asksNothing !== true && (await page.locator(announced).count()) === 0)
      say('nothing says that it is loading');
    wrong.push(...(await look(page, 'loading', screen.name, seen)));
    const title = await placeOfTitle(page);
    await answers.release('fail');
    const failed = page.getByRole('alert').filter({ hasText: words.common.error.title });
    const retry = failed.getByRole('button', { name: words.common.retry });
    if (screen.fails === undefined && screen.asksNothing !== true) {
      await retry
        .first()
        .waitFor({ timeout: 40_000 })
        .catch(() => say(`no way out of a failure of ${[...new Set(answers.failed)]}`));
    }
    await expect
      .poll(() => page.locator(announced).count())
      .toBe(0)
      .catch(() => say('goes on loading after it failed'));
    await screen
      .fails?.(page, words)
      .waitFor()
      .catch(() => say('does not say that it failed'));
    wrong.push(...(await look(page, 'failing', screen.name, seen)));
    await answers.release('answer');
    // One of them is enough for all; where nobody answered it is tried again by itself.
    if (screen.isGone !== true && (await retry.count()) > 0) await retry.first().click();
    await expect
      .poll(() => failed.count())
      .toBe(0)
      .catch(() => say('does not recover'));
    await isDrawn(page).catch(() => say('stays a skeleton'));
    const titled = await placeOfTitle(page);
    if (title !== null && titled !== null && (title.left !== titled.left || title.top !== titled.top))
      say(`its title moves from ${JSON.stringify(title)} to ${JSON.stringify(titled)}`);
    if (thorough) await picture(page, `states/recovered/${screen.name}`);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  }
  return wrong;
}

const isDrawn = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('.MuiSkeleton-root, [data-shown="nothing"], [data-shown="thumbnail"]') === null,
  );

/** A few at a time: most of it is waiting. */
async function eachOf<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) found.push(...(await act(item)));
  };
  await Promise.all([work(), work(), work()]);
  return found;
}

describe.each(looks)('$language.language, $theme', (seen) => {
  const turn = looks.indexOf(seen);

  test('every screen says that it waits, and why it failed, and recovers', async () => {
    await using context = await contextOf(sessions.full, seen);
    const shown = screens.filter(
      ({ isMuchUsed = false }, index) => (thorough && isMuchUsed) || index % 2 === turn,
    );
    expect(await eachOf(shown, (screen) => waitAndFail(context, screen, seen))).toEqual([]);
  }, 1_200_000);

  test('every empty screen says what will come and what to do', async () => {
    await using context = await contextOf(sessions.fresh, seen);
    const { page } = await newPage(context);
    const found: string[] = [];
    await enterConsole(page, `${fresh.consoleUrl}/#/settings/about`);
    const listed = emptyScreens(seen.language.words);
    // The settings are made alike, and few of them are ever empty.
    const shown = listed.filter((_, index) => (thorough ? true : index % 2 === turn));
    for (const [name, path, saying] of thorough ? [...shown, ...furtherEmptyScreens()] : shown) {
      await go(page, path);
      await frames(page);
      await isDrawn(page);
      for (const text of saying) {
        const isThere = await page
          .getByText(text, { exact: true })
          .first()
          .waitFor({ timeout: 40_000 })
          .then(
            () => true,
            () => false,
          );
        if (!isThere) found.push(`${name}: it does not say “${text}”`);
      }
      found.push(...(await look(page, 'empty', name, seen)));
    }
    expect(found).toEqual([]);
  }, 600_000);
});

/** Of an installation that received nothing, or where a search or filter leaves nothing. */
function emptyScreens(words: Language['words']): [name: string, path: string, says: string[]][] {
  const { records, policies, rejected, inbox, cancellations, claims, downloads, figures, backups } = words;
  return [
    ['inbox', '/inbox', [inbox.empty.title, inbox.empty.noCall, inbox.empty.check]],
    ['cancellations', '/cancellations', [cancellations.empty.open.title, cancellations.empty.open.text]],
    ['purchase-orders', '/purchase-orders', [records.empty.purchaseOrder.title, records.empty.settings]],
    ['incidents', '/incidents', [records.empty.incidentReport.title, records.empty.settings]],
    ['claims', '/claims', [claims.empty.title, claims.empty.text]],
    ['policies', '/policies', [policies.empty.title, policies.empty.import, policies.empty.template]],
    ['policy-lookups', '/policies/lookups', [policies.lookups.emptyTitle, policies.lookups.emptyText]],
    [
      'policy-imports',
      '/policies/import',
      [policies.imports.list.emptyTitle, policies.imports.list.emptyText],
    ],
    ['hosts', '/downloads/hosts', [downloads.hosts.none.title, downloads.hosts.none.text]],
    ['rejected', '/rejected', [rejected.empty.all.title, rejected.empty.all.text]],
    ['search', '/search/nada-de-eso', [words.search.nothing.title, words.search.nothing.text]],
    ['figures-intake', '/figures/intake', [figures.empty.title, figures.empty.text]],
    ['figures-parties', '/figures/parties', [figures.empty.parties, figures.empty.text]],
    ['backups', '/settings/backups', [backups.empty.title]],
    ['retention', '/settings/retention', [words.retention.empty.title, words.retention.empty.begin]],
    ['coverages', '/settings/coverages', [policies.assign.noCodes.title, policies.assign.noCodes.import]],
    [
      'unreviewed',
      '/documents?reviewed=false',
      [records.empty.unreviewed.title, records.empty.unreviewed.text],
    ],
    ['data-subject', '/settings/dataSubject', []],
  ];
}

/** Whose texts are like one of those above, or that are never empty. */
const furtherEmptyScreens = (): [name: string, path: string, says: string[]][] => [
  ['service-orders', '/service-orders', []],
  ['documents', '/documents', []],
  ['downloads', '/downloads', []],
  ['audit', '/audit', []],
  ...['times', 'money', 'prices', 'findings', 'savings'].map((part): [string, string, string[]] => [
    `figures-${part}`,
    `/figures/${part}`,
    [],
  ]),
  ...settingsParts.map((part): [string, string, string[]] => [`settings-${part}`, `/settings/${part}`, []]),
  ['restore', '/settings/backups/restore', []],
];

const settingsParts = [
  ...[
    'company',
    'people',
    'openId',
    'connection',
    'receiver',
    'absences',
    'keys',
    'platform',
    'numbering',
    'attachments',
  ],
  ...['photoChecklist', 'policyRules', 'coverages', 'policyBook', 'findings', 'texts', 'reasons', 'backups'],
  ...[
    'archives',
    'retention',
    'dataSubject',
    'verification',
    'database',
    'appearance',
    'notifications',
    'thisComputer',
    'about',
  ],
] as const;

/** Made of the same parts as others, so that a short run leaves them out. */
const alikeOthers: ReadonlySet<string> = new Set([
  ...['inbox-entry', 'cancellations', 'purchase-order', 'claims', 'policies'],
  ...['figures-intake', 'hosts', 'settings-platform'],
]);

/** Those of every shape. */
async function usualScreens(): Promise<Screen[]> {
  const { client } = full;
  const waiting = await client.cancellations.list({ state: 'waiting', limit: 1 });
  const claim = (await client.claims.list({ limit: 1 })).rows[0]?.claimNumber ?? '';
  const isMuchUsed = true;
  const order = await firstOf('purchaseOrder');
  return [
    { name: 'inbox', path: '/inbox', isMuchUsed },
    { name: 'inbox-entry', path: `/inbox/cancellation/${idOf(waiting.rows, 'cancellation')}` },
    { name: 'cancellations', path: '/cancellations', isMuchUsed },
    { name: 'cancellation', path: `/cancellations/${idOf(waiting.rows, 'cancellation')}`, isMuchUsed },
    { name: 'purchase-orders', path: '/purchase-orders', isMuchUsed },
    { name: 'purchase-order', path: `/purchase-orders/${order}`, isMuchUsed },
    { name: 'claims', path: '/claims', isMuchUsed },
    { name: 'claim', path: `/claims/claimNumber/${encodeURIComponent(claim)}`, isMuchUsed },
    { name: 'search', path: '/search/Prueba', isMuchUsed },
    { name: 'figures-parties', path: '/figures/parties?period=1', isMuchUsed },
    { name: 'policies', path: '/policies' },
    { name: 'figures-intake', path: '/figures/intake?period=1', isMuchUsed },
    { name: 'hosts', path: '/downloads/hosts' },
    {
      name: 'palette',
      path: '/purchase-orders',
      fails: (page, words) => page.getByRole('status').getByText(words.palette.failed),
      open: async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('Bumper');
      },
    },
    {
      name: 'suggestions',
      path: '/purchase-orders',
      fails: (page, words) => page.getByRole('status').getByText(words.search.suggestionsFailed),
      open: async (page) => {
        await page.keyboard.press('/');
        await page.keyboard.type('Bumper');
      },
    },
    {
      name: 'rejected-delivery',
      path: `/rejected/${idOf((await client.rejected.list({ limit: 1 })).rows, 'rejected')}`,
    },
    { name: 'settings-connection', path: '/settings/connection' },
    { name: 'settings-people', path: '/settings/people' },
    {
      name: 'restore',
      path: '/settings/backups/restore',
      // Without what is set up a folder is typed.
      fails: (page, words) => page.getByText(words.backups.restore.nothingAbout),
    },
    { name: 'settings-platform', path: '/settings/platform' },
    // Before anything is known of who is here, of what is set, or whether anybody answers.
    {
      name: 'start',
      path: '/inbox',
      waitsFor: /./,
      isGone: true,
      fails: (page, words) => page.getByRole('status').filter({ hasText: words.frame.link.never }),
    },
    { name: 'first-run', path: '/first-run/company', waitsFor: /\/rpc\/settings\/get$/ },
    {
      name: 'invitation',
      path: `/invitation/${'x'.repeat(43)}`,
      waitsFor: /\/rpc\/people\/invitation$/,
    },
  ];
}

/** The others, for who has the time. */
async function furtherScreens(): Promise<Screen[]> {
  const { client } = full;
  const photos = await fillPhotos(full);
  fileServers.push(photos.files);
  const documents = await fillDocuments(full);
  fileServers.push(documents.files);
  const book = (await fillPolicies(full, key)).filter(({ path }) => !path.startsWith('/settings'));
  const entry = idOf((await client.audit.list({ byPeople: true, limit: 1 })).rows, 'entry');
  const order = await firstOf('purchaseOrder');
  const isMuchUsed = true;
  const asksNothing = true;
  const photo = photos.photos[0]?.id ?? 0;
  return [
    { name: 'service-orders', path: '/service-orders', isMuchUsed },
    { name: 'service-order', path: `/service-orders/${await firstOf('serviceOrder')}`, isMuchUsed },
    { name: 'incidents', path: '/incidents', isMuchUsed },
    { name: 'incident', path: `/incidents/${await firstOf('incidentReport')}`, isMuchUsed },
    { name: 'documents', path: '/documents', isMuchUsed },
    { name: 'document', path: `/documents/${await firstOf('financialDocument')}`, isMuchUsed },
    ...['times', 'money', 'prices', 'findings', 'savings'].map((part) => ({
      name: `figures-${part}`,
      path: `/figures/${part}?period=1`,
      isMuchUsed,
    })),
    // What is typed or chosen first asks for nothing but the list beside it.
    ...book.filter(({ name }) => name !== 'policies'),
    { name: 'downloads', path: '/downloads' },
    { name: 'rejected', path: '/rejected' },
    { name: 'audit', path: '/audit' },
    { name: 'audit-entry', path: `/audit/${entry}` },
    { name: 'photos', path: `/incidents/${photos.report}` },
    { name: 'photo', path: `/incidents/${photos.report}/photos/${photo}` },
    { name: 'photos-beside', path: `/photos/${photo}/beside/${photos.photos[1]?.id ?? 0}` },
    { name: 'pdf', path: documents.at('act') },
    // What these need came with their screens.
    { name: 'views', path: '/purchase-orders', open: (page) => page.keyboard.press('v'), asksNothing },
    {
      name: 'assign',
      path: `/purchase-orders/${order}`,
      open: (page) => page.keyboard.press('Shift+M'),
      asksNothing,
    },
    {
      name: 'reminder',
      path: `/purchase-orders/${order}`,
      open: (page) => page.keyboard.press('h'),
      asksNothing,
    },
    ...settingsParts
      .filter((part) => !['connection', 'people', 'platform'].includes(part))
      .map((part) => ({
        name: `settings-${part}`,
        path: `/settings/${part}`,
        asksNothing: !askingParts.has(part),
      })),
  ];
}

const firstOf = async (kind: RecordKind) =>
  idOf((await full.client.records.list({ kind, limit: 1 })).rows, kind);

/** Parts of the settings that ask for more than the settings, which every screen has. */
const askingParts: ReadonlySet<string> = new Set([
  ...['openId', 'absences', 'keys', 'attachments', 'coverages', 'backups', 'database'],
  ...['archives', 'retention', 'dataSubject', 'verification', 'thisComputer'],
]);

function idOf(rows: readonly { id: number }[], what: string): number {
  const [row] = rows;
  if (!row) throw new Error(`the sample data has no ${what}`);
  return row.id;
}
