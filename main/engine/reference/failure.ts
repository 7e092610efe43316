import type { ReferenceProblemCode } from '#shared/reference-terms.ts';
import {
  isTlsError,
  isWordOfDecompression,
  isWordOfParser,
  networkErrorCode,
  UnknownEncoding,
} from '../outbound/index.ts';

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
  const word = networkErrorCode(cause);
  return { failed: codeOf(word, cause, status), status, word };
}

function codeOf(word: string, cause: unknown, status: number | null): ReferenceProblemCode {
  if (word === 'HPE_HEADER_OVERFLOW') return 'tooLarge';
  if (isWordOfParser(word) || isWordOfDecompression(word)) return 'notJson';
  if (isTlsError(word)) return 'tls';
  const isClosed = word === 'ECONNRESET' || word === 'EPIPE';
  if (isClosed && cause instanceof Error && /secure TLS/.test(cause.message)) return 'tls';
  return isClosed && status === null ? 'emptyAnswer' : 'unreachable';
}
