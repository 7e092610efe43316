import tls, { type SecureContext } from 'node:tls';

/**
 * Whom this computer trusts, PEM: the authorities that Node brings, those of `NODE_EXTRA_CA_CERTS`, and those of the
 * system's store, where the antivirus or the proxy of an office keeps its own. Keeps its thread from all else, 50 ms and
 * more. Node reads the store once in a process: what is installed later counts after a restart. Throws what the system
 * says, and a `TypeError` where this Node has no such function.
 */
export function readAuthorities(): string[] {
  const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
  // Most are in both, with other line ends; each costs whoever makes a context of them.
  return [...new Map(all.map((pem) => [pem.replaceAll(/\s/g, ''), pem])).values()];
}

/** For outgoing connections that trust these, PEM; those that Node trusts by itself where none are given. */
export const contextTrusting = (authorities: string[] | undefined): SecureContext =>
  tls.createSecureContext({ minVersion: 'TLSv1.2', ...(authorities !== undefined && { ca: authorities }) });
