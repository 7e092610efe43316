/** What the shell answers by itself: errors, plain pages, and how a body is read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { securityHeaders } from '../shell/page-security.ts';
import { languageOf, type PlainPage, plainPage } from '../shell/plain-page.ts';

/** An error in oRPC's own form, so that every client of the contract reads it as one. */
export function sendCallError(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ json: { defined: false, code, status, message } });
  send(response, status, { 'content-type': 'application/json' }, body);
}

export function sendEngineGone(response: ServerResponse): void {
  const message = 'The engine was interrupted and comes back by itself; call again.';
  sendCallError(response, 503, 'SERVICE_UNAVAILABLE', message);
}

export function sendPlainError(response: ServerResponse, status: number, message: string): void {
  send(response, status, { 'content-type': 'text/plain; charset=utf-8' }, `${message}\n`);
}

/** Writes one whole answer; whatever is left of the request is not waited for. */
export function send(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  if (response.headersSent || response.destroyed) return;
  // An unread body would be taken for the next request, or be read for nothing.
  const unread = !response.req.complete && response.req.method !== 'GET' && response.req.method !== 'HEAD';
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    ...(unread ? { connection: 'close' } : {}),
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
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
