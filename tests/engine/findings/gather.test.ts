import { describe, expect, it, test } from 'vitest';
import { gather, type NewFinding } from '../../../main/engine/findings/finding.ts';
import type { FindingAmount } from '../../../shared/finding-terms.ts';
import { readPurchaseOrder } from '../../../shared/marketplace/record-content.ts';
import { findingsOf, orderItem, purchaseOrder } from './bodies.ts';

function formOf(json: object) {
  const found: NewFinding[] = [];
  readPurchaseOrder(json, (code, pointer, parameters) => found.push({ code, pointer, parameters }));
  return gather(found);
}

test('fields that one object lacks are one finding with a place each, lines that lack the same one with a place a line', () => {
  const found = formOf({
    purchaseOrderId: 1,
    items: [{ itemId: 1 }, { itemId: 2 }, { itemId: 3, itemName: 'Faro' }],
  }).filter(({ code }) => code === 'wire.missing');
  expect(found.map(({ pointer, count, places }) => [pointer, count, places.length])).toEqual([
    ['/purchaseOrderGuid', 17, 17],
    ['/items/0', 3, 3],
    ['/items/0/itemName', 2, 2],
  ]);
  expect(found[0]?.parameters['names']).toMatch(/^purchaseOrderGuid, batchId, .*comments$/);
  expect(found[0]?.places[1]).toEqual({ pointer: '/batchId', parameters: { names: 'batchId' } });
  expect(found[1]?.places.map(({ pointer }) => pointer)).toEqual(['/items/0', '/items/1', '/items/2']);
  expect(found[2]?.parameters).toEqual({ names: 'itemName' });
});

test('each way of being odd is gathered apart; unknown fields of one object are one finding', () => {
  const found = formOf({
    purchaseOrderId: 1,
    purchaseOrderGuid: 5,
    batchId: 6,
    RequestId: 7,
    comments: null,
    color: 'rojo',
    trim: 'cuero',
    items: [{ itemId: '1' }, { itemId: '2' }],
  });
  const of = (code: string) =>
    found
      .filter((one) => one.code === code)
      .map(({ places, parameters }) => [places.map(({ pointer }) => pointer).join(' '), parameters['names']]);
  expect(of('wire.textAsNumber')).toEqual([['/purchaseOrderGuid /batchId', 'purchaseOrderGuid, batchId']]);
  expect(of('wire.numberAsText')).toEqual([['/items/0/itemId /items/1/itemId', 'itemId']]);
  expect(of('wire.null')).toEqual([['/comments', 'comments']]);
  expect(of('wire.pascalCase')).toEqual([['/RequestId', 'RequestId']]);
  expect(of('wire.unknownProperty')).toEqual([['/color /trim', undefined]]);
});

test('45 lines with a wrong total are one finding, whatever their figures are', () => {
  const lines = Array.from({ length: 45 }, (_, index) => orderItem({ total: 5000 + index }));
  const found = findingsOf('purchaseOrder', purchaseOrder([orderItem(), ...lines]));
  expect(found).toMatchObject([
    { code: 'arithmetic.rowTotal', pointer: '/items/1/supplierItemRowTotal', count: 45 },
  ]);
  expect(found[0]?.places.map(({ parameters }) => parameters['line'])).toEqual(
    lines.map((_, index) => index + 2),
  );
});

test('of more than a hundred places a hundred are kept, all are counted, and all their amounts summed', () => {
  const amount = { value: '0.1', currency: 'DOP' };
  const [found, other] = gather([
    ...Array.from({ length: 250 }, (_, index) => ({
      code: 'arithmetic.rowTotal' as const,
      pointer: `/items/${index}/rowTotal`,
      parameters: { line: index + 1 },
      amount,
    })),
    {
      code: 'arithmetic.rowTotal',
      pointer: '/items/3/rowTotal',
      parameters: {},
      amount: { value: '7', currency: 'USD' },
    },
  ]);
  expect(found).toMatchObject({ count: 250, amount: { value: '25', currency: 'DOP' } });
  expect(found?.places).toHaveLength(100);
  // Money of another currency is never added.
  expect(other).toMatchObject({ count: 1, amount: { value: '7', currency: 'USD' } });
});

const at = (pointer: string, more: Partial<NewFinding> = {}): NewFinding => ({
  code: 'arithmetic.rowTotal',
  pointer,
  parameters: {},
  ...more,
});
const places = (findings: readonly NewFinding[]) =>
  gather(findings).map((finding) => finding.places.map(({ pointer }) => pointer));

