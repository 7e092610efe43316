/** What the system says of a place, in the words of the contract. */
import { expect, test } from 'vitest';
import { PlaceFailure, placeProblemOf } from '../../../main/engine/backup/place.ts';

test.each([
  ['ENOENT', 'away'],
  ['ENODEV', 'away'],
  ['EHOSTDOWN', 'away'],
  ['ESTALE', 'away'],
  ['ETIMEDOUT', 'slow'],
  ['EACCES', 'noRights'],
  ['EPERM', 'noRights'],
  ['EROFS', 'readOnly'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['ENOTDIR', 'notAFolder'],
  ['ELOOP', 'damaged'],
  ['EISDIR', 'damaged'],
  ['EIO', 'other'],
] as const)('%s of the system is %s', (code, problem) => {
  const failure = Object.assign(new Error(`${code}: as the system says it`), { code });
  expect(placeProblemOf(failure)).toEqual({ code: problem, detail: `${code}: as the system says it` });
});

test('what is known of a place is said as it is, and anything else with its own words', () => {
  expect(placeProblemOf(new PlaceFailure('newerFormat', 'of 2031'))).toEqual({
    code: 'newerFormat',
    detail: 'of 2031',
  });
  expect(placeProblemOf('torn')).toEqual({ code: 'other', detail: 'torn' });
});
