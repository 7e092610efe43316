import { useEffect, useState } from 'react';
import { PasswordResponses, pdfjs } from 'react-pdf';

/** An opened PDF. */
export type Pdf = pdfjs.PDFDocumentProxy;

/**
 * Why a PDF cannot be opened. `missing`: its file is gone; `unreachable`: Perito does not answer; `damaged`: the file is no
 * readable PDF; `reader`: pdf.js' worker did not start.
 */
export type PdfError = 'missing' | 'unreachable' | 'damaged' | 'reader';

type PdfListener = {
  /** The share of the file that is loaded, from 0 to 1. */
  onProgress(share: number): void;
  /** The PDF asks for a password; `wrong` where the last one was refused. */
  onLocked(unlock: (password: string) => void, isWrong: boolean): void;
  onReady(pdf: Pdf): void;
  onFail(error: PdfError): void;
};

/** Bytes up to which a file is loaded whole; a longer one is loaded in ranges. */
const maxWholeBytes = 16 * 1024 * 1024;

const pdfErrorOf = (error: unknown): PdfError => {
  if (!(error instanceof FileUnavailable)) return 'damaged';
  return error.status === null || error.status >= 500 ? 'unreachable' : 'missing';
};

/** Opens a PDF and reports to its listener; returns a function that closes it. */
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
    if (file.bytes > maxWholeBytes) return { range: new RangeTransport(file.address, file.bytes, fail) };
    const onBytes = (bytes: number) => listener.onProgress(Math.min(1, bytes / Math.max(1, file.bytes)));
    return { data: await wholeFile(file.address, signal, onBytes) };
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
    // A PDF without a first page has nothing to show.
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
  | { stage: 'locked'; isWrong: boolean; unlock: (password: string) => void }
  | { stage: 'failed'; error: PdfError }
  | { stage: 'ready'; pdf: Pdf };

const loading = { stage: 'loading', share: 0, slow: false } as const satisfies PdfState;
/** Milliseconds after which loading is called slow. */
const slowMs = 15_000;

/** Opens a PDF while the component is mounted; another number of `tries` opens it again. */
export function usePdf(address: string, bytes: number, tries: number): PdfState {
  const [state, setState] = useState<PdfState>(loading);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    setState(loading);
    const slow = setTimeout(
      () => setState((old) => (old.stage === 'loading' ? { ...old, slow: true } : old)),
      slowMs,
    );
    const close = openPdf(
      { address, bytes },
      {
        onProgress: (share) => setState((old) => (old.stage === 'loading' ? { ...old, share } : old)),
        onLocked: (unlock, isWrong) =>
          setState({
            stage: 'locked',
            isWrong,
            unlock: (password) => {
              setState({ ...loading, share: 1 });
              unlock(password);
            },
          }),
        onReady: (pdf) => setState({ stage: 'ready', pdf }),
        onFail: (error) => setState({ stage: 'failed', error }),
      },
    );
    return () => {
      clearTimeout(slow);
      close();
    };
  }, [address, bytes, tries]);
  return state;
}

/** The folder of pdf.js' own files in the built renderer (see `renderer.vite.config.ts`). */
const ownFiles = () => new URL(`assets/pdfjs-${pdfjs.version}/`, document.baseURI).href;

/** Pixels beyond which an image in a PDF is not decoded. */
const maxImagePixels = 100_000_000;

/**
 * The options for every PDF: nothing of it is executed, nothing is fetched from outside, XFA forms are ignored, and images
 * are decoded without WebAssembly, which the content security policy forbids.
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

/** Starts a worker for one PDF, so that one that never ends can be ended with it. */
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

/** Perito did not serve the file; `status` is null where nothing answered. */
class FileUnavailable extends Error {
  readonly status: number | null;
  constructor(status: number | null) {
    super(`The file was not given: ${status ?? 'no answer'}`);
    this.status = status;
  }
}

async function fetchFile(address: string, signal: AbortSignal, range?: string): Promise<Response> {
  const headers = range === undefined ? {} : { range };
  const response = await fetch(address, { signal, headers, credentials: 'same-origin' }).catch(() => null);
  if (response === null || !response.ok) throw new FileUnavailable(response?.status ?? null);
  return response;
}

/** Loads a whole file; `onProgress` is called with the bytes loaded so far. */
async function wholeFile(
  address: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Uint8Array> {
  const { body } = await fetchFile(address, signal);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read().catch(() => Promise.reject(new FileUnavailable(null)));
    if (done) break;
    pieces.push(value);
    length += value.byteLength;
    onProgress(length);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** Loads a long file in ranges, as its pages are shown. */
class RangeTransport extends pdfjs.PDFDataRangeTransport {
  readonly #address: string;
  readonly #stop = new AbortController();
  readonly #onFail: (error: unknown) => void;

  constructor(address: string, length: number, onFail: (error: unknown) => void) {
    super(length, null);
    this.#address = address;
    this.#onFail = onFail;
  }

  override requestDataRange(begin: number, end: number): void {
    fetchFile(this.#address, this.#stop.signal, `bytes=${begin}-${end - 1}`)
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
