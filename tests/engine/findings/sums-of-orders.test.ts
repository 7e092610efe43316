import { describe, expect, it, test } from 'vitest';
import { findingsOf, type OrderLine, orderItem, purchaseOrder, serviceOrder, signs } from './bodies.ts';

type Case = [what: string, line: OrderLine, expected: string[], changed?: object];

const row = 'arithmetic.rowPrice /items/0/supplierItemRowPrice';
const total = 'arithmetic.rowTotal /items/0/supplierItemRowTotal';
const tax = 'arithmetic.taxRate /items/0/supplierItemRowTax';
const none = 'quantity.notPositive /items/0/itemQuantity';
const exempt = { discount: 0, tax: 0 };
const negative = (field: string) => `arithmetic.negative /items/0/${field}`;

const cases: Case[] = [
  ['all in order', {}, []],
  ['amounts as texts', { unit: '500.00', row: '1000.00', tax: '180.00', total: '1180.00' }, []],
  // Row price: quantity x unit price.
  ['row price at the tolerance, above', { ...exempt, row: 1001, total: 1001 }, []],
  ['row price at the tolerance, below', { ...exempt, row: 999, total: 999 }, []],
  ['row price a hundredth above it', { ...exempt, row: 1001.01, total: 1001.01 }, [row]],
  ['row price a hundredth below it', { ...exempt, row: 998.99, total: 998.99 }, [row]],
  ['row price far too high', { ...exempt, row: 5000, total: 5000 }, [row]],
  ['row price of one unit only', { ...exempt, row: 500, total: 500 }, [row]],
  [
    'row price of 0.1 + 0.2 of a float',
    { ...exempt, quantity: 3, unit: 0.1, row: 0.30000000000000004, total: 0.3 },
    [],
  ],
  ['unit price of four decimals', { ...exempt, quantity: 3, unit: 33.3333, row: 100, total: 100 }, []],
  [
    'rounded half up before it is compared: at the tolerance',
    { ...exempt, quantity: 3, unit: 33.335, row: 101.01, total: 101.01 },
    [],
  ],
  [
    'rounded half up before it is compared: just above',
    { ...exempt, quantity: 3, unit: 33.335, row: 101.02, total: 101.02 },
    [row],
  ],
  ['half a cent goes up', { ...exempt, quantity: 1, unit: 0.005, row: 1.01, total: 1.01 }, []],
  ['a quantity of zero', { ...exempt, quantity: 0, row: 0, total: 0 }, [none]],
  ['a quantity of zero with a price', { ...exempt, quantity: 0, row: 500, total: 500 }, [none]],
  ['a price of zero', { ...exempt, unit: 0, row: 0, total: 0 }, []],
  ['a large quantity', { ...exempt, quantity: 10000, unit: 0.3333, row: 3333, total: 3333 }, []],
  [
    'a large quantity, off by 1.01',
    { ...exempt, quantity: 10000, unit: 0.3333, row: 3334.01, total: 3334.01 },
    [row],
  ],
  ['millions', { ...exempt, quantity: 2, unit: 1234567.89, row: 2469135.78, total: 2469135.78 }, []],
  ['a quantity that is a fraction', { ...exempt, quantity: 1.5, unit: 100, row: 150, total: 150 }, []],
  ['no quantity', { ...exempt, quantity: null, row: 7, total: 7 }, []],
  ['no unit price', { ...exempt, unit: null, total: 1000 }, []],
  ['no row price', { row: null }, []],
  ['a row price that cannot be read', { row: 'mil' }, []],
  ['a tolerance of zero', { ...exempt, row: 1000.01, total: 1000.01 }, [row], { lineTolerance: '0' }],
  ['a tolerance of zero, exact', {}, [], { lineTolerance: '0' }],
  ['a tolerance of 0.05', { ...exempt, row: 1000.05, total: 1000.05 }, [], { lineTolerance: '0.05' }],
  [
    'above a tolerance of 0.05',
    { ...exempt, row: 1000.06, total: 1000.06 },
    [row],
    { lineTolerance: '0.05' },
  ],
  // Row total: row price - discount + tax.
  ['total at the tolerance, above', { total: 1181 }, []],
  ['total at the tolerance, below', { total: 1179 }, []],
  ['total just above it', { total: 1181.01 }, [total]],
  ['total just below it', { total: 1178.99 }, [total]],
  ['total without its tax', { total: 1000 }, [total]],
  ['discount taken', { discount: 100, tax: 162, total: 1062 }, []],
  ['discount not taken', { discount: 100, tax: 162, total: 1162 }, [total]],
  ['discount added', { discount: 100, tax: 162, total: 1262 }, [total]],
  ['discount of all', { discount: 1000, tax: 0, total: 0 }, []],
  ['no discount given', { discount: null, total: 1 }, []],
  ['no tax given', { tax: null, total: 1 }, []],
  ['no total given', { total: null }, []],
  ['total held against the row price that the line gives', { row: 2000, tax: 360, total: 2360 }, [row]],
  ['both wrong', { row: 2000, tax: 360, total: 1180 }, [row, total]],
  // ITBIS.
  ['18 %', { tax: 180, total: 1180 }, []],
  ['16 %', { tax: 160, total: 1160 }, [tax]],
  ['16 % with the total of 18 %', { tax: 160, total: 1180 }, [tax]],
  ['16 % with the total of 18 % of the discounted price', { discount: 100, tax: 144, total: 1062 }, [tax]],
  ['16 % with a total of neither', { tax: 160, total: 1130 }, [total, tax]],
  ['exempt', { tax: 0, total: 1000 }, []],
  ['exempt, where that is not accepted', { tax: 0, total: 1000 }, [tax], { taxRates: [18] }],
  ['18 % at the tolerance', { tax: 181, total: 1181 }, []],
  ['18 % just above it', { tax: 181.01, total: 1181.01 }, [tax]],
  ['16 % at the tolerance, where it is accepted', { tax: 159, total: 1159 }, [], { taxRates: [18, 16, 0] }],
  [
    '16 % just below it, where it is accepted',
    { tax: 158.99, total: 1158.99 },
    [tax],
    { taxRates: [18, 16, 0] },
  ],
  ['between 16 and 18 %', { tax: 170, total: 1170 }, [tax]],
  ['8 %', { tax: 80, total: 1080 }, [tax]],
  ['25 %', { tax: 250, total: 1250 }, [tax]],
  ['a tax of cents is as good as none', { tax: 0.9, total: 1000.9 }, []],
  ['18 % after the discount', { discount: 200, tax: 144, total: 944 }, []],
  ['18 % before the discount', { discount: 200, tax: 180, total: 980 }, []],
  ['18 % of neither', { discount: 200, tax: 165, total: 965 }, [tax]],
  ['the tax of a unit rounded, 500 times', { quantity: 500, unit: 0.47, row: 235, tax: 40, total: 275 }, []],
  [
    'more than rounding 500 times explains',
    { quantity: 500, unit: 0.47, row: 235, tax: 46, total: 281 },
    [tax],
  ],
  ['a tax on nothing', { unit: 0, row: 0, tax: 18, total: 18 }, [tax]],
  ['no tax rate without a quantity', { quantity: null, tax: 50, total: 1050 }, []],
  ['16 % with a total that leaves no room for a tax', { tax: 160, total: 700 }, [total, tax]],
  // Where the tax and the total fit the product, only the row price is wrong.
  ['a row price alone', { row: 2000 }, [row]],
  [
    'a row price, and a tax that fits neither it nor the product',
    { row: 2000, tax: 170, total: 1170 },
    [row, tax],
  ],
  ['a row price and a total', { row: 2000, total: 1700 }, [row, total]],
  [
    'a row price of four decimals, exact',
    { ...exempt, quantity: 1, unit: 33.3333, row: 33.3333, total: 33.3333 },
    [],
    { lineTolerance: '0' },
  ],
  // What is below zero is told of as that, and its tax is not judged.
  ['a negative tax', { tax: -160, total: 840 }, [negative('supplierItemRowTax')]],
  ['a negative discount', { discount: -100, tax: 50, total: 1150 }, [negative('supplierRowDiscount')]],
  [
    'a negative price',
    { unit: -500, row: -1000, tax: 50, total: -950 },
    ['supplierItemPrice', 'supplierItemRowPrice', 'supplierItemRowTotal'].map(negative),
  ],
];

