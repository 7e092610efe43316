import type { FastifyInstance, FastifyRequest } from 'fastify';
import { balanceQuery, isoDay, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import { readApiKeyHeader } from '../authentication.ts';
import type { ReceiverContext } from '../context.ts';
import { incidentDateFault, readParameters } from '../parameters.ts';
import { ProblemError } from '../problems.ts';
import { requireAuthenticated } from '../request-body.ts';
import { sendJson } from './send-json.ts';

const path = '/InsurancePolicies';
/** A policy may be another a moment later. */
const notStored = { 'Cache-Control': 'no-store' };
const isDay = (value: unknown): value is string => isoDay.safeParse(value).success;

/** Policy lookup and balance (interface, "GET /InsurancePolicies query parameters"). A body is not looked at. */
export function policyRoutes(app: FastifyInstance, context: ReceiverContext): void {
  const { policies, keys } = context.services;
  const redactorOf = (request: FastifyRequest) =>
    keys.redactor(readApiKeyHeader(request.raw.rawHeaders)).text;

  app.get(path, async (request, reply) => {
    const query = readParameters(policyQuery, {
      url: request.originalUrl,
      redact: redactorOf(request),
      faultOf: (name, value) =>
        name === 'incidentDate' && isDay(value)
          ? incidentDateFault(value, context.services.clock.now())
          : null,
    });
    const json = await policies.lookup(query, requireAuthenticated(request).keyLabel);
    sendJson(context, reply, json, notStored);
    return reply;
  });

  app.get<{ Params: { insurancePolicyNumber: string } }>(
    `${path}/:insurancePolicyNumber/balance`,
    async (request, reply) => {
      const query = readParameters(balanceQuery, {
        url: request.originalUrl,
        redact: redactorOf(request),
        fromPath: request.params,
      });
      const json = await policies.balance(query, requireAuthenticated(request).keyLabel);
      if (json === null) throw unknownBalance();
      sendJson(context, reply, json, notStored);
      return reply;
    },
  );
}

export const unknownBalance = () =>
  new ProblemError('unknown-balance', 'No policy of this number has a vehicle of this chassis number.');
