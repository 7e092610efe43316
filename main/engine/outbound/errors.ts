import { errorCode } from '../error-code.ts';

/** Why an outgoing call has no whole answer, once it has a connection or tried to have one. */
export type NetworkErrorKind =
  /** The body is in a content encoding that was not asked for. */
  | 'unknownEncoding'
  /** The header lines are too long. */
  | 'headerOverflow'
  /** The answer is not HTTP, or breaks its rules. */
  | 'notHttp'
  /** The body cannot be decompressed. */
  | 'badEncoding'
  | 'tls'
  /** The other side closed the connection. */
  | 'closed'
  /** The line broke down, or there is none. */
  | 'lineLost'
  | 'other';

/** A content encoding that was not asked for; the message is its name as the answer has it. */
export class UnknownEncoding extends Error {}

/** Sorts what a connection, the HTTP parser or a decompressor throws. */
export function classifyNetworkError(cause: unknown): NetworkErrorKind {
  if (cause instanceof UnknownEncoding) return 'unknownEncoding';
  const code = networkErrorCode(cause);
  if (code === 'HPE_HEADER_OVERFLOW') return 'headerOverflow';
  if (code.startsWith('HPE_')) return 'notHttp';
  if (/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(code)) return 'badEncoding';
  if (isTlsError(code)) return 'tls';
  // Node's words where the connection closes during the handshake.
  if (code === 'ECONNRESET' && cause instanceof Error && /secure TLS/.test(cause.message)) return 'tls';
  if (closedCodes.has(code)) return 'closed';
  return lostCodes.has(code) ? 'lineLost' : 'other';
}

const closedCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
]);
const lostCodes: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ENETRESET',
  'ENETDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether a code is one of Node's TLS or of OpenSSL's verification (Node.js, "X509 certificate error codes"). */
const isTlsError = (code: string): boolean =>
  /^(ERR_(TLS|SSL|OSSL)|EPROTO$|CERT|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|ERROR_IN_C)/.test(
    code,
  );

/** The system's code for what failed in a call, such as `ECONNREFUSED`; the name of the error where it has none. */
export function networkErrorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  // Both addresses of a name failed: the first says why.
  if (cause instanceof AggregateError && cause.errors.length > 0) return networkErrorCode(cause.errors[0]);
  return errorCode(cause) ?? cause.name;
}
