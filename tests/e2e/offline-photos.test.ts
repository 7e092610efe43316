/**
 * A report with 40 photographs: it is answered before any of them is here; all are stored; then the network is cut and
 * Perito started again, and every one of them is looked at, with nothing asked of anybody.
 */
import { FastResizeFilter, ResizeFit, Transformer } from '@napi-rs/image';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import * as es from '../../renderer/app/locale/es.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { openFileServer } from '../files/file-server.ts';
import { reportNaming, sendReport } from '../files/reports.ts';
import { settled } from '../files/settled.ts';
import { launchChromium } from './browser.ts';
import { enterConsole } from './console-page.ts';
import { startPerito } from './perito.ts';
import { withComment } from './photo-report.ts';
import { picture } from './picture.ts';

const key = 'mercado@prueba.example:a-key-for-the-offline-test-only';
const count = 40;

/** Few drawings, each with a hue of its own; what is done with a photo is the same however many are alike. */
const drawings = 4;
const width = 480;

function drawn(place: number): Promise<Buffer> {
  const hue = (place * 360) / drawings;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="hsl(${hue},45%,70%)"/><stop offset="1" stop-color="hsl(${hue + 40},40%,30%)"/>
    </linearGradient></defs>
    <rect width="1600" height="1200" fill="url(#g)"/>
    <rect x="${200 + place * 120}" y="520" width="900" height="280" rx="90" fill="hsl(${hue + 180},50%,45%)"/>
    <circle cx="${420 + place * 120}" cy="800" r="110" fill="#222"/>
    <circle cx="${900 + place * 120}" cy="800" r="110" fill="#222"/></svg>`;
  return Transformer.fromSvg(svg)
    .fastResize({ width, height: (width * 3) / 4, filter: FastResizeFilter.Bilinear, fit: ResizeFit.Fill })
    .jpeg(85);
}

/** Each with bytes of its own. */
async function photographs(): Promise<Buffer[]> {
  const made = await Promise.all(Array.from({ length: drawings }, (_, place) => drawn(place)));
  return Array.from({ length: count }, (_, place) =>
    withComment(made[place % drawings] ?? Buffer.alloc(0), `prueba ${place}`),
  );
}

test('a report with 40 photos is answered at once, and all of them are seen with no network after a restart', async () => {
  const photos = await photographs();
  const dataDir = temporaryFolder();
  await using server = await openFileServer();
  const addresses = photos.map((bytes, place) => server.serve(`${place}.jpg`, bytes));
  await using first = await startPerito({
    keys: key,
    person: 'Persona de prueba',
    dataDir,
    attachmentHosts: [new URL(server.url).host],
  });
  // Were the answer to wait for any of them, it would not come.
  const goOn = server.hold();
  const recordId = await sendReport(first, reportNaming(1, addresses));
  goOn();
  await settled(first, recordId, count);
  expect(server.asked.toSorted()).toEqual(photos.map((_, place) => `/${place}.jpg`).toSorted());
  await first.stop();
  await server.close();

  await using again = await startPerito({ keys: key, dataDir });
  await using browser = await launchChromium();
  await using context = await browser.newContext({
    locale: 'es-DO',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(again.consoleUrl) && !/^(data|blob):/.test(request.url())) {
      elsewhere.push(request.url());
    }
  });
  await enterConsole(page, again.link);
  const all = await again.client.attachments.list({ recordId });
  await lookAtAll(
    page,
    all.map(({ id }) => id),
  );
  expect(elsewhere).toEqual([]);
  expect(all.map(({ state, content }) => [state, content?.hasPreviews])).toEqual(
    photos.map(() => ['stored', true]),
  );
}, 240_000);

/** Opens the report, and from the first photograph on every next one, by the keyboard. */
async function lookAtAll(page: Page, ids: readonly number[]): Promise<void> {
  const { viewer, grid } = es.photos;
  await page.getByRole('link', { name: es.frame.rail.incidents }).first().click();
  await page.getByRole('link', { name: /IR-/ }).first().click();
  const tiles = page.getByLabel(grid.label).locator('[data-photo]');
  await tiles.first().waitFor();
  // Those that are in sight.
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('a[data-photo] img')].slice(0, 9);
    return images.length === 9 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });
  await picture(page, 'offline-photos/report');
  await tiles.first().click();
  const main = page.getByRole('main', { name: viewer.label });
  await main.waitFor();
  for (const [index, id] of ids.entries()) {
    const shown = page.locator(
      `[data-layers][data-photo="${id}"]:is([data-shown=preview],[data-shown=original]) img`,
    );
    const size = await shown.last().evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(size).toBe(width);
    expect(await main.textContent()).toContain(`${index + 1} de ${count}`);
    if (index === 0 || index === count - 1) {
      await picture(page, `offline-photos/photo-${index + 1}`);
    }
    if (index < count - 1) await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Escape');
  await tiles.first().waitFor();
}