describe('one finding is made of', () => {
  it.each<[what: string, findings: NewFinding[], expected: string[][]]>([
    [
      'one field of all lines',
      [at('/items/0/rowTotal'), at('/items/12/rowTotal')],
      [['/items/0/rowTotal', '/items/12/rowTotal']],
    ],
    ['elements of one list', [at('/items/0'), at('/items/12')], [['/items/0', '/items/12']]],
    ['lists within lists', [at('/a/0/b/1/c'), at('/a/1/b/0/c')], [['/a/0/b/1/c', '/a/1/b/0/c']]],
  ])('%s', (_, findings, expected) => {
    expect(places(findings)).toEqual(expected);
  });

  it.each<[what: string, findings: NewFinding[]]>([
    ['another field', [at('/items/0/rowTotal'), at('/items/0/unitPrice')]],
    ['another list', [at('/items/0/unitPrice'), at('/services/0/unitPrice')]],
    ['a field of the body itself', [at('/rowTotal'), at('/items/0/rowTotal')]],
    ['the body', [at(''), at('/rowTotal')]],
    ['an element of a list and a field of the body', [at('/items/0'), at('/items')]],
    ['a name that ends in digits', [at('/items/0/a1'), at('/items/0/a2')]],
    ['a name that begins with digits', [at('/items/0/1a'), at('/items/0/2a')]],
    ['an object whose name ends in digits', [at('/a1/x'), at('/a2/x')]],
    ['another code', [at('/x'), at('/x', { code: 'arithmetic.total' })]],
    ['other names', [at('/x', { parameters: { names: 'a' } }), at('/x', { parameters: { names: 'b' } })]],
    [
      'another currency at stake',
      [
        at('/x', { amount: { value: '1', currency: 'DOP' } }),
        at('/x', { amount: { value: '1', currency: 'USD' } }),
      ],
    ],
    [
      'another currency that is said',
      [at('/x', { parameters: { currency: 'DOP' } }), at('/x', { parameters: { currency: 'USD' } })],
    ],
  ])('nothing else: %s is another one', (_, findings) => {
    expect(places(findings)).toEqual(findings.map(({ pointer }) => [pointer]));
  });

  it.each<[code: NewFinding['code'], parameter: string]>([
    ['taxId.form', 'value'],
    ['taxId.rncCheckDigit', 'value'],
    ['taxId.cedulaCheckDigit', 'value'],
    ['person.otherId', 'taxId'],
    ['person.otherTaxId', 'value'],
  ])('all places of %s with one %s, wherever they are', (code, parameter) => {
    const one = (pointer: string, value: string) => at(pointer, { code, parameters: { [parameter]: value } });
    expect(places([one('/a/x', '1'), one('/b', '1'), one('/a/x', '2')])).toEqual([['/a/x', '/b'], ['/a/x']]);
  });

  test('all unknown fields of an object, and of the same object in all lines', () => {
    const unknown = (pointer: string) => at(pointer, { code: 'wire.unknownProperty' });
    const found = ['/x', '/y', '/items/0/x', '/items/1/y', '/items/1/z/x'].map(unknown);
    expect(places(found)).toEqual([['/x', '/y'], ['/items/0/x', '/items/1/y'], ['/items/1/z/x']]);
  });
});

describe('what is at stake', () => {
  const dop = (value: string) => ({ value, currency: 'DOP' });
  it.each<[what: string, amounts: (FindingAmount | null)[], expected: FindingAmount | null]>([
    ['nothing', [null, null], null],
    ['that of one place', [dop('7.50')], dop('7.5')],
    ['the sum of all places', [dop('0.1'), dop('0.2')], dop('0.3')],
    ['that of the places that have one', [dop('5'), null, dop('2')], dop('7')],
    ['no less than zero', [dop('-5'), dop('-2')], dop('7')],
    ['what stands against it taken off', [dop('5'), dop('-2')], dop('3')],
  ])('is %s', (_, amounts, expected) => {
    // What says its currency is gathered with what has an amount of it.
    const found = gather(amounts.map((amount) => at('/x', { amount, parameters: { currency: 'DOP' } })));
    expect(found.map(({ amount }) => amount)).toEqual([expected]);
  });

  test('is that of a later place where the first has none', () => {
    const currency = { currency: 'DOP' };
    const found = gather([
      at('/x', { parameters: currency }),
      at('/x', { parameters: currency, amount: dop('4') }),
    ]);
    expect(found).toMatchObject([{ count: 2, amount: dop('4') }]);
  });
});

