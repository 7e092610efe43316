/**
 * A prefix of a bucket of an S3-compatible store: `PUT`, `GET`, `HEAD` and `DELETE` of single objects, signed by AWS Signature
 * Version 4. An object is at most 1,000 MB, the largest file that settings allow, and one `PUT` takes five times that: no
 * upload is in parts. The name of an object is the SHA-256 that its `PUT` is signed with, so the store refuses other bytes.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import aws4 from 'aws4';
import type { AttachmentsPlaceProblem } from '#shared/contract/database.ts';
import { errorCode } from '../../error-code.ts';
import { http } from '../../node-http.ts';
import { ContentPlaceProblem, type PlaceAddress, placeKey, placeMarkerKey } from './address.ts';
import { type Alive, maxMarkerBytes, type PlaceDriver } from './driver.ts';

/** Nothing came or went for so long. */
const silenceMilliseconds = 20_000;
/** A line that brings less is given up, whatever still trickles in; nothing goes on for ever. */
const slowestBytesPerSecond = 8 * 1024;
/** Before each try that follows another; what lasts longer is tried again by whoever asked. */
const pauses = [200, 1000, 3000];
/** No `Retry-After` is waited for longer here. */
const maxPause = 5000;
/** Of what a store says of an error. */
const maxErrorBytes = 16 * 1024;
/** Connections that are kept for the next request. */
const maxSockets = 8;

export interface StoreKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface Answer {
  request: ClientRequest;
  response: IncomingMessage;
  status: number;
}

interface Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  /** Of the body; of an empty one unless given. */
  sha256?: string;
  headers?: Record<string, string>;
  body?: { path: string; bytes: number } | { text: string };
  /** Of the file that goes or comes. */
  bytes?: number;
  alive?: Alive;
}

