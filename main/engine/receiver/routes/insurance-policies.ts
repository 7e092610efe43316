import type { FastifyInstance, FastifyRequest } from 'fastify';
import { balanceQuery, isoDay, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import { requireAuthenticated } from '../call.ts';
import type { ReceiverContext } from '../door.ts';
import { incidentDateFault, readParameters } from '../parameters.ts';
import { readApiKeyHeader } from '../presented.ts';
import { Refusal } from '../problems.ts';
import { sendJson } from './send-json.ts';

const path = '/InsurancePolicies';
const isDay = (value: unknown): value is string => isoDay.safeParse(value).success;

/** Policy lookup and balance (interface, "GET /InsurancePolicies query parameters"). A body is not looked at. */
export function insurancePolicyRoutes(app: FastifyInstance, door: ReceiverContext): void {
  const { policies, keys } = door.rooms;
  const redactorOf = (request: FastifyRequest) =>
    keys.redactor(readApiKeyHeader(request.raw.rawHeaders)).text;

  app.get(path, async (request, reply) => {
    const query = readParameters(policyQuery, {
      url: request.originalUrl,
      redact: redactorOf(request),
      faultOf: (name, value) =>
        name === 'incidentDate' && isDay(value) ? incidentDateFault(value, door.rooms.clock.now()) : null,
    });
    const json = await policies.lookup(query, requireAuthenticated(request).caller.label);
    return sendJson(door, reply.header('cache-control', 'no-store'), json);
  });

  app.get<{ Params: { insurancePolicyNumber: string } }>(
    `${path}/:insurancePolicyNumber/balance`,
    async (request, reply) => {
      const query = readParameters(balanceQuery, {
        url: request.originalUrl,
        redact: redactorOf(request),
        fromPath: request.params,
      });
      const json = await policies.balance(query, requireAuthenticated(request).caller.label);
      if (json === null) throw unknownBalance();
      return sendJson(door, reply.header('cache-control', 'no-store'), json);
    },
  );
}

export const unknownBalance = () =>
  new Refusal('unknown-balance', 'No policy of this number has a vehicle of this chassis number.');
