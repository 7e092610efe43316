import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address may be dialled: `loopback` only where that is allowed, `forbidden` never. */
export type AddressClass = 'public' | 'loopback' | 'forbidden';

/**
 * The one spelling of an address as a resolver or a socket gives it; what wraps an IPv4 address as `::ffff:0:0/96` is
 * that address. Null where it is none, or names a zone.
 */
export function canonicalAddress(address: string): string | null {
  if (isIPv4(address)) return address;
  const spelled = isIPv6(address) ? hexadecimal(address) : null;
  return spelled === null ? null : ipaddr.process(spelled).toString();
}

/** Of a canonical address, by the registries of special addresses (RFC 6890). */
export function classifyAddress(address: string): AddressClass {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'forbidden';
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, 3) ? 'public' : 'forbidden';
}

/** All that is routed on the internet of IPv6; what wraps an IPv4 address in other ways (RFC 4291, 6052) is outside. */
const globalUnicast = new ipaddr.IPv6([0x2000, 0, 0, 0, 0, 0, 0, 0]);

/** ipaddr.js takes the dotted form of `::a.b.c.d` for the mapped one, so it never sees it. */
function hexadecimal(address: string): string | null {
  const url = URL.parse(`http://[${address}]`);
  return url === null ? null : url.hostname.slice(1, -1);
}
