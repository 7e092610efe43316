import { describe, expect, test } from 'vitest';
import {
  comparePath,
  parsePhotoPath,
  photoPath,
  recordIdOf,
  screenBehindPhoto,
} from '../../../renderer/photos/paths.ts';

describe('where a photo is looked at', () => {
  test.each([
    ['/incidents/5', null],
    ['/incidents/5/photos', null],
    ['/incidents/5/photos/x', null],
    ['/search/photos/12', null],
    ['/incidents/5/photos/9', { base: '/incidents/5', photo: 9, beside: null }],
    ['/search/a%2Fphotos%2F1/5/photos/9', { base: '/search/a%2Fphotos%2F1/5', photo: 9, beside: null }],
    ['/incidents/5/photos/9/beside/12', { base: '/incidents/5', photo: 9, beside: 12 }],
    ['/photos/9/beside/12', { base: '', photo: 9, beside: 12 }],
  ])('%s', (path, place) => {
    expect(parsePhotoPath(path)).toEqual(place);
  });

  test.each(['/incidents/5', '/incidents/5/photos/3', '/incidents/5/photos/3/beside/4'])(
    'the way from %s keeps its screen behind',
    (path) => {
      expect(screenBehindPhoto(path)).toBe('/incidents/5');
      expect(photoPath(path, 9)).toBe('/incidents/5/photos/9');
      expect(comparePath(path, 9, 12)).toBe('/incidents/5/photos/9/beside/12');
    },
  );
});

test.each([
  ['/claims/claimNumber/REC-1/photos/5', '/claims/claimNumber/REC-1'],
  ['/claims/claimNumber/123/photos/5', '/claims/claimNumber/123'],
  ['/claims/policy/A%2Fphotos%2F9/photos/5', '/claims/policy/A%2Fphotos%2F9'],
  ['/inbox/claim/123/photos/5', '/inbox/claim/123'],
  ['/inbox/claim/REC-1/photos/5', '/inbox/claim/REC-1'],
])('%s is a photo over a claim file, whose own number is no record', (path, base) => {
  expect(parsePhotoPath(path)).toEqual({ base, photo: 5, beside: null });
  expect(recordIdOf(base)).toBeNull();
});

test('a photo over a record in the inbox is of that record', () => {
  expect(recordIdOf('/inbox/record/12')).toBe(12);
});
