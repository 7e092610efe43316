import type { FastifyInstance } from 'fastify';
import { pathOf, segmentsOf } from '../called-path.ts';
import { Refusal } from '../problems.ts';

/** Paths of the interface, each with the methods that it takes. */
export interface KnownPath {
  pattern: string;
  allow: string;
}

/** Refuses what no route takes: 405 where the path is known, else 404. */
export function refuseMissing(app: FastifyInstance, known: readonly KnownPath[]): void {
  const paths = known.map(({ pattern, allow }) => ({ segments: segmentsOf(pattern), allow }));
  app.setNotFoundHandler((request) => {
    const called = segmentsOf(pathOf(request.originalUrl));
    const found = paths.find(
      ({ segments }) =>
        segments.length === called.length &&
        segments.every((segment, index) => segment.startsWith(':') || segment === called[index]),
    );
    if (found === undefined) throw new Refusal('unknown-path', 'The interface has nothing at this path.');
    throw new Refusal('method-not-allowed', `This path takes ${found.allow}, not ${request.method}.`, {
      headers: { Allow: found.allow },
    });
  });
}
