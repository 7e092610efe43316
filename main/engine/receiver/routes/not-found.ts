import type { FastifyInstance } from 'fastify';
import { pathOf, segmentsOf } from '../paths.ts';
import { ProblemError } from '../problems.ts';

/** A path of the interface, as the routes have it, with the methods that it takes. */
export interface KnownPath {
  pattern: string;
  methods: readonly string[];
}

/** Fills as routes are added. */
export function collectRoutes(app: FastifyInstance): readonly KnownPath[] {
  const known: (KnownPath & { methods: string[] })[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const methods = [method].flat();
    const found = known.find(({ pattern }) => pattern === url);
    if (found === undefined) known.push({ pattern: url, methods });
    else found.methods.push(...methods);
  });
  return known;
}

/** Refuses what no route takes: 405 where the path is known, else 404. Call it when all routes are there. */
export function notFoundHandler(app: FastifyInstance, known: readonly KnownPath[]): void {
  const paths = known.map(({ pattern, methods }) => ({
    segments: segmentsOf(pattern),
    allow: methods.join(', '),
  }));
  app.setNotFoundHandler((request) => {
    const called = segmentsOf(pathOf(request.url));
    const found = paths.find(
      ({ segments }) =>
        segments.length === called.length &&
        segments.every((segment, index) => segment.startsWith(':') || segment === called[index]),
    );
    if (found === undefined)
      throw new ProblemError('unknown-path', 'The interface has nothing at this path.');
    throw new ProblemError('method-not-allowed', `This path takes ${found.allow}, not ${request.method}.`, {
      headers: { Allow: found.allow },
    });
  });
}
