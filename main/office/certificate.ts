/** Whether an office's certificate is taken: one that this computer trusts, or the very one that a person compared. */
import type { TLSSocket } from 'node:tls';
import * as z from 'zod';
import { fingerprint, type OfficeTrouble, type ShownCertificate } from '#shared/contract/office.ts';

/**
 * What is known of an office's certificate: nothing before the first connection; that this computer trusted it by an authority; or
 * the fingerprint of the one that a person compared.
 */
export const knownCertificate = z
  .discriminatedUnion('by', [
    z.object({ by: z.literal('authority') }),
    z.object({ by: z.literal('person'), fingerprint }),
  ])
  .nullable();
export type KnownCertificate = z.infer<typeof knownCertificate>;

/** What a TLS connection showed before anything was sent on it. */
export interface Shown {
  /** Whether an authority that this computer trusts vouches for it, for this name, now. */
  isTrusted: boolean;
  certificate: ShownCertificate;
}

type CertificateTrouble = Extract<OfficeTrouble, { code: 'newCertificate' | 'otherCertificate' }>;

/**
 * Null where it is taken. Once a person compared one, that one alone holds, whoever vouches for another; once an authority vouched for
 * it, it takes a person to do without.
 */
export function troubleWith(
  { isTrusted, certificate }: Shown,
  known: KnownCertificate,
): CertificateTrouble | null {
  if (known?.by === 'person') {
    if (certificate.fingerprint === known.fingerprint) return null;
    return { code: 'otherCertificate', certificate, known: known.fingerprint };
  }
  if (isTrusted) return null;
  return known === null
    ? { code: 'newCertificate', certificate }
    : { code: 'otherCertificate', certificate, known: null };
}

const maxNameLength = 300;
const shownName = (name: string | undefined): string =>
  (name ?? '')
    .replaceAll('\n', ', ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, maxNameLength);

/** Of a connection whose handshake is over; null where the other side showed none. */
export function shownBy(socket: TLSSocket): Shown | null {
  const found = socket.getPeerX509Certificate();
  if (found === undefined) return null;
  const until = new Date(found.validTo);
  // The error's code in Node's own words, although its type says that it is an error.
  const failure: unknown = socket.authorizationError;
  const detail = failure instanceof Error ? ('code' in failure ? String(failure.code) : failure.message) : '';
  const code = typeof failure === 'string' ? failure : detail;
  return {
    isTrusted: socket.authorized,
    certificate: {
      fingerprint: found.fingerprint256,
      subject: shownName(found.subject),
      issuer: shownName(found.issuer),
      validUntil: Number.isNaN(until.getTime()) ? null : until.toISOString(),
      fault: socket.authorized ? null : (faults[code] ?? 'other'),
      detail: socket.authorized ? '' : code.slice(0, maxNameLength),
    },
  };
}

/** By OpenSSL's and Node's codes. */
const faults: Readonly<Record<string, ShownCertificate['fault']>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'authority',
  UNABLE_TO_GET_ISSUER_CERT: 'authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
};
