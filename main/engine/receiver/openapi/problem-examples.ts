/**
 * The problem documents of the description, made by the receiver's own refusals: what stands there is what is answered.
 */
import { balanceQuery, policyQuery } from '#shared/marketplace/insurance-policy.ts';
import { tooBusy } from '../arrived.ts';
import { jsonObject } from '../body-json.ts';
import { unreadable } from '../client-error.ts';
import {
  noKeyConfigured,
  notAuthenticated,
  notDecodable,
  notStoring,
  stopping,
  tooLarge,
  tooManyFailures,
} from '../door.ts';
import { internalError, storeRetrySeconds } from '../edge.ts';
import { brokenHttpRule } from '../http-rules.ts';
import { checkItems, orderOfPath, readMarketplaceId } from '../identity.ts';
import { defaultLimits } from '../limits.ts';
import { checkMediaType } from '../media-type.ts';
import { readParameters } from '../parameters.ts';
import { type ProblemCode, problemDocument, Refusal } from '../problems.ts';
import { unknownBalance } from '../routes/insurance-policies.ts';
import type { Operation } from './operation.ts';

/** The problem document that a call of this operation is answered with, where it is refused for this. */
export function problemExample(code: ProblemCode, operation: Operation): object {
  const refusal = refusals[code](operation);
  return JSON.parse(problemDocument(refusal, isUnread(code) ? null : instanceOf(code, operation)));
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

type Makers = Readonly<Record<ProblemCode, (operation: Operation) => Refusal>>;

const refusals: Makers = {
  'empty-body': () => ofBody(''),
  'not-utf8': () => caught(() => jsonObject(Uint8Array.of(0x7b, 0xff))),
  'not-json': () => ofBody('{"a": '),
  'nested-too-deeply': () => ofBody('['.repeat(100_000)),
  'not-an-object': () => ofBody('[]'),
  'identity-missing': ({ idName }) => caught(() => readMarketplaceId({}, idName ?? '')),
  'identity-differs': ({ idName, orderKind }) =>
    caught(() => {
      const name = idName ?? '';
      orderOfPath(String(otherId), orderKind ?? 'purchaseOrder', name, { [name]: otherId - 1 });
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
  'bad-request': () => unreadable(undefined),
  'not-authenticated': () => notAuthenticated(null),
  'unknown-path': () => missing(),
  'unknown-balance': unknownBalance,
  'method-not-allowed': () => missing(),
  'request-timeout': () => unreadable('ERR_HTTP_REQUEST_TIMEOUT'),
  'body-too-large': () => tooLarge(defaultLimits.bodyBytes),
  'media-type-not-supported': () => caught(() => checkMediaType('text/plain', undefined)),
  'encoding-not-supported': () => caught(() => checkMediaType('application/json', 'gzip')),
  'expectation-failed': () => ofHead(['Host', ''], { expect: 'nothing' }),
  'too-many-failures': () => tooManyFailures(defaultLimits.failureWindow / 1000),
  'headers-too-large': () => unreadable('HPE_HEADER_OVERFLOW'),
  'internal-error': internalError,
  'transfer-coding-not-supported': () => ofHead(['Host', ''], { 'transfer-encoding': 'gzip, chunked' }),
  'no-key-configured': noKeyConfigured,
  'not-storing': () => notStoring(storeRetrySeconds),
  'too-busy': tooBusy,
  stopping,
};

const ofBody = (text: string) => caught(() => void jsonObject(Buffer.from(text)));
const ofHead = (rawHeaders: string[], headers: Record<string, string>) =>
  brokenHttpRule({ rawHeaders, headers, httpVersion: '1.1' }) ?? missing();

function caught(refuse: () => void): Refusal {
  try {
    refuse();
  } catch (failure) {
    if (failure instanceof Refusal) return failure;
    throw failure;
  }
  return missing();
}

function missing(): never {
  throw new Error('The description names a problem that the receiver does not answer.');
}
