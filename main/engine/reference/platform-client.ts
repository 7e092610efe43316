/** Calls the platform's configuration API (interface, "Platform configuration API") and reads its answers. */
import type { IncomingMessage } from 'node:http';
import type { SecureContext } from 'node:tls';
import type { ReferenceProblem } from '#shared/contract/reference.ts';
import { type ReferenceList, type ReferenceProblemCode, referencePaths } from '#shared/reference-terms.ts';
import type { Clock } from '../clock.ts';
import { apiKeyHeader, createKeyBlanker } from '../keys/index.ts';
import {
  bodyOf,
  classifyNetworkError,
  type NetworkErrorKind,
  networkErrorCode,
  openSocket,
  sendGet,
  startTls,
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

/** Whether a call to this address stays on this machine. */
export function isLoopback(baseUrl: string): boolean {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The list's address under `{base_url}`. A name and password in the base are dropped: the key is the only credential. */
export function listUrl(baseUrl: string, list: ReferenceList): URL {
  const base = new URL(baseUrl);
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, '') + referencePaths[list];
  return url;
}

export interface CallLimits {
  /** From dialling to the last byte of the answer. */
  milliseconds: number;
  /** Of the answer's body, after decompression. */
  bytes: number;
}

const defaultLimits: CallLimits = { milliseconds: 15_000, bytes: 2 * 1024 * 1024 };

/** All that a call needs. */
export interface Access {
  baseUrl: string;
  /** `email:secret`; goes out as the header of the interface, "Authentication", to this address only. */
  key: string;
  clock: Clock;
  trust: () => Promise<SecureContext>;
  limits?: CallLimits;
}

/** Fetches one list; `signal` ends the call, whose answer is then of no interest. Never rejects. */
export async function fetchList(
  list: ReferenceList,
  access: Access,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  const answer = await callPlatform(listUrl(access.baseUrl, list), access, signal);
  return readAnswer(answer, createKeyBlanker(access.key));
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

const sampleLength = 5;
const bodyLength = 2000;

/** Calls one list for a person to see what comes back; nothing of the key is in it, even where it is echoed. */
export async function testList(
  list: ReferenceList,
  access: Access | ReferenceProblem,
  signal: AbortSignal,
): Promise<TestOutcome> {
  if ('code' in access) return { ...noAnswer, problem: access };
  const { baseUrl, key, clock } = access;
  const url = listUrl(baseUrl, list);
  const redact = createKeyBlanker(key);
  const begun = clock.now();
  const answer = await callPlatform(url, access, signal);
  const milliseconds = Math.max(0, Math.round(clock.now() - begun));
  const { problem, text, ...read } = readAnswer(answer, redact);
  const items = 'parsed' in read ? read.parsed.items : null;
  const contentType = 'failed' in answer ? null : answer.contentType;
  return {
    url: redact(url.href),
    status: answer.status,
    contentType: contentType === null ? null : shownText(redact(contentType), 200),
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

/** What came back, whatever its status; a redirect is not followed. */
interface PlatformAnswer {
  status: number;
  contentType: string | null;
  location: string | null;
  body: Buffer;
  /** Whether the body went on beyond the limit; what is above it was not read. */
  isCut: boolean;
}

/** Why there is no whole answer. */
interface CallFailure {
  failed: ReferenceProblemCode;
  /** The status where the answer had begun. */
  status: number | null;
  /** The system's code for it, such as `ECONNREFUSED`. */
  detail: string | null;
}

/** One GET with the key. Never rejects; nothing of the connection is kept. */
async function callPlatform(
  url: URL,
  { key, clock, trust, limits = defaultLimits }: Access,
  signal: AbortSignal,
): Promise<PlatformAnswer | CallFailure> {
  const limit = new AbortController();
  const cancelLimit = clock.after(limits.milliseconds, () => limit.abort());
  let response: IncomingMessage | null = null;
  try {
    response = await send(url, key, trust, AbortSignal.any([signal, limit.signal]));
    const { bytes, isCut } = await readBody(response, limits.bytes);
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
    if (limit.signal.aborted) return { failed: 'timeout', status, detail: null };
    return failureOf(signal.aborted ? signal.reason : cause, status);
  } finally {
    cancelLimit();
    response?.destroy();
  }
}

/** Sends the key over a connection of its own, to nobody who cannot prove who they are. */
async function send(
  url: URL,
  key: string,
  trust: Access['trust'],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secureContext = url.protocol === 'https:' ? await trust() : null;
  const socket = await openSocket(url, signal);
  const connection = secureContext === null ? socket : await startTls(socket, url, secureContext, signal);
  return sendGet(connection, url, {
    ...apiKeyHeader(key),
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

function failureOf(cause: unknown, status: number | null): CallFailure {
  const kind = classifyNetworkError(cause);
  const detail = cause instanceof UnknownEncoding ? cause.message : networkErrorCode(cause);
  // Where the answer had begun, the line broke.
  const failed = kind === 'closed' && status !== null ? 'unreachable' : problems[kind];
  return { failed, status, detail };
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

/** A list that was taken, or why it was not. `text` is the answer, with nothing of the key in it. */
export type ReadAnswer =
  | { problem: null; text: string; parsed: ParsedList }
  | { problem: ReferenceProblem; text: string | null };

/** The media types in which a list may come (interface, "Platform configuration API"). */
const mediaTypes = ['text/plain', 'application/json', 'text/json'];

/** Reads an answer. `redact` takes the key out of a text; before it is cut short, or a part of the key stays. */
function readAnswer(answer: PlatformAnswer | CallFailure, redact: (text: string) => string): ReadAnswer {
  if ('failed' in answer) {
    const detail = answer.detail === null ? null : shownText(redact(answer.detail), 200);
    const problem = { ...noProblemText, code: answer.failed, status: answer.status, detail };
    return { problem, text: null };
  }
  const { status, contentType, location, isCut } = answer;
  const text = redact(decodeText(answer.body, contentType));
  const refused = (code: ReferenceProblemCode, words: ProblemText): ReadAnswer => {
    // What was escaped in the answer is plain once it was parsed.
    const redactAny = (said: string | null) => (said === null ? null : redact(said));
    const problem = {
      code,
      status,
      title: redactAny(words.title),
      detail: redactAny(words.detail),
      type: redactAny(words.type),
      instance: redactAny(words.instance),
    };
    return { problem, text };
  };
  if (status >= 300 && status < 400 && location !== null) {
    return refused('redirected', { ...noProblemText, detail: shownText(redact(location), 500) });
  }
  if (status !== 200) return refused('status', problemTextOf(contentType, text));
  if (text.trim() === '' && !isCut) return refused('emptyAnswer', noProblemText);
  if (!mediaTypes.includes(mediaTypeOf(contentType))) {
    const detail = shownText(redact(contentType ?? ''), 200) || null;
    return refused('mediaType', { ...noProblemText, detail });
  }
  if (isCut) return refused('tooLarge', noProblemText);
  const parsed = parseList(text);
  if ('refused' in parsed) return refused(parsed.refused, parsed.words);
  return { problem: null, text, parsed };
}

/** A problem document, whatever media type it is sent under; a plain text; of a page of HTML nothing. */
function problemTextOf(contentType: string | null, text: string): ProblemText {
  const parsed = readJson(text);
  if ('json' in parsed) return readProblemText(parsed.json);
  return mediaTypeOf(contentType) === 'text/plain' ? readProblemText(text) : noProblemText;
}

const mediaTypeOf = (contentType: string | null): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * The text of a body: in the charset that its type names, else as its byte order mark says, else UTF-8; what is not
 * UTF-8 is taken as the Latin of Windows, which takes any byte. The mark is no part of the text.
 */
function decodeText(body: Uint8Array, contentType: string | null): string {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
  for (const label of [charset, markedCharset(body), 'utf-8']) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(body);
    } catch {
      // A charset that nobody knows, or that the body is not in.
    }
  }
  return new TextDecoder('windows-1252').decode(body);
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
