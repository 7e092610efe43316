import type { FastifyInstance } from 'fastify';
import type { Door } from '../door.ts';
import { openApiJson } from '../openapi/document.ts';
import { sendJson } from './send-json.ts';

/** The live machine-readable description of the endpoints, for whoever has a key. */
export function descriptionRoute(app: FastifyInstance, door: Door): void {
  app.get('/openapi.json', async (_request, reply) => sendJson(door, reply, openApiJson()));
}
