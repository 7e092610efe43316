import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rangeOf } from '../../main/shell/attachment-files.ts';

test.each([
  [null, null],
  ['', null],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=9-', { first: 9, last: 9 }],
  ['bytes=3-5', { first: 3, last: 5 }],
  ['Bytes = 3-5', { first: 3, last: 5 }],
  ['bytes=3-99', { first: 3, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 9 }],
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['bytes=0x1-2', null],
  ['bytes=+1-2', null],
  ['lines=1-2', null],
] as const)('%s of ten bytes', (header, range) => {
  expect(rangeOf(header, 10)).toEqual(range);
});

test('of nothing there is no part', () => {
  expect([rangeOf('bytes=0-', 0), rangeOf('bytes=-1', 0)]).toEqual(['unsatisfiable', 'unsatisfiable']);
});

test('a part lies within the file, whatever is asked', () => {
  const number = fc.option(fc.nat(30), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.nat(20), (from, to, bytes) => {
      const range = rangeOf(`bytes=${from}-${to}`, bytes);
      if (range === null || range === 'unsatisfiable') return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.last).toBeGreaterThanOrEqual(range.first);
      expect(range.last).toBeLessThan(bytes);
    }),
  );
});
