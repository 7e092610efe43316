/** Addresses that calls come from, as they are compared, shown and counted. */
import { isIPv4, isIPv6 } from 'node:net';

/** An address as it is compared and shown: IPv4 within IPv6 as IPv4, without the zone of a network card. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '').toLowerCase();
  return bare.startsWith('::ffff:') && isIPv4(bare.slice(7)) ? bare.slice(7) : bare;
}

/** As what callers are counted: one host may hold a whole /64 of IPv6, which counts as one source. */
export function sourceOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}

/** Whether a call comes from this computer itself; `address` is plain. */
export const isLoopbackAddress = (address: string): boolean =>
  address.startsWith('127.') || address === '::1';