export function openS3Place(
  address: PlaceAddress & { kind: 's3' },
  keys: StoreKeys | null,
  silence = silenceMilliseconds,
): PlaceDriver {
  const { endpoint, region, bucket, prefix, isPathStyle } = address;
  const isSecure = endpoint.protocol === 'https:';
  const host = isPathStyle ? endpoint.host : `${bucket}.${endpoint.host}`;
  const agent = isSecure
    ? new SecureAgent({ keepAlive: true, maxSockets })
    : new http.Agent({ keepAlive: true, maxSockets });

  const send = async (
    { method, key, sha256, headers = {}, body, alive }: Request,
    signal: AbortSignal,
  ): Promise<Answer> => {
    if (keys === null)
      throw new ContentPlaceProblem('refused', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set.');
    const path = `/${isPathStyle ? `${bucket}/` : ''}${prefix}${key}`;
    const length = body === undefined ? null : 'text' in body ? Buffer.byteLength(body.text) : body.bytes;
    const signed = aws4.sign(
      {
        ...{ service: 's3', region, method, host, path },
        headers: {
          ...headers,
          'X-Amz-Content-Sha256': sha256 ?? hashOf(''),
          ...(length !== null && { 'Content-Length': String(length) }),
        },
      },
      keys,
    );
    const options = {
      ...{ method, path, agent },
      host: (isPathStyle ? endpoint.hostname : `${bucket}.${endpoint.hostname}`).replaceAll(/[[\]]/g, ''),
      port: endpoint.port || (isSecure ? 443 : 80),
      headers: { ...signed.headers, 'User-Agent': 'Perito' },
      timeout: silence,
      signal,
      maxHeaderSize: 32 * 1024,
    };
    // Whatever the environment says, keys go to nobody who cannot prove who they are.
    const request = isSecure
      ? secureRequest({ ...options, rejectUnauthorized: true, minVersion: 'TLSv1.2' })
      : http.request(options);
    request.on('timeout', () => request.destroy(new SilentStore(silence)));
    return answerOf(request, body, alive);
  };

  /** Has one thing done, and again where the store or the way to it fails for a moment. */
  const ask = async <Result>(
    request: Request,
    read: (answer: Answer) => Promise<Result>,
  ): Promise<Result> => {
    for (let tried = 0; ; tried += 1) {
      const failed = await tryOnce(request, read);
      if ('result' in failed) return failed.result;
      const after = failed.isPassing ? pauses[tried] : undefined;
      if (after === undefined) throw failed.failure;
      request.alive?.();
      await pause(Math.max(failed.askedPause, Math.round(after * (0.5 + Math.random()))));
    }
  };

  const tryOnce = async <Result>(
    request: Request,
    read: (answer: Answer) => Promise<Result>,
  ): Promise<{ result: Result } | FailedTry> => {
    const limit = silence + (1000 * (request.bytes ?? 0)) / slowestBytesPerSecond;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), limit);
    let answer: Answer | undefined;
    try {
      answer = await send(request, late.signal);
      const { response, status } = answer;
      if (status < 300 || status === 404) return { result: await read(answer) };
      const failure = await problemOf(answer);
      const asked = Number(response.headers['retry-after']) * 1000 || 0;
      return { failure, isPassing: isPassing(status), askedPause: Math.min(Math.max(asked, 0), maxPause) };
    } catch (failure) {
      if (failure instanceof LocalFailure) return { failure: failure.cause, isPassing: false, askedPause: 0 };
      if (failure instanceof ContentPlaceProblem) return { failure, isPassing: false, askedPause: 0 };
      const reason = late.signal.aborted ? new SilentStore(limit) : failure;
      return { failure: asProblem(reason), isPassing: !isCertificateFault(reason), askedPause: 0 };
    } finally {
      clearTimeout(timer);
      // What was answered before all of it was sent need not go on.
      if (answer?.request.writableFinished === false) answer.request.destroy();
    }
  };

  return {
    readMarker: () =>
      ask({ method: 'GET', key: placeMarkerKey }, async (answer) => {
        if (answer.status === 404) return missingUnlessBucket(answer);
        return (await bytesOf(answer.response, maxMarkerBytes)).toString('utf8');
      }),
    writeMarker: (text) =>
      ask(
        {
          ...{ method: 'PUT', key: placeMarkerKey, sha256: hashOf(text), body: { text } },
          headers: { 'Content-Type': 'application/json' },
        },
        written,
      ),
    put: ({ sha256, bytes, path }, alive) =>
      ask({ method: 'PUT', key: placeKey(sha256), sha256, body: { path, bytes }, bytes, alive }, written),
    async get(content, path, alive) {
      const { sha256, bytes } = content;
      // Whatever changed them on the way may not the second time.
      for (let isLast = false; ; isLast = true) {
        const found = await ask({ method: 'GET', key: placeKey(sha256), bytes, alive }, async (answer) => {
          if (answer.status === 404) return missingUnlessBucket(answer).then(() => 'missing' as const);
          return (await saved(answer.response, path, { bytes, alive })) === sha256 ? 'brought' : 'damaged';
        });
        if (found !== 'damaged' || isLast) return found;
      }
    },
    sizeOf: (sha256) =>
      ask({ method: 'HEAD', key: placeKey(sha256) }, async ({ response, status }) => {
        await drained(response);
        if (status === 404) return null;
        const length = response.headers['content-length'];
        // By no number a file is taken for damaged.
        if (length === undefined)
          throw new ContentPlaceProblem('other', 'It does not say how long a file is.');
        return Number(length);
      }),
    remove: (sha256) => ask({ method: 'DELETE', key: placeKey(sha256) }, removed),
    close: () => agent.destroy(),
  };
}

