/** Answers every call that failed with a problem document, after its delivery was stored where it must be. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StoreProblem } from '../store/index.ts';
import { readApiKeyHeader } from './authentication.ts';
import { defaultLimits, type ReceiverContext } from './context.ts';
import { streamOf } from './http2.ts';
import { pathOf, redactedPath } from './paths.ts';
import {
  headersTooLarge,
  notStoring,
  ProblemError,
  problemDocument,
  problemMediaType,
  requestTimeout,
} from './problems.ts';

/** Answers a failed call; never throws. A rejected delivery is synced to disk before its answer is written. */
export async function handleError(
  context: ReceiverContext,
  request: FastifyRequest,
  reply: FastifyReply,
  failure: unknown,
): Promise<void> {
  reply.hijack();
  const problem = problemOf(context, failure);
  const answered = await storeRejectedDelivery(context, request, problem).then(
    () => problem,
    (notStored: unknown) => problemOf(context, notStored),
  );
  sendProblem(
    { message: request.raw, response: reply.raw, instance: pathOf(request.originalUrl) },
    answered,
    {
      closeConnection: context.isStopping() || request.caller === null,
      drainTimeout: context.limits.drainTimeout,
    },
  );
}

export const storeRetrySeconds = 30;

function problemOf(context: ReceiverContext, failure: unknown): ProblemError {
  if (failure instanceof ProblemError) return failure;
  if (failure instanceof StoreProblem) return notStoring(storeRetrySeconds);
  context.services.log.error({ err: failure }, 'A call to the receiver failed');
  return internalError();
}

export const internalError = () =>
  new ProblemError('internal-error', 'The call could not be handled. Nothing was taken; send it again.');

/** Statuses with which an authenticated call is refused for what it is; those are stored. */
const storedStatuses = new Set([400, 404, 405, 413, 415, 417, 501]);
/** A lookup that was right and found nothing is in the log of lookups. */
const isStored = ({ code, status }: ProblemError) => storedStatuses.has(status) && code !== 'unknown-balance';

async function storeRejectedDelivery(
  { services }: ReceiverContext,
  request: FastifyRequest,
  problem: ProblemError,
): Promise<void> {
  const { caller, requestBody } = request;
  if (caller === null || request.isOwn || requestBody === null || !isStored(problem)) return;
  const { 'content-type': contentType } = request.headers;
  const redactor = services.keys.redactor(readApiKeyHeader(request.raw.rawHeaders));
  const body = redactor.body(requestBody.bytes);
  const cut = requestBody.receivedBytes > body.length ? ` Only ${body.length} bytes were kept.` : '';
  const redacted =
    body === requestBody.bytes ? '' : ' The key stood in the body: asterisks were kept in its place.';
  const detail = {
    method: request.method,
    path: redactedPath(request.originalUrl, redactor),
    contentType: contentType === undefined ? null : redactor.text(contentType).slice(0, 200),
    status: problem.status,
    title: problem.title,
    code: problem.code,
    reason: `${problem.detail}${cut}${redacted}`,
    // A pointer may hold a name of the caller's.
    errors: problem.errors.map(({ pointer, detail }) => ({ pointer: redactor.text(pointer), detail })),
    receivedBytes: requestBody.receivedBytes,
  };
  await services.journal.keep({ kind: 'rejected', keyLabel: caller.label, bytes: body, detail });
}

/** After this many bytes of an unwanted body, the connection is closed on its sender: whoever sent no more than is taken reads why. */
const maxDrainedBytes = defaultLimits.bodyBytes;

/** Connections whose last answer was written: nothing more may be written there. */
const closingSockets = new WeakSet<Socket>();

function isClosing(socket: Socket): boolean {
  return closingSockets.has(socket);
}

/**
 * Answers with a problem document. Where the body was not read to its end, the connection is closed after the
 * answer; a little of the rest is drained first, or else the closing could overtake the answer.
 */
function sendProblem(
  call: { message: IncomingMessage; response: ServerResponse; instance: string | null },
  problem: ProblemError,
  options: { closeConnection: boolean; drainTimeout: number },
): void {
  const { message, response } = call;
  if (response.headersSent || response.destroyed) return;
  const document = problemDocument(problem, call.instance);
  const stream = streamOf(message);
  if (stream !== null) {
    response.writeHead(problem.status, {
      'Content-Type': problemMediaType,
      'Content-Length': Buffer.byteLength(document),
      'Cache-Control': 'no-store',
      ...problem.headers,
    });
    response.end(document);
    // The rest of a body is not read (RFC 9113, 8.1); other calls of its connection have nothing to do with it.
    if (!stream.endAfterHeaders && !message.complete) stream.close();
    return;
  }
  const isWhole = message.complete;
  const isLast = options.closeConnection || !isWhole;
  if (isLast) closingSockets.add(message.socket);
  response.writeHead(problem.status, {
    'Content-Type': problemMediaType,
    'Content-Length': Buffer.byteLength(document),
    'Cache-Control': 'no-store',
    ...problem.headers,
    ...(isLast && { Connection: 'close' }),
  });
  if (isWhole) response.end(document);
  else {
    response.write(document);
    drainRequest(message, response, options.drainTimeout);
  }
}

function drainRequest(message: IncomingMessage, response: ServerResponse, milliseconds: number): void {
  let bytes = 0;
  const end = () => {
    clearTimeout(timer);
    message.off('data', onData).off('end', end);
    response.end(() => message.destroy());
  };
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    timer.refresh();
    if (bytes > maxDrainedBytes) end();
  };
  const timer = setTimeout(end, milliseconds);
  timer.unref();
  message.on('error', () => undefined);
  message.on('data', onData).on('end', end);
  message.resume();
  response.once('close', () => clearTimeout(timer));
}

/**
 * Answers what never became a call: not HTTP, headers too large, or too slow. Nobody is authenticated, so
 * nothing is stored.
 */
export function handleClientError(failure: Error & { code?: string }, socket: Socket): void {
  // What is no TLS, or of a version too old, cannot be answered in words.
  const isShaking = socket instanceof TLSSocket && socket.alpnProtocol === null;
  if (failure.code === 'ECONNRESET' || isShaking || !socket.writable || isClosing(socket)) {
    socket.destroy();
    return;
  }
  sendBareProblem(socket, parserProblem(failure.code));
}

/**
 * Answers a method that Node's parser of HTTP/1 does not know, as that does. HTTP/2 lets any through (RFC 9113, 8.3.1), and no
 * router has a place for it.
 */
export function handleUnknownMethod(
  { limits }: Pick<ReceiverContext, 'limits'>,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  sendProblem({ message, response, instance: null }, parserProblem(undefined), {
    closeConnection: false,
    drainTimeout: limits.drainTimeout,
  });
}

/** Answers CONNECT, which Node hands over as a bare socket: this is no proxy (RFC 9110, 9.3.6). */
export function handleConnect(socket: Socket): void {
  socket.on('error', () => undefined);
  sendBareProblem(
    socket,
    new ProblemError('method-not-allowed', 'This is no proxy.', { headers: { Allow: 'GET, POST' } }),
  );
}

function sendBareProblem(socket: Socket, problem: ProblemError): void {
  const document = problemDocument(problem, null);
  const lines = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(document)}`,
    'Cache-Control: no-store',
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    document,
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

/** The problem of a request that could not be read, by the code of Node's parser. */
export function parserProblem(code: string | undefined): ProblemError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return requestTimeout();
  }
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  return new ProblemError('bad-request', 'This is not an HTTP request that can be read.');
}
