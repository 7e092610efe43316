import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatJson, placeInJson } from '../../../renderer/components/json-text.ts';

const at = (text: string, pointer: string): string | null => {
  const span = placeInJson(text, pointer);
  return span === null ? null : text.slice(span.start, span.end);
};

const order = '{"id": 7, "items": [{"name": "a"}, {"name": "b,]}", "tags": [1, [2]]}], "a/b": {"~": null}}';

it.each([
  ['/id', '"id": 7'],
  ['/items', '"items": [{"name": "a"}, {"name": "b,]}", "tags": [1, [2]]}]'],
  ['/items/0', '{"name": "a"}'],
  ['/items/1/name', '"name": "b,]}"'],
  ['/items/1/tags/0', '1'],
  ['/items/1/tags/1/0', '2'],
  ['/a~1b/~0', '"~": null'],
  // What is not there leads to the nearest that it would be a part of.
  ['/items/0/price', '{"name": "a"}'],
  ['/items/9', '"items": [{"name": "a"}, {"name": "b,]}", "tags": [1, [2]]}]'],
  ['/items/0/name/deeper', '"name": "a"'],
  ['/nothing', null],
  ['', null],
])('%s', (pointer, expected) => {
  expect(at(order, pointer)).toBe(expected);
});

it('of a name that comes twice takes the last', () => {
  expect(at('{"a": 1, "a": 2}', '/a')).toBe('"a": 2');
});

it('finds every value of any JSON, as it came and laid out', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value);
      // Read again: JSON has no -0.
      for (const [pointer, inside] of placesOf(JSON.parse(text), '')) {
        for (const form of [text, formatJson(text)]) {
          const found = at(form, pointer) ?? form;
          expect(JSON.parse(found.replace(/^"(?:[^"\\]|\\.)*"\s*:/, ''))).toEqual(inside);
        }
      }
    }),
  );
});

function placesOf(value: unknown, at: string): [string, unknown][] {
  const here: [string, unknown] = [at, value];
  if (typeof value !== 'object' || value === null) return [here];
  return [
    here,
    ...Object.entries(value).flatMap(([name, part]) =>
      placesOf(part, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  ];
}

it('ends with any text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, pointer) => {
      const span = placeInJson(text, pointer);
      expect(span === null || span.start < span.end).toBe(true);
    }),
  );
});
