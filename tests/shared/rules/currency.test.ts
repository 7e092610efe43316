import { expect, it, test } from 'vitest';
import { currencyCode, isCurrencyCode } from '../../../shared/rules/currency.ts';

it.each([
  ['DOP', 'DOP', true],
  [' usd ', 'USD', true],
  ['RD$', 'DOP', true],
  ['rd', 'DOP', true],
  ['US$', 'USD', true],
  ['', 'DOP', true],
  ['  ', 'DOP', true],
  [null, 'DOP', true],
  ['PESO', 'PESO', false],
  ['XXX', 'XXX', false],
  ['$', '$', false],
  ['constructor', 'CONSTRUCTOR', false],
])('%s stands for %s', (text, code, isCode) => {
  expect(currencyCode(text)).toBe(code);
  expect(isCurrencyCode(currencyCode(text))).toBe(isCode);
});

test('holds whatever currency this machine can write', () => {
  expect(Intl.supportedValuesOf('currency').filter((code) => !isCurrencyCode(code))).toEqual([]);
});
