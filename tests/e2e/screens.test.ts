/**
 * Every screen, filled, with all of axe's rules on each, its best practices with them: by turns in Spanish and light, in English and
 * dark. With PERITO_THOROUGH=1 each is seen in both languages and both themes, with a picture at two sizes for people
 * to look at, in test-results/screens, and in those two looks in the smallest window and on the largest display as well; that
 * takes half an hour, in parts, of which each keeps what it found when another fails.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fillDemo } from '../../main/command-line/demo-data.ts';
import { openDemoDesk } from '../../main/command-line/demo-staff.ts';
import {
  type Marketplace,
  openMarketplace,
  openPlatform,
  type Platform,
} from '../../main/simulator/index.ts';
import type { RecordRow } from '../../shared/contract/records.ts';
import { documentTypes } from '../../shared/marketplace/financial-document.ts';
import type { CancellationState, RecordKind } from '../../shared/terms.ts';
import type { FileServer } from '../files/file-server.ts';
import { thorough } from '../thorough.ts';
import { anyViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { fillCancellations } from './cancellation-screens.ts';
import { fillClaims } from './claim-screens.ts';
import { go, type Session, sessionOf } from './console-page.ts';
import { fillDownloads } from './download-screens.ts';
import { type Perito, startPerito } from './perito.ts';
import { fillPhotos } from './photo-screens.ts';
import { picture } from './picture.ts';
import { fillPolicies } from './policy-screens.ts';

/** `isOver`: it lies over the screen that it was opened from. `press`: a key that is pressed there. */
type Screen = { name: string; path: string; isOver?: boolean; press?: string };

const key = 'mercado@prueba.example:a-key-for-the-screens-test-only';
const platformKey = 'aseguradora@prueba.example:a-key-for-the-platform-only';
type Size = { width: number; height: number };
const sizes: Size[] = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
/** For pictures only. */
const furtherSizes: Size[] = [
  { width: 1024, height: 768 },
  { width: 3840, height: 2160 },
];
type Look = {
  locale: string;
  theme: 'light' | 'dark';
  /** Each screen has its turn in one of the two looks, unless all are wanted. */
  turn: number;
  further?: Size[];
};

const looks: Look[] = [
  { locale: 'es-DO', theme: 'light', turn: 0, further: furtherSizes },
  { locale: 'en-US', theme: 'dark', turn: 1, further: furtherSizes },
  ...(thorough
    ? [
        { locale: 'es-DO', theme: 'dark' as const, turn: 0 },
        { locale: 'en-US', theme: 'light' as const, turn: 1 },
      ]
    : []),
];

/** A slow part loses no other. */
const parts = Array.from({ length: thorough ? 8 : 1 }, (_, part) => ({ part: part + 1 }));

let browser: Browser;
let perito: Perito;
let platform: Platform;
let marketplace: Marketplace;
/** Of a browser that may open the console. */
let session: Session;
let photoFiles: FileServer | undefined;
let screens: Screen[];

beforeAll(async () => {
  platform = await openPlatform({ key: platformKey });
  const given = { url: platform.url, key: platformKey };
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, holdSeconds: 90, platform: given, allowLoopback: true }),
  ]);
  marketplace = openMarketplace({ insurerUrl: perito.receiverUrl, key, seed: 1 });
  const desk = openDemoDesk(perito.client);
  await desk.settle();
  const { toAsk } = await fillDemo(marketplace, desk);
  for (const order of toAsk) {
    void marketplace.cancel(order);
    await desk.seeCancellation(order.marketplaceId);
  }
  session = await sessionOf(browser, perito);
  screens = await allScreens();
}, 300_000);

afterAll(async () => {
  await photoFiles?.close();
  await marketplace?.stop();
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
  await platform?.close();
});

describe.each(looks)('$locale, $theme', ({ locale, theme, turn, further = [] }) => {
  test.each(parts)(
    'every screen of part $part is there, and axe finds nothing at any level',
    async ({ part }) => {
      await using context = await browser.newContext({
        locale,
        colorScheme: theme,
        reducedMotion: 'reduce',
        storageState: session,
      });
      const page = await context.newPage();
      await page.goto(perito.consoleUrl);
      const found: string[] = [];
      for (const screen of screens.filter(
        (_, index) => isOf(part, index) && (thorough || index % 2 === turn),
      )) {
        await show(page, screen);
        for (const size of thorough ? [...further, ...sizes] : sizes.slice(0, 1)) {
          await resize(page, size);
          const look = `${locale.slice(0, 2)}-${theme}-${size.width}x${size.height}`;
          await picture(page, `screens/${look}/${screen.name}`);
        }
        found.push(...(await anyViolations(page)).map((violation) => `${screen.name}: ${violation}`));
      }
      expect(found).toEqual([]);
      // What passed is examined again once it is another.
      await page
        .getByRole('navigation')
        .first()
        .evaluate((rail) => rail.setAttribute('role', 'no-such-role'));
      expect(await anyViolations(page)).toEqual([expect.stringContaining('aria-roles: <')]);
    },
    600_000,
  );
});

/** Neighbours are in one part. */
const isOf = (part: number, index: number): boolean =>
  Math.floor((index * parts.length) / screens.length) === part - 1;

