import { useEffect, useState } from 'react';
import { PasswordResponses, pdfjs } from 'react-pdf';

/** An opened PDF. */
export type Pdf = pdfjs.PDFDocumentProxy;

/**
 * Why a paper cannot be shown: its file is gone, Perito does not answer, the file is damaged or no PDF at all, or the
 * reader itself did not start.
 */
export type PdfError = 'missing' | 'unreachable' | 'damaged' | 'reader';

type PdfListener = {
  /** How much of the file has come, from 0 to 1. */
  onProgress(share: number): void;
  /** It asks for a password; `wrong` where one was given already. */
  onLocked(unlock: (password: string) => void, wrong: boolean): void;
  onReady(pdf: Pdf): void;
  onFail(why: PdfError): void;
};

/** Up to here a file is taken whole; a longer one is asked for in pieces. */
const maxWholeBytes = 16 * 1024 * 1024;

const pdfErrorOf = (error: unknown): PdfError => {
  if (!(error instanceof FileUnavailable)) return 'damaged';
  return error.status === null || error.status >= 500 ? 'unreachable' : 'missing';
};

/** Opens a PDF and tells its listener what comes of it; the function that it gives lets go of all of it. */
function openPdf(file: { address: string; bytes: number }, listener: PdfListener): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fail = (error: unknown) => {
    if (!signal.aborted) listener.onFail(pdfErrorOf(error));
  };
  const reader = startPdfWorker(() => {
    if (!signal.aborted) listener.onFail('reader');
  });
  const sourceOf = async () => {
    if (file.bytes > maxWholeBytes) return { range: new FileInPieces(file.address, file.bytes, fail) };
    const share = (bytes: number) => listener.onProgress(Math.min(1, bytes / Math.max(1, file.bytes)));
    return { data: await wholeFile(file.address, signal, share) };
  };
  const open = async () => {
    const source = await sourceOf();
    signal.throwIfAborted();
    const task = pdfjs.getDocument({
      ...pdfOptions(),
      ...source,
      worker: reader.worker,
      disableStream: true,
      disableAutoFetch: true,
    });
    task.onPassword = (unlock: (password: string) => void, reason: number) => {
      if (!signal.aborted) listener.onLocked(unlock, reason === PasswordResponses.INCORRECT_PASSWORD);
    };
    signal.addEventListener('abort', () => void task.destroy().catch(() => undefined), { once: true });
    const pdf = await task.promise;
    // What has no first page has none that can be shown.
    await pdf.getPage(1);
    if (!signal.aborted) listener.onReady(pdf);
  };
  open().catch(fail);
  return () => {
    stop.abort();
    reader.end();
  };
}

type PdfState =
  | { stage: 'loading'; share: number; slow: boolean }
  | { stage: 'locked'; wrong: boolean; unlock: (password: string) => void }
  | { stage: 'failed'; why: PdfError }
  | { stage: 'ready'; pdf: Pdf };

const begun = { stage: 'loading', share: 0, slow: false } as const satisfies PdfState;
/** After so long somebody should be told that there is another way. */
const slowMs = 15_000;

/** A PDF while it is looked at; `tries` opens it anew. */
export function usePdf(address: string, bytes: number, tries: number): PdfState {
  const [state, setState] = useState<PdfState>(begun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another opening
  useEffect(() => {
    setState(begun);
    const slow = setTimeout(
      () => setState((old) => (old.stage === 'loading' ? { ...old, slow: true } : old)),
      slowMs,
    );
    const close = openPdf(
      { address, bytes },
      {
        onProgress: (share) => setState((old) => (old.stage === 'loading' ? { ...old, share } : old)),
        onLocked: (unlock, wrong) =>
          setState({
            stage: 'locked',
            wrong,
            unlock: (password) => {
              setState({ ...begun, share: 1 });
              unlock(password);
            },
          }),
        onReady: (pdf) => setState({ stage: 'ready', pdf }),
        onFail: (why) => setState({ stage: 'failed', why }),
      },
    );
    return () => {
      clearTimeout(slow);
      close();
    };
  }, [address, bytes, tries]);
  return state;
}

/** The folder of pdf.js' own files in the built screen (see `renderer.vite.config.ts`). */
const ownFiles = () => new URL(`assets/pdfjs-${pdfjs.version}/`, document.baseURI).href;

/** Bits of an image within a PDF beyond which it is not unfolded: about 100 megapixels. */
const maxImagePixels = 100_000_000;

/**
 * How every PDF is read: nothing of it is executed, nothing is fetched from outside, forms in XFA are left alone, and
 * images are decoded without WebAssembly, which the page's policy does not take.
 */
const pdfOptions = () => {
  const home = ownFiles();
  return {
    cMapUrl: `${home}cmaps/`,
    standardFontDataUrl: `${home}standard_fonts/`,
    wasmUrl: `${home}decoders/`,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  };
};

/** A worker for one paper, so that a paper that never ends is ended with it. `onFail` where it cannot run. */
function startPdfWorker(onFail: () => void) {
  const thread = new Worker(`${ownFiles()}worker.js`, { type: 'module', name: 'pdf' });
  thread.addEventListener('error', onFail);
  const worker = pdfjs.PDFWorker.create({ port: thread, verbosity: pdfjs.VerbosityLevel.ERRORS });
  return {
    worker,
    end() {
      thread.removeEventListener('error', onFail);
      worker.destroy();
      thread.terminate();
    },
  };
}

/** The file could not be had from this program; `status` is null where nothing answered. */
class FileUnavailable extends Error {
  readonly status: number | null;
  constructor(status: number | null) {
    super(`The file was not given: ${status ?? 'no answer'}`);
    this.status = status;
  }
}

async function ask(address: string, signal: AbortSignal, range?: string): Promise<Response> {
  const headers = range === undefined ? {} : { range };
  const response = await fetch(address, { signal, headers, credentials: 'same-origin' }).catch(() => null);
  if (response === null || !response.ok) throw new FileUnavailable(response?.status ?? null);
  return response;
}

/** All of a file; `onProgress` hears how many bytes have come. */
async function wholeFile(
  address: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Uint8Array> {
  const { body } = await ask(address, signal);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read().catch(() => Promise.reject(new FileUnavailable(null)));
    if (done) break;
    pieces.push(value);
    length += value.byteLength;
    onProgress(length);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}

/** A long file, asked for piece by piece as its pages are looked at. */
class FileInPieces extends pdfjs.PDFDataRangeTransport {
  readonly #address: string;
  readonly #stop = new AbortController();
  readonly #onFail: (error: unknown) => void;

  constructor(address: string, length: number, onFail: (error: unknown) => void) {
    super(length, null);
    this.#address = address;
    this.#onFail = onFail;
  }

  override requestDataRange(begin: number, end: number): void {
    ask(this.#address, this.#stop.signal, `bytes=${begin}-${end - 1}`)
      .then(async (response) => {
        if (response.status !== 206) throw new FileUnavailable(response.status);
        this.onDataRange(begin, new Uint8Array(await response.arrayBuffer()));
      })
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#onFail(error);
      });
  }

  override abort(): void {
    this.#stop.abort();
  }
}
