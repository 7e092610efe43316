/**
 * What a person can do something about when a certificate is refused. `unknownAuthority`: nobody whom this computer
 * trusts vouches for it, or it vouches for itself. `expired`, `notYetValid`: by this computer's clock. `otherName`: it is
 * of another name than the one that was called.
 */
type CertificateFault = 'unknownAuthority' | 'expired' | 'notYetValid' | 'otherName';

/** The codes of Node and of OpenSSL's verification (Node.js, "X509 certificate error codes"). */
const faults: ReadonlyMap<string, CertificateFault> = new Map([
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknownAuthority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknownAuthority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknownAuthority'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknownAuthority'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknownAuthority'],
  ['CERT_UNTRUSTED', 'unknownAuthority'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'notYetValid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherName'],
  ['HOSTNAME_MISMATCH', 'otherName'],
]);

/** Reads the fault from the detail of a `tls` problem; null for other TLS errors, such as the version. */
export const certificateFault = (detail: string | null): CertificateFault | null =>
  faults.get(detail ?? '') ?? null;