async function show(page: Page, { path, isOver = false, press }: Screen): Promise<void> {
  await go(page, path);
  // Two frames: one to draw what the new address says, one to see that it was drawn.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
  // What lies over a screen is loaded when it is wanted first.
  await page.locator(isOver ? '.MuiModal-root main' : 'main').waitFor();
  await isDrawn(page);
  await page.evaluate(() => document.fonts.ready);
  if (press === undefined) return;
  await page.keyboard.press(press);
  await isDrawn(page);
}

/** The window may have its new size some frames before what lies in it is laid out for it. */
async function resize(page: Page, size: Size): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    ({ width, height }) => window.innerWidth === width && window.innerHeight === height,
    size,
  );
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }));
    await new Promise(requestAnimationFrame);
  });
  await isDrawn(page);
}

async function isDrawn(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.MuiSkeleton-root, [data-shown="nothing"], [data-shown="thumbnail"]') === null,
  );
}

async function allScreens() {
  const { client } = perito;
  const record = async (kind: RecordKind, withFindings: boolean) => {
    const { rows } = await client.records.list({ kind, withFindings, limit: 1 });
    return idOf(rows, kind);
  };
  const revised = (await client.records.list({ kind: 'purchaseOrder', limit: 200 })).rows.filter(
    (row) => row.revision > 1,
  );
  const cancellation = async (state: CancellationState) =>
    idOf((await client.cancellations.list({ state, limit: 1 })).rows, state);
  const isCreditNote = ({ heading }: RecordRow) =>
    heading?.kind === 'financialDocument' && heading.documentTypeId === documentTypes.creditNote;
  const of = (name: string, path: string) => ({ name, path });
  // Records are examined after they arrived.
  await Promise.all(
    (['incidentReport', 'financialDocument'] as const).map((kind) =>
      vi.waitFor(() => record(kind, true), { timeout: 60_000, interval: 200 }),
    ),
  );
  const documents = (await client.records.list({ kind: 'financialDocument', limit: 200 })).rows;
  // Before the reports with photographs come, which are seen apart.
  const incidentWithFindings = await record('incidentReport', true);
  // What is being downloaded is so in the last picture too.
  await client.settings.update({ attachments: { maximumSeconds: 3600 } });
  const photos = await fillPhotos(perito);
  photoFiles = photos.files;
  const cancellations = ['waiting', 'deferred', 'approved', 'refused', 'cancelled', 'unmatched'] as const;
  return [
    ...['company', 'person', 'receiver', 'key', 'done'].map((step) =>
      of(`first-run-${step}`, `/first-run/${step}`),
    ),
    of('inbox', '/inbox'),
    { name: 'inbox-first', path: '/inbox', press: 'j' },
    of('cancellations', '/cancellations'),
    ...(await Promise.all(
      cancellations.map(async (state) =>
        of(`cancellation-${state}`, `/cancellations/${await cancellation(state)}`),
      ),
    )),
    of('purchase-orders', '/purchase-orders'),
    of('purchase-order-with-findings', `/purchase-orders/${await record('purchaseOrder', true)}`),
    of('purchase-order-revised', `/purchase-orders/${idOf(revised, 'revised order')}`),
    of('service-orders', '/service-orders'),
    of('service-order', `/service-orders/${await record('serviceOrder', false)}`),
    of('incidents', '/incidents'),
    of('incident', `/incidents/${await record('incidentReport', false)}`),
    of('incident-with-findings', `/incidents/${incidentWithFindings}`),
    of('documents', '/documents'),
    of('document', `/documents/${await record('financialDocument', false)}`),
    of(
      'document-with-findings',
      `/documents/${idOf(
        documents.filter((row) => row.findingCount > 0 && !isCreditNote(row)),
        'invoice with findings',
      )}`,
    ),
    of('credit-note', `/documents/${idOf(documents.filter(isCreditNote), 'credit note')}`),
    ...(await fillCancellations(perito)),
    ...(await fillClaims(perito, marketplace, platform)),
    ...(await fillPolicies(perito, key)),
    ...(await fillDownloads(perito)),
    ...photos.screens,
    of('rejected', '/rejected'),
    of('rejected-delivery', `/rejected/${idOf((await client.rejected.list({ limit: 1 })).rows, 'rejected')}`),
    ...['intake', 'times', 'money', 'prices', 'findings', 'savings', 'parties'].map((part) =>
      of(`figures-${part}`, `/figures/${part}?period=1`),
    ),
    of('search', '/search/Bumper'),
    of('search-nothing', '/search/zzzz'),
    of('search-misspelt', '/search/Bumpre'),
    ...[
      'company',
      'connection',
      'receiver',
      'keys',
      'numbering',
      'photoChecklist',
      'notifications',
      'texts',
      'backups',
      'archives',
      'appearance',
      'thisComputer',
      'verification',
      'about',
      ...(thorough ? quieter : []),
    ].map((section) => of(`settings-${section}`, `/settings/${section}`)),
    of('audit', '/audit'),
    of(
      'audit-entry',
      `/audit/${idOf((await client.audit.list({ byPeople: true, limit: 1 })).rows, 'entry')}`,
    ),
    of('settings-restore', '/settings/backups/restore'),
    of('not-found', '/nowhere'),
  ];
}

/** Parts of the settings that are made of the same fields as others. */
const quieter = [
  ...['people', 'openId', 'absences', 'platform', 'attachments', 'database'],
  ...['findings', 'reasons', 'retention', 'dataSubject'],
];

function idOf(rows: readonly { id: number }[], what: string): number {
  const [row] = rows;
  if (!row) throw new Error(`the sample data has no ${what}`);
  return row.id;
}
