import { describe, expect, it, test } from 'vitest';
import { type DocumentLine, documentItem, findingsOf, invoice, signs } from './bodies.ts';

const line = 'arithmetic.rowTotal /items/0/rowTotal';
const none = 'quantity.notPositive /items/0/quantity';
const tax = 'arithmetic.taxRate /items/0/unitTaxAmount';

/** A document of one line whose totals follow from it, so that only the line can be odd. */
const ofLine = (one: DocumentLine, totals: object = {}) =>
  invoice({
    subtotalAmount: null,
    taxTotalAmount: null,
    discountTotalAmount: null,
    items: [documentItem(one)],
    ...totals,
  });

const lineCases: [what: string, one: DocumentLine, expected: string[]][] = [
  ['all in order', {}, []],
  ['at the tolerance, above', { total: 1181 }, []],
  ['at the tolerance, below', { total: 1179 }, []],
  ['just above it', { total: 1181.01 }, [line]],
  ['just below it', { total: 1178.99 }, [line]],
  ['the tax left out', { total: 1000 }, [line]],
  ['a discount of each unit', { discount: 50, tax: 81, total: 1062 }, []],
  ['a discount taken once', { discount: 50, tax: 81, total: 1112 }, [line]],
  ['a discount not taken', { discount: 50, tax: 81, total: 1162 }, [line]],
  ['a discount taken before the tax, told as it is', { discount: 50, tax: 90, total: 1080 }, []],
  ['a fraction of a unit', { quantity: 0.333, unit: 100, tax: 18, total: 39.29 }, []],
  ['a fraction of a unit, off', { quantity: 0.333, unit: 100, tax: 18, total: 118 }, [line]],
  ['four decimals', { quantity: 7, unit: 14.2857, tax: 2.5714, total: 118 }, []],
  ['four decimals, at the tolerance', { quantity: 7, unit: 14.2857, tax: 2.5714, total: 119 }, []],
  ['four decimals, just above', { quantity: 7, unit: 14.2857, tax: 2.5714, total: 119.01 }, [line]],
  ['a quantity of zero', { quantity: 0, total: 0 }, [none]],
  ['a quantity of zero that costs', { quantity: 0, total: 1180 }, [none]],
  ['no quantity', { quantity: null }, []],
  ['no unit price', { unit: null }, []],
  ['no unit tax', { tax: null }, []],
  ['no unit discount', { discount: null }, []],
  ['no row total', { total: null }, []],
  ['16 %', { tax: 80, total: 1160 }, [tax]],
  ['16 % with the total of 18 %', { tax: 80, total: 1180 }, [tax]],
  ['16 % with a total of neither', { tax: 80, total: 1130 }, [line, tax]],
  ['exempt', { tax: 0, total: 1000 }, []],
  ['10 %', { tax: 50, total: 1100 }, [tax]],
  ['a row of tax in place of a unit’s', { tax: 180, total: 1360 }, [tax]],
  ['unit tax rounded to cents, many units', { quantity: 1000, unit: 0.97, tax: 0.17, total: 1140 }, []],
  ['unit tax too high, many units', { quantity: 1000, unit: 0.97, tax: 0.19, total: 1160 }, [tax]],
];

describe('a line of a document', () => {
  it.each(lineCases)('%s', (_, one, expected) => {
    expect(signs(findingsOf('financialDocument', ofLine(one)))).toEqual(expected);
  });
});

/** Two lines: 2 x (500 + 81 - 50) and 3 x (100 + 18); subtotal 1300, discounts 100, taxes 216, total 1416. */
const twoLines = (totals: object = {}) =>
  invoice({
    items: [
      documentItem({ discount: 50, tax: 81, total: 1062 }),
      documentItem({ quantity: 3, unit: 100, tax: 18, total: 354 }),
    ],
    subtotalAmount: 1300,
    discountTotalAmount: 100,
    taxTotalAmount: 216,
    totalAmount: 1416,
    ...totals,
  });

const sub = 'arithmetic.subtotal /subtotalAmount';
const taxes = 'arithmetic.taxTotal /taxTotalAmount';
const discounts = 'arithmetic.discountTotal /discountTotalAmount';
const total = 'arithmetic.total /totalAmount';

