import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '../../../shared/marketplace/cut-text.ts';

test('a text within the limit stays as it is', () => {
  expect(cutText('a'.repeat(100), 100)).toBe('a'.repeat(100));
});

test('a longer text is cut to the limit, and two that are cut are equal only where the texts are', () => {
  const text = fc
    .tuple(fc.string({ maxLength: 3 }), fc.constantFrom('a', 'ñ', '😀'))
    .map(([end, unit]) => unit.repeat(200) + end);
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(cutText(one, 100).length).toBeLessThanOrEqual(100);
      expect(cutText(one, 100).isWellFormed()).toBe(true);
      expect(cutText(cutText(one, 100), 100)).toBe(cutText(one, 100));
      expect(cutText(one, 100) === cutText(other, 100)).toBe(one.trim() === other.trim());
    }),
  );
});

test('a pair of surrogates on the edge is not cut in two', () => {
  for (const before of ['', 'a']) expect(cutText(before + '😀'.repeat(100), 100).isWellFormed()).toBe(true);
});
