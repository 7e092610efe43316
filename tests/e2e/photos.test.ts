/** A report's photographs in a real browser: by keys and pointer, turned, marked, beside each other, and with no network. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as es from '../../renderer/app/locale/es.ts';
import { dominicanYear } from '../today.ts';
import { seriousViolations } from './axe.ts';
import { launchChromium } from './browser.ts';
import { enterConsole, failuresOf } from './console-page.ts';
import { type Perito, startPerito } from './perito.ts';
import { type FilledPhotos, fillPhotos } from './photo-screens.ts';

const key = 'mercado@prueba.example:a-key-for-the-photos-test-only';
const { photos: words } = es;

let browser: Browser;
let perito: Perito;
let filled: FilledPhotos;
let page: Page;
let failures: string[];

beforeAll(async () => {
  [browser, perito] = await Promise.all([
    launchChromium(),
    startPerito({ keys: key, person: 'Persona de prueba', allowLoopback: true }),
  ]);
  filled = await fillPhotos(perito);
  // Nobody answers for the files from here on: all that follows is seen from what is stored.
  await filled.files.close();
  const context = await browser.newContext({
    locale: 'es-DO',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  page = await context.newPage();
  failures = failuresOf(page);
  await enterConsole(page, perito.link);
}, 240_000);

/** One page is kept; what it remembers of another test (panels, turns, what it fetched) is forgotten where that matters. */
const forget = () => page.goto('about:blank');
let asItWas = true;

beforeEach(async () => {
  failures.length = 0;
  if (!asItWas) await forget();
  asItWas = false;
  await go(page, `/incidents/${filled.empty}`);
  // Two addresses in one frame are drawn once: the same photo would stay as the test before left it.
  await page.locator('[data-layers]').first().waitFor({ state: 'detached' });
});
afterEach(({ task }) => {
  asItWas = task.result?.state === 'pass';
});

afterAll(async () => {
  await browser?.close();
  await perito?.[Symbol.asyncDispose]();
});

describe('the grid', () => {
  test('the arrows choose, Enter opens, and Escape gives back the place and the focus', async () => {
    await go(page, `/incidents/${filled.report}`);
    const tiles = page.getByRole('list', { name: words.grid.label }).getByRole('listitem');
    await tiles.first().waitFor();
    expect(await tiles.count()).toBe(filled.photos.length);
    const scroller = page.getByRole('region', { name: new RegExp(`^${es.records.detail.label} `) });
    await scroller.evaluate((element) => element.scrollTo({ top: 120 }));
    await tiles.nth(2).getByRole('link').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focusedPhoto(page)).toBe(filled.photos[3]?.id);
    await page.keyboard.press('ArrowUp');
    const columns = 3 - ((await focusedIndex(page)) ?? 3);
    expect(columns).toBeGreaterThan(0);
    await page.keyboard.press('ArrowDown');
    const before = await scroller.evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await showing(page, 3);
    await page.keyboard.press('ArrowRight');
    await showing(page, 4);
    await page.keyboard.press('Escape');
    await page.getByRole('main', { name: words.viewer.label }).waitFor({ state: 'detached' });
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(before);
    expect(await focusedPhoto(page)).toBe(filled.photos[4]?.id);

    // The same by the browser's own way back.
    await page.keyboard.press('Enter');
    await showing(page, 4);
    await page.keyboard.press('k');
    await showing(page, 3);
    await page.goBack();
    await page.getByRole('main', { name: words.viewer.label }).waitFor({ state: 'detached' });
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(before);
    expect(new URL(page.url()).hash).toBe(`#/incidents/${filled.report}`);
    expect(failures).toEqual([]);
  });

  test('says how many there are, and of each that is not here why', async () => {
    await go(page, `/incidents/${filled.report}`);
    const section = page.getByRole('region', { name: es.incidents.section.photos });
    const list = section.getByRole('list', { name: words.grid.label });
    await list.waitFor();
    expect(await section.getByRole('status').textContent()).toContain('11 fotos · ');
    for (const [caption, said] of [
      ['Interior', es.downloads.problem.addressNotPublic],
      ['Otra', words.state.downloadOnly],
      ['Llave', 'fotos.taller-prueba.example'],
      ['Frontal', words.grid.annotations_other.replace('{{count}}', '4')],
      ['Frontal', words.grid.same],
    ] as const) {
      await list
        .getByRole('link', { name: new RegExp(`: ${caption}\\. .*${said.replaceAll('.', '\\.')}`) })
        .waitFor();
    }
    await list.getByRole('link', { name: `${words.grid.approve} fotos.taller-prueba.example` }).click();
    await page.waitForURL(/#\/downloads\//);
  });

  test('says so where a report came without photos', async () => {
    await go(page, `/incidents/${filled.empty}`);
    await page.getByText(words.grid.none).waitFor();
  });

  test('stand beside what the office requires, and what is missing is asked for with a text that is ready', async () => {
    const checklist = es.photoChecklist;
    const group = page.getByRole('group', { name: checklist.label });
    await go(page, `/incidents/${filled.report}`);
    const nameOf = (text: string, view: keyof typeof checklist.view) =>
      text.replace('{{view}}', checklist.view[view]);
    await group.getByLabel(nameOf(checklist.notThere, 'plate')).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await group.getByRole('button', { name: checklist.ask }).click();
    await page.getByText(checklist.asked).first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`: ${checklist.view.plate}`);
    await group.getByRole('button', { name: nameOf(checklist.open, 'chassis') }).click();
    await showing(page, 4);

    await go(page, '/settings/photoChecklist');
    const asked = checklist.settings.asked
      .replace('{{view}}', checklist.view.plate)
      .replace('{{type}}', es.incidents.type.collision);
    await page.getByRole('checkbox', { name: asked }).uncheck();
    await page.getByRole('button', { name: es.common.save }).click();
    await page.getByText(es.settings.saved).first().waitFor();
    await go(page, `/incidents/${filled.report}`);
    await group.getByRole('button', { name: nameOf(checklist.open, 'chassis') }).waitFor();
    await expect.poll(() => group.getByLabel(nameOf(checklist.notThere, 'plate')).count()).toBe(0);
  });
});

