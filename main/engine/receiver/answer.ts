import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemDocument, problemMediaType, type Refusal } from './problems.ts';

/** After this many bytes of a body that is not wanted, the connection is closed on its sender. */
const lingerBytes = 1024 * 1024;

/** Connections whose last answer was written: nothing more may be written there. */
const closingSockets = new WeakSet<Socket>();

export function hasLastAnswer(socket: Socket): boolean {
  return closingSockets.has(socket);
}

/**
 * Answers with a problem document. Where the body was not read to its end, the connection is closed after the
 * answer; a little of the rest is let run out first, or else the closing could overtake the answer.
 */
export function answerProblem(
  call: { message: IncomingMessage; response: ServerResponse; instance: string | null },
  refusal: Refusal,
  options: { closeConnection: boolean; lingerTimeout: number },
): void {
  const { message, response } = call;
  if (response.headersSent || response.destroyed) return;
  const document = problemDocument(refusal, call.instance);
  const isWhole = message.complete;
  const isLast = options.closeConnection || !isWhole;
  if (isLast) closingSockets.add(message.socket);
  response.writeHead(refusal.status, {
    'Content-Type': problemMediaType,
    'Content-Length': Buffer.byteLength(document),
    'Cache-Control': 'no-store',
    ...refusal.headers,
    ...(isLast && { Connection: 'close' }),
  });
  if (isWhole) response.end(document);
  else {
    response.write(document);
    drainRequest(message, response, options.lingerTimeout);
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
    if (bytes > lingerBytes) end();
  };
  const timer = setTimeout(end, milliseconds);
  timer.unref();
  message.on('error', () => undefined);
  message.on('data', onData).on('end', end);
  message.resume();
  response.once('close', () => clearTimeout(timer));
}
