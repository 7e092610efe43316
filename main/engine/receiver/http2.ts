/** HTTP/2 on the receiver's TLS listener, beside HTTP/1.1: which of both, a connection says by ALPN. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  constants,
  createServer,
  Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { ProblemError, problemDocument, problemMediaType } from './problems.ts';

/** The stream of a call over HTTP/2; null where it came over HTTP/1. */
export function streamOf(message: object): ServerHttp2Stream | null {
  return message instanceof Http2ServerRequest ? message.stream : null;
}

export interface Http2Sessions {
  /** Has each session end with its last stream; what has none ends at once. */
  close(): void;
  /** Ends what is left. */
  destroy(): void;
}

/** Whoever holds calls needs one stream for each, and some for orders beside them. */
const maxStreams = 250;
/** As of HTTP/1.1 (Node's parser); what has more is answered 431 (RFC 6585, 5). */
const maxHeaderBytes = 16 * 1024;
/** Where a stream ends without an answer, so that headers fill no memory (RFC 9113, 10.5.1). */
const maxReadHeaderBytes = 2 * maxHeaderBytes;
/** What each field counts besides its name and value (RFC 9113, 6.5.2). */
const fieldOverheadBytes = 32;

/** Whether the headers of a call over HTTP/2 are larger than is taken; over HTTP/1.1 the parser says so. */
export function areHeadersTooLarge(message: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  if (streamOf(message) === null) return false;
  const { rawHeaders } = message;
  const bytes = rawHeaders.reduce((sum, text) => sum + text.length, 0);
  return bytes + (rawHeaders.length / 2) * fieldOverheadBytes > maxHeaderBytes;
}
/** So many streams may be given up at once, and so many a second from then on; more is an attack (CVE-2023-44487). */
const resets = { streamResetBurst: 500, streamResetRate: 50 };

/** Calls that came over HTTP/2 go to `routing`, as those over HTTP/1.1 do. */
export function serveHttp2(
  server: Server,
  routing: (request: IncomingMessage, response: ServerResponse) => void,
  limits: SessionLimits,
): Http2Sessions {
  const http2 = createServer({
    settings: {
      ...{ maxConcurrentStreams: maxStreams, maxHeaderListSize: maxReadHeaderBytes },
      ...{ enablePush: false, enableConnectProtocol: false },
    },
    maxSessionInvalidFrames: 100,
    ...resets,
  });
  for (const event of ['request', 'checkContinue', 'checkExpectation']) http2.on(event, routing);
  http2.on('connect', refuseConnect);
  const open = new Set<ServerHttp2Session>();
  let isClosing = false;
  http2.on('session', (session) => {
    open.add(session);
    session.once('close', () => open.delete(session));
    session.on('error', () => undefined);
    endWhenIdle(session, limits);
    if (isClosing) session.close();
  });
  // What Node's own server for both does: HTTP/1.1 stays with the listener that it has.
  const serveHttp1 = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') {
      for (const serve of serveHttp1) serve.call(server, socket);
      return;
    }
    // A sender over HTTP/2 that closes its side is gone.
    socket.allowHalfOpen = false;
    http2.emit('connection', socket);
  });
  return {
    close() {
      isClosing = true;
      for (const session of open) session.close();
    },
    destroy() {
      for (const session of open) session.destroy();
    },
  };
}

/** Of the receiver's limits, in milliseconds. */
interface SessionLimits {
  keepAliveTimeout: number;
  /** For an answer to be taken as well. */
  requestTimeout: number;
}

/** Within which a session that is idle ends once its sender was told. */
const goodbyeMilliseconds = 1000;

/**
 * Ends a session on which there was no stream for so long; what is sent besides does not keep it, nor do headers that do not come to
 * their end, for which a session that is only closed would wait.
 */
function endWhenIdle(session: ServerHttp2Session, limits: SessionLimits): void {
  let streams = 0;
  const wait = (): NodeJS.Timeout =>
    session.closed
      ? setTimeout(() => session.destroy(), goodbyeMilliseconds).unref()
      : setTimeout(() => {
          session.close();
          idle = wait();
        }, limits.keepAliveTimeout).unref();
  let idle = wait();
  session.on('stream', (stream) => {
    clearTimeout(idle);
    streams += 1;
    endUntaken(stream, limits.requestTimeout);
    stream.once('close', () => {
      streams -= 1;
      if (streams === 0 && !session.destroyed) idle = wait();
    });
  });
  session.once('close', () => clearTimeout(idle));
}

/** Sessions on which a key was shown. */
const known = new WeakSet<Http2Session>();

/** The call showed a key: its session has the time of a known caller to take answers. */
export function knowSession(message: object): void {
  const session = streamOf(message)?.session;
  if (session !== undefined) known.add(session);
}

/** Within which a stranger takes an answer, which is some words. */
const strangerMilliseconds = 2000;

/**
 * Ends a stream whose answer was written and is not taken for so long: its sender may leave it no window, and its memory would stay
 * taken. A stranger, who may open many such, has less time.
 */
function endUntaken(stream: ServerHttp2Stream, milliseconds: number): void {
  const end = () => {
    stream.close(constants.NGHTTP2_CANCEL);
    // Its connection may take nothing either.
    stream.destroy();
  };
  stream.setTimeout(Math.min(strangerMilliseconds, milliseconds), () => {
    const { session } = stream;
    // A call that is held is quiet as well.
    if (!stream.writableEnded) endUntaken(stream, milliseconds);
    else if (session !== undefined && known.has(session)) stream.setTimeout(milliseconds, end);
    else end();
  });
}

function refuseConnect(_request: Http2ServerRequest, response: Http2ServerResponse): void {
  const problem = new ProblemError('method-not-allowed', 'This is no proxy.');
  response.writeHead(problem.status, { 'content-type': problemMediaType, allow: 'GET, POST' });
  response.end(problemDocument(problem, null));
  response.stream.close(constants.NGHTTP2_NO_ERROR);
}
