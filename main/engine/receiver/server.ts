import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerClientError, answerConnect } from './client-error.ts';
import { authenticateRequest, type ReceiverContext, readRequestBody } from './door.ts';
import { handleError } from './edge.ts';
import { rewriteUrl } from './routable-path.ts';
import { cancelRoute } from './routes/cancelling.ts';
import { descriptionRoute } from './routes/description.ts';
import { financialDocuments } from './routes/financial-documents.ts';
import { incidentReports } from './routes/incident-reports.ts';
import { insurancePolicyRoutes } from './routes/insurance-policies.ts';
import { collectRoutes, type KnownPath, notFoundHandler } from './routes/missing.ts';
import { purchaseOrders } from './routes/purchase-orders.ts';
import { receivingRoute } from './routes/receiving.ts';
import { serviceOrders } from './routes/service-orders.ts';

const orders = [purchaseOrders, serviceOrders] as const;
const received = [...orders, incidentReports, financialDocuments] as const;

/** Builds the insurer integration API, without listening; `paths` are all that it answers at. */
export function buildServer(door: ReceiverContext): { app: FastifyInstance; paths: readonly KnownPath[] } {
  const { limits } = door;
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    // The interface has no HEAD, and a lookup is logged as what was answered.
    exposeHeadRoutes: false,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    // Held answers live long: `connectionTimeout` would cut them.
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      // Node would answer without a problem document.
      requireHostHeader: false,
    },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      // As long as a request line can be, so that an overlong id is refused like any other.
      maxParamLength: 20_000,
    },
    rewriteUrl: (request) => rewriteUrl(request.url ?? '/'),
    clientErrorHandler: answerClientError,
  });
  // Fastify would refuse it for its media type before it is known that no path takes it.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  app.decorateRequest('caller', null);
  app.decorateRequest('arrived', null);
  app.decorateRequest('refusal', null);
  // Node would tell a sender to go on, or answer without a problem document, before its key was checked.
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', (_request, socket: Socket) => answerConnect(socket));
  // A sender may close its own side once its request is out (RFC 9112, 9.6), and is still answered.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => done(null, request.arrived));
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = authenticateRequest(door, request);
    if (refusal === null) done();
    else done(refusal);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    readRequestBody(door, request, reply, (failure) => done(failure ?? null, payload));
  });
  app.setErrorHandler((failure, request, reply) => handleError(door, request, reply, failure));
  const paths = collectRoutes(app);
  insurancePolicyRoutes(app, door);
  for (const resource of received) receivingRoute(app, door, resource);
  for (const order of orders) cancelRoute(app, door, order);
  descriptionRoute(app, door);
  notFoundHandler(app, paths);
  return { app, paths };
}