interface FailedTry {
  failure: unknown;
  /** Whether another try may have another end. */
  isPassing: boolean;
  /** In milliseconds. */
  askedPause: number;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The store, or what is before it, said nothing for a while, or took too long. */
class SilentStore extends Error {
  constructor(milliseconds: number) {
    super(`It did not answer for ${Math.round(milliseconds / 1000)} seconds.`);
  }
}
/** A file here could not be read or written; the cause is the system's. */
class LocalFailure extends Error {}

async function answerOf(
  request: ClientRequest,
  body: Request['body'],
  alive: Alive = () => {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  request.on('response', (response) => {
    // Whoever reads the body meets its failure.
    response.on('error', () => {});
    resolve({ request, response, status: response.statusCode ?? 0 });
  });
  request.on('error', reject);
  request.on('close', () => reject(new Error('The connection closed without an answer.')));
  if (body === undefined) request.end();
  else if ('text' in body) request.end(body.text);
  else {
    const file = createReadStream(body.path, { highWaterMark: 256 * 1024 });
    file.on('error', (cause) => {
      reject(new LocalFailure(cause.message, { cause }));
      request.destroy();
    });
    file.on('data', alive);
    request.on('close', () => file.destroy());
    file.pipe(request);
  }
  return promise;
}

async function written({ response, status }: Answer): Promise<void> {
  if (status === 404) {
    const { code, detail } = await errorOf(response);
    throw new ContentPlaceProblem('away', `${code}: ${detail}`);
  }
  await drained(response);
}

/** What is not there needs not be removed, unless the bucket is not there. */
async function removed(answer: Answer): Promise<void> {
  if (answer.status === 404) await missingUnlessBucket(answer);
  else await drained(answer.response);
}

/** Reads to its end a body that says nothing; one that goes on is ended. */
async function drained(response: IncomingMessage): Promise<void> {
  await bytesOf(response, maxErrorBytes).catch(() => {});
}

/** Null where the bucket is there, and the object is not. */
async function missingUnlessBucket({ response }: Answer): Promise<null> {
  const { code, detail } = await errorOf(response);
  if (code === 'NoSuchBucket') throw new ContentPlaceProblem('away', `${code}: ${detail}`);
  return null;
}

/** Writes a body to a new file, synced, no more than it may have; its SHA-256, or null where it has other bytes. */
async function saved(
  response: IncomingMessage,
  path: string,
  { bytes, alive }: { bytes: number; alive: Alive },
): Promise<string | null> {
  const here = <Value>(work: Promise<Value>) =>
    work.catch((cause: unknown) => {
      response.destroy();
      throw new LocalFailure('A file could not be written.', { cause });
    });
  const file = await here(open(path, 'w', 0o600));
  try {
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of response) {
      const piece: Buffer = chunk;
      length += piece.length;
      if (length > bytes) {
        response.destroy();
        return null;
      }
      hash.update(piece);
      await here(file.writeFile(piece));
      alive();
    }
    if (!response.complete) throw new Error('The answer broke off.');
    await here(file.sync());
    return length === bytes ? hash.digest('hex') : null;
  } finally {
    await here(file.close());
  }
}

async function bytesOf(response: IncomingMessage, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const piece: Buffer = chunk;
    pieces.push(piece);
    length += piece.length;
    if (length > limit) {
      response.destroy();
      break;
    }
  }
  return Buffer.concat(pieces).subarray(0, limit + 1);
}

/** What a store says of an error (REST API, "Error responses"), with nothing in it that breaks a line. */
async function errorOf(response: IncomingMessage): Promise<{ code: string; detail: string }> {
  const text = (await bytesOf(response, maxErrorBytes).catch(() => Buffer.alloc(0))).toString('utf8');
  const element = (name: string) =>
    (new RegExp(`<${name}>([^<]{0,300})</${name}>`).exec(text)?.[1] ?? '')
      .replaceAll(/[\s\p{C}]+/gu, ' ')
      .trim();
  return { code: element('Code'), detail: element('Message') };
}

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408;

async function problemOf({ response, status }: Answer): Promise<ContentPlaceProblem> {
  const { code, detail } = await errorOf(response);
  const said = [`HTTP ${status}`, code, detail].filter((part) => part !== '').join(': ');
  return new ContentPlaceProblem(meaning(status, code), said);
}

function meaning(status: number, code: string): AttachmentsPlaceProblem {
  if (/quota|storagefull|capacity/i.test(code) || status === 507 || status === 413) return 'full';
  // A token that is too old, or a region that is another, is answered 400.
  if (status === 401 || status === 403 || /token|authorization/i.test(code)) return 'refused';
  if (isPassing(status)) return 'away';
  return 'other';
}

/** Node's codes of a certificate that does not hold. */
const isCertificateFault = (failure: unknown): boolean =>
  /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(errorCode(failure) ?? '');

function asProblem(failure: unknown): ContentPlaceProblem {
  const detail = failure instanceof Error ? failure.message : String(failure);
  if (failure instanceof SilentStore) return new ContentPlaceProblem('slow', detail);
  return new ContentPlaceProblem(isCertificateFault(failure) ? 'refused' : 'away', detail, failure);
}
