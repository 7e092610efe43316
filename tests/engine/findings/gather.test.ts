import { expect, test } from 'vitest';
import { gather } from '../../../main/engine/findings/gather.ts';
import { readPurchaseOrder } from '../../../shared/marketplace/read-bodies.ts';

const missing = (json: object) =>
  gather(readPurchaseOrder(json).oddities).filter(({ code }) => code === 'wire.missing');

test('fields that one object lacks are one finding, lines that lack the same are one more', () => {
  const found = missing({
    purchaseOrderId: 1,
    items: [{ itemId: 1 }, { itemId: 2 }, { itemId: 3, itemName: 'Faro' }],
  });
  expect(
    found.map(({ pointer, parameters }) => [pointer, parameters['objects'], parameters['count']]),
  ).toEqual([
    ['', 1, 17],
    ['/items', 2, 16],
    ['/items/2', 1, 15],
  ]);
});

test('each way of being odd is gathered apart; what has its own value to show stays single', () => {
  const { oddities } = readPurchaseOrder({
    purchaseOrderId: 1,
    purchaseOrderGuid: 5,
    batchId: 6,
    RequestId: 7,
    comments: null,
    color: 'rojo',
    trim: 'cuero',
    items: [{ itemId: '1' }, { itemId: '2' }],
  });
  const found = gather(oddities);
  const of = (code: string) =>
    found.filter((one) => one.code === code).map(({ pointer, parameters }) => [pointer, parameters['names']]);
  expect(of('wire.textAsNumber')).toEqual([['', 'purchaseOrderGuid, batchId']]);
  expect(of('wire.numberAsText')).toEqual([['/items', 'itemId']]);
  expect(of('wire.null')).toEqual([['', 'comments']]);
  expect(of('wire.pascalCase')).toEqual([['', 'RequestId']]);
  expect(of('wire.unknownProperty').map(([pointer]) => pointer)).toEqual(['/color', '/trim']);
});
