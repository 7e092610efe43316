import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { member } from '#shared/marketplace/member.ts';
import type { OrderKind } from '#shared/terms.ts';
import { askConnection } from '../ask-connection.ts';
import { jsonObject } from '../body-json.ts';
import { admitted } from '../call.ts';
import { type Door, notStoring } from '../door.ts';
import { answerFailure } from '../edge.ts';
import { checkItems, checkPathId, identityOf } from '../identity.ts';
import { checkMediaType } from '../media-type.ts';

/** What sets the two kinds of order apart at the receiver. */
export interface OrderResource {
  kind: OrderKind;
  /** Under which it is received; its cancellations lie under `{path}/{id}/cancel`. */
  path: string;
  /** Names of the marketplace's id and the insurer's number, in bodies and answers. */
  idName: string;
  numberName: string;
  /** "1 or more" of the interface, not "0 or more". */
  needsItems: boolean;
}

/** Receiving and cancelling one kind of order (interface, "Insurer integration API"). */
export function orderRoutes(app: FastifyInstance, door: Door, resource: OrderResource): void {
  const { kind, path, idName, numberName } = resource;

  app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller, arrived } = admitted(request);
    const json = jsonBody(request, arrived.bytes);
    const marketplaceId = identityOf(json, idName);
    if (resource.needsItems) checkItems(json);
    const { number } = await door.rooms.records.register({
      kind,
      marketplaceId,
      body: arrived.bytes,
      json,
      keyLabel: caller.label,
    });
    if (door.isStopping()) reply.header('connection', 'close');
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(JSON.stringify({ [idName]: marketplaceId, [numberName]: number }));
  });

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

function jsonBody(request: FastifyRequest, bytes: Uint8Array): object {
  checkMediaType(request.headers['content-type'], request.headers['content-encoding']);
  return jsonObject(bytes);
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
