import { isIPv4 } from 'node:net';

/**
 * The host of an address as approvals name it: `URL.hostname`, so lower case and punycode, without the dot of the root.
 * Null where no host can have that name.
 */
export function hostOf(url: URL): string | null {
  const host = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  if (isLiteral(host)) return host;
  const isName =
    host.length <= 253 && host.split('.').every((label) => label.length > 0 && label.length <= 63);
  return isName ? host : null;
}

/** Whether it is an address, not a name to look up. `URL` has already read every other way to write one. */
const isLiteral = (host: string): boolean => host.startsWith('[') || isIPv4(host);

/** The address itself where the host is one. */
export const literalOf = (host: string): string | null =>
  isLiteral(host) ? host.replaceAll(/[[\]]/g, '') : null;

/** The addresses of a host that need no look-up: its own, or this machine's, whatever a resolver says (RFC 6761, 6.3). */
export function knownAddressesOf(host: string): readonly string[] | null {
  const literal = literalOf(host);
  if (literal !== null) return [literal];
  return host === 'localhost' || host.endsWith('.localhost') ? ['127.0.0.1', '::1'] : null;
}
