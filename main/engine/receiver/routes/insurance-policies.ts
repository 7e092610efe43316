import type { FastifyInstance } from 'fastify';
import { balanceQuery, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import { admitted } from '../call.ts';
import type { Door } from '../door.ts';
import { readParameters } from '../parameters.ts';
import { Refusal } from '../problems.ts';
import { sendJson } from './send-json.ts';

const path = '/InsurancePolicies';

/** Policy lookup and balance (interface, "GET /InsurancePolicies query parameters"). A body is not looked at. */
export function insurancePolicyRoutes(app: FastifyInstance, door: Door): void {
  const { policies } = door.rooms;

  app.get(path, async (request, reply) => {
    const query = readParameters(policyQuery, request.originalUrl);
    const json = await policies.lookup(query, admitted(request).caller.label);
    return sendJson(door, reply.header('cache-control', 'no-store'), json);
  });

  app.get<{ Params: { insurancePolicyNumber: string } }>(
    `${path}/:insurancePolicyNumber/balance`,
    async (request, reply) => {
      const query = readParameters(balanceQuery, request.originalUrl, request.params);
      const json = await policies.balance(query, admitted(request).caller.label);
      if (json === null) {
        throw new Refusal(
          'unknown-balance',
          'No policy of this number has a vehicle of this chassis number.',
        );
      }
      return sendJson(door, reply.header('cache-control', 'no-store'), json);
    },
  );
}
