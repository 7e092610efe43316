/** What a report or an order comes to, what changed from one to the next, and its share of what the vehicle is worth. */
import { describe, expect, test } from 'vitest';
import { estimateOf, sumsOf, supplementOf, worthOf } from '../../../renderer/estimates/estimate.ts';
import { readContent } from '../../../shared/marketplace/record-content.ts';

const of = (kind: Parameters<typeof readContent>[0], json: object) => {
  const estimate = estimateOf(readContent(kind, json).content);
  if (estimate === null) throw new Error('it is no estimate');
  return estimate;
};
const order = (...items: object[]) => of('purchaseOrder', { items });
const part = (itemName: string, itemQuantity: number, supplierItemPrice: number, itemCode = '') => ({
  ...{ itemName, itemCode, itemQuantity, supplierItemPrice },
  supplierItemRowTotal: itemQuantity * supplierItemPrice,
});

describe('an estimate', () => {
  test('of a report is the dearer of repairing and replacing each part, and its labour', () => {
    const report = of('incidentReport', {
      items: [
        // 8,900 to repair; 3,337.50 and 22,250 to replace.
        {
          itemName: 'Bumper',
          quantity: 1,
          itemRepairPrice: 8900,
          itemReplacePrice: 3337.5,
          itemAverageSellPrice: 22250,
        },
        {
          itemName: 'Farol',
          quantity: 2,
          itemRepairPrice: 500,
          itemReplacePrice: 100,
          itemAverageSellPrice: 0,
        },
      ],
      services: [{ workshopServiceName: 'Pintura', quantity: 1.5, unitPrice: 1000.1 }],
    });
    expect(report.lines.map(({ total }) => total)).toEqual(['25587.5', '1000', '1500.15']);
    expect(report).toMatchObject({ total: '28087.65', isComplete: true });
  });

  test('of a service order is its own sums, with tax and adjustment', () => {
    const labour = of('serviceOrder', {
      ...{ subTotalAmount: 1000, differenceAmount: -100, taxTotalAmount: 162 },
      items: [
        {
          workshopServiceName: 'Pintura',
          itemName: 'Puerta',
          itemQuantity: 2,
          workshopServicePrice: 400,
          otherCosts: 200,
        },
      ],
    });
    expect(labour).toMatchObject({ total: '1062', lines: [{ name: 'Pintura: Puerta', total: '1000' }] });
  });

  test('without an amount of a line says that it lacks one; a document is none', () => {
    expect(order(part('Bumper', 1, 10), { itemName: 'Farol' })).toMatchObject({
      total: '10',
      isComplete: false,
    });
    expect(estimateOf(readContent('financialDocument', { items: [] }).content)).toBeNull();
  });
});

describe('a supplement', () => {
  test('names what was added, removed and changed, and both totals', () => {
    const before = order(part('Bumper delantero', 1, 100), part('Farol izq.', 2, 50), part('Bonete', 1, 900));
    const after = order(
      part('BUMPER  DELANTERO', 1, 120),
      part('Farol izq.', 2, 50),
      part('Radiador', 1, 300),
    );
    expect(supplementOf(before, after)).toMatchObject({
      lines: [
        { state: 'changed', before: { price: '100' }, after: { price: '120' } },
        { state: 'added', before: null, after: { name: 'Radiador' } },
        { state: 'removed', before: { name: 'Bonete' }, after: null },
      ],
      ...{ unchanged: 1, before: '1100', after: '520', difference: '-580' },
    });
  });

  test.each([
    [
      'a line that moved did not change',
      [part('A', 1, 1), part('B', 1, 2)],
      [part('B', 1, 2), part('A', 1, 1)],
      [],
    ],
    ['of two alike one was removed', [part('A', 1, 1), part('A', 1, 2)], [part('A', 1, 2)], ['removed']],
    ['1.0 is 1', [part('A', 1, 1)], [{ ...part('A', 1, 1), supplierItemPrice: '1.0' }], []],
    [
      'another name under one code is one line',
      [part('A', 1, 1, 'X-1')],
      [part('B', 2, 1, 'X-1')],
      ['changed'],
    ],
    ['another code under one name too', [part('A', 1, 1, 'X-1')], [part('A', 1, 2, 'X-2')], ['changed']],
    [
      'the same code is found before the same name',
      [part('A', 1, 1, 'X'), part('A', 1, 5, 'Y')],
      [part('A', 1, 5, 'Y')],
      ['removed'],
    ],
  ])('%s', (_, before, after, states) => {
    const { lines } = supplementOf(order(...before), order(...after));
    expect(lines.map(({ state }) => state)).toEqual(states);
  });

  test('tells no difference of totals that lack an amount', () => {
    expect(supplementOf(order(part('A', 1, 1)), order({ itemName: 'A' }))).toMatchObject({
      ...{ difference: null, lines: [{ state: 'changed' }] },
    });
  });
});

test.each([
  ['74900', '0', '100000.00', { of: 'estimate', amount: '74900', percent: 74, isNear: false }],
  ['75000', '0', '100000.00', { of: 'estimate', amount: '75000', percent: 75, isNear: true }],
  ['10', '200000.5', '100000', { of: 'ordered', amount: '200000.5', percent: 200, isNear: true }],
  [null, '1000', '100000', { of: 'ordered', amount: '1000', percent: 1, isNear: false }],
  ['75000', '0', null, null],
  ['75000', '0', '0.00', null],
  [null, '0', '100000', null],
])('an estimate of %s and orders of %s beside a worth of %s', (estimate, ordered, value, worth) => {
  expect(worthOf({ estimate, ordered }, value, 75)).toEqual(worth);
});

test('what was ordered and invoiced is summed by currency, and nothing is taken off anything else', () => {
  expect(
    sumsOf([
      { currency: 'DOP', ordered: '0.1', cancelled: '0', invoiced: '5' },
      { currency: 'DOP', ordered: '0.2', cancelled: '0.2', invoiced: '0' },
      { currency: 'USD', ordered: '0', cancelled: '0', invoiced: '7' },
    ]),
  ).toEqual([
    { currency: 'DOP', ordered: '0.3', standing: '0.1', invoiced: '5' },
    { currency: 'USD', ordered: '0', standing: '0', invoiced: '7' },
  ]);
});
