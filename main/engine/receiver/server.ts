/** The insurer integration API as a Fastify server: its hooks and its routes. */
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { authenticateRequest } from './authentication.ts';
import type { ReceiverContext } from './context.ts';
import { handleClientError, handleConnect, handleError } from './error-handler.ts';
import { rewriteUrl } from './paths.ts';
import { readRequestBody } from './request-body.ts';
import { cancellationRoutes } from './routes/cancellations.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { collectRoutes, type KnownPath, notFoundHandler } from './routes/not-found.ts';
import { openApiRoute } from './routes/openapi.ts';
import { policyRoutes } from './routes/policies.ts';

/** Builds the server without listening; `paths` are all that it answers at. */
export function buildServer(context: ReceiverContext): { app: FastifyInstance; paths: readonly KnownPath[] } {
  const { limits } = context;
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    // The interface has no HEAD, and a lookup is logged as what was answered.
    exposeHeadRoutes: false,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    // Held responses live long: `connectionTimeout` would cut them.
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
    clientErrorHandler: handleClientError,
  });
  // Each body is read, whatever its media type says, before a route is asked: Fastify has none to parse.
  for (const method of ['DELETE', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY'])
    app.addHttpMethod(method, { overrideExisting: true });
  app.decorateRequest('caller', null);
  app.decorateRequest('requestBody', null);
  app.decorateRequest('problem', null);
  // Node would send `100 Continue`, or answer without a problem document, before its key was checked.
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', (_request, socket: Socket) => handleConnect(socket));
  // A sender may close its own side once its request is out (RFC 9112, 9.6), and is still answered.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.addHook('onRequest', (request, _reply, done) => {
    const problem = authenticateRequest(context, request);
    if (problem === null) done();
    else done(problem);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    readRequestBody(context, request, reply, (failure) => done(failure ?? null, payload));
  });
  app.setErrorHandler((failure, request, reply) => handleError(context, request, reply, failure));
  const paths = collectRoutes(app);
  policyRoutes(app, context);
  deliveryRoutes(app, context);
  cancellationRoutes(app, context);
  openApiRoute(app, context);
  notFoundHandler(app, paths);
  return { app, paths };
}
