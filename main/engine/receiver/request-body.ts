/** Reads the body of an authenticated call: its bytes within the limits, and the JSON object in them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseExactly } from '#shared/marketplace/exact-json.ts';
import { largeBodyBytes } from '#shared/marketplace/tolerant-reader.ts';
import {
  type LargeBodies,
  type LargeBody,
  maxDepth,
  NestedTooDeeply,
  NotJson,
  NotUtf8,
  parsedBody,
} from '../bodies/index.ts';
import type { MemoryBudget, ReceiverContext, ReceiverLimits, RequestBody } from './context.ts';
import { waitsForContinue } from './http-rules.ts';
import { streamOf } from './http2.ts';
import { undecodable } from './paths.ts';
import { ProblemError, requestTimeout } from './problems.ts';

/**
 * Reads the body of an authenticated call. Fails with a `ProblemError` where the body is too large, or where the call is
 * refused already; the error handler stores both. A sender that waits for `100 Continue` gets it only here, after its
 * key was checked.
 */
export function readRequestBody(
  context: ReceiverContext,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (failure?: Error) => void,
): void {
  const { limits, memory } = context;
  const { problem } = request;
  if (problem?.code === 'expectation-failed') {
    // Whether its body would ever come is not known.
    request.requestBody = { bytes: Buffer.alloc(0), receivedBytes: 0, isTooLarge: false };
    done(problem);
    return;
  }
  if (waitsForContinue(request.raw)) reply.raw.writeContinue();
  readBytes({ message: request.raw, response: reply.raw, limits, memory }, (failure, body) => {
    if (failure instanceof ClientDisconnected) {
      reply.hijack();
      return;
    }
    request.requestBody = body;
    if (failure !== null) done(failure);
    else if (problem !== null) done(problem);
    else if (body?.isTooLarge === true) done(tooLarge(limits.bodyBytes));
    else done(notDecodable(request.originalUrl));
  });
}

/** The sender went away before its call had arrived: there is nobody to answer and nothing whole to store. */
class ClientDisconnected extends Error {}

/** A body up to this size is not counted: a thousand of them are little. */
const uncountedBytes = 64 * 1024;

interface BodyReading {
  message: IncomingMessage;
  /** The memory that a body takes is free again when this is over. */
  response: ServerResponse;
  limits: Pick<ReceiverLimits, 'bodyBytes' | 'storedBytes' | 'requestTimeout'>;
  memory: MemoryBudget;
}

/**
 * Reads a body whole, up to `storedBytes`; beyond that, or beyond what memory there is, a body that is too large
 * is cut. Fails with a `ProblemError` where a body that would be accepted finds no memory, and with `ClientDisconnected`.
 */
function readBytes(
  { message, response, limits, memory }: BodyReading,
  done: (failure: Error | null, body: RequestBody | null) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let counted = 0;
  const stream = streamOf(message);
  const stop = () => {
    clearTimeout(late);
    message.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    if (counted === 0) return;
    // The response of a sender that went away is closed before its message emits that.
    const isGone = stream === null ? response.closed || message.socket.destroyed : stream.closed;
    if (isGone) memory.release(counted);
    else response.once('close', () => memory.release(counted));
  };
  const finish = (receivedBytes: number) => {
    stop();
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
    done(null, { bytes, receivedBytes, isTooLarge: receivedBytes > limits.bodyBytes });
  };
  const onEnd = () => finish(length);
  const onGone = () => {
    stop();
    done(new ClientDisconnected(), null);
  };
  const onData = (chunk: Buffer) => {
    const received = length + chunk.length;
    if (received > uncountedBytes) {
      if (!memory.acquire(chunk.length)) {
        message.pause();
        if (received > limits.bodyBytes) return finish(received);
        stop();
        return done(tooBusy(), null);
      }
      counted += chunk.length;
    }
    const stored = received > limits.storedBytes ? chunk.subarray(0, limits.storedBytes - length) : chunk;
    chunks.push(stored);
    length += stored.length;
    if (stored !== chunk) {
      message.pause();
      finish(received);
    }
  };
  // Over HTTP/1 Node's parser keeps the time.
  const late =
    stream === null
      ? undefined
      : setTimeout(() => {
          message.pause();
          stop();
          done(requestTimeout(), null);
        }, limits.requestTimeout);
  message.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
}

export function createMemoryBudget(limit: number): MemoryBudget {
  let taken = 0;
  return {
    acquire(bytes) {
      if (taken + bytes > limit) return false;
      taken += bytes;
      return true;
    },
    release(bytes) {
      taken -= bytes;
    },
  };
}

export function tooBusy(): ProblemError {
  return new ProblemError('too-busy', 'Too much is arriving at once. Send this again in a few seconds.', {
    headers: { 'Retry-After': '5' },
  });
}

export function tooLarge(limit: number): ProblemError {
  return new ProblemError('body-too-large', `A body may have at most ${limit} bytes.`);
}