describe('sums of a purchase order line', () => {
  it.each(cases)('%s', (_, line, expected, changed) => {
    expect(signs(findingsOf('purchaseOrder', purchaseOrder([orderItem(line)]), changed))).toEqual(
      expected.toSorted(),
    );
  });

  test('a finding carries its figures as decimal texts', () => {
    const [finding] = findingsOf(
      'purchaseOrder',
      purchaseOrder([orderItem(), orderItem({ total: '1300.50' })]),
    );
    expect(finding).toMatchObject({
      code: 'arithmetic.rowTotal',
      pointer: '/items/1/supplierItemRowTotal',
      parameters: { expected: '1180', found: '1300.5', difference: '120.5', line: 2, name: 'Faro delantero' },
    });
  });

  it.each<[what: string, line: OrderLine, parameters: object, value: string]>([
    ['below the rate', { tax: 160, total: 1160 }, { tax: '160', base: '1000', percent: '16' }, '20'],
    ['above the rate', { tax: 250, total: 1250 }, { tax: '250', base: '1000', percent: '25' }, '70'],
    ['nearer to exempt', { tax: 80, total: 1080 }, { tax: '80', base: '1000', percent: '8' }, '80'],
    [
      'of a discounted price',
      { discount: 100, tax: 144, total: 1044 },
      { tax: '144', base: '900', percent: '16' },
      '18',
    ],
    [
      'of percents without end',
      { discount: 100, tax: 100, total: 1000 },
      { tax: '100', base: '900', percent: '11.11' },
      '62',
    ],
    [
      'on nothing, which has no percent',
      { unit: 0, row: 0, tax: 18, total: 18 },
      { tax: '18', base: '0', percent: null },
      '18',
    ],
  ])('a tax %s says its base, its percent and how far it is away', (_, line, parameters, value) => {
    expect(findingsOf('purchaseOrder', purchaseOrder([orderItem(line)]))).toMatchObject([
      {
        code: 'arithmetic.taxRate',
        parameters: { ...parameters, line: 1, name: 'Faro delantero' },
        amount: { value, currency: 'DOP' },
      },
    ]);
  });

  test('pointers lead into the body as it came: members in PascalCase, elements that were left out', () => {
    const { supplierItemRowTotal: _, ...item } = orderItem();
    const body = {
      PurchaseOrderId: 1,
      Items: [null, orderItem(), 'x', { ...item, SupplierItemRowTotal: 5 }],
    };
    const findings = findingsOf('purchaseOrder', body);
    expect(signs(findings)).toEqual(['arithmetic.rowTotal /Items/3/SupplierItemRowTotal']);
    expect(findings[0]?.parameters['line']).toBe(4);
  });

  test('of one fault in many lines a hundred are kept, and all are counted', () => {
    const wrong = Array.from({ length: 150 }, () => orderItem({ total: 1 }));
    const findings = findingsOf(
      'purchaseOrder',
      purchaseOrder([...wrong, orderItem({ ...exempt, row: 7, total: 7 })]),
    );
    const [rowTotal] = findings.filter(({ code }) => code === 'arithmetic.rowTotal');
    expect(rowTotal).toMatchObject({ count: 150 });
    expect(rowTotal?.places).toHaveLength(100);
    expect(signs(findings)).toContain('arithmetic.rowPrice /items/150/supplierItemRowPrice');
  });
});

