import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedNames } from '../../../shared/marketplace/repeated-names.ts';
import { processorTime } from '../../processor-time.ts';

test.each<[text: string, pointers: string[]]>([
  ['{}', []],
  ['{"a":1,"b":{"a":2}}', []],
  ['{"a":1,"a":2}', ['/a']],
  ['{"a":1,"b":0,"a":2,"a":3}', ['/a', '/a']],
  [' { "a" : 1 ,\n"a" : 2 } ', ['/a']],
  ['{"items":[{"x":1},{"x":1,"x":1}]}', ['/items/1/x']],
  ['{"items":[[],{"a":{"x":[1,2,3],"x":{}}}],"y":1}', ['/items/1/a/x']],
  ['{"a":"\\"a\\":1,\\"a\\":2"}', []],
  ['{"a":"\\\\","a":1}', ['/a']],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['{"a/b~":1,"a/b~":2}', ['/a~1b~0']],
  ['{"a":"}","b":["a","a"],"c":{"a":1}}', []],
  // Case makes another name: of `comments` and `Comments` the reader tells one as unknown.
  ['{"comments":1,"Comments":2}', []],
])('%s', (text, pointers) => {
  expect(repeatedNames(text).map(({ pointer }) => pointer)).toEqual(pointers);
});

test('no JSON that was written from a value has any, and with a member written twice it is that', () => {
  void fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
      fc.jsonValue(),
      (object, value) => {
        const text = JSON.stringify(object);
        expect(repeatedNames(text)).toEqual([]);
        const [name = ''] = Object.keys(object);
        const twice = `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
        expect(repeatedNames(twice).map((found) => found.name)).toEqual([name]);
      },
    ),
  );
});

test('takes time in proportion to the text, however it is nested or named', async () => {
  const texts = [
    `{"a":[${'{},'.repeat(600_000)}{}]}`,
    `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    `{${Array.from({ length: 60_000 }, (_, index) => `"n${index}":1`).join(',')}}`,
    `{"a":"${'\\\\'.repeat(800_000)}"}`,
    `{${'"a":1,'.repeat(200_000)}"a":1}`,
  ];
  for (const text of texts) {
    const spent = await processorTime(() => expect(repeatedNames(text).length).toBeLessThanOrEqual(100));
    expect(spent).toBeLessThan(2000);
  }
});
