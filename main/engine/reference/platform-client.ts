import type { IncomingMessage } from 'node:http';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { type ReferenceList, type ReferenceProblemCode, referencePaths } from '#shared/reference-terms.ts';
import type { Clock } from '../clock.ts';
import { createKeyBlanker } from '../keys/index.ts';
import {
  bodyOf,
  classifyNetworkError,
  type NetworkErrorKind,
  networkErrorCode,
  openSocket,
  sendGet,
  startTls,
  type TlsContext,
  UnknownEncoding,
} from '../outbound/index.ts';
import { type ParsedList, parseList, readJson } from './list-shape.ts';
import { noProblemText, type ProblemText, readProblemText, shownText } from './problem-text.ts';

/** Where the platform is, and whether it may be called without encryption. */
export interface PlatformAddress {
  /** `{base_url}`; it may have a path and end in a slash. Empty where none was given. */
  baseUrl: string;
  allowHttp: boolean;
}

/** Why nothing can be called at this address, or null. */
export function addressProblem({
  baseUrl,
  allowHttp,
}: PlatformAddress): 'noAddress' | 'httpNotAllowed' | null {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'noAddress';
  return url.protocol === 'http:' && !allowHttp ? 'httpNotAllowed' : null;
}

/** The list's address under `{base_url}`. A name and password in the base are dropped: the key is the only credential. */
export function listUrl(baseUrl: string, list: ReferenceList): URL {
  const base = new URL(baseUrl);
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, '') + referencePaths[list];
  return url;
}

/** Whether a call to this address stays on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export interface CallLimits {
  /** From dialling to the last byte of the answer. */
  milliseconds: number;
  /** Of the answer's body, after decompression. */
  bytes: number;
}

export const defaultLimits: CallLimits = { milliseconds: 15_000, bytes: 2 * 1024 * 1024 };

export interface PlatformCall {
  url: URL;
  /** `email:secret`; goes out as the header of the interface, "Authentication", to this address only. */
  key: string;
  clock: Clock;
  trust: TlsContext;
  limits: CallLimits;
  /** Ends the call; the answer is then of no interest. */
  signal: AbortSignal;
}

/** What came back, whatever its status; a redirect is not followed. */
export interface PlatformAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  body: Buffer;
  /** Whether the body went on beyond the limit; what is above it was not read. */
  isCut: boolean;
}

/** One GET with the key. Never rejects; nothing of the connection is kept. */
export async function callPlatform(call: PlatformCall): Promise<PlatformAnswer | CallFailure> {
  const limit = new AbortController();
  const cancelLimit = call.clock.after(call.limits.milliseconds, () => limit.abort());
  let response: IncomingMessage | null = null;
  try {
    response = await send(call, AbortSignal.any([call.signal, limit.signal]));
    const { bytes, isCut } = await readBody(response, call.limits.bytes);
    const { headers, statusCode = 0 } = response;
    return {
      status: statusCode,
      contentType: headers['content-type'] ?? null,
      location: headers.location ?? null,
      body: bytes,
      isCut,
    };
  } catch (cause) {
    const status = response?.statusCode ?? null;
    if (limit.signal.aborted) return { failed: 'timeout', status, word: null };
    return failureOf(call.signal.aborted ? call.signal.reason : cause, status);
  } finally {
    cancelLimit();
    response?.destroy();
  }
}

/** Sends the key over a connection of its own, to nobody who cannot prove who they are. */
async function send({ url, key, trust }: PlatformCall, signal: AbortSignal): Promise<IncomingMessage> {
  const secureContext = url.protocol === 'https:' ? await trust() : null;
  const socket = await openSocket(url, signal);
  const connection = secureContext === null ? socket : await startTls(socket, url, secureContext, signal);
  return sendGet(connection, url, {
    'X-API-KEY': Buffer.from(key, 'utf8').toString('base64'),
    // A problem comes as a document of its own (interface, "Errors").
    Accept: 'application/json, text/json, text/plain, application/problem+json',
    'Accept-Encoding': 'gzip, br',
  });
}

