import { expect, test } from 'vitest';
import { gather, type NewFinding } from '../../../main/engine/findings/finding.ts';
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
