import fc from 'fast-check';
import { expect, it } from 'vitest';
import { product, sum } from '../../../renderer/records/LineTable.tsx';
import { lastToken, resolve } from '../../../renderer/records/pointer.ts';

it('sums amounts exactly', () => {
  expect(sum(['0.1', '0.2'])).toEqual({ total: '0.3', complete: true });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (cents) => {
      const total = cents.reduce((all, one) => all + BigInt(one), 0n);
      const texts = cents.map((one) => `${one < 0 ? '-' : ''}${(Math.abs(one) / 100).toFixed(2)}`);
      expect(Number(sum(texts).total) * 100).toBeCloseTo(Number(total), 0);
    }),
  );
});

it('says where an amount was missing', () => {
  expect(sum(['1.5', null])).toEqual({ total: '1.5', complete: false });
  expect(sum(['1.5', 'x'])).toEqual({ total: '1.5', complete: false });
});

it('multiplies exactly, and not what is missing', () => {
  expect(product('3', '0.1')).toBe('0.3');
  expect(product('1.5', '4500')).toBe('6750');
  expect(product(null, '1')).toBeNull();
  expect(product('x', '1')).toBeNull();
});

it('reads pointers (RFC 6901)', () => {
  const body = { items: [{ 'a/b': 1, 'c~d': 2 }] };
  expect(resolve(body, '/items/0/a~1b')).toBe(1);
  expect(resolve(body, '/items/0/c~0d')).toBe(2);
  expect(resolve(body, '/items/4/x')).toBeUndefined();
  expect(resolve(body, '/items/0/toString')).toBeUndefined();
  expect(lastToken('/items/0/a~1b')).toBe('a/b');
  expect(lastToken('')).toBe('');
});
