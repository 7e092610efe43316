/** The receiver's problem documents (RFC 9457). */
import * as z from 'zod';

/** Code, status and title of every problem. */
export const problems = {
  'empty-body': { status: 400, title: 'The body is empty' },
  'not-utf8': { status: 400, title: 'The body is not UTF-8 text' },
  'not-json': { status: 400, title: 'The body is not JSON' },
  'nested-too-deeply': { status: 400, title: 'The body is nested too deeply' },
  'not-an-object': { status: 400, title: 'The body is not a JSON object' },
  'identity-missing': { status: 400, title: 'The record has no identity' },
  'identity-differs': { status: 400, title: 'The path and the body name different orders' },
  'items-missing': { status: 400, title: 'The order has no items' },
  'parameters-wrong': { status: 400, title: 'A parameter is missing or wrong' },
  'address-not-decodable': { status: 400, title: 'The address is not well encoded' },
  'host-missing': { status: 400, title: 'The request names no host' },
  'bad-request': { status: 400, title: 'The request cannot be read' },
  'not-authenticated': { status: 401, title: 'Not authenticated' },
  'unknown-path': { status: 404, title: 'Nothing is at this path' },
  'unknown-balance': { status: 404, title: 'No balance is known' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'media-type-not-supported': { status: 415, title: 'This media type is not supported' },
  'encoding-not-supported': { status: 415, title: 'This content encoding is not supported' },
  'expectation-failed': { status: 417, title: 'This expectation cannot be met' },
  'too-many-failures': { status: 429, title: 'Too many calls without a valid key' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  'internal-error': { status: 500, title: 'Something went wrong here' },
  'transfer-coding-not-supported': { status: 501, title: 'This transfer coding is not supported' },
  'no-key-configured': { status: 503, title: 'No key is configured yet' },
  'not-storing': { status: 503, title: 'Nothing can be stored at present' },
  'too-busy': { status: 503, title: 'Too much is arriving at once' },
  stopping: { status: 503, title: 'The receiver is stopping' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** One place that is wrong; `pointer` after RFC 6901, into the body or into the parameters by their names. */
export interface ErrorLocation {
  pointer: string;
  detail: string;
}

/** Why a call is refused: thrown anywhere in the receiver, answered by its error handler. */
export class ProblemError extends Error {
  readonly code: ProblemCode;
  /** A plain sentence for the people of the marketplace; never holds anything of ours. */
  readonly detail: string;
  readonly errors: readonly ErrorLocation[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: readonly ErrorLocation[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(`${code}: ${detail}`);
    this.name = 'ProblemError';
    this.code = code;
    this.detail = detail;
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return problems[this.code].status;
  }

  get title(): string {
    return problems[this.code].title;
  }
}

export const stopping = () =>
  new ProblemError('stopping', 'Perito is closing. Send this again.', retryAfter(10));

export const requestTimeout = () =>
  new ProblemError('request-timeout', 'The request did not arrive whole in time.');

export const headersTooLarge = () => new ProblemError('headers-too-large', 'Send fewer headers.');

export function notStoring(retryAfterSeconds: number): ProblemError {
  return new ProblemError(
    'not-storing',
    'This could not be stored, so it was not taken. Send it again later.',
    retryAfter(retryAfterSeconds),
  );
}

export function retryAfter(seconds: number) {
  return { headers: { 'Retry-After': String(seconds) } };
}

/** The error body (interface, "Errors"; RFC 9457), as the receiver writes it. */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:perito:problem:` and a code, which does not change.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().optional().describe('The path that was called.'),
    errors: z
      .array(z.object({ pointer: z.string(), detail: z.string() }))
      .optional()
      .describe(
        'Of a 400, the places that are wrong. `pointer` is after RFC 6901: into the body, or `/` and the name of a parameter.',
      ),
  })
  .describe('Why a call was refused (RFC 9457).');

export const problemMediaType = 'application/problem+json; charset=utf-8';

/** The problem document, as JSON. `instance` is the path that was called. */
export function problemDocument(problem: ProblemError, instance: string | null): string {
  return JSON.stringify({
    type: `urn:perito:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    ...(instance !== null && { instance }),
    ...(problem.errors.length > 0 && { errors: problem.errors }),
  });
}
