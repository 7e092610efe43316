import type { FastifyInstance } from 'fastify';
import type { ReceiverContext } from '../context.ts';
import { sendJson } from './send-json.ts';

/** The live machine-readable description of the endpoints, for whoever has a key. */
export function openApiRoute(app: FastifyInstance, context: ReceiverContext): void {
  app.get('/openapi.json', async (_request, reply) => {
    // Loaded when asked for: nobody who starts needs it.
    const { openApiJson } = await import('../openapi/document.ts');
    sendJson(context, reply, openApiJson());
    return reply;
  });
}
