/**
 * How fast photographs are seen: a report with 6 that are larger than their previews and 6 smaller ones, in a real
 * browser; with PERITO_THOROUGH=1, 40 of 12 megapixels and 60 smaller ones, which takes half a minute more. Prints what
 * it measures; what it asserts is far above that, so that only something that went wrong fails.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as es from '../../renderer/app/locale/es.ts';
import type { Attachment } from '../../shared/contract/attachments.ts';
import { openFileServer } from '../files/file-server.ts';
import { approve } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { thorough } from '../thorough.ts';
import { launchChromium } from './browser.ts';
import { enterConsole } from './console-page.ts';
import { type Perito, startPerito } from './perito.ts';
import { sendPhotos, takePhotos } from './photo-report.ts';

const key = 'mercado@prueba.example:a-key-for-the-speed-test-only';
const large = thorough ? 40 : 6;
const small = thorough ? 60 : 6;
// A preview has up to 2048 pixels a side.
const megapixels = thorough ? 12 : 4;
const smallMegapixels = thorough ? 1 : 0.2;
const { photos: words } = es;

let browser: Browser;
let perito: Perito;
let photos: Attachment[];
let record: number;

beforeAll(async () => {
  const [made, few] = [
    await takePhotos(large, thorough ? 4 : 1, megapixels),
    await takePhotos(small, thorough ? 3 : 1, smallMegapixels),
  ];
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', allowLoopback: true }),
  ]);
  await using files = await openFileServer();
  await approve(perito, files.url);
  const named = [...made, ...few].map((bytes, place) => ({ address: files.serve(`${place}.jpg`, bytes) }));
  record = await sendPhotos(perito, 9_200, named);
  photos = await settled(perito, record, large + small);
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

test('a photo is seen at once, flips in a moment, and moves smoothly', async () => {
  await using context = await browser.newContext({ locale: 'es-DO', viewport: { width: 1280, height: 800 } });
  const page = await enterConsole(await context.newPage(), perito.link);
  await watchPaints(page);

  // Nothing of the report is here yet: neither itself, nor the viewer, nor the picture.
  const cold = await painted(page, photos[large - 1]?.id, () =>
    page.evaluate(
      (to) => {
        Object.assign(window, { pressedAt: performance.now() });
        window.location.hash = to;
      },
      `/incidents/${record}/photos/${photos[large - 1]?.id}`,
    ),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: words.grid.label }).getByRole('link').first().waitFor();
  const first = page.locator(`a[data-photo="${photos[0]?.id}"]`);
  await first.focus();
  const viewed = await painted(page, photos[0]?.id, () => page.keyboard.press('Enter'));

  const flips: number[] = [];
  for (let place = 1; place < large - 1; place++) {
    flips.push(await painted(page, photos[place]?.id, () => page.keyboard.press('ArrowRight')));
    // About as long as somebody looks at one; the next is made ready meanwhile.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 400 })));
  }
  for (let times = 0; times < 5; times++) await page.keyboard.press('+');
  const gaps = await panning(page);
  const held = await page.evaluate(
    () =>
      document.querySelectorAll('[data-layers] img').length +
      document.querySelectorAll('[data-strip] img').length,
  );
  const said = {
    'report opened at a photo to its preview painted': cold,
    'tile to its preview painted': viewed,
    'flip p50': at(flips, 0.5),
    'flip p95': at(flips, 0.95),
    'frame while panning p50': at(gaps, 0.5),
    'frame while panning p95': at(gaps, 0.95),
    'longest frame while panning': at(gaps, 1),
  };
  console.log(
    `Photos, ${large} of ${megapixels} MP and ${small} of ${smallMegapixels} MP (${held} images on the page):\n${Object.entries(
      said,
    )
      .map(([what, ms]) => `  ${what}: ${ms.toFixed(0)} ms`)
      .join('\n')}`,
  );
  // Other tests have the processors too, and draw without a graphics card as this one does.
  const spare = thorough ? 1 : 5;
  expect(cold).toBeLessThan(5_000 * spare);
  expect(viewed).toBeLessThan(3_000 * spare);
  expect(at(flips, 0.5)).toBeLessThan(500 * spare);
  expect(at(flips, 0.95)).toBeLessThan(2_000 * spare);
  expect(at(gaps, 0.95)).toBeLessThan(250 * spare);
}, 240_000);

/** Tells when each photo's preview, or its original, was painted first: two frames after it was put on the page. */
async function watchPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Map<string, number>();
    Object.assign(window, { paintedAt: seen });
    const look = () => {
      const layers = document.querySelector('[data-layers]');
      const id = layers?.getAttribute('data-photo');
      const shown = layers?.getAttribute('data-shown');
      if (id == null || seen.has(id) || (shown !== 'preview' && shown !== 'original')) return;
      seen.set(id, Number.POSITIVE_INFINITY);
      requestAnimationFrame(() => requestAnimationFrame(() => seen.set(id, performance.now())));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

/** Milliseconds from the key to the paint of this photo's preview, by the page's own clock. */
async function painted(page: Page, id: number | undefined, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    document.addEventListener('keydown', (event) => Object.assign(window, { pressedAt: event.timeStamp }), {
      once: true,
      capture: true,
    });
  });
  await press();
  const took = await page.waitForFunction((wanted) => {
    const { paintedAt, pressedAt } = window as unknown as {
      paintedAt: Map<string, number>;
      pressedAt: number;
    };
    const when = paintedAt.get(wanted);
    return when === undefined || !Number.isFinite(when) ? null : { ms: when - pressedAt };
  }, String(id));
  return (await took.jsonValue())?.ms ?? Number.NaN;
}

/** Milliseconds between frames while the photo is dragged about. */
async function panning(page: Page): Promise<number[]> {
  const stage = await page.locator('[data-stage=left]').boundingBox();
  if (stage === null) throw new Error('there is no stage');
  const middle = { x: stage.x + stage.width / 2, y: stage.y + stage.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.evaluate(() => {
    const gaps: number[] = [];
    let last = performance.now();
    const frame = (now: number) => {
      gaps.push(now - last);
      last = now;
      if (gaps.length < 2_000) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { gaps });
  });
  for (let step = 0; step < 60; step++) {
    const turn = (step / 60) * Math.PI * 4;
    await page.mouse.move(middle.x + Math.cos(turn) * 200, middle.y + Math.sin(turn) * 140);
  }
  await page.mouse.up();
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps);
  return gaps.slice(1);
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
