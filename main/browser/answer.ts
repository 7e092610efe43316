/** What the shell answers by itself: errors, plain pages, and how a body is read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { ORPCError } from '@orpc/client';
import { securityHeaders } from '../shell/page-security.ts';
import { languageOf, type PlainPage, plainPage } from '../shell/plain-page.ts';
import { watchForStall } from './connections.ts';

/** An error in oRPC's own form, so that every client of the contract reads it as one. */
export function sendCallError(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ json: { defined: false, code, status, message } });
  send(response, status, { 'content-type': 'application/json' }, body);
}

/** An error of the contract, or of the engine. */
export function sendError(response: ServerResponse, error: ORPCError<string, unknown>): void {
  const body = JSON.stringify({ json: error.toJSON() });
  send(response, error.status, { 'content-type': 'application/json' }, body);
}

export function sendEngineGone(response: ServerResponse): void {
  const message = 'The engine was interrupted and comes back by itself; call again.';
  sendCallError(response, 503, 'SERVICE_UNAVAILABLE', message);
}

export function sendPlainError(response: ServerResponse, status: number, message: string): void {
  send(response, status, { 'content-type': 'text/plain; charset=utf-8' }, `${message}\n`);
}

/** What of a request was not read is read and dropped up to so many bytes, so that its connection can stay. */
const maxDroppedBytes = 32 * 1024;

/** Whether a connection has to end with this answer, since more of the request may come than is worth reading. */
export function isMuchUnread({ complete, method, headers }: IncomingMessage): boolean {
  if (complete || method === 'GET' || method === 'HEAD') return false;
  const announced = headers['content-length'];
  return announced === undefined || Number(announced) > maxDroppedBytes;
}

/** Writes one whole answer, a long one as fast as its reader takes it; whatever is left of the request is not waited for. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-length': bytes.length,
    ...(isMuchUnread(response.req) ? { connection: 'close' } : {}),
    ...headers,
  });
  if (response.req.method === 'HEAD') response.end();
  else if (bytes.length <= pieceBytes) response.end(bytes);
  // Whoever leaves before the end of it is nobody's fault.
  else pipeline(piecesOf(bytes), response, watchForStall(response));
}

const pieceBytes = 64 * 1024;

/** Of an answer that is given to its connection at once, TLS keeps a copy of its own, encrypted, until all of it is taken. */
function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes);
}

export class BodyTooLarge extends Error {}

/** The whole body as UTF-8 text; rejects with `BodyTooLarge` above the limit, before reading more. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    length += bytes.length;
    if (length > limitBytes) throw new BodyTooLarge();
    chunks.push(bytes);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** Sends a whole page of the shell's own, without any script, in the language that the browser asks for. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: PlainPage,
  headers: Record<string, string> = {},
): void {
  const made = plainPage(page, languageOf(request.headers['accept-language']));
  send(response, made.status, { ...made.headers, ...headers }, made.body);
}
