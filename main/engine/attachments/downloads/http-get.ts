/** One HTTP GET of a file: redirects, limits, deadline, and what became of it. */
import type { IncomingMessage } from 'node:http';
import type { AttachmentProblemCode } from '#shared/attachment-terms.ts';
import type { Clock } from '../../clock.ts';
import {
  bodyOf,
  ClosedUnanswered,
  classifyNetworkError,
  type NetworkErrorKind,
  networkErrorCode,
  sendGet,
  UnknownEncoding,
} from '../../outbound/index.ts';
import {
  checkTarget,
  connectChecked,
  FetchError,
  type FetchRules,
  type Network,
  type Target,
} from './address-policy.ts';
import { type DownloadedFile, saveBody } from './save-file.ts';

/** One file to fetch. */
export interface FetchTask {
  /** Id of the attachment; names its file in the folder. */
  id: number;
  /** Absolute. */
  url: string;
  /** Where files arrive, on the same file system as the content; it exists. */
  folder: string;
  /** Of the body, as it is sent and as it unfolds. */
  maximumBytes: number;
  /** From looking its name up to the last byte, over all redirects. */
  maximumMilliseconds: number;
}

/** What became of a fetch. */
export type FetchOutcome = ({ outcome: 'downloaded' } & DownloadedFile) | NotFetched | { outcome: 'aborted' };

export interface NotFetched {
  outcome: 'notFetched';
  problem: AttachmentProblemCode;
  /** What a person who looks into it wants to know: a status, an address, the system's code. Never a query, never a key. */
  detail: string | null;
  /** Whose approval is missing, with its port, for `hostNotApproved` and `redirectHostNotApproved`. */
  host: string | null;
  /** `Retry-After` of the answer. */
  retryAfterSeconds: number | null;
}

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

export interface FetchOptions {
  /** Aborts the fetch. */
  signal: AbortSignal;
  /** Called after every piece. */
  onProgress(progress: FetchProgress): void;
  /** Called for every host, once it was found to be approved and before it is dialled. */
  onHop?(hop: FetchHop): void;
}

/** How long the other side may be silent. */
const stallMilliseconds = 30_000;

/** Fetches one file into the task's folder, or leaves nothing there and says why. Never rejects. */
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
    checkAnswer(response, task.maximumBytes, network.clock.now());
    const total = sizeOf(response);
    const body = limitedBody(response, task.maximumBytes, (bytes) => {
      deadline.signOfLife();
      onProgress({ bytes, total });
    });
    return { outcome: 'downloaded', ...(await saveBody(task, body, ending)) };
  } catch (cause) {
    if (signal.aborted) return { outcome: 'aborted' };
    return notFetched(deadline.signal.aborted ? new FetchError('timeout') : cause);
  } finally {
    deadline.end();
    response?.destroy();
  }
}

const maxRedirects = 5;

interface Following {
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
async function follow(start: URL, following: Following): Promise<IncomingMessage> {
  const { rules, network, signal, onSign, onHop } = following;
  let url = start;
  // A chain that has left the platform never has the key again, though it come back.
  let key = rules.platform?.key ?? null;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const target = await checkHop(url, hop, following);
    onSign();
    onHop({ host: target.host, needsHttp: target.url.protocol === 'http:' && !target.isLoopback });
    if (!mayHaveKey(target, rules)) key = null;
    const socket = await connectChecked(target, network, rules, signal);
    onSign();
    const response = await sendGet(socket, target.url, {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      ...(key !== null && { 'X-API-KEY': key }),
    });
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
  throw new FetchError('tooManyRedirects', String(maxRedirects));
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

const redirects: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

/** Where an answer redirects to; null where it does not. Throws `FetchError` where it does not say where. */
function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null {
  if (!redirects.has(statusCode)) return null;
  const { location = '' } = headers;
  // Node reads headers as Latin-1; raw UTF-8 in an address is meant as its bytes.
  const bytes = location.replaceAll(/[\x80-\xff]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const url = bytes.trim() === '' ? null : URL.parse(bytes, from);
  if (url === null) throw new FetchError('badRedirect', String(statusCode));
  return url;
}

/** Throws `FetchError` unless an answer has a body that may be read. */
function checkAnswer(response: IncomingMessage, maximumBytes: number, now: number): void {
  const { statusCode, headers } = response;
  if (statusCode !== 200) {
    throw new FetchError('httpStatus', String(statusCode), {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
    });
  }
  const size = sizeOf(response) ?? 0;
  if (size > maximumBytes) throw new FetchError('tooLarge', String(size));
  // Node unfolds chunks and nothing else; what else there is would be stored as it was sent.
  const transfer = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  if (transfer !== 'chunked') throw new FetchError('encodingNotAllowed', transfer);
}

const daySeconds = 86_400;

/** Seconds until one may come again (RFC 9110, 10.2.3), a day at the most; null where the header does not say. */
export function retryAfterSeconds(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text), daySeconds);
  if (!text.endsWith('GMT')) return null;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - now) / 1000), 0), daySeconds);
}

/** How many bytes the answer says it has. */
function sizeOf({ headers }: IncomingMessage): number | null {
  const size = headers['content-length'];
  return size === undefined ? null : Number(size);
}

/** The body as it unfolds, of `maximumBytes` as it is sent and as it unfolds. `onBytes` is told how many were sent. */
async function* limitedBody(
  response: IncomingMessage,
  maximumBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let unfolded = 0;
  const onSent = (bytes: number) => {
    if (bytes > maximumBytes) throw new FetchError('tooLarge');
    onBytes(bytes);
  };
  for await (const piece of bodyOf(response, onSent)) {
    unfolded += piece.length;
    if (unfolded > maximumBytes) throw new FetchError('tooLarge');
    yield piece;
  }
}

/** What ended a fetch, as data. */
function notFetched(cause: unknown): NotFetched {
  const { problem, detail, host, retryAfterSeconds } = cause instanceof FetchError ? cause : errorOf(cause);
  return { outcome: 'notFetched', problem, detail, host, retryAfterSeconds };
}

/** Of what the connection, the parser or the decompressor throws while an answer is read. */
function errorOf(cause: unknown): FetchError {
  if (cause instanceof ClosedUnanswered) {
    return cause.status === null
      ? new FetchError('closedEarly')
      : new FetchError('httpStatus', String(cause.status));
  }
  const detail = cause instanceof UnknownEncoding ? cause.message : networkErrorCode(cause);
  return new FetchError(problems[classifyNetworkError(cause)], detail);
}

const problems: Readonly<Record<NetworkErrorKind, AttachmentProblemCode>> = {
  unknownEncoding: 'encodingNotAllowed',
  headerOverflow: 'notHttp',
  notHttp: 'notHttp',
  badEncoding: 'badEncoding',
  tls: 'tls',
  closed: 'closedEarly',
  lineLost: 'closedEarly',
  // A fault of this side; its message may hold what must not be shown.
  other: 'writeFailed',
};

/** Bounds a fetch twice: as a whole, and between one sign of life and the next. */
class Deadline {
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
    this.#cancelStall = clock.after(limits.stall, () => this.#check());
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

  /** One timer for many signs: it only checks the last of them. */
  #check(): void {
    const left = this.#lastSign + this.#stall - this.#clock.now();
    if (left <= 0) this.#over.abort();
    else this.#cancelStall = this.#clock.after(left, () => this.#check());
  }
}
