import type { Pdf } from './pdf.ts';

/** A page as it goes to the printer: the address of a picture of it in this window. */
export type PrintedPage = { number: number; address: string };

/** A page that could not be drawn for the printer. */
export class PageNotPrinted extends Error {
  readonly page: number;
  constructor(page: number, cause: unknown) {
    super(`Page ${page} could not be drawn`, { cause });
    this.page = page;
  }
}

/** More than these are not prepared at once. */
export const maxPrintedPages = 500;

/** Dots an inch: fine for few pages, enough to be read for many. */
const dotsFor = (count: number) => (count <= 60 ? 200 : 130);
const maxCanvas = 12_000_000;

const lies = ({ width, height }: { width: number; height: number }) => width > height;

/** Draws pages one after another as they are printed; all lie as the first one does, whatever way up they are read. */
export async function* drawForPrint(
  pdf: Pdf,
  numbers: readonly number[],
  signal: AbortSignal,
): AsyncGenerator<PrintedPage & { lies: boolean }> {
  let sheetLies: boolean | null = null;
  for (const number of numbers) {
    signal.throwIfAborted();
    try {
      const page = await pdf.getPage(number);
      const upright = page.getViewport({ scale: dotsFor(numbers.length) / 72 });
      sheetLies ??= lies(upright);
      const turn = lies(upright) === sheetLies ? 0 : 90;
      const share = Math.min(1, Math.sqrt(maxCanvas / Math.max(1, upright.width * upright.height)));
      const viewport = page.getViewport({
        scale: (dotsFor(numbers.length) / 72) * share,
        rotation: (page.rotate + turn) % 360,
      });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas, viewport, intent: 'print' });
      const cancel = () => task.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      await task.promise;
      signal.removeEventListener('abort', cancel);
      const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
      canvas.width = 0;
      canvas.height = 0;
      page.cleanup();
      if (picture === null) throw new Error('The page has no picture.');
      yield { number, address: URL.createObjectURL(picture), lies: sheetLies };
    } catch (cause) {
      signal.throwIfAborted();
      throw new PageNotPrinted(number, cause);
    }
  }
}
