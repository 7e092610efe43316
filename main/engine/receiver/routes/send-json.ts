import type { FastifyReply } from 'fastify';
import type { ReceiverContext } from '../context.ts';

/** Answers 200 with JSON; a receiver that stops takes no more calls on the connection. */
export function sendJson(context: ReceiverContext, reply: FastifyReply, json: string): FastifyReply {
  if (context.isStopping()) reply.header('connection', 'close');
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(json);
}
