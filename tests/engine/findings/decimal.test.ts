import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  decimal,
  isTooLarge,
  plusPercent,
  toCents,
} from '../../../main/engine/findings/decimal.ts';

describe('an amount of the wire', () => {
  it.each<[value: string | number | null, text: string | null, isLarge: boolean]>([
    [null, null, false],
    ['0', '0', false],
    ['12.50', '12.5', false],
    ['-12.50', '-12.5', false],
    [7, '7', false],
    [-7, '-7', false],
    // At most fifteen digits before the point.
    ['999999999999999', '999999999999999', false],
    ['1000000000000000', null, true],
    ['-999999999999999', '-999999999999999', false],
    ['-1000000000000000', null, true],
    ['999999999999999.999', '999999999999999.999', false],
    ['-999999999999999.999', '-999999999999999.999', false],
    ['1000000000000000.1', null, true],
    [999_999_999_999_999, '999999999999999', false],
    [1e15, null, true],
    [-1e15, null, true],
    // Twelve behind it.
    ['0.123456789012', '0.123456789012', false],
    ['0.1234567890129', '0.123456789012', false],
    ['-0.1234567890129', '-0.123456789012', false],
    ['5.', '5', false],
  ])('%j is %s; it is too large: %s', (value, text, isLarge) => {
    expect(decimal(value)?.toFixed() ?? null).toBe(text);
    expect(isTooLarge(value)).toBe(isLarge);
  });
});

it.each([
  ['1.005', '1.01'],
  ['1.0049', '1'],
  ['-1.005', '-1.01'],
  ['2.345', '2.35'],
])('%s is %s in cents, half up', (value, text) => {
  expect(toCents(new Big(value)).toFixed()).toBe(text);
});

it.each([
  ['1.23456', '1.2346'],
  ['1.23455', '1.2346'],
  ['1.234549', '1.2345'],
  ['1000', '1000'],
  ['1e20', '100000000000000000000'],
  ['0', '0'],
  // Nothing owes less than nothing.
  ['-0.00001', '0'],
  ['-0.00005', '-0.0001'],
])('%s is written %s', (value, text) => {
  expect(amountText(new Big(value))).toBe(text);
});

it.each([
  ['200', 0, '200'],
  ['200', 25, '250'],
  ['200', 2.5, '205'],
  ['200', -10, '180'],
  ['200', -100, '0'],
  ['0.01', 10, '0.011'],
])('%s and %d percent are %s', (value, percent, text) => {
  expect(plusPercent(new Big(value), percent).toFixed()).toBe(text);
});
