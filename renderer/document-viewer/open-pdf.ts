import { PasswordResponses, pdfjs } from 'react-pdf';
import { FileInPieces, FileNotGiven, wholeFile } from './paper-bytes.ts';
import type { Pdf } from './pdf.ts';
import { readerOptions, startReader } from './pdf-reader.ts';

/**
 * Why a paper cannot be shown: its file is gone, Perito does not answer, the file is damaged or no PDF at all, or the
 * reader itself did not start.
 */
export type PdfError = 'missing' | 'unreachable' | 'damaged' | 'reader';

export type PdfListener = {
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
  if (!(error instanceof FileNotGiven)) return 'damaged';
  return error.status === null || error.status >= 500 ? 'unreachable' : 'missing';
};

/** Opens a PDF and tells its listener what comes of it; the function that it gives lets go of all of it. */
export function openPdf(file: { address: string; bytes: number }, listener: PdfListener): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fail = (error: unknown) => {
    if (!signal.aborted) listener.onFail(pdfErrorOf(error));
  };
  const reader = startReader(() => {
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
      ...readerOptions(),
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
