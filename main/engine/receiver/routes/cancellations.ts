import type { FastifyInstance } from 'fastify';
import { nameOfOtherOrder, readCancelCall } from '#shared/marketplace/cancellation.ts';
import type { OrderKind } from '#shared/terms.ts';
import type { ReceiverContext } from '../context.ts';
import { handleError } from '../error-handler.ts';
import { holdResponse } from '../held-response.ts';
import { notStoring, ProblemError } from '../problems.ts';
import { readJsonBody, requireAuthenticated } from '../request-body.ts';
import { resources } from './deliveries.ts';

/** Holds calls that ask to cancel an order (interface, "States and transitions"). */
export function cancellationRoutes(app: FastifyInstance, context: ReceiverContext): void {
  for (const { kind, path, idName } of [resources.purchaseOrder, resources.serviceOrder]) {
    app.post<{ Params: { id: string } }>(`${path}/:id/cancel`, async (request, reply) => {
      const { keyLabel, body } = requireAuthenticated(request);
      const { json } = await readJsonBody(context, request, body);
      const marketplaceId = readOrderId(request.params.id, kind, idName, json);
      const call = readCancelCall(kind, json);
      const response = holdResponse(reply, context.isStopping);
      try {
        await context.services.calls.ask({ orderKind: kind, marketplaceId, call, body, keyLabel }, response);
      } catch (failure) {
        context.services.log.error({ err: failure }, 'An ask could not be taken');
        await handleError(context, request, reply, notStoring(10));
      }
      return reply;
    });
  }
}

/**
 * The order that a cancel call is about: the one of its path, whatever form the body's id has, or none. Throws a
 * `ProblemError` where the path holds no integer, or the body names another.
 */
export function readOrderId(pathId: string, kind: OrderKind, idName: string, json: object): number {
  const id = Number(pathId);
  if (!/^-?\d{1,16}$/.test(pathId) || !Number.isSafeInteger(id)) {
    throw new ProblemError('identity-differs', `The ${idName} of the path is not an integer.`, {
      errors: [{ pointer: `/${idName}`, detail: 'The path must hold the integer that it names.' }],
    });
  }
  const name = nameOfOtherOrder(kind, json, id);
  if (name === null) return id + 0;
  throw new ProblemError('identity-differs', `The ${name} of the body is not the ${idName} of the path.`, {
    errors: [{ pointer: `/${name}`, detail: 'It differs from the path.' }],
  });
}
