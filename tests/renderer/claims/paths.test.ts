import { expect, test } from 'vitest';
import { claimFileOfPath, claimFilePath, isOpenable } from '../../../renderer/claims/paths.ts';

test.each(['RC-2026-1', 'a/b', 'ñ 100%', '..', '#?&', '漢字'])('the path of %j leads back to it', (value) => {
  const [, , by, shown] = claimFilePath('claimNumber', value).split('/');
  expect(claimFileOfPath(by, shown)).toEqual({ by: 'claimNumber', value });
});

test.each([
  [undefined, undefined],
  ['claimNumber', undefined],
  ['claimNumber', ''],
  ['colour', 'blue'],
])('%j and %j open nothing', (by, value) => {
  expect(claimFileOfPath(by, value)).toBeNull();
});

test('a value that cannot be decoded is taken as it is', () => {
  expect(claimFileOfPath('vin', '%E0%A4%A')).toEqual({ by: 'vin', value: '%E0%A4%A' });
});

test.each<[string, string, boolean]>([
  ['a claim number', 'RC-2026-001', true],
  ['as long as one is kept whole', 'a'.repeat(299), true],
  ['cut in a row', `${'a'.repeat(299)}…`, false],
  ['longer than one is kept', 'a'.repeat(301), false],
  ['nothing', '', false],
  ['spaces', ' \u00a0\t', false],
])('whether a claim file is opened by %s', (_, value, isSo) => {
  expect(isOpenable(value)).toBe(isSo);
});
