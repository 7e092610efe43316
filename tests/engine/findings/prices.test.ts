import { describe, expect, it, test } from 'vitest';
import { findingsOf, incident, type OrderLine, orderItem, purchaseOrder, signs } from './bodies.ts';

type Market = readonly [minimum: unknown, average: unknown, maximum: unknown];

const of = (unit: unknown, market: Market, changed = {}) =>
  findingsOf('purchaseOrder', purchaseOrder([orderItem({ unit, row: null, total: null, market })]), changed);

const market: Market = [400, 500, 600];
const above = ['price.aboveMaximum /items/0/supplierItemPrice'];
const aboveAverage = ['price.aboveAverage /items/0/supplierItemPrice'];
const below = ['price.belowMinimum /items/0/supplierItemPrice'];
const disorder = ['price.marketOutOfOrder /items/0'];
const wide: Market = [400, 500, 9000];

describe('the price of an order line', () => {
  it.each<[what: string, unit: unknown, market: Market, expected: string[], changed?: object]>([
    ['within the market', 500, market, []],
    ['at the minimum', 400, market, []],
    ['at the maximum', 600, market, []],
    ['a cent above the maximum', 600.01, market, above],
    ['a ten-thousandth above the maximum', 600.0001, market, above],
    ['a cent below the minimum', 399.99, market, below],
    ['far above the maximum, told once', 5000, market, above],
    ['above the average, by less than a quarter', 624.99, wide, []],
    ['a quarter above the average', 625, wide, []],
    ['more than a quarter above the average', 625.01, wide, aboveAverage],
    [
      '10 % above the maximum is let be',
      660,
      market,
      [],
      { aboveMaximumPercent: 10, aboveAveragePercent: 50 },
    ],
    ['more than 10 % above the maximum', 660.01, market, above, { aboveMaximumPercent: 10 }],
    [
      'above the maximum within its percent, above the average',
      660,
      market,
      aboveAverage,
      { aboveMaximumPercent: 10 },
    ],
    ['10 % below the minimum is let be', 360, market, [], { belowMinimumPercent: 10 }],
    ['more than 10 % below the minimum', 359.99, market, below, { belowMinimumPercent: 10 }],
    ['100 % below the minimum is let be', 0.01, market, [], { belowMinimumPercent: 100 }],
    ['0 % above the average', 500.01, wide, aboveAverage, { aboveAveragePercent: 0 }],
    ['2.5 % above the average', 512.5, wide, [], { aboveAveragePercent: 2.5 }],
    ['more than 2.5 % above the average', 512.51, wide, aboveAverage, { aboveAveragePercent: 2.5 }],
    ['no market', 500, [null, null, null], []],
    ['a market of zeros', 500, [0, 0, 0], []],
    ['a market of zeros as texts', 500, ['0', '0.00', '0'], []],
    ['only a maximum', 700, [null, null, 600], above],
    ['only a maximum that is zero', 700, [400, 500, 0], aboveAverage],
    ['only a minimum', 300, [400, null, null], below],
    ['only an average', 700, [0, 500, 0], aboveAverage],
    ['only an average, below it', 1, [0, 500, 0], []],
    ['no price', null, market, []],
    ['a price of zero', 0, market, []],
    ['one price for all', 500, [500, 500, 500], []],
    ['minimum above average', 500, [550, 500, 600], disorder],
    ['average above maximum', 500, [400, 700, 600], disorder],
    ['minimum above maximum, no average', 500, [600, 0, 400], disorder],
    ['a market out of order says nothing of the price', 5000, [600, 500, 400], disorder],
    ['texts and numbers mixed', '600.01', ['400', 500, '600'], above],
    ['a ten-thousandth below the minimum', '399.9999', market, below],
    ['a ten-thousandth more than a quarter above the average', '625.0001', wide, aboveAverage],
    ['a quarter above an average of cents', '125.0125', [100, '100.01', 9000], []],
    ['a ten-thousandth more', '125.0126', [100, '100.01', 9000], aboveAverage],
    ['a minimum that is the average', 500, [500, 500, 600], []],
    ['an average that is the maximum', 600, [400, 600, 600], []],
    ['a cent above one price for all', 400.01, [400, 400, 400], above],
    ['at the only minimum', 400, [400, null, null], []],
    ['a quarter above the only average', 625, [null, 500, null], []],
    ['at the only maximum', 600, [null, null, 600], []],
    ['an exponent at the maximum', '6e2', market, []],
    ['an exponent above it', '6.0001e2', market, above],
    [
      'ten times more is let be',
      6600,
      [400, 600, 600],
      [],
      { aboveMaximumPercent: 1000, aboveAveragePercent: 1000 },
    ],
    ['a cent more than that', 6600.01, [400, 600, 600], above, { aboveMaximumPercent: 1000 }],
    ['prices far apart', 1_000_000, [0.01, 0.02, 0.03], above],
  ])('%s', (_, unit, prices, expected, changed) => {
    const found = of(unit, prices, changed).filter(({ code }) => code.startsWith('price.'));
    expect(signs(found)).toEqual(expected);
  });

  test('says how far it is from the market', () => {
    expect(of(750, market)[0]?.parameters).toEqual({
      price: '750',
      maximum: '600',
      percent: '25',
      line: 1,
      name: 'Faro delantero',
    });
    expect(of('266.6666', market)[0]?.parameters).toMatchObject({
      price: '266.6666',
      minimum: '400',
      percent: '33.3',
    });
  });
});

