import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { revisionChanges } from '../../../main/engine/findings/index.ts';
import { parseExactly } from '../../../shared/marketplace/exact-json.ts';

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

  it.each([
    ['itemId', 'itemName'],
    ['documentItemId', 'documentItemName'],
    ['workshopServiceId', 'workshopServiceName'],
    ['incidentReportFormAttachmentId', 'originalFilename'],
    ['attachmentId', 'attachmentFilename'],
    ['authorityId', 'authorityName'],
  ])('knows elements by their %s, and calls them by their %s', (id, name) => {
    const element = (value: number, more: object = {}) => ({
      [id]: value,
      [name]: ` N${value} `,
      a: 1,
      ...more,
    });
    const { places } = revisionChanges(
      revisions,
      { l: [element(1), element(2), element(3)] },
      { l: [element(3, { a: 2 }), element(1)] },
    );
    expect(places).toEqual([
      { pointer: '/l/0/a', parameters: { before: '1', after: '2', line: 1, name: 'N3' } },
      { pointer: '/l/1', parameters: { before: '{…}', after: null, line: 2, name: 'N2' } },
    ]);
  });

  test('says the line of what is no object too, without a name', () => {
    const { places } = revisionChanges(
      revisions,
      { l: [1, 'x', [1]] },
      { l: [1, 'y', [1], { itemName: 5 }] },
    );
    expect(places.map(({ pointer, parameters }) => [pointer, parameters])).toEqual([
      ['/l/1', { before: '"x"', after: '"y"', line: 2, name: '' }],
      ['/l/3', { before: null, after: '{…}', line: 4, name: '' }],
    ]);
  });

  it.each<[what: string, before: unknown[], after: unknown[]]>([
    [
      'an id that only the old lines have',
      [
        { itemId: 1, a: 1 },
        { itemId: 2, a: 2 },
      ],
      [{ a: 2 }, { a: 1 }],
    ],
    ['an id that comes twice in the new lines', [line(1, { a: 1 }), line(2)], [line(2), line(2)]],
    ['an id that is null in one', [line(null), line(2)], [line(2), line(null)]],
    ['an element that is no object', [line(1), 5], [5, line(1)]],
  ])('compares by position where the lists have %s', (_, before, after) => {
    const [first] = revisionChanges(revisions, { l: before }, { l: after }).places;
    expect(first?.pointer).toMatch(/^\/l\/0(\/|$)/);
  });

  test('compares numbers that no float holds by their digits', () => {
    const of = (text: string) => Object(parseExactly(`{"a":${text},"b":1}`));
    const digits = '12345678901234567890';
    expect(revisionChanges(revisions, of(`${digits}1`), of(`${digits}1`)).parameters['fields']).toBe(0);
    expect(changes(of(`${digits}1`), of(`${digits}2`))).toEqual([`/a ${digits}1 > ${digits}2`]);
    expect(changes(of('5'), of(`${digits}1`))).toEqual([`/a 5 > ${digits}1`]);
  });

  test('compares twenty levels', () => {
    const nested = (levels: number, value: number) =>
      JSON.parse(`${'{"a":'.repeat(levels)}${value}${'}'.repeat(levels)}`);
    const fields = (levels: number) =>
      revisionChanges(revisions, nested(levels, 1), nested(levels, 2)).parameters['fields'];
    expect(fields(20)).toBe(1);
    expect(fields(21)).toBe(0);
    const lists = (levels: number, value: number) => ({
      a: JSON.parse(`${'['.repeat(levels)}${value}${']'.repeat(levels)}`),
    });
    expect(changes(lists(19, 1), lists(19, 2))).toHaveLength(1);
    expect(revisionChanges(revisions, lists(20, 1), lists(20, 2)).parameters['fields']).toBe(0);
  });

  test('compares a hundred thousand values, the body and its objects among them', () => {
    const many = (value: number) => ({ l: Array.from({ length: 100_010 }, () => value) });
    expect(revisionChanges(revisions, many(1), many(2)).parameters['fields']).toBe(99_998);
  });

  test('says two hundred characters of a text, and 120 of a name', () => {
    const value = (length: number) => ({ a: 'y'.repeat(length) });
    expect(changes({}, value(200))).toEqual([`/a - > "${'y'.repeat(200)}"`]);
    expect(changes({}, value(201))).toEqual([`/a - > "${'y'.repeat(199)}…"`]);
    expect(changes({}, { ['n'.repeat(121)]: 1 })).toEqual([`/${'n'.repeat(119)}… - > 1`]);
  });

  test('points at its first place, and counts all', () => {
    expect(revisionChanges(revisions, { a: 1, b: 1 }, { a: 2, b: 2 })).toMatchObject({
      code: 'revision.changed',
      pointer: '/a',
      count: 2,
      parameters: { before: 1, after: 2, fields: 2 },
      amount: null,
    });
  });

  test('takes a name that every object has for absent where it is', () => {
    expect(changes({ a: 1 }, { a: 1, toString: 'x' })).toEqual(['/toString - > "x"']);
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
