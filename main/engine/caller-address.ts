/** Where a call comes from: its connection, or what a trusted proxy says of it. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import { plainAddress } from './addresses.ts';

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether an address is in any of these addresses and networks (`10.0.0.0/8`). */
export function inAnyOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(base, familyOf(base));
    else list.addSubnet(base, Number(prefix), familyOf(base));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

export interface CallerAddress {
  address: string;
  /** The trusted proxy by which it came; null where it came straight from `address`. */
  proxy: string | null;
  /** Whether somebody who is not trusted named another caller. */
  isClaimed: boolean;
}

export type FindCaller = (peer: string, forwardedFor: string | undefined) => CallerAddress;

const maxHeaderLength = 2000;
const maxForwarders = 20;

/**
 * Finds the caller behind `X-Forwarded-For`, which each proxy extends to the right by whom it was called by: the rightmost
 * address that is no trusted proxy. What stands left of it anybody may have written. Nothing of a header is taken that came
 * from somebody else, or is overlong.
 */
export function callerBehind(trustedProxies: readonly string[]): FindCaller {
  const isTrusted = inAnyOf(trustedProxies);
  return (peer, forwardedFor) => {
    const from = plainAddress(peer);
    const isSaid = forwardedFor !== undefined && forwardedFor.trim() !== '';
    if (!isTrusted(from)) return { address: from, proxy: null, isClaimed: isSaid };
    let address = from;
    if (isSaid && forwardedFor.length <= maxHeaderLength) {
      for (const text of forwardedFor.split(',').slice(-maxForwarders).reverse()) {
        const next = forwarderOf(text);
        if (next === null) break;
        address = next;
        if (!isTrusted(next)) break;
      }
    }
    return { address, proxy: from, isClaimed: false };
  };
}

/** Some proxies write a port behind the address; null for what is none. */
function forwarderOf(text: string): string | null {
  const trimmed = text.trim();
  const found = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed) ?? /^([\d.]+):\d{1,5}$/.exec(trimmed);
  const address = plainAddress(found?.[1] ?? trimmed);
  return isIP(address) === 0 ? null : address;
}
