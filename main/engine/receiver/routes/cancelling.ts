import type { FastifyInstance } from 'fastify';
import { readCancelCall } from '#shared/marketplace/cancel-call.ts';
import type { OrderKind } from '#shared/terms.ts';
import { askConnection } from '../ask-connection.ts';
import { jsonBody, requireAuthenticated } from '../call.ts';
import { notStoring, type ReceiverContext } from '../door.ts';
import { handleError } from '../edge.ts';
import { orderOfPath } from '../identity.ts';
import type { ReceivedResource } from './received-resource.ts';

/** Holds a call that asks to cancel an order (interface, "States and transitions"). */
export function cancelRoute(
  app: FastifyInstance,
  door: ReceiverContext,
  resource: ReceivedResource<OrderKind>,
): void {
  const { kind, path, idName } = resource;
  app.post<{ Params: { id: string } }>(`${path}/:id/cancel`, async (request, reply) => {
    const { caller, arrived } = requireAuthenticated(request);
    const { json } = await jsonBody(door, request, arrived.bytes);
    const marketplaceId = orderOfPath(request.params.id, kind, idName, json);
    const call = readCancelCall(kind, json);
    const connection = askConnection(reply, door.isStopping);
    try {
      await door.rooms.cancellations.ask(
        { orderKind: kind, marketplaceId, call, body: arrived.bytes, keyLabel: caller.label },
        connection,
      );
    } catch (failure) {
      door.rooms.log.error({ err: failure }, 'An ask could not be taken');
      await handleError(door, request, reply, notStoring(10));
    }
    return reply;
  });
}
