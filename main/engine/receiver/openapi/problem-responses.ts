import { type ProblemCode, problems } from '../problems.ts';
import type { Operation } from './operation.ts';
import { problemExample } from './problem-examples.ts';
import { refTo } from './schemas.ts';

/** Refusals that any call may meet. */
export const commonProblems = [
  'address-not-decodable',
  'host-missing',
  'bad-request',
  'not-authenticated',
  'request-timeout',
  'body-too-large',
  'expectation-failed',
  'too-many-failures',
  'headers-too-large',
  'internal-error',
  'transfer-coding-not-supported',
  'no-key-configured',
  'not-storing',
  'too-busy',
  'stopping',
] as const satisfies readonly ProblemCode[];

/** Refusals of a call that brings a body. */
export const bodyProblems = [
  'empty-body',
  'not-utf8',
  'not-json',
  'nested-too-deeply',
  'not-an-object',
  'media-type-not-supported',
  'encoding-not-supported',
] as const satisfies readonly ProblemCode[];

const comesBack = new Set([429, 503]);

/** The responses of an operation that can be refused, one a status. */
export function problemResponses(operation: Operation): Record<string, object> {
  const { problems: codes } = operation;
  const statuses = [...new Set(codes.map((code) => problems[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => problems[code].status === status);
      return [String(status), responseOf(status, ofStatus, operation)];
    }),
  );
}

function responseOf(status: number, codes: readonly ProblemCode[], operation: Operation): object {
  return {
    description: `${codes.map((code) => problems[code].title).join('; ')}.`,
    ...(comesBack.has(status) && {
      headers: {
        'Retry-After': {
          description: 'Seconds until it is worth trying again.',
          schema: { type: 'integer' },
        },
      },
    }),
    content: {
      'application/problem+json': {
        schema: refTo('ProblemDetails'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code, operation) }])),
      },
    },
  };
}