export function notDecodable(url: string): ProblemError | undefined {
  const errors = undecodable(url);
  if (errors.length === 0) return undefined;
  return new ProblemError('address-not-decodable', 'The path or the query is not well percent-encoded.', {
    errors,
  });
}

/** The caller of a route's request, and its body. */
export function requireAuthenticated(request: FastifyRequest): { keyLabel: string; body: Buffer } {
  const { caller, requestBody } = request;
  if (caller === null || requestBody === null) throw new Error('A route was reached without authentication.');
  return { keyLabel: caller.label, body: requestBody.bytes };
}

/** What a call brought, read: of a large body what is read of it. */
export interface JsonBody {
  json: object;
  large: LargeBody | null;
}

/**
 * The JSON object that a call brought; at once but for a large body, which another thread reads. Throws, or rejects with, a
 * `ProblemError`.
 */
export function readJsonBody(
  { bodies }: ReceiverContext,
  { headers }: FastifyRequest,
  bytes: Uint8Array,
): JsonBody | Promise<JsonBody> {
  checkMediaType(headers['content-type'], headers['content-encoding']);
  if (bytes.length <= largeBodyBytes) return { json: jsonObject(bytes), large: null };
  return largeJsonObject(bodies, bytes);
}

/**
 * Accepts `application/json`, `text/json` and `application/*+json` in UTF-8. A call that names no media type is accepted
 * too: its body speaks for itself.
 */
export function checkMediaType(contentType: string | undefined, contentEncoding: string | undefined): void {
  if (contentEncoding !== undefined && !/^\s*(identity)?\s*$/i.test(contentEncoding)) {
    throw new ProblemError('encoding-not-supported', 'Send the body as it is, without a content encoding.', {
      headers: { 'Accept-Encoding': 'identity' },
    });
  }
  if (contentType === undefined || contentType === lastAccepted) return;
  if (!isJson(contentType)) {
    throw new ProblemError('media-type-not-supported', 'Send application/json in UTF-8.', {
      headers: { Accept: 'application/json' },
    });
  }
  lastAccepted = contentType;
}

/** All calls of one sender name their media type in the same words. */
let lastAccepted = 'application/json';

function isJson(contentType: string): boolean {
  const [name = '', ...parameters] = contentType.split(';');
  if (!/^(application|text)\/json$|^application\/[\w.!#$&^+-]+\+json$/i.test(name.trim())) return false;
  return parameters.every((parameter) => {
    const charset = /^\s*charset\s*=\s*"?([^"]*)"?\s*$/i.exec(parameter);
    return charset === null || /^utf-?8$/i.test(charset[1] ?? '');
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Shorter bodies cannot be nested deeply enough to hold the thread. */
const unscannedBytes = 64 * 1024;

/**
 * The JSON object of a body: UTF-8, a byte order mark or none. Of members with one name the last is taken, as
 * JSON.parse does. Throws a `ProblemError`.
 */
export function jsonObject(bytes: Uint8Array): object {
  if (bytes.length === 0) throw new ProblemError('empty-body', 'The call has no body. Send a JSON object.');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
  if (bytes.length > unscannedBytes && isNestedTooDeeply(bytes)) {
    throw nestedTooDeeply();
  }
  return onlyObject(parse(text));
}

/** The same of a body that another thread reads. Rejects with a `ProblemError`. */
async function largeJsonObject(
  bodies: LargeBodies,
  bytes: Uint8Array,
): Promise<{ json: object; large: LargeBody }> {
  try {
    const large = await bodies.read(bytes);
    return { json: onlyObject(parsedBody(Buffer.from(large.extract), large.leftOut)), large };
  } catch (failure) {
    if (failure instanceof NotUtf8) throw notUtf8();
    if (failure instanceof NotJson) throw notJson(String(failure.place));
    if (failure instanceof NestedTooDeeply) throw nestedTooDeeply();
    throw failure;
  }
}

function onlyObject(json: unknown): object {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new ProblemError('not-an-object', 'The body must be one JSON object.', {
    errors: [{ pointer: '', detail: 'Expected an object.' }],
  });
}

const notUtf8 = () => new ProblemError('not-utf8', 'The body holds bytes that are not UTF-8.');
const nestedTooDeeply = () =>
  new ProblemError('nested-too-deeply', `The body is nested more than ${maxDepth} levels deep.`);

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (failure) {
    // A number with its source is read level by level; without one no depth is too much.
    if (failure instanceof RangeError) throw nestedTooDeeply();
    // V8's message quotes the body, which the sender knows best; only the place is passed on.
    throw notJson(failure instanceof Error ? /at position (\d+)/.exec(failure.message)?.[1] : undefined);
  }
}

function notJson(place: string | undefined): ProblemError {
  const where = place === undefined ? '' : ` It stops being JSON at character ${place}.`;
  return new ProblemError('not-json', `The body is not well-formed JSON.${where}`);
}

const quote = 0x22;
const backslash = 0x5c;

function isNestedTooDeeply(bytes: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isText) {
      if (byte === backslash) index++;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}
