import type { FastifyInstance } from 'fastify';
import { member } from '#shared/marketplace/member.ts';
import type { OrderKind } from '#shared/terms.ts';
import { askConnection } from '../ask-connection.ts';
import { admitted, jsonBody } from '../call.ts';
import { type Door, notStoring } from '../door.ts';
import { answerFailure } from '../edge.ts';
import { checkPathId, identityOf } from '../identity.ts';
import type { ReceivedResource } from './received-resource.ts';

/** Holds a call that asks to cancel an order (interface, "States and transitions"). */
export function cancelRoute(app: FastifyInstance, door: Door, resource: ReceivedResource<OrderKind>): void {
  const { kind, path, idName } = resource;
  app.post<{ Params: { id: string } }>(`${path}/:id/cancel`, async (request, reply) => {
    const { caller, arrived } = admitted(request);
    const json = jsonBody(request, arrived.bytes);
    const marketplaceId = identityOf(json, idName);
    checkPathId(request.params.id, marketplaceId, idName);
    const connection = askConnection(reply, door.isStopping);
    const ask = { orderKind: kind, marketplaceId, ...wordsOfAsk(json), body: arrived.bytes };
    try {
      await door.rooms.cancellations.ask({ ...ask, keyLabel: caller.label }, connection);
    } catch (failure) {
      door.rooms.log.error({ err: failure }, 'An ask could not be taken');
      await answerFailure(door, request, reply, notStoring(10));
    }
    return reply;
  });
}

/**
 * What staff read of an ask. The reason is one text (the interface's sample) or an id and a name (its table),
 * the id a number or a text; the name says more than the id.
 */
function wordsOfAsk(json: object) {
  return {
    reason:
      textOf(member(json, 'cancellationReason')) ??
      textOf(member(json, 'cancellationReasonName')) ??
      textOf(member(json, 'cancellationReasonId')),
    comments: textOf(member(json, 'comments')),
    askedBy:
      textOf(member(json, 'cancelledByDisplayName')) ?? textOf(member(json, 'cancelledByEmailAddress')),
  };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}
