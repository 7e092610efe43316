import { pdfjs } from 'react-pdf';

/** The file could not be had from this program; `status` is null where nothing answered. */
export class FileNotGiven extends Error {
  readonly status: number | null;
  constructor(status: number | null) {
    super(`The file was not given: ${status ?? 'no answer'}`);
    this.status = status;
  }
}

async function ask(address: string, signal: AbortSignal, range?: string): Promise<Response> {
  const headers = range === undefined ? {} : { range };
  const response = await fetch(address, { signal, headers, credentials: 'same-origin' }).catch(() => null);
  if (response === null || !response.ok) throw new FileNotGiven(response?.status ?? null);
  return response;
}

/** All of a file; `onProgress` hears how many bytes have come. */
export async function wholeFile(
  address: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Uint8Array> {
  const { body } = await ask(address, signal);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const reader = body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read().catch(() => Promise.reject(new FileNotGiven(null)));
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
export class FileInPieces extends pdfjs.PDFDataRangeTransport {
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
        if (response.status !== 206) throw new FileNotGiven(response.status);
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
