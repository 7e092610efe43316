import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Clock } from '../../clock.ts';
import {
  decompressed,
  isPlain,
  isTlsError,
  isWordOfDecompression,
  isWordOfParser,
  networkErrorCode,
  UnknownEncoding,
} from '../../outbound/index.ts';
import { checkTarget, FetchError, type FetchRules, type Network, type Target } from './address-policy.ts';
import { connectChecked } from './connect.ts';
import { saveBody } from './save-file.ts';

/** One file to fetch. */
export interface FetchTask {
  /** Id of the attachment; names its file in the landing folder. */
  id: number;
  /** Absolute. */
  url: string;
  /** The landing folder, on the same file system as the content; it exists. */
  folder: string;
  /** Of the body, as it is sent and as it unfolds. */
  maximumBytes: number;
  /** From looking its name up to the last byte, over all redirects. */
  maximumMilliseconds: number;
}

/** What became of it. */
export type FetchOutcome =
  | {
      outcome: 'landed';
      /** `<folder>/<id>.<sha256>`, synced to disk under this name. */
      path: string;
      /** Hexadecimal. */
      sha256: string;
      bytes: number;
    }
  | {
      outcome: 'notFetched';
      problem: AttachmentProblemCode;
      /** What a person who looks into it wants to know: a status, an address, the system's word. Never a query, never a key. */
      detail: string | null;
      /** Whose approval is missing, with its port, for `hostNotApproved` and `redirectHostNotApproved`. */
      host: string | null;
      /** `Retry-After` of the answer. */
      retryAfterSeconds: number | null;
    }
  | { outcome: 'givenUp' };

/** A host that is asked for a file: that of its address, then each that it is redirected to. */
export interface FetchHop {
  /** With its port, as approvals name it. */
  host: string;
  /** Whether it is asked unencrypted, and is not this machine: its approval has to say so. */
  needsHttp: boolean;
}

export interface FetchProgress {
  bytes: number;
  /** As the server says; null where it does not. */
  total: number | null;
}

/** How long the other side may be silent. */
const stallMilliseconds = 30_000;

export interface FetchOptions {
  /** Gives the file up. */
  signal: AbortSignal;
  /** Told of every piece. */
  onProgress(progress: FetchProgress): void;
  /** Told of every host, once it was found to be approved and before it is dialled. */
  onHop?(hop: FetchHop): void;
}

/** Fetches one file into the landing folder, or leaves nothing there and says why. Never rejects. */
export async function fetchFile(
  network: Network,
  task: FetchTask,
  rules: FetchRules,
  { signal, onProgress, onHop = () => {} }: FetchOptions,
): Promise<FetchOutcome> {
  const deadline = new Deadline(network.clock, {
    whole: task.maximumMilliseconds,
    stall: stallMilliseconds,
  });
  const ending = AbortSignal.any([signal, deadline.signal]);
  let response: IncomingMessage | null = null;
  try {
    ending.throwIfAborted();
    const start = URL.parse(task.url);
    if (start === null) throw new FetchError('notAnAddress');
    const onSign = () => deadline.signOfLife();
    response = await follow(start, { rules, network, signal: ending, onSign, onHop });
    checkStatus(response, network.clock.now());
    const total = sizeOf(response);
    const body = bodyOf(response, {
      maximumBytes: task.maximumBytes,
      onBytes(bytes) {
        deadline.signOfLife();
        onProgress({ bytes, total });
      },
    });
    return { outcome: 'landed', ...(await saveBody(task, body, ending)) };
  } catch (cause) {
    if (signal.aborted) return { outcome: 'givenUp' };
    return outcomeOf(deadline.signal.aborted ? new FetchError('timeout') : cause);
  } finally {
    deadline.end();
    response?.destroy();
  }
}

function checkStatus({ statusCode, headers }: IncomingMessage, now: number): void {
  if (statusCode === 200) return;
  throw new FetchError('httpStatus', String(statusCode), {
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
  });
}

const maximumRedirects = 5;

export interface Following {
  rules: FetchRules;
  network: Network;
  signal: AbortSignal;
  /** Called whenever the other side has done something. */
  onSign(): void;
  onHop(hop: FetchHop): void;
}

/**
 * The answer at the end of all redirects, each checked and dialled like the first. Throws `FetchError`, or what the
 * connection says.
 */
export async function follow(start: URL, following: Following): Promise<IncomingMessage> {
  const { rules, network, signal, onSign, onHop } = following;
  let url = start;
  // A chain that has left the platform never has the key again, though it come back.
  let key = rules.platform?.key ?? null;
  for (let hop = 0; hop <= maximumRedirects; hop += 1) {
    const target = await checkHop(url, hop, following);
    onSign();
    onHop({ host: target.host, needsHttp: target.url.protocol === 'http:' && !target.isLoopback });
    if (!mayHaveKey(target, rules)) key = null;
    const socket = await connectChecked(target, network, signal);
    onSign();
    const response = await ask(socket, target.url, key);
    onSign();
    try {
      const next = redirectOf(response, target.url);
      if (next === null) return response;
      url = next;
    } catch (cause) {
      response.destroy();
      throw cause;
    }
    response.destroy();
  }
  throw new FetchError('tooManyRedirects', String(maximumRedirects));
}

async function checkHop(url: URL, hop: number, { rules, network, signal }: Following): Promise<Target> {
  try {
    return await checkTarget(url, rules, network, signal);
  } catch (cause) {
    if (hop === 0 || !(cause instanceof FetchError) || cause.host === null) throw cause;
    throw new FetchError('redirectHostNotApproved', null, { host: cause.host });
  }
}