const subtotal = 'arithmetic.subtotal /subTotalAmount';
const service = (itemQuantity: unknown, workshopServicePrice: unknown, otherCosts: unknown = null) => ({
  itemQuantity,
  workshopServicePrice,
  otherCosts,
});

describe('subtotal of a service order', () => {
  it.each<[what: string, subtotal: unknown, items: object[], expected: string[]]>([
    ['no lines', 5000, [], []],
    ['no subtotal', null, [service(1, 100)], []],
    ['one line', 100, [service(1, 100)], []],
    ['quantity times price', 250, [service(2.5, 100)], []],
    ['at the tolerance', 101, [service(1, 100)], []],
    ['just above it', 101.01, [service(1, 100)], [subtotal]],
    ['just below it', 98.99, [service(1, 100)], [subtotal]],
    ['two lines, at twice the tolerance', 302, [service(1, 100), service(2, 100)], []],
    ['two lines, just above it', 302.01, [service(1, 100), service(2, 100)], [subtotal]],
    ['other costs not in it', 100, [service(2, 50, 30)], []],
    ['other costs of the line', 130, [service(2, 50, 30)], []],
    ['other costs of each unit', 160, [service(2, 50, 30)], []],
    ['none of the readings', 145, [service(2, 50, 30)], [subtotal]],
    ['other costs alone', 30, [service(2, null, 30)], []],
    ['other costs alone, of each unit', 60, [service(2, null, 30)], []],
    ['other costs alone, off', 45, [service(2, null, 30)], [subtotal]],
    ['a line with no amount', 999, [service(1, 100), service(1, null)], []],
    ['a line with no quantity', 999, [service(1, 100), service(null, 100)], []],
    ['a line that could not be read', 999, [service(1, 100), null as unknown as object], []],
    ['four decimals', 33.33, [service(1, 33.3333)], []],
    ['a price of zero', 0, [service(1, 0)], []],
  ])('%s', (_, amount, items, expected) => {
    expect(signs(findingsOf('serviceOrder', serviceOrder(amount, items)))).toEqual(expected);
  });

  test('the adjustment is no part of it, and may be negative', () => {
    const order = serviceOrder(100, [service(1, 100)], { differenceAmount: -40 });
    expect(findingsOf('serviceOrder', order)).toEqual([]);
  });

  test('it is told against the nearest reading', () => {
    const [finding] = findingsOf('serviceOrder', serviceOrder(150, [service(2, 50, 30)]));
    expect(finding).toMatchObject({
      parameters: { expected: '160', found: '150', difference: '-10', lines: 1 },
      amount: { value: '10', currency: 'DOP' },
    });
  });

  it.each([
    [90, '100'],
    [112, '100'],
    // As near to one as to the other.
    [115, '100'],
    [118, '130'],
    [140, '130'],
    [150, '160'],
    [900, '160'],
  ])('one of %d is told against %s', (amount, expected) => {
    const [finding] = findingsOf('serviceOrder', serviceOrder(amount, [service(2, 50, 30)]));
    expect(finding?.parameters).toMatchObject({ expected });
  });
});