describe('one photo', () => {
  test('flips by keys to its first and last, and each has an address of its own', async () => {
    await openPhoto(page, 0);
    for (const [press, place] of [
      ['ArrowRight', 1],
      ['j', 2],
      ['ArrowLeft', 1],
      ['End', 10],
      ['ArrowRight', 10],
      ['Home', 0],
    ] as const) {
      await page.keyboard.press(press);
      await showing(page, place);
    }
    await page.reload();
    await showing(page, 0);
    await page.getByRole('heading', { level: 1, name: 'Frontal' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: words.grid.label }).waitFor();
    expect(failures).toEqual([]);
  });

  test('the wheel zooms to the pointer: what is under it stays there', async () => {
    await openPhoto(page, 0);
    for (let times = 0; times < 4; times++) await page.keyboard.press('+');
    const stage = await boxOf(page.locator('[data-stage=left]'));
    for (const [x, y, wheel] of [
      [0.3, 0.6, -240],
      [0.7, 0.35, -160],
      [0.55, 0.5, 120],
    ] as const) {
      const pointer = { x: stage.x + stage.width * x, y: stage.y + stage.height * y };
      await settledBox(picture(page));
      const from = await boxOf(picture(page));
      await page.mouse.move(pointer.x, pointer.y);
      await page.mouse.wheel(0, wheel);
      await expect.poll(async () => (await boxOf(picture(page))).width).not.toBeCloseTo(from.width, 0);
      await settledBox(picture(page));
      const to = await boxOf(picture(page));
      const under = { x: (pointer.x - from.x) / from.width, y: (pointer.y - from.y) / from.height };
      expect(Math.abs(to.x + under.x * to.width - pointer.x)).toBeLessThan(0.6);
      expect(Math.abs(to.y + under.y * to.height - pointer.y)).toBeLessThan(0.6);
    }
    // Fit, and a drag that cannot move what is seen whole.
    await page.keyboard.press('0');
    const whole = await boxOf(picture(page));
    await page.mouse.down();
    await page.mouse.move(stage.x + 40, stage.y + 40);
    await page.mouse.up();
    const after = await boxOf(picture(page));
    expect(Math.abs(after.x - whole.x) + Math.abs(after.y - whole.y)).toBeLessThan(1);
  });

  test('shows the same part at the same size after the window was resized', async () => {
    await openPhoto(page, 0);
    const stage = page.locator('[data-stage=left]');
    const { x, y, width, height } = await boxOf(stage);
    await page.mouse.move(x + width * 0.35, y + height * 0.4);
    for (let times = 0; times < 5; times++) await page.mouse.wheel(0, -240);
    await settledBox(picture(page));
    const zoomed = await boxOf(picture(page));
    const middle = await middleOf(page, 'left');
    expect(zoomed.width).toBeGreaterThan(width * 2);
    for (const size of [
      { width: 900, height: 640 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(async () => (await boxOf(stage)).width).toBe(size.width);
      await settledBox(picture(page));
      expect((await boxOf(picture(page))).width).toBeCloseTo(zoomed.width, 0);
      const now = await middleOf(page, 'left');
      expect(Math.abs(now.x - middle.x) + Math.abs(now.y - middle.y)).toBeLessThan(0.01);
    }
  });

  test.each([1, 2])('1:1 is pixel for pixel, of the original, at %i device pixels each', async (ratio) => {
    await using _ = await pixelsEach(ratio);
    await openPhoto(page, 0);
    const whole = await boxOf(picture(page));
    await page.keyboard.press('1');
    await page.locator('[data-layers][data-shown=original]').waitFor();
    const content = filled.photos[0]?.content;
    const box = await boxOf(picture(page));
    expect(box.width).toBeCloseTo((content?.width ?? 0) / ratio, 0);
    expect(box.height).toBeCloseTo((content?.height ?? 0) / ratio, 0);
    expect(await page.locator('[data-zoom]').textContent()).toBe('100 %');
    const natural = await page
      .locator('[data-layers] img')
      .last()
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
    expect(natural).toBe(content?.width);
    // Double click: the whole of it, and back.
    await page.locator('[data-stage=left]').dblclick();
    await expect.poll(async () => (await boxOf(picture(page))).width).toBeCloseTo(whole.width, 0);
    expect(whole.width).toBeLessThan(box.width - 100);
  });

  test('is turned and lit on the screen alone, says so, and goes back to how it came', async () => {
    await openPhoto(page, 1);
    const upright = await boxOf(picture(page));
    await page.keyboard.press('r');
    const notice = page.getByRole('status').filter({ hasText: words.viewer.onlyHere });
    await notice.waitFor();
    const turned = await boxOf(picture(page));
    expect(turned.height / turned.width).toBeCloseTo(upright.width / upright.height, 2);
    await page.keyboard.press('Shift+R');
    const back = await boxOf(picture(page));
    for (const side of ['x', 'y', 'width', 'height'] as const) {
      expect(Math.abs(back[side] - upright[side])).toBeLessThan(0.5);
    }
    await page.keyboard.press('b');
    await page.keyboard.press('b');
    await page.keyboard.press('Shift+T');
    await notice.getByText('Brillo 120 % · Contraste 90 %').waitFor();
    expect(await page.locator('[data-layers]').evaluate((element) => getComputedStyle(element).filter)).toBe(
      'brightness(1.2) contrast(0.9)',
    );
    // It is kept from photo to photo, and is of this photo alone.
    await page.keyboard.press('ArrowRight');
    await notice.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await notice.waitFor();
    await page.keyboard.press('x');
    await notice.waitFor({ state: 'detached' });
    expect(failures).toEqual([]);
  });

  test('tells what it is, what its camera says, where it came from, and in which other reports it is', async () => {
    const [first] = filled.photos;
    await openPhoto(page, 0);
    await page.keyboard.press('i');
    const panel = page.getByRole('complementary', { name: words.info.title });
    await panel.getByText(first?.content?.photo?.camera ?? 'nothing', { exact: true }).waitFor();
    await panel.getByText('2,582 × 1,937 (5 MP)').waitFor();
    await panel.getByText(es.common.technicalData, { exact: true }).first().click();
    await panel.getByText(first?.content?.sha256 ?? 'nothing', { exact: true }).waitFor();
    await panel.getByText(es.downloads.source.fileFullPath).waitFor();
    await panel.getByText(words.info.sameFile).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    // In the other report, it is four weeks older than the incident.
    await panel
      .getByRole('link', { name: new RegExp(`IR-${dominicanYear()}-000002`) })
      .first()
      .click();
    const right = page.getByRole('region', { name: new RegExp(`^${words.compare.right}`) });
    await right.getByText(words.info.before_other.replace('{{count}}', '27')).waitFor();
    await page.getByText(words.compare.same).waitFor();
    await page.keyboard.press('Escape');
    await showing(page, 0);
    await page.keyboard.press('i');
    await panel.waitFor({ state: 'detached' });
  });

  test('says what happened where a file does not come, and tries again', async () => {
    await forget();
    await page.route(/\/attachments\/\d+\/(preview|thumbnail)/, (route) => route.abort());
    await openPhoto(page, 2, 'nothing');
    await page.getByRole('alert').getByText(words.viewer.fileFailed).waitFor();
    await page.unroute(/\/attachments\/\d+\/(preview|thumbnail)/);
    await page.getByRole('button', { name: words.viewer.retry, exact: true }).click();
    await showing(page, 2);
    await page.locator('[data-layers][data-shown=preview]').waitFor();
  });
});

describe('annotations', () => {
  test('are drawn by the pointer, lie on the photo however it is seen, are kept, removed, and brought back', async () => {
    const photo = filled.photos[3];
    await openPhoto(page, 3);
    await page.keyboard.press('m');
    await page.getByText(words.annotations.draw).waitFor();
    // Waits until the picture, which makes room for what is said about it, stands still.
    await picture(page).hover();
    const box = await boxOf(picture(page));
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.7, { steps: 4 });
    await page.mouse.up();
    await page.getByLabel(words.annotations.text).fill('Abolladura en la puerta');
    await page.keyboard.press('Control+Enter');
    const list = page.getByRole('list', { name: words.annotations.title });
    await list.getByText('Abolladura en la puerta').waitFor();
    const annotations = await annotationsOfAttachment(photo?.id);
    expect(annotations).toMatchObject([{ who: 'Persona de prueba', text: 'Abolladura en la puerta' }]);
    const [annotation] = annotations;
    if (annotation?.shape.kind !== 'rectangle') throw new Error('it is no rectangle');
    expect(
      [annotation.shape.x, annotation.shape.y, annotation.shape.width, annotation.shape.height].map((one) =>
        one.toFixed(2),
      ),
    ).toEqual(['0.25', '0.30', '0.25', '0.40']);

    for (const press of ['+', '+', 'r', '1', '0']) {
      await page.keyboard.press(press);
      await settledBox(picture(page));
      const seen = await boxOf(picture(page));
      const turned = press === 'r' || press === '1' || press === '0';
      const corner = turned ? { x: 1 - 0.7, y: 0.25 } : { x: 0.25, y: 0.3 };
      const drawn = await boxOf(page.locator('[data-mark=rectangle] rect').first());
      expect(Math.abs(drawn.x - (seen.x + corner.x * seen.width))).toBeLessThan(4);
      expect(Math.abs(drawn.y - (seen.y + corner.y * seen.height))).toBeLessThan(4);
    }

    await page.reload();
    await showing(page, 3);
    await page.locator('[data-mark=rectangle]').first().waitFor();
    await page.keyboard.press('n');
    await page.getByLabel(words.annotations.noteText).fill('Llamar al taller');
    await page.keyboard.press('Control+Enter');
    await list.getByText('Llamar al taller').waitFor();
    await page
      .getByRole('button', { name: words.annotations.removeOf.replace('{{what}}', 'Rectángulo 1') })
      .click();
    // A notice that has the focus stays, however slow the machine is.
    await page.getByRole('button', { name: es.common.undo }).focus();
    await list.getByText('Abolladura en la puerta').waitFor({ state: 'detached' });
    expect((await annotationsOfAttachment(photo?.id)).map(({ text }) => text)).toEqual(['Llamar al taller']);
    await page.getByRole('button', { name: es.common.undo }).click();
    await list.getByText('Abolladura en la puerta').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(failures).toEqual([]);
  });

  test('the notice of one that was removed stays while it is read, though the screen below shows it as well', async () => {
    const attachmentId = filled.photos[5]?.id ?? 0;
    const shape = { kind: 'rectangle', x: 0.2, y: 0.2, width: 0.2, height: 0.2 } as const;
    await perito.client.attachments.addAnnotation({ attachmentId, shape, text: 'Pedir otra foto' });
    // A page of its own, for its clock.
    await using context = await browser.newContext({
      locale: 'es-DO',
      reducedMotion: 'reduce',
      storageState: await page.context().storageState(),
    });
    const own = await context.newPage();
    await own.clock.install();
    await enterConsole(own, perito.consoleUrl);
    await openPhoto(own, 5);
    await own.keyboard.press('m');
    await own
      .getByRole('button', { name: words.annotations.removeOf.replace('{{what}}', 'Rectángulo 1') })
      .click();
    const undo = own.getByRole('button', { name: es.common.undo });
    await undo.focus();
    await own.clock.fastForward(20_000);
    await undo.click();
    await own.getByText('Pedir otra foto', { exact: true }).waitFor();
  });

  test('are set, moved and sized by the keyboard alone', async () => {
    await openPhoto(page, 4);
    // The arrow comes after the rectangle, the point after the arrow.
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await page.keyboard.press('m');
    await page.keyboard.press('Enter');
    for (let times = 0; times < 10; times++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Aquí');
    await page.keyboard.press('Control+Enter');
    const list = page.getByRole('list', { name: words.annotations.title });
    await list.getByText('Aquí').waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('Enter');
    for (let times = 0; times < 5; times++) await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await list.getByText(words.annotations.noText).waitFor();
    const [point, rectangle] = (await annotationsOfAttachment(filled.photos[4]?.id)).map(
      ({ shape }) => shape,
    );
    if (point?.kind !== 'point' || rectangle?.kind !== 'rectangle') throw new Error('they are others');
    expect([point.x, point.y].map((one) => one.toFixed(2))).toEqual(['0.60', '0.50']);
    expect([rectangle.width, rectangle.height].map((one) => one.toFixed(2))).toEqual(['0.20', '0.25']);
    // Escape lets a mark be, and closes only then.
    await page.keyboard.press('m');
    await page.keyboard.press('Escape');
    await showing(page, 4);
    expect(await page.getByText(words.annotations.draw).count()).toBe(0);
  });
});

describe('two photos', () => {
  test('are zoomed and moved together until they are let go, change sides, and lead back', async () => {
    await forget();
    await openPhoto(page, 0);
    await page.keyboard.press('c');
    const panes = { left: picture(page, 'left'), right: picture(page, 'right') };
    await panes.right.waitFor();
    const fit = { left: await boxOf(panes.left), right: await boxOf(panes.right) };
    const scales = async () => ({
      left: (await boxOf(panes.left)).width / fit.left.width,
      right: (await boxOf(panes.right)).width / fit.right.width,
    });
    const stage = await boxOf(page.locator('[data-stage=left]'));
    await page.mouse.move(stage.x + stage.width * 0.3, stage.y + stage.height * 0.4);
    for (let times = 0; times < 6; times++) await page.mouse.wheel(0, -240);
    await expect.poll(async () => (await scales()).right).toBeGreaterThan(4);
    const together = await scales();
    expect(together.right).toBeCloseTo(together.left, 2);
    const middles = await Promise.all([middleOf(page, 'left'), middleOf(page, 'right')]);
    expect(Math.abs(middles[0].x - middles[1].x)).toBeLessThan(0.01);
    expect(Math.abs(middles[0].y - middles[1].y)).toBeLessThan(0.01);

    await page.keyboard.press('l');
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => (await scales()).left).toBeLessThan(together.left - 0.5);
    expect((await scales()).right).toBeCloseTo(together.right, 2);

    const hash = () => new URL(page.url()).hash;
    const ids = /photos\/(\d+)\/beside\/(\d+)$/.exec(hash());
    await page.keyboard.press('s');
    await expect.poll(hash).toContain(`photos/${ids?.[2]}/beside/${ids?.[1]}`);
    await page.keyboard.press('ArrowRight');
    await expect.poll(hash).not.toContain(`photos/${ids?.[2]}/beside/${ids?.[1]}`);
    await page.keyboard.press('Escape');
    await showing(page, 0);
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: words.grid.label }).waitFor();
    expect(failures).toEqual([]);
  });

  test('of two reports are compared from the finding that says that they are the same', async () => {
    await page.getByRole('article', { name: `IR-${dominicanYear()}-000003` }).waitFor();
    await go(page, `/incidents/${filled.other}`);
    await page.getByRole('link', { name: es.findingTerms.compare }).first().click();
    for (const number of [`IR-${dominicanYear()}-000001`, `IR-${dominicanYear()}-000002`]) {
      await page.getByRole('heading', { level: 2, name: new RegExp(number) }).waitFor();
    }
    await page.getByText(words.compare.same).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: `IR-${dominicanYear()}-000002` }).waitFor();
    // Neither of the steps is left over: one step back is what was there before the report.
    await page.goBack();
    await page.getByRole('article', { name: `IR-${dominicanYear()}-000003` }).waitFor();
  });
});

