import type { Socket } from 'node:net';
import { hasLastAnswer } from './answer.ts';
import { problemDocument, problemMediaType, Refusal } from './problems.ts';

/**
 * Answers what never became a call: not HTTP, headers too large, or too slow. Nobody is authenticated, so
 * nothing is kept.
 */
export function answerClientError(failure: Error & { code?: string }, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable || hasLastAnswer(socket)) {
    socket.destroy();
    return;
  }
  answerBare(socket, unreadable(failure.code));
}

/** Answers CONNECT, which Node hands over as a bare socket: this is no proxy (RFC 9110, 9.3.6). */
export function answerConnect(socket: Socket): void {
  socket.on('error', () => undefined);
  answerBare(
    socket,
    new Refusal('method-not-allowed', 'This is no proxy.', { headers: { Allow: 'GET, POST' } }),
  );
}

function answerBare(socket: Socket, refusal: Refusal): void {
  const document = problemDocument(refusal, null);
  const lines = [
    `HTTP/1.1 ${refusal.status} ${refusal.title}`,
    `Content-Type: ${problemMediaType}`,
    `Content-Length: ${Buffer.byteLength(document)}`,
    'Cache-Control: no-store',
    ...Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    document,
  ];
  socket.end(lines.join('\r\n'), () => socket.destroy());
}

/** The refusal of a request that could not be read, by the code of Node's parser. */
export function unreadable(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Refusal('request-timeout', 'The request did not arrive whole in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers-too-large', 'Send fewer headers.');
  return new Refusal('bad-request', 'This is not an HTTP request that can be read.');
}