function mayHaveKey({ url, isLoopback }: Target, { platform }: FetchRules): boolean {
  return platform !== null && url.origin === platform.origin && (url.protocol === 'https:' || isLoopback);
}

/** Of the status line and all header lines together. */
const maximumHeadBytes = 16 * 1024;

/**
 * One GET over an open connection, which ends with it. Rejects with what the connection or the parser says; what goes
 * wrong afterwards ends the answer's body.
 */
export async function ask(socket: Socket, url: URL, key: string | null): Promise<IncomingMessage> {
  try {
    return await answerOf(socket, url, key);
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

function answerOf(socket: Socket, url: URL, key: string | null): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | null = null;
  const request = httpRequest({
    createConnection: () => socket,
    method: 'GET',
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: {
      Host: url.host,
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Perito',
      ...(key !== null && { 'X-API-KEY': key }),
    },
    maxHeaderSize: maximumHeadBytes,
    insecureHTTPParser: false,
  });
  request.on('response', (begun) => {
    response = begun;
    resolve(begun);
  });
  request.on('upgrade', ({ statusCode }, upgraded) => {
    upgraded.destroy();
    reject(new FetchError('httpStatus', String(statusCode)));
  });
  request.on('error', (cause) => {
    response?.destroy(cause);
    reject(cause);
  });
  request.on('close', () => reject(new FetchError('closedEarly')));
  request.end();
  return promise;
}

const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends one instead; null where it does not. Throws `FetchError` where it does not say where. */
export function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.has(statusCode)) return null;
  const { location = '' } = headers;
  // Node reads headers as Latin-1; raw UTF-8 in an address is meant as its bytes.
  const bytes = location.replaceAll(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const url = bytes.trim() === '' ? null : URL.parse(bytes, from);
  if (url === null) throw new FetchError('badRedirect', String(statusCode));
  return url;
}

const day = 86_400;

/** Seconds until one may come again (RFC 9110, 10.2.3), a day at the most; null where the header does not say. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), day);
  if (!text.endsWith('GMT')) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - now) / 1000), 0), day);
}

export interface BodyLimits {
  /** Of what is sent and of what it unfolds to. */
  maximumBytes: number;
  /** Told after each piece how many bytes were sent. */
  onBytes(bytes: number): void;
}

/** The body of an answer as it unfolds. Throws `FetchError`, `UnknownEncoding`, or what the connection says. */
export async function* bodyOf(response: IncomingMessage, limits: BodyLimits): AsyncGenerator<Buffer> {
  const size = sizeOf(response) ?? 0;
  if (size > limits.maximumBytes) throw new FetchError('tooLarge', String(size));
  checkTransfer(response);
  const encoding = response.headers['content-encoding'];
  const sent = counted(response, limits.maximumBytes, limits.onBytes);
  if (isPlain(encoding)) yield* sent;
  else yield* counted(decompressed(Readable.from(sent), encoding), limits.maximumBytes, () => {});
}

/** How many bytes the answer says it has. */
export function sizeOf({ headers }: IncomingMessage): number | null {
  const size = headers['content-length'];
  return size === undefined ? null : Number(size);
}

async function* counted(
  stream: Readable,
  maximumBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of stream) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new FetchError('tooLarge');
    onBytes(bytes);
    yield chunk;
  }
}

/** Node unfolds chunks and nothing else; what else there is would be stored as it was sent. */
function checkTransfer({ headers }: IncomingMessage): void {
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') throw new FetchError('encodingNotAllowed', transfer);
}

/** What ended a fetch, as data. */
export function outcomeOf(cause: unknown): Extract<FetchOutcome, { outcome: 'notFetched' }> {
  const { problem, detail, host, retryAfterSeconds } =
    cause instanceof FetchError ? cause : problemOfAnswer(cause);
  return { outcome: 'notFetched', problem, detail, host, retryAfterSeconds };
}

/** What the connection, the parser or the decompressor throws while an answer is read. */
function problemOfAnswer(cause: unknown): FetchError {
  if (cause instanceof UnknownEncoding) return new FetchError('encodingNotAllowed', cause.message);
  const word = networkErrorCode(cause);
  if (isWordOfParser(word)) return new FetchError('notHttp', word);
  if (isWordOfDecompression(word)) return new FetchError('badEncoding', word);
  if (isTlsError(word)) return new FetchError('tls', word);
  if (closingWords.has(word)) return new FetchError('closedEarly', word);
  // Anything else is a fault of this side; its message may hold what must not be shown.
  return new FetchError('writeFailed', word);
}

const closingWords: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENETRESET',
  'ENETDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Bounds a fetch twice: as a whole, and between one sign of life and the next. */
export class Deadline {
  readonly #clock: Clock;
  readonly #stall: number;
  readonly #over = new AbortController();
  readonly #cancelWhole: () => void;
  #cancelStall: () => void;
  #lastSign: number;

  /** Both limits in milliseconds, from now. */
  constructor(clock: Clock, limits: { whole: number; stall: number }) {
    this.#clock = clock;
    this.#stall = limits.stall;
    this.#lastSign = clock.now();
    this.#cancelWhole = clock.after(limits.whole, () => this.#over.abort());
    this.#cancelStall = clock.after(limits.stall, () => this.#look());
  }

  /** Aborted when either limit has passed. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  signOfLife(): void {
    this.#lastSign = this.#clock.now();
  }

  end(): void {
    this.#cancelWhole();
    this.#cancelStall();
  }

  /** One timer for many signs: it only looks at the last of them. */
  #look(): void {
    const left = this.#lastSign + this.#stall - this.#clock.now();
    if (left <= 0) this.#over.abort();
    else this.#cancelStall = this.#clock.after(left, () => this.#look());
  }
}