test('when nobody answers any more, it says since when, and what was made ready is still seen', async () => {
  await forget();
  await openPhoto(page, 0);
  const next = `/attachments/${filled.photos[1]?.id}/preview`;
  await page.waitForFunction(
    (address) => performance.getEntriesByType('resource').some(({ name }) => name.includes(address)),
    next,
  );
  await perito.stop();
  await page.getByText(words.viewer.lost.split('{{')[0] ?? 'nothing').waitFor();
  await page.keyboard.press('ArrowRight');
  await showing(page, 1);
  await page.locator('[data-layers][data-shown=preview]').waitFor();
});

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${perito.consoleUrl}/#${path}`, { waitUntil: 'commit' });
}

/** How many pixels of the screen a CSS pixel has, until it is let go. */
async function pixelsEach(deviceScaleFactor: number): Promise<AsyncDisposable> {
  const devtools = await page.context().newCDPSession(page);
  const metrics = { width: 1280, height: 800, mobile: false, deviceScaleFactor };
  await devtools.send('Emulation.setDeviceMetricsOverride', metrics);
  return {
    async [Symbol.asyncDispose]() {
      await devtools.send('Emulation.setDeviceMetricsOverride', { ...metrics, deviceScaleFactor: 1 });
      await devtools.detach();
    },
  };
}

