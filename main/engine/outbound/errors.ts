import { errorCode } from '../error-code.ts';

/** The system's own word for what failed in a call, such as `ECONNREFUSED`; the name of the error where it has none. */
export function networkErrorCode(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  // Both addresses of a name failed: the first says why.
  if (cause instanceof AggregateError && cause.errors.length > 0) return networkErrorCode(cause.errors[0]);
  return errorCode(cause) ?? cause.name;
}

/** Of Node's TLS and OpenSSL's verification (Node.js, "X509 certificate error codes"). */
export const isTlsError = (word: string): boolean =>
  /^(ERR_(TLS|SSL|OSSL)|EPROTO$|CERT|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|ERROR_IN_C)/.test(
    word,
  );

/** What answers does not speak HTTP, or breaks its rules. */
export const isWordOfParser = (word: string): boolean => word.startsWith('HPE_');

/** What was compressed cannot be unfolded. */
export const isWordOfDecompression = (word: string): boolean =>
  /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING)/.test(word);
