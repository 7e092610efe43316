/** Reads the words of one PDF with pdf.js: no script of it is run, no font drawn, nothing fetched. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import * as z from 'zod';
import { maxPdfText, type PdfReading, type PdfToRead } from '../engine/file-examination.ts';

/** What is read of one PDF at the most. */
const bounds = {
  bytes: 64 * 1024 * 1024,
  pages: 50,
  /** Milliseconds; what was read by then is kept. What does not come back to look is ended from outside. */
  time: 15_000,
} as const;
/** Sticky notes and fields of forms that are read of one page. */
const maxAnnotations = 500;

type PdfJs = typeof import('pdfjs-dist');

/** Reads the words of a PDF. Never rejects. */
export async function readPdf({ path }: PdfToRead): Promise<PdfReading> {
  let bytes: Uint8Array | null;
  let pdfJs: PdfJs;
  try {
    bytes = await readFile(path);
    pdfJs = await loadPdfJs();
  } catch (failure) {
    return { outcome: 'notDone', detail: messageOf(failure) };
  }
  if (bytes === null)
    return { outcome: 'tooLong', detail: `It has more than ${bounds.bytes / 1024 ** 2} MiB.` };
  const task = pdfJs.getDocument({ ...options, data: bytes });
  try {
    return await wordsOf(await task.promise);
  } catch (failure) {
    const isLocked = failure instanceof Error && failure.name === 'PasswordException';
    return isLocked
      ? { outcome: 'locked', detail: 'It asks for a password.' }
      : { outcome: 'damaged', detail: messageOf(failure) };
  } finally {
    // What it still computes ends with it.
    await task.destroy().catch(() => undefined);
  }
}

const messageOf = (failure: unknown) =>
  (failure instanceof Error ? failure.message : String(failure)).replace(/\p{C}+/gu, ' ').slice(0, 300);

/** Null where it is too long. */
async function readFile(path: string): Promise<Uint8Array | null> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > bounds.bytes) return null;
    const bytes = new Uint8Array(size);
    let length = 0;
    for (let read = -1; read !== 0 && length < size; length += read)
      ({ bytesRead: read } = await handle.read(bytes, length, size - length, length));
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/** Character maps of East Asian fonts, fonts and decoders of pictures: words in Latin letters need none of them. */
class NoOtherFiles {
  fetch(): Promise<never> {
    return Promise.reject(new Error('No other file is read.'));
  }
}

const options = {
  BinaryDataFactory: NoOtherFiles,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  enableXfa: false,
  maxImageSize: 0,
  stopAtErrors: false,
  disableAutoFetch: true,
  verbosity: 0,
};

let loaded: Promise<PdfJs> | null = null;

/** pdf.js lies beside the built program as it came; both of its halves run in this thread. */
function loadPdfJs(): Promise<PdfJs> {
  loaded ??= (async () => {
    // It would load a native library to draw with, where one is installed.
    Reflect.deleteProperty(process, 'getBuiltinModule');
    const beside = new URL('./pdfjs/pdf.mjs', import.meta.url);
    const isBuilt = existsSync(fileURLToPath(beside));
    const inPackage = (name: string) =>
      pathToFileURL(createRequire(import.meta.url).resolve(`pdfjs-dist/legacy/build/${name}.min.mjs`)).href;
    const file = (name: string) =>
      isBuilt ? new URL(`./pdfjs/${name}.mjs`, import.meta.url).href : inPackage(name);
    // Where it finds this, it starts no worker.
    Reflect.set(globalThis, 'pdfjsWorker', await import(file('pdf.worker')));
    const pdfJs: PdfJs = await import(file('pdf'));
    return pdfJs;
  })();
  return loaded;
}

/** The text of a PDF as far as it is kept. */
class KeptText {
  #raw = '';

  add(text: string): void {
    this.#raw += text;
  }

  /** What is cleaned becomes shorter. */
  get isFull(): boolean {
    return this.#raw.length > 2 * maxPdfText;
  }

  cleaned(): string {
    const text = this.#raw
      .toWellFormed()
      .normalize('NFC')
      // A word that the end of a line divides is one.
      .replaceAll(/(?<=\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '')
      // Among them signs of a font that says nothing of what they are.
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim();
    if (text.length <= maxPdfText) return text;
    const cut = text.slice(0, maxPdfText);
    return cut.slice(0, Math.max(cut.lastIndexOf(' '), maxPdfText - 100)).toWellFormed();
  }
}

async function wordsOf(pdf: PDFDocumentProxy): Promise<PdfReading> {
  const text = new KeptText();
  const pages = pdf.numPages;
  let pagesRead = 0;
  let failure: unknown = null;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), bounds.time);
  const until = performance.now() + bounds.time;
  for (let number = 1; number <= Math.min(pages, bounds.pages); number += 1) {
    if (text.isFull || performance.now() >= until) break;
    try {
      if (await addPage(pdf, number, text, late)) pagesRead += 1;
    } catch (problem) {
      // The others may be whole.
      failure = problem;
    }
  }
  clearTimeout(timer);
  if (pagesRead === 0 && failure !== null) return { outcome: 'damaged', detail: messageOf(failure) };
  return { outcome: 'read', text: text.cleaned(), pages, pagesRead };
}

/** Whether it was read to its end. */
async function addPage(
  pdf: PDFDocumentProxy,
  number: number,
  text: KeptText,
  late: Promise<null>,
): Promise<boolean> {
  const page = await Promise.race([pdf.getPage(number), late]);
  if (page === null) return false;
  const pieces = page.streamTextContent({ includeMarkedContent: false }).getReader();
  for (;;) {
    const piece = await Promise.race([pieces.read(), late]);
    if (piece === null) return false;
    if (piece.done) break;
    for (const { str, hasEOL } of textContent.parse(piece.value).items) {
      text.add(hasEOL ? `${str}\n` : str);
      if (text.isFull) return false;
    }
  }
  text.add('\n');
  const isWhole = (await Promise.race([addAnnotations(page, text), late])) !== null;
  page.cleanup();
  return isWhole;
}

const textContent = z.object({ items: z.array(z.object({ str: z.string(), hasEOL: z.boolean() })) });
const annotations = z.array(
  z.object({
    /** Of a text field; of others a list or a state. */
    fieldValue: z.unknown(),
    contentsObj: z.object({ str: z.string() }).optional(),
  }),
);

/** What was typed into a form, and notes. */
async function addAnnotations(page: PDFPageProxy, text: KeptText): Promise<void> {
  const all = annotations.parse(await page.getAnnotations({ intent: 'display' }));
  for (const { fieldValue, contentsObj } of all.slice(0, maxAnnotations)) {
    for (const value of [fieldValue, contentsObj?.str]) if (typeof value === 'string') text.add(`${value}\n`);
    if (text.isFull) return;
  }
}