describe('totals of a document', () => {
  it.each<[what: string, totals: object, expected: string[]]>([
    ['all in order', {}, []],
    ['total at the tolerance of two lines', { totalAmount: 1418 }, []],
    ['total just above it', { totalAmount: 1418.01 }, [total]],
    ['total at the tolerance below', { totalAmount: 1414 }, []],
    ['total just below it', { totalAmount: 1413.99 }, [total]],
    ['total before discounts', { totalAmount: 1516 }, [total]],
    ['total before taxes', { totalAmount: 1200 }, [total]],
    ['subtotal at the tolerance', { subtotalAmount: 1302, totalAmount: 1418 }, []],
    ['subtotal just above it', { subtotalAmount: 1302.01, totalAmount: 1418.01 }, [sub]],
    ['subtotal alone: the total fits the lines', { subtotalAmount: 1400 }, [sub]],
    ['subtotal and total, each its own way', { subtotalAmount: 1400, totalAmount: 1700 }, [sub, total]],
    ['subtotal after discounts', { subtotalAmount: 1200, discountTotalAmount: 0 }, [discounts, sub]],
    ['taxes at the tolerance', { taxTotalAmount: 218, totalAmount: 1418 }, []],
    ['taxes just above it', { taxTotalAmount: 218.01, totalAmount: 1418.01 }, [taxes]],
    ['taxes of units, not of rows', { taxTotalAmount: 99, totalAmount: 1299 }, [taxes]],
    ['discounts at the tolerance', { discountTotalAmount: 98, totalAmount: 1418 }, []],
    ['discounts just above it', { discountTotalAmount: 97.99, totalAmount: 1418.01 }, [discounts]],
    ['no subtotal: neither it nor the total is checked', { subtotalAmount: null, totalAmount: 9 }, []],
    ['no taxes', { taxTotalAmount: null, totalAmount: 9 }, []],
    ['no discounts', { discountTotalAmount: null, totalAmount: 9 }, []],
    ['no total', { totalAmount: null }, []],
    ['no lines: only the total is checked', { items: [], subtotalAmount: 7, totalAmount: 123 }, []],
    ['no lines, and a total out of its tolerance of one', { items: [], totalAmount: 1417.01 }, [total]],
    ['no lines, and a total at it', { items: [], totalAmount: 1417 }, []],
  ])('%s', (_, totals, expected) => {
    expect(signs(findingsOf('financialDocument', twoLines(totals)))).toEqual(expected);
  });

  it.each(['quantity', 'unitPrice', 'unitTaxAmount', 'unitDiscountAmount'])(
    'a line without %s leaves its sums out',
    (name) => {
      const body = twoLines({ subtotalAmount: 1, taxTotalAmount: 1, discountTotalAmount: 1, totalAmount: 1 });
      const found = signs(
        findingsOf('financialDocument', { ...body, items: [{ ...body.items[0], [name]: null }] }),
      );
      const sums = {
        quantity: [],
        unitPrice: [discounts, taxes],
        unitTaxAmount: [discounts, sub],
        unitDiscountAmount: [sub, taxes],
      };
      expect(found).toEqual(Reflect.get(sums, name));
    },
  );

  test('a line without a quantity above zero leaves all sums out', () => {
    const body = twoLines();
    const found = findingsOf('financialDocument', {
      ...body,
      items: [...body.items, documentItem({ quantity: -2, total: -1180 })],
    });
    expect(signs(found)).toEqual(['quantity.notPositive /items/2/quantity']);
  });

  test('the total is held against its parts also where the lines cannot be summed', () => {
    const body = twoLines({ totalAmount: 1500 });
    const [first, second] = body.items;
    const items = [first, { ...second, quantity: null }];
    expect(signs(findingsOf('financialDocument', { ...body, items }))).toEqual([total]);
  });

  test('a line that cannot be read leaves all sums out', () => {
    const body = twoLines({ subtotalAmount: 1, taxTotalAmount: 1, discountTotalAmount: 1, totalAmount: 1 });
    expect(findingsOf('financialDocument', { ...body, items: [...body.items, null] })).toEqual([]);
  });

  test('amounts name their currency', () => {
    const [finding] = findingsOf(
      'financialDocument',
      twoLines({ totalAmount: 1500, currency: { code: 'usd' } }),
    );
    expect(finding).toMatchObject({
      code: 'arithmetic.total',
      pointer: '/totalAmount',
      parameters: { expected: '1416', found: '1500', difference: '84', lines: 2, currency: 'USD' },
    });
  });
});
