import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assertAllowedAddresses,
  badPorts,
  canonicalAddress,
  classifyAddress,
  literalOf,
} from '../../../../main/engine/attachments/downloads/address-policy.ts';
import { hostnameOf } from '../../../../shared/attachment-host.ts';

/** What becomes of a host as an address of the web writes it; null where it is no address. */
function classifyHost(host: string) {
  const url = URL.parse(`https://${host}/`);
  const literal = url === null ? null : literalOf(hostnameOf(url) ?? '');
  const address = literal === null ? null : canonicalAddress(literal);
  return address === null ? null : classifyAddress(address);
}

type Range = [first: string, bits: number];

const number = (dotted: string) => dotted.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

/** RFC 6890 and the registry that it founded, without what is reachable from everywhere. */
const special: Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const sizeOf = (bits: number) => 2 ** (32 - bits);
const isSpecial = (value: number) =>
  special.some(([first, bits]) => value >= number(first) && value < number(first) + sizeOf(bits));

const inRange = ([first, bits]: Range) =>
  fc
    .oneof(fc.constantFrom(0, sizeOf(bits) - 1), fc.integer({ min: 0, max: sizeOf(bits) - 1 }))
    .map((offset) => number(first) + offset);
const specialAddress = fc.constantFrom(...special).chain(inRange);
const publicIpv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).filter((value) => !isSpecial(value));

const part = (value: number) =>
  fc.constantFrom(
    `${value}`,
    `0x${value.toString(16)}`,
    `0X00${value.toString(16)}`,
    `0${value.toString(8)}`,
  );

/** Every way in which a host may write an IPv4 address: one to four parts, each to its own base. */
function spelled(value: number): fc.Arbitrary<string> {
  const bytes = [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255] as const;
  const rests = [value, value & 0xffffff, value & 0xffff, value & 0xff] as const;
  return fc
    .constantFrom(1, 2, 3, 4)
    .chain((count) => fc.tuple(...bytes.slice(0, count - 1).map(part), part(rests[count - 1] ?? 0)))
    .chain((parts) => fc.constantFrom(parts.join('.'), `${parts.join('.')}.`, parts.join('。')));
}

const groups = (value: number) => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;

/** What is that IPv4 address in IPv6. */
const mapped = (value: number) =>
  fc.constantFrom(
    `[::ffff:${dotted(value)}]`,
    `[::FFFF:${groups(value)}]`,
    `[0:0:0:0:0:ffff:${groups(value)}]`,
  );

/** What carries one in other ways; where it ends is for others to say. */
const carried = (value: number) =>
  fc.constantFrom(
    `[::${dotted(value)}]`,
    `[::${groups(value)}]`,
    `[::ffff:0:${groups(value)}]`,
    `[64:ff9b::${dotted(value)}]`,
    `[64:ff9b::${groups(value)}]`,
    `[64:ff9b:1:2:3:4:${groups(value)}]`,
    `[2002:${groups(value)}::1]`,
    `[2001:0:${groups(value)}::1]`,
    `[2001:0:1:2:3:4:${groups(~value >>> 0)}]`,
  );

const classifyAll = (value: number) => (value >>> 24 === 127 ? 'loopback' : 'forbidden');

describe('addresses of IPv4', () => {
  test('of a special range are never public, however they are written', () => {
    fc.assert(
      fc.property(
        specialAddress.chain((value) =>
          fc.tuple(fc.constant(value), fc.oneof(spelled(value), mapped(value))),
        ),
        ([value, host]) => {
          expect(classifyHost(host)).toBe(classifyAll(value));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('of the internet are public, however they are written', () => {
    fc.assert(
      fc.property(
        publicIpv4.chain((value) => fc.oneof(spelled(value), mapped(value))),
        (host) => {
          expect(classifyHost(host)).toBe('public');
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('inside of others are refused, whichever they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2 ** 32 - 1 }).chain(carried), (host) => {
        expect(classifyHost(host)).toBe('forbidden');
      }),
      { numRuns: 2000 },
    );
  });
});

test('addresses of IPv6 outside of what is routed are refused', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const outside = fc.tuple(
    group.filter((first) => first >>> 13 !== 1),
    ...Array.from({ length: 7 }, () => group),
  );
  fc.assert(
    fc.property(outside, (parts) => {
      fc.pre(parts.slice(0, 5).some((one) => one !== 0));
      expect(classifyHost(`[${parts.map((one) => one.toString(16)).join(':')}]`)).toBe('forbidden');
    }),
    { numRuns: 2000 },
  );
});

test.each(['2606:4700::1111', '2a00:1450:4009:80b::200e', '2001:4860:4860::8888'])(
  '%s is public',
  (address) => {
    expect(classifyAddress(address)).toBe('public');
  },
);

describe('what a resolver or a socket says', () => {
  test.each([
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7F00:1', '127.0.0.1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['2606:4700:0:0::1111', '2606:4700::1111'],
    // Not the mapped address, though ipaddr.js takes it for that.
    ['::127.0.0.1', '::7f00:1'],
    ['fe80::1%eth0', null],
    ['::1%lo', null],
    ['127.1', null],
    ['0177.0.0.1', null],
    ['fotos.prueba.example', null],
    ['', null],
  ])('%s is %s', (address, canonical) => {
    expect(canonicalAddress(address)).toBe(canonical);
  });

  test('one address that is not allowed spoils all, wherever it stands', () => {
    const standings = { classify: classifyAddress };
    fc.assert(
      fc.property(
        fc.array(publicIpv4.map(dotted), { maxLength: 4 }),
        specialAddress.map(dotted),
        fc.array(publicIpv4.map(dotted), { maxLength: 4 }),
        (before, wrong, after) => {
          const rules = { allowLoopback: false };
          expect(assertAllowedAddresses([...before, ...after], rules, standings).addresses).toEqual([
            ...before,
            ...after,
          ]);
          expect(() => assertAllowedAddresses([...before, wrong, ...after], rules, standings)).toThrow(
            expect.objectContaining({ problem: 'addressNotPublic', detail: wrong }),
          );
        },
      ),
    );
  });
});

test('the ports that are refused are those that the fetch of this Node refuses', async () => {
  const refused = await Promise.all(
    // Port 0 came to the standard later.
    [...badPorts]
      .filter((port) => port !== 0)
      .map((port) =>
        fetch(`http://127.0.0.1:${port}/`).catch((failure: unknown) =>
          failure instanceof Error && failure.cause instanceof Error ? failure.cause.message : null,
        ),
      ),
  );
  expect(new Set(refused)).toEqual(new Set(['bad port']));
  expect([80, 443, 8080, 8443, 8650].some((port) => badPorts.has(port))).toBe(false);
});
