import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { AddressScope, OwnAddress } from '#shared/contract/reachability.ts';

const ranges: readonly (readonly [AddressScope, readonly (readonly [string, number])[]])[] = [
  [
    'loopback',
    [
      ['127.0.0.0', 8],
      ['::1', 128],
    ],
  ],
  [
    'linkLocal',
    [
      ['169.254.0.0', 16],
      ['fe80::', 10],
    ],
  ],
  [
    'private',
    [
      ['10.0.0.0', 8],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['fc00::', 7],
    ],
  ],
  ['shared', [['100.64.0.0', 10]]],
];

const scopes = ranges.map(([scope, networks]) => {
  const list = new BlockList();
  for (const [base, prefix] of networks) list.addSubnet(base, prefix, isIPv4(base) ? 'ipv4' : 'ipv6');
  return { scope, list };
});

/** From where an address can be called (RFC 1918, 3927, 4193, 4291, 6598). */
export function scopeOf(address: string): AddressScope {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  return scopes.find(({ list }) => list.check(address, family))?.scope ?? 'public';
}

/** Far more than a computer of an office has. */
const maxAddresses = 100;

/** The addresses of this computer, those that others can call first. */
export function ownAddresses(): OwnAddress[] {
  const order: readonly AddressScope[] = ['public', 'private', 'shared', 'linkLocal', 'loopback'];
  return Object.entries(networkInterfaces())
    .flatMap(([interfaceName, found = []]) =>
      found.map(({ address }) => ({ interfaceName, address, scope: scopeOf(address) })),
    )
    .sort((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope))
    .slice(0, maxAddresses);
}
