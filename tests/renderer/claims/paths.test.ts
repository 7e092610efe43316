import { expect, test } from 'vitest';
import { dossierPath, openedDossier } from '../../../renderer/claims/paths.ts';

test.each(['RC-2026-1', 'a/b', 'ñ 100%', '..', '#?&', '漢字'])('the path of %j leads back to it', (value) => {
  const [, , by, shown] = dossierPath('claimNumber', value).split('/');
  expect(openedDossier(by, shown)).toEqual({ by: 'claimNumber', value });
});

test.each([
  [undefined, undefined],
  ['claimNumber', undefined],
  ['claimNumber', ''],
  ['colour', 'blue'],
])('%j and %j open nothing', (by, value) => {
  expect(openedDossier(by, value)).toBeNull();
});

test('a value that cannot be decoded is taken as it is', () => {
  expect(openedDossier('vin', '%E0%A4%A')).toEqual({ by: 'vin', value: '%E0%A4%A' });
});
