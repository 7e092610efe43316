import Fastify, { type FastifyInstance } from 'fastify';
import { answerClientError } from './client-error.ts';
import { admit, type Door, takeBody } from './door.ts';
import { answerFailure } from './edge.ts';
import { refuseMissing } from './routes/missing.ts';
import { type OrderResource, orderRoutes } from './routes/orders.ts';
import { purchaseOrders } from './routes/purchase-orders.ts';
import { serviceOrders } from './routes/service-orders.ts';

const resources: readonly OrderResource[] = [purchaseOrders, serviceOrders];

/** Builds the insurer integration API, without listening. */
export function buildServer(door: Door): FastifyInstance {
  const { limits } = door;
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    // Held answers live long: `connectionTimeout` would cut them.
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
    },
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      // As long as a request line can be, so that an overlong id is refused like any other.
      maxParamLength: 20_000,
    },
    rewriteUrl: (request) => decodable(request.url ?? '/'),
    clientErrorHandler: answerClientError,
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('arrived', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, _payload, done) => done(null, request.arrived));
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = admit(door, request);
    if (refusal === null) done();
    else done(refusal);
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    takeBody(door, request, reply, (failure) => done(failure ?? null, payload));
  });
  app.setErrorHandler((failure, request, reply) => answerFailure(door, request, reply, failure));
  for (const resource of resources) orderRoutes(app, door, resource);
  refuseMissing(
    app,
    resources
      .flatMap(({ path }) => [path, `${path}/:id/cancel`])
      .map((pattern) => ({ pattern, allow: 'POST' })),
  );
  return app;
}

/** A path that cannot be decoded is a path where nothing is, and is refused like one. */
function decodable(url: string): string {
  if (!url.includes('%')) return url;
  try {
    decodeURIComponent(url);
    return url;
  } catch {
    return '/undecodable';
  }
}
