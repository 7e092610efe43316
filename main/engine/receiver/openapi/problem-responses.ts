import { balanceQuery, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import { challenge, noKeyConfigured, notAuthenticated, tooManyFailures } from '../authentication.ts';
import { defaultLimits } from '../context.ts';
import { internalError, parserProblem, storeRetrySeconds } from '../error-handler.ts';
import { httpRuleProblem } from '../http-rules.ts';
import { readParameters } from '../parameters.ts';
import {
  notStoring,
  type ProblemCode,
  ProblemError,
  problemDocument,
  problems,
  stopping,
} from '../problems.ts';
import { checkMediaType, jsonObject, notDecodable, tooBusy, tooLarge } from '../request-body.ts';
import { readOrderId } from '../routes/cancellations.ts';
import { checkItems, readMarketplaceId } from '../routes/deliveries.ts';
import { unknownBalance } from '../routes/policies.ts';
import type { Operation } from './operations.ts';
import { refTo } from './schemas.ts';

const retryAfter = {
  'Retry-After': { description: 'Seconds until it is worth trying again.', schema: { type: 'integer' } },
};
/** Headers that come with every answer of a status. */
const headersOf: Readonly<Record<number, object>> = {
  401: {
    'WWW-Authenticate': {
      description: 'How to authenticate (RFC 9110, 11.6.1).',
      schema: { type: 'string', const: challenge },
    },
  },
  429: retryAfter,
  503: retryAfter,
};

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
    ...(headersOf[status] !== undefined && { headers: headersOf[status] }),
    content: {
      'application/problem+json': {
        schema: refTo('ProblemDetails'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code, operation) }])),
      },
    },
  };
}

/** The problem document that a call of this operation is answered with, where it is refused for this. */
export function problemExample(code: ProblemCode, operation: Operation): object {
  const problem = problemMakers[code](operation);
  return JSON.parse(problemDocument(problem, isUnread(code) ? null : instanceOf(code, operation)));
}

/** What could not be read is at no path that is known. */
const isUnread = (code: ProblemCode) =>
  code === 'bad-request' || code === 'request-timeout' || code === 'headers-too-large';

/** The path of an operation with its examples. */
export function examplePath({ path, parameters }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, wanted: string) =>
    encodeURIComponent(String(parameters.find(({ name }) => name === wanted)?.example ?? '')),
  );
}

const otherId = 1202;

function instanceOf(code: ProblemCode, operation: Operation): string {
  const path = examplePath(operation);
  return code === 'identity-differs' ? path.replace(/\d+/, String(otherId)) : path;
}

type ProblemMakers = Readonly<Record<ProblemCode, (operation: Operation) => ProblemError>>;

const problemMakers: ProblemMakers = {
  'empty-body': () => ofBody(''),
  'not-utf8': () => caught(() => jsonObject(Uint8Array.of(0x7b, 0xff))),
  'not-json': () => ofBody('{"a": '),
  'nested-too-deeply': () => ofBody('['.repeat(100_000)),
  'not-an-object': () => ofBody('[]'),
  'identity-missing': ({ idName }) => caught(() => readMarketplaceId({}, idName ?? '')),
  'identity-differs': ({ idName, orderKind }) =>
    caught(() => {
      const name = idName ?? '';
      readOrderId(String(otherId), orderKind ?? 'purchaseOrder', name, { [name]: otherId - 1 });
    }),
  'items-missing': () => caught(() => checkItems({ items: [] })),
  'parameters-wrong': ({ path }) =>
    caught(() => {
      const call = { url: path, redact: (text: string) => text };
      if (path.endsWith('/balance'))
        readParameters(balanceQuery, { ...call, fromPath: { insurancePolicyNumber: '1' } });
      else readParameters(policyQuery, { ...call, url: `${path}?vin=1` });
    }),
  'address-not-decodable': ({ path }) => notDecodable(`${path}?vin=%`) ?? missing(),
  'host-missing': () => ofHead([], {}),
  'bad-request': () => parserProblem(undefined),
  'not-authenticated': () => notAuthenticated(null),
  'unknown-path': () => missing(),
  'unknown-balance': unknownBalance,
  'method-not-allowed': () => missing(),
  'request-timeout': () => parserProblem('ERR_HTTP_REQUEST_TIMEOUT'),
  'body-too-large': () => tooLarge(defaultLimits.bodyBytes),
  'media-type-not-supported': () => caught(() => checkMediaType('text/plain', undefined)),
  'encoding-not-supported': () => caught(() => checkMediaType('application/json', 'gzip')),
  'expectation-failed': () => ofHead(['Host', ''], { expect: 'nothing' }),
  'too-many-failures': () => tooManyFailures(defaultLimits.failureWindow / 1000),
  'headers-too-large': () => parserProblem('HPE_HEADER_OVERFLOW'),
  'internal-error': internalError,
  'transfer-coding-not-supported': () => ofHead(['Host', ''], { 'transfer-encoding': 'gzip, chunked' }),
  'no-key-configured': noKeyConfigured,
  'not-storing': () => notStoring(storeRetrySeconds),
  'too-busy': tooBusy,
  stopping,
};

const ofBody = (text: string) => caught(() => void jsonObject(Buffer.from(text)));
const ofHead = (rawHeaders: string[], headers: Record<string, string>) =>
  httpRuleProblem({ rawHeaders, headers, httpVersion: '1.1' }) ?? missing();

function caught(call: () => void): ProblemError {
  try {
    call();
  } catch (failure) {
    if (failure instanceof ProblemError) return failure;
    throw failure;
  }
  return missing();
}

function missing(): never {
  throw new Error('The description names a problem that the receiver does not answer.');
}