/** Reads a body up to `limit` bytes; what is above is not read. Rejects where the connection fails. */
async function readBody(
  response: IncomingMessage,
  limit: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let left = limit;
  for await (const chunk of bodyOf(response)) {
    chunks.push(chunk.subarray(0, left));
    if (chunk.length > left) return { bytes: Buffer.concat(chunks), isCut: true };
    left -= chunk.length;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

/** Why there is no whole answer. */
export interface CallFailure {
  failed: ReferenceProblemCode;
  /** The status where the answer had begun. */
  status: number | null;
  /** The system's own word for it, such as `ECONNREFUSED`. */
  word: string | null;
}

function failureOf(cause: unknown, status: number | null): CallFailure {
  const kind = classifyNetworkError(cause);
  const word = cause instanceof UnknownEncoding ? cause.message : networkErrorCode(cause);
  // Where the answer had begun, the line broke.
  const failed = kind === 'closed' && status !== null ? 'unreachable' : problems[kind];
  return { failed, status, word };
}

const problems: Readonly<Record<NetworkErrorKind, ReferenceProblemCode>> = {
  unknownEncoding: 'mediaType',
  headerOverflow: 'tooLarge',
  notHttp: 'notJson',
  badEncoding: 'notJson',
  tls: 'tls',
  closed: 'emptyAnswer',
  lineLost: 'unreachable',
  other: 'unreachable',
};

/** All that a call needs. */
export interface Access {
  baseUrl: string;
  /** `email:secret`. */
  key: string;
  clock: Clock;
  trust: TlsContext;
  limits?: CallLimits;
}

/** What the platform answered to a test, as the contract has it. */
export interface TestOutcome {
  url: string | null;
  status: number | null;
  contentType: string | null;
  milliseconds: number | null;
  items: number | null;
  sample: { id: string; name: string }[];
  problem: ReferenceProblem | null;
  body: string | null;
}

/** Fetches one list. Never rejects. */
export async function fetchList(
  list: ReferenceList,
  access: Access,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const { baseUrl, key, clock, trust, limits = defaultLimits } = access;
  const url = listUrl(baseUrl, list);
  const answer = await callPlatform({ url, key, clock, trust, limits, signal });
  return readAnswer(answer, createKeyBlanker(key));
}

const sampleLength = 5;
const bodyLength = 2000;

/** Calls one list for a person to see what comes back; nothing of the key is in it, even where it is echoed. */
export async function testList(
  list: ReferenceList,
  access: Access | ReferenceProblem,
  signal: AbortSignal,
): Promise<TestOutcome> {
  if ('code' in access) return { ...noAnswer, problem: access };
  const { baseUrl, key, clock, trust, limits = defaultLimits } = access;
  const url = listUrl(baseUrl, list);
  const blank = createKeyBlanker(key);
  const begun = clock.now();
  const answer = await callPlatform({ url, key, clock, trust, limits, signal });
  const milliseconds = Math.max(0, Math.round(clock.now() - begun));
  const { problem, text, ...read } = readAnswer(answer, blank);
  const items = 'understood' in read ? read.understood.items : null;
  const contentType = 'failed' in answer ? null : answer.contentType;
  return {
    url: blank(url.href),
    status: answer.status,
    contentType: contentType === null ? null : shownText(blank(contentType), 200),
    milliseconds,
    items: items?.length ?? null,
    sample: (items ?? []).slice(0, sampleLength).map(({ id, name }) => ({ id, name })),
    problem,
    body: text === null ? null : text.slice(0, bodyLength).toWellFormed(),
  };
}

const noAnswer: Omit<TestOutcome, 'problem'> = {
  url: null,
  status: null,
  contentType: null,
  milliseconds: null,
  items: null,
  sample: [],
  body: null,
};

/** A list that was taken, or why it was not. `text` is the answer, with nothing of the key in it. */
export type ReadAnswer =
  | { problem: null; text: string; understood: ParsedList }
  | { problem: ReferenceProblem; text: string | null };

/** The media types in which a list may come (interface, "Platform configuration API"). */
const mediaTypes = ['text/plain', 'application/json', 'text/json'];

/** Reads what a call brought. `blank` takes the key out of a text; before it is cut short, or a part of the key stays. */
export function readAnswer(
  answer: PlatformAnswer | CallFailure,
  blank: (text: string) => string,
): ReadAnswer {
  if ('failed' in answer) {
    const detail = answer.word === null ? null : shownText(blank(answer.word), 200);
    const problem = { ...noProblemText, code: answer.failed, status: answer.status, detail };
    return { problem, text: null };
  }
  const text = blank(decoded(answer.body, charsetOf(answer.contentType)));
  const refused = (
    code: ReferenceProblemCode,
    { title, detail, type, instance }: ProblemText,
  ): ReadAnswer => {
    // What was escaped in the answer is plain once it was parsed.
    const shown = (said: string | null) => (said === null ? null : blank(said));
    const problem = {
      code,
      status: answer.status,
      title: shown(title),
      detail: shown(detail),
      type: shown(type),
      instance: shown(instance),
    };
    return { problem, text };
  };
  if (answer.status >= 300 && answer.status < 400 && answer.location !== null) {
    return refused('redirected', { ...noProblemText, detail: shownText(blank(answer.location), 500) });
  }
  if (answer.status !== 200) return refused('status', wordsOfBody(answer.contentType, text));
  if (text.trim() === '' && !answer.isCut) return refused('emptyAnswer', noProblemText);
  if (!mediaTypes.includes(nameOf(answer.contentType))) {
    const detail = shownText(blank(answer.contentType ?? ''), 200) || null;
    return refused('mediaType', { ...noProblemText, detail });
  }
  if (answer.isCut) return refused('tooLarge', noProblemText);
  const understood = parseList(text);
  if ('refused' in understood) return refused(understood.refused, understood.words);
  return { problem: null, text, understood };
}

/** A problem document, whatever media type it is sent under; a plain text; of a page of HTML nothing. */
function wordsOfBody(contentType: string | null, text: string): ProblemText {
  const parsed = readJson(text);
  if ('json' in parsed) return readProblemText(parsed.json);
  return nameOf(contentType) === 'text/plain' ? readProblemText(text) : noProblemText;
}

function nameOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The `charset` parameter of a media type, or null. */
export function charsetOf(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

/**
 * The text of a body: in the charset that it names, else as its byte order mark says, else UTF-8; what is not UTF-8
 * is taken as the Latin of Windows, which takes any byte. The mark is no part of the text.
 */
export function decoded(body: Uint8Array, charset: string | null): string {
  for (const label of [charset, marked(body), 'utf-8']) {
    if (label === null) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(body);
    } catch {
      // A charset that nobody knows, or that the body is not in.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}

function marked([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
