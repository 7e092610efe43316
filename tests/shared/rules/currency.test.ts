import { expect, it } from 'vitest';
import { currencyCode } from '../../../shared/rules/currency.ts';

it.each([
  [null, 'DOP'],
  ['', 'DOP'],
  ['  ', 'DOP'],
  ['DOP', 'DOP'],
  ['dop ', 'DOP'],
  ['RD$', 'DOP'],
  ['rd', 'DOP'],
  ['USD', 'USD'],
  ['usd', 'USD'],
  ['US$', 'USD'],
])('%j counts as %s', (text, code) => {
  expect(currencyCode(text)).toBe(code);
});
