import { Transformer } from '@napi-rs/image';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { launchChromium } from '../e2e/browser.ts';
import { keepFile } from '../shell/kept-files.ts';
import { filesOfEngine, openedShell } from './opened-shell.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const photo = Transformer.fromRgbaPixels(Buffer.alloc(64 * 48 * 4, 200), 64, 48).jpegSync();

/** A person who is signed in before a console whose engine knows the files of a folder. */
async function signedIn() {
  const folder = filesOfEngine();
  const { shell, engine } = await openedShell();
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(shell.newLink());
  await page.waitForURL(`${shell.url}/`);
  return { folder, shell, page, context, asked: vi.spyOn(engine, 'attachmentFile') };
}

/** Width of each picture, or null where it is not shown. */
function widthsOf(page: Page, paths: string[]): Promise<(number | null)[]> {
  return page.evaluate((sources) => {
    const shown = sources.map(async (source) => {
      const image = new Image();
      image.src = source;
      return image.decode().then(
        () => image.naturalWidth,
        () => null,
      );
    });
    return Promise.all(shown);
  }, paths);
}

describe('stored files in a real browser', () => {
  test('photos are shown, each for one question to the engine, and none for those that were seen before', async () => {
    const { folder, page, shell, asked } = await signedIn();
    const content = Buffer.concat([photo, Buffer.alloc(300_000)]);
    const paths = Array.from({ length: 40 }, (_, index) => {
      const { tag } = keepFile(folder, { id: index + 1, variant: 'preview', content });
      return `/attachments/${index + 1}/preview?v=${tag.slice(0, 12)}`;
    });
    expect(await widthsOf(page, paths)).toEqual(Array(40).fill(64));
    expect(asked).toHaveBeenCalledTimes(40);
    await page.goto(`${shell.url}/?again`);
    expect(await widthsOf(page, paths)).toEqual(Array(40).fill(64));
    expect(asked).toHaveBeenCalledTimes(40);
  });

  test('what is not shown is no picture, and a photo that is not there is none', async () => {
    const { folder, page } = await signedIn();
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"/>');
    keepFile(folder, { id: 1, variant: 'original', mediaType: 'image/svg+xml', content: drawing });
    keepFile(folder, { id: 2, variant: 'original', content: photo, isShown: false });
    keepFile(folder, { id: 3, variant: 'original', content: photo });
    const paths = [1, 2, 3, 4].map((id) => `/attachments/${id}/original`);
    expect(await widthsOf(page, paths)).toEqual([null, null, 64, null]);
  });

  test('a file that is opened as a page is saved under its name, though it was shown before', async () => {
    const { folder, page, shell } = await signedIn();
    const { tag } = keepFile(folder, {
      id: 7,
      variant: 'original',
      content: photo,
      filename: 'señal "rota"\u202Egpj.exe',
    });
    const path = `/attachments/7/original?v=${tag.slice(0, 12)}`;
    expect(await widthsOf(page, [path])).toEqual([64]);
    const download = page.waitForEvent('download');
    await page.evaluate((address) => location.assign(address), path);
    expect((await download).suggestedFilename()).toBe('señal _rota_gpj.exe');
    expect(page.url()).toBe(`${shell.url}/`);
    expect(await widthsOf(page, [path])).toEqual([64]);
  });

  test('a link saves a file under its name', async () => {
    const { folder, page } = await signedIn();
    keepFile(folder, { id: 7, variant: 'download', filename: 'reporte.html', content: Buffer.from('<p>') });
    const download = page.waitForEvent('download');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/attachments/7/download';
      link.download = '';
      link.click();
    });
    expect((await download).suggestedFilename()).toBe('reporte.html');
    expect(await (await (await download).createReadStream()).toArray()).toEqual([Buffer.from('<p>')]);
  });

  test('a file stands in no frame, and scripts of the console read a paper in parts', async () => {
    const { folder, page } = await signedIn();
    const content = Buffer.from('%PDF-1.7 sample');
    keepFile(folder, { id: 7, variant: 'original', mediaType: 'application/pdf', content });
    const found = await page.evaluate(async () => {
      const tries = ['iframe', 'embed', 'object'].map((name) => {
        const violated = new Promise((resolve) =>
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          ),
        );
        const element = document.createElement(name);
        element.setAttribute(name === 'object' ? 'data' : 'src', '/attachments/7/original');
        document.body.append(element);
        return violated;
      });
      const refused = await Promise.all(tries);
      const part = await fetch('/attachments/7/original', { headers: { range: 'bytes=0-7' } });
      return { refused: refused.length, status: part.status, text: await part.text() };
    });
    expect(found).toEqual({ refused: 3, status: 206, text: '%PDF-1.7' });
  });
});
