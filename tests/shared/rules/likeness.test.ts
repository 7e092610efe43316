import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { likenessDistance } from '../../../shared/rules/likeness.ts';

it.each([
  ['0000000000000000', '0000000000000000', 0],
  ['ffffffffffffffff', 'ffffffffffffffff', 0],
  ['0000000000000000', 'ffffffffffffffff', 64],
  ['0000000000000000', '0000000000000001', 1],
  ['8000000000000000', '0000000000000000', 1],
  ['000000000000000f', '00000000000000f0', 8],
  ['aaaaaaaaaaaaaaaa', '5555555555555555', 64],
  ['aaaaaaaaaaaaaaaa', 'aaaaaaaaaaaaaaa8', 1],
])('%s and %s differ in %i bits', (one, other, bits) => {
  expect(likenessDistance(one, other)).toBe(bits);
  expect(likenessDistance(other, one)).toBe(bits);
});

test('hashes differ in exactly the bits that were turned', () => {
  const bit = fc.integer({ min: 0, max: 63 });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.uniqueArray(bit), (hash, bits) => {
      const turned = bits.reduce((value, at) => value ^ (1n << BigInt(at)), hash);
      const text = (value: bigint) => value.toString(16).padStart(16, '0');
      expect(likenessDistance(text(hash), text(turned))).toBe(bits.length);
    }),
  );
});
