import { expect, test } from 'vitest';
import { collectTaxIds } from '../../../main/engine/bodies/index.ts';

const idsIn = (...texts: string[]) => {
  const found = collectTaxIds();
  for (const text of texts) found.add(text);
  return found.first(10);
};

test.each([
  ['an RNC and a Cédula of fields', '{"a":"131246796","b":"00113918205"}', ['131246796', '00113918205']],
  ['one with dashes and spaces', '{"a":"1-31-24679-6","b":"001 1391820 5"}', ['131246796', '00113918205']],
  ['one of a note, behind another number', '{"note":"tel. 8 131246796, ayer"}', ['131246796']],
  ['one that is written as escapes', String.raw`{"a":"\u0031\u0033\u0031246796"}`, ['131246796']],
  ['one of JSON within JSON', JSON.stringify({ a: '{"taxId":"131246796"}' }), ['131246796']],
  ['a Cédula that lost its zeros as a number', '{"id":113918205}', ['113918205', '00113918205']],
  ['one whose check digit is wrong', '{"a":"131246790"}', ['131246790']],
  ['no part of more digits, nor of an amount', '{"a":"131246796000","b":131246796.50,"c":"1,131246796"}', []],
  ['no day, time, year nor short number', '{"at":"2026-11-21T10:00:00","y":2026,"n":1234567}', []],
])('%s', (_, text, digits) => {
  expect(idsIn(text).toSorted()).toEqual(digits.toSorted());
});

test('fields for tax ids come first, then right check digits, then the rest', () => {
  const texts = ['{"price":123456789,"note":"131246796"}', '{"workshopTaxId":"999999999","x":"131246796"}'];
  expect(idsIn(...texts)).toEqual(['999999999', '131246796', '123456789']);
  const many = collectTaxIds();
  many.add(JSON.stringify(Array.from({ length: 30_000 }, (_, index) => `${200_000_000 + index}`)));
  many.add('{"identification":"00113918205"}');
  expect(many.first(1)).toEqual(['00113918205']);
  expect(many.first(500)).toHaveLength(500);
});
