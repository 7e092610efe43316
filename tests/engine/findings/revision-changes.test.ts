import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { revisionChanges } from '../../../main/engine/findings/index.ts';

const revisions = { before: 1, after: 2 };
const changes = (before: object, after: object) =>
  revisionChanges(revisions, before, after).places.map(
    ({ pointer, parameters }) => `${pointer} ${parameters['before'] ?? '-'} > ${parameters['after'] ?? '-'}`,
  );
const line = (itemId: unknown, more: object = {}) => ({
  itemId,
  itemName: `Pieza ${itemId}`,
  itemQuantity: 1,
  ...more,
});

describe('what a revision changed', () => {
  it.each<[what: string, before: object, after: object, expected: string[]]>([
    ['a value', { total: 100, a: 1 }, { total: 120, a: 1 }, ['/total 100 > 120']],
    ['a type', { total: 100 }, { total: '100' }, ['/total 100 > "100"']],
    ['a value that went empty', { a: 'x' }, { a: null }, ['/a "x" > null']],
    ['a field that came', {}, { a: 'x' }, ['/a - > "x"']],
    ['a field that went', { a: 'x' }, {}, ['/a "x" > -']],
    ['fields of an object', { o: { a: 1, b: 2 } }, { o: { b: 3, a: 1 } }, ['/o/b 2 > 3']],
    ['an object for a text', { o: 'x' }, { o: { a: 1 } }, ['/o "x" > {…}']],
    ['an object for a list', { o: [1] }, { o: { a: 1 } }, ['/o […] > {…}']],
    ['an element', { l: [1, 2] }, { l: [1, 3] }, ['/l/1 2 > 3']],
    ['a longer list', { l: [1] }, { l: [1, 2] }, ['/l/1 - > 2']],
    ['a shorter list', { l: [1, 2] }, { l: [1] }, ['/l/1 2 > -']],
    [
      'lines by their id, wherever they stand',
      { items: [line(1), line(2), line(3)] },
      { items: [line(3), line(1, { itemQuantity: 5 }), line(4)] },
      ['/items/1/itemQuantity 1 > 5', '/items/2 - > {…}', '/items/1 {…} > -'],
    ],
    [
      'lines by position, where ids come twice',
      { items: [line(1), line(1)] },
      { items: [line(1), line(1, { itemQuantity: 5 })] },
      ['/items/1/itemQuantity 1 > 5'],
    ],
    [
      'lines by position, where one has no id',
      { items: [line(1), line(null)] },
      { items: [line(1), line(null, { itemQuantity: 5 })] },
      ['/items/1/itemQuantity 1 > 5'],
    ],
    ['a name with signs', { 'a/b~': 1 }, { 'a/b~': 2 }, ['/a~1b~0 1 > 2']],
  ])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('names the line and its part', () => {
    const { places } = revisionChanges(
      revisions,
      { items: [line(1)] },
      { items: [line(1, { itemQuantity: 5 })] },
    );
    expect(places[0]?.parameters).toEqual({ before: '1', after: '5', line: 1, name: 'Pieza 1' });
  });

  test('none but its form is one place, the body itself', () => {
    expect(revisionChanges(revisions, { a: 1, b: 2 }, { b: 2, a: 1 })).toMatchObject({
      pointer: '',
      count: 1,
      parameters: { before: 1, after: 2, fields: 0 },
      places: [{ pointer: '' }],
    });
  });

  test('is bounded in places, texts and depth, and counted', () => {
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, value]));
    const found = revisionChanges(revisions, many(1), many(2));
    expect(found).toMatchObject({ count: 300, parameters: { fields: 300 } });
    expect(found.places).toHaveLength(100);
    const [long] = revisionChanges(revisions, { a: 'x' }, { a: 'y'.repeat(100_000) }).places;
    expect(String(long?.parameters['after']).length).toBeLessThan(210);
    const deep = (value: number) => JSON.parse(`${'{"a":'.repeat(5000)}${value}${'}'.repeat(5000)}`);
    expect(revisionChanges(revisions, deep(1), deep(2)).parameters['fields']).toBe(0);
  });

  test('of any two bodies, none is told exactly where they say the same', () => {
    void fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (one, other) => {
          expect(revisionChanges(revisions, one, structuredClone(one)).parameters['fields']).toBe(0);
          const isSame = JSON.stringify(one) === JSON.stringify(other);
          const { count, places } = revisionChanges(revisions, one, other);
          expect(places.length).toBeLessThanOrEqual(Math.max(1, count));
          if (isSame) expect(count).toBe(1);
        },
      ),
    );
  });
});
