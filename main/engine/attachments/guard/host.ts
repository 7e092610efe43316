import { isIPv4 } from 'node:net';

/** Whether it is an address, not a name to look up. `URL` has already read every other way to write one. */
const isLiteral = (hostname: string): boolean => hostname.startsWith('[') || isIPv4(hostname);

/** The address itself where the name of a host is one. */
export const literalOf = (hostname: string): string | null =>
  isLiteral(hostname) ? hostname.replaceAll(/[[\]]/g, '') : null;

/** The addresses of a host that need no look-up: its own, or this machine's, whatever a resolver says (RFC 6761, 6.3). */
export function knownAddressesOf(hostname: string): readonly string[] | null {
  const literal = literalOf(hostname);
  if (literal !== null) return [literal];
  return hostname === 'localhost' || hostname.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null;
}