describe('fields of one object that are odd in one way', () => {
  const missing = (pointer: string): NewFinding => ({
    code: 'wire.missing',
    pointer,
    parameters: { names: pointer.slice(pointer.lastIndexOf('/') + 1) },
  });
  const shape = (pointers: readonly string[]) =>
    gather(pointers.map(missing)).map(({ pointer, count, parameters, places: all }) => [
      pointer,
      count,
      parameters['names'],
      all.map((place) => `${place.pointer} ${place.parameters['names']}`).join(', '),
    ]);

  it.each<[what: string, pointers: string[], expected: unknown[]]>([
    ['one field of the body', ['/a'], [['/a', 1, 'a', '/a a']]],
    ['two fields of the body', ['/a', '/b'], [['/a', 2, 'a, b', '/a a, /b b']]],
    [
      'a field of the body and one of an object of it',
      ['/a', '/o/b'],
      [
        ['/a', 1, 'a', '/a a'],
        ['/o/b', 1, 'b', '/o/b b'],
      ],
    ],
    ['one field of two lines', ['/l/0/a', '/l/1/a'], [['/l/0/a', 2, 'a', '/l/0/a a, /l/1/a a']]],
    [
      'two fields of the same two lines',
      ['/l/0/a', '/l/0/b', '/l/1/a', '/l/1/b'],
      [['/l/0', 2, 'a, b', '/l/0 a, b, /l/1 a, b']],
    ],
    [
      'fields of other lines',
      ['/l/0/a', '/l/1/a', '/l/0/b', '/l/2/b'],
      [
        ['/l/0/a', 2, 'a', '/l/0/a a, /l/1/a a'],
        ['/l/0/b', 2, 'b', '/l/0/b b, /l/2/b b'],
      ],
    ],
    ['a name with signs', ['/a~1b', '/c~0d'], [['/a~1b', 2, 'a/b, c~d', '/a~1b a/b, /c~0d c~d']]],
  ])('are told of together: %s', (_, pointers, expected) => {
    expect(shape(pointers)).toEqual(expected);
  });

  it('are kept up to a hundred, and counted beyond', () => {
    const [found, ...others] = gather(Array.from({ length: 130 }, (_, index) => missing(`/f${index}x`)));
    expect(found).toMatchObject({ pointer: '/f0x', count: 130 });
    expect(found?.places.map(({ pointer }) => pointer)).toEqual(
      Array.from({ length: 100 }, (_, index) => `/f${index}x`),
    );
    expect(others).toEqual([]);
  });

  it.each<NewFinding['code']>([
    'wire.missing',
    'wire.null',
    'wire.numberAsText',
    'wire.textAsNumber',
    'wire.pascalCase',
    'arithmetic.negative',
    'arithmetic.tooLarge',
  ])('are put together where they are %s', (code) => {
    const [found, ...others] = gather([at('/a', { code }), at('/b', { code })]);
    expect(found).toMatchObject({ count: 2, parameters: { names: 'a, b' } });
    expect(others).toEqual([]);
  });
});

test('of more than 500 faults of one record 500 are kept, with all their places', () => {
  const faults = Array.from({ length: 502 }, (_, index) => at(`/f${index}x`));
  const found = gather([...faults, at('/f499x'), at('/f501x')]);
  expect(found).toHaveLength(500);
  expect(found.at(-1)).toMatchObject({ pointer: '/f499x', count: 2 });
});

test('a line is called by its first 60 characters', () => {
  const named = (itemName: string) =>
    findingsOf('purchaseOrder', purchaseOrder([{ ...orderItem({ total: 5 }), itemName }]))[0]?.parameters[
      'name'
    ];
  expect(named(` ${'x'.repeat(60)} `)).toBe('x'.repeat(60));
  expect(named('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
});

test('what a body holds in vast numbers costs no more than its places', () => {
  const many = formOf({ items: Array.from({ length: 5000 }, () => ({ itemId: null })) });
  expect(many.map(({ code, count, places }) => [code, count, places.length])).toContainEqual([
    'wire.null',
    5000,
    100,
  ]);
  const unknown = formOf(Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`x${index}`, index])));
  expect(unknown.filter(({ code }) => code === 'wire.unknownProperty')).toMatchObject([{ count: 900 }]);
});
