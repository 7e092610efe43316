/** The insurer integration API as a Fastify server: its hooks and its routes. */
import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyServerFactory } from 'fastify';
import { limitConnections } from '../connection-limit.ts';
import { authenticateRequest, checkReachCall } from './authentication.ts';
import type { ReceiverContext } from './context.ts';
import { handleClientError, handleConnect, handleError, handleUnknownMethod } from './error-handler.ts';
import { areHeadersTooLarge, type Http2Sessions, knowSession, serveHttp2 } from './http2.ts';
import { reachAnswer, reachHeaders } from './own-calls.ts';
import { rewriteUrl } from './paths.ts';
import { headersTooLarge } from './problems.ts';
import { readRequestBody } from './request-body.ts';
import { cancellationRoutes } from './routes/cancellations.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { collectRoutes, type KnownPath, notFoundHandler } from './routes/not-found.ts';
import { openApiRoute } from './routes/openapi.ts';
import { policyRoutes } from './routes/policies.ts';

/** The server, and all paths that it answers at. */
export interface ReceiverServer {
  app: FastifyInstance;
  paths: readonly KnownPath[];
  /** Null where it speaks no TLS, and so no HTTP/2. */
  secure: { http2: Http2Sessions; setSecureContext(certificate: SecureContextOptions): void } | null;
}

/** Within which TLS has to be agreed on. */
const handshakeTimeout = 10_000;

/** Builds the server without listening; over TLS, in HTTP/1.1 and HTTP/2, where it is given a certificate. */
export function buildServer(
  context: ReceiverContext,
  certificate: SecureContextOptions | null = null,
): ReceiverServer {
  const { limits } = context;
  const http = {
    headersTimeout: limits.headersTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    // Node would answer without a problem document.
    requireHostHeader: false,
  };
  const https =
    certificate === null
      ? null
      : createHttpsServer({
          ...http,
          ...certificate,
          ...{ ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout, allowHalfOpen: true },
        });
  // As Fastify does where it makes the server.
  if (https !== null) {
    https.requestTimeout = limits.requestTimeout;
    https.keepAliveTimeout = limits.keepAliveTimeout;
  }
  const factory: { serverFactory?: FastifyServerFactory } =
    https === null ? {} : { serverFactory: (handle) => https.on('request', handle) };
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
    http,
    ...factory,
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
  app.decorateRequest('isOwn', false);
  app.decorateRequest('requestBody', null);
  app.decorateRequest('problem', null);
  // Node would send `100 Continue`, or answer without a problem document, before its key was checked.
  app.server.on('checkContinue', app.routing);
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', (_request, socket: Socket) => handleConnect(socket));
  // A sender may close its own side once its request is out (RFC 9112, 9.6), and is still answered.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  const connections = limitConnections(app.server, limits.maxConnections);
  app.addHook('onRequest', (request, reply, done) => {
    if (areHeadersTooLarge(request.raw)) {
      done(headersTooLarge());
      return;
    }
    const isReach = checkReachCall(context, request);
    if (isReach === true) {
      reply.headers(reachHeaders).send(reachAnswer);
      return;
    }
    const problem = isReach || authenticateRequest(context, request);
    if (request.caller !== null) {
      connections.know(request.raw.socket);
      knowSession(request.raw);
    }
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
  const route = (request: IncomingMessage, response: ServerResponse) => {
    if (METHODS.includes(request.method ?? '')) app.routing(request, response);
    else handleUnknownMethod(context, request, response);
  };
  const secure = https && {
    http2: serveHttp2(https, route, limits),
    setSecureContext: (next: SecureContextOptions) => https.setSecureContext(next),
  };
  return { app, paths, secure };
}