async function openPhoto(page: Page, index: number, shown: 'preview' | 'nothing' = 'preview'): Promise<void> {
  await go(page, `/incidents/${filled.report}/photos/${filled.photos[index]?.id}`);
  if (shown === 'preview') {
    await showing(page, index);
    await page.locator('[data-layers][data-shown=preview]').waitFor();
  }
}

/** Waits until the photo at this place of the report is the one in the window. */
async function showing(page: Page, index: number): Promise<void> {
  const place = words.viewer.place
    .replace('{{place}}', String(index + 1))
    .replace('{{count}}', String(filled.photos.length));
  await page.getByRole('main', { name: words.viewer.label }).getByText(`${place} · `).waitFor();
}

const picture = (page: Page, side: 'left' | 'right' = 'left') =>
  page.locator(`[data-stage=${side}] [data-picture]`);

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return box;
}

/** Waits until a thing stays where it is for two frames. */
async function settledBox(locator: Locator): Promise<void> {
  await locator.evaluate(async (element) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    for (let before = ''; ; ) {
      const { x, y, width } = element.getBoundingClientRect();
      const now = `${x} ${y} ${width}`;
      if (now === before) return;
      before = now;
      await frame();
      await frame();
    }
  });
}

/** Which fraction of the picture is in the middle of its stage. */
async function middleOf(page: Page, side: 'left' | 'right') {
  const stage = await boxOf(page.locator(`[data-stage=${side}]`));
  const box = await boxOf(picture(page, side));
  return {
    x: (stage.x + stage.width / 2 - box.x) / box.width,
    y: (stage.y + stage.height / 2 - box.y) / box.height,
  };
}

const annotationsOfAttachment = async (id: number | undefined) =>
  (await perito.client.attachments.get({ id: id ?? 0 })).annotations;

const focusedPhoto = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.getAttribute('data-photo')));

const focusedIndex = async (page: Page) => {
  const id = await focusedPhoto(page);
  const index = filled.photos.findIndex((photo) => photo.id === id);
  return index < 0 ? null : index;
};
