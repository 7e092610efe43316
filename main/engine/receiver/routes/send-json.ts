import type { FastifyReply } from 'fastify';
import type { ReceiverContext } from '../context.ts';
import { streamOf } from '../http2.ts';

/**
 * Answers 200 with JSON, written straight to the response: there are no hooks on what is sent, and it is the way of every
 * order. A receiver that stops takes no more calls on the connection.
 */
export function sendJson(
  context: ReceiverContext,
  reply: FastifyReply,
  json: string,
  headers: Record<string, string> = {},
): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    ...headers,
    ...(context.isStopping() && streamOf(reply.request.raw) === null && { Connection: 'close' }),
  });
  reply.raw.end(json);
}
