import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonBody, requireAuthenticated } from '../call.ts';
import type { ReceiverContext } from '../door.ts';
import { checkItems, readMarketplaceId } from '../identity.ts';
import type { ReceivedResource } from './received-resource.ts';
import { sendJson } from './send-json.ts';

/** Registers a record and answers with the insurer's number of it (interface, "Insurer integration API"). */
export function receivingRoute(
  app: FastifyInstance,
  door: ReceiverContext,
  resource: ReceivedResource,
): void {
  const { kind, path, idName, numberName } = resource;
  app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller, arrived } = requireAuthenticated(request);
    const { json, large } = await jsonBody(door, request, arrived.bytes);
    const marketplaceId = readMarketplaceId(json, idName);
    if (resource.needsItems) checkItems(json);
    const { number } = await door.rooms.records.register({
      kind,
      marketplaceId,
      body: arrived.bytes,
      json,
      large,
      keyLabel: caller.label,
    });
    return sendJson(door, reply, JSON.stringify({ [idName]: marketplaceId, [numberName]: number }));
  });
}