describe('what is at stake of an order line’s price', () => {
  const stake = (line: OrderLine) => {
    const order = purchaseOrder([orderItem({ row: null, total: null, tax: null, market, ...line })]);
    return findingsOf('purchaseOrder', order)
      .filter(({ code }) => code.startsWith('price.'))
      .map(({ code, amount }) => [code, amount?.value ?? null]);
  };
  it.each<[what: string, line: OrderLine, code: string, value: string | null]>([
    ['all units above the maximum', { quantity: 3, unit: 650 }, 'price.aboveMaximum', '150'],
    ['one unit where there is no quantity', { quantity: null, unit: 650 }, 'price.aboveMaximum', '50'],
    ['one unit where the quantity is zero', { quantity: 0, unit: 650 }, 'price.aboveMaximum', '50'],
    ['one unit where it is below zero', { quantity: -2, unit: 650 }, 'price.aboveMaximum', '50'],
    ['a part of a unit, in cents', { quantity: 0.333, unit: 650 }, 'price.aboveMaximum', '16.65'],
    ['all units above the average', { quantity: 2, unit: 700, market: wide }, 'price.aboveAverage', '400'],
    ['nothing below the minimum', { quantity: 2, unit: 300 }, 'price.belowMinimum', null],
  ])('is %s', (_, line, code, value) => {
    expect(stake(line)).toEqual([[code, value]]);
  });
});

test('a market out of order says its three prices and its line', () => {
  const [finding] = of(500, [600, null, 400.5]);
  expect(finding).toMatchObject({ code: 'price.marketOutOfOrder', pointer: '/items/0', amount: null });
  expect(finding?.parameters).toEqual({
    minimum: '600',
    average: null,
    maximum: '400.5',
    line: 1,
    name: 'Faro delantero',
  });
});

const part = (repair: unknown, replace: unknown, prices: Market) => ({
  itemName: 'Bumper',
  quantity: 1,
  itemRepairPrice: repair,
  itemReplacePrice: replace,
  itemMinSellPrice: prices[0],
  itemAverageSellPrice: prices[1],
  itemMaxSellPrice: prices[2],
});

describe('the prices of an incident’s part', () => {
  const repair = 'price.aboveMaximum /items/0/itemRepairPrice';
  const replace = 'price.aboveMaximum /items/0/itemReplacePrice';
  it.each<[what: string, item: object, expected: string[], changed?: object]>([
    ['below the market', part(100, 300, market), []],
    ['at the maximum', part(600, 600, market), []],
    ['a repair dearer than the part', part(600.01, 0, market), [repair]],
    ['a replacement dearer than the part', part(0, 600.01, market), [replace]],
    ['both', part(700, 700, market), [repair, replace]],
    ['within the percent of the settings', part(660, 0, market), [], { aboveMaximumPercent: 10 }],
    ['above the average only', part(599, 599, [400, 410, 600]), []],
    ['no market', part(700, 700, [0, 0, 0]), []],
    ['no maximum', part(700, 700, [400, 500, null]), []],
    ['no prices', part(null, null, market), []],
    ['a market out of order', part(1, 1, [600, 500, 400]), disorder],
  ])('%s', (_, item, expected, changed) => {
    expect(signs(findingsOf('incidentReport', incident({ items: [item] }), changed))).toEqual(expected);
  });

  test('say how far they are above, and what all parts cost beyond', () => {
    const body = incident({ items: [{ ...part(750, 0, market), quantity: 2 }] });
    expect(findingsOf('incidentReport', body)).toMatchObject([
      {
        parameters: { price: '750', maximum: '600', percent: '25', line: 1, name: 'Bumper' },
        amount: { value: '300', currency: 'DOP' },
      },
    ]);
  });
});
