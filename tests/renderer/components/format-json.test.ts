import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJson } from '../../../renderer/components/json-text.ts';

it('lays out as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it('keeps the digits of numbers as they came', () => {
  expect(formatJson('{"a":1.10,"b":90071992547409931}')).toBe('{\n  "a": 1.10,\n  "b": 90071992547409931\n}');
});

it('shows every sign of what is no JSON', () => {
  expect(formatJson('{"a": nope, "b').replaceAll(/\s/g, '')).toBe('{"a":nope,"b');
});
