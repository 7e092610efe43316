import type { ReferenceProblemCode } from '#shared/reference-terms.ts';
import { UnknownEncoding } from './body.ts';

/** Why there is no whole answer. */
export interface CallFailure {
  failed: ReferenceProblemCode;
  /** The status where the answer had begun. */
  status: number | null;
  /** The system's own word for it, such as `ECONNREFUSED`. */
  word: string | null;
}

export function failureOf(
  cause: unknown,
  { isOverTime, status }: { isOverTime: boolean; status: number | null },
): CallFailure {
  if (isOverTime) return { failed: 'timeout', status, word: null };
  if (cause instanceof UnknownEncoding) return { failed: 'mediaType', status, word: cause.message };
  const word = wordOf(cause);
  return { failed: codeOf(word, cause, status), status, word };
}

function codeOf(word: string, cause: unknown, status: number | null): ReferenceProblemCode {
  if (word === 'HPE_HEADER_OVERFLOW') return 'tooLarge';
  // What answers does not speak HTTP, or what it compressed cannot be read.
  if (/^(HPE_|Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(word)) return 'notJson';
  if (isOfTls.test(word)) return 'tls';
  const isClosed = word === 'ECONNRESET' || word === 'EPIPE';
  if (isClosed && cause instanceof Error && /secure TLS/.test(cause.message)) return 'tls';
  return isClosed && status === null ? 'emptyAnswer' : 'unreachable';
}

/** The codes of Node's TLS and OpenSSL's verification (Node.js, "X509 certificate error codes"). */
const isOfTls =
  /^(ERR_(TLS|SSL|OSSL)|EPROTO$|CERT|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|ERROR_IN_C)/;

function wordOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  // Both addresses of a name failed: the first says why.
  if (cause instanceof AggregateError && cause.errors.length > 0) return wordOf(cause.errors[0]);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}
