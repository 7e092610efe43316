import { expect, test } from 'vitest';
import { readPageRanges } from '../../../renderer/document-viewer/page-ranges.ts';
import {
  documentPath,
  parseDocumentPath,
  screenBehindDocument,
} from '../../../renderer/document-viewer/paths.ts';

test.each([
  ['3', [3]],
  ['1-3, 5', [1, 2, 3, 5]],
  [' 2 – 4 ', [2, 3, 4]],
  ['8-', [8, 9, 10]],
  ['-2', [1, 2]],
  ['5,1-2;2', [1, 2, 5]],
  ['11', null],
  ['0', null],
  ['4-2', null],
  ['', null],
  ['-', null],
  ['1,,2', null],
  ['uno', null],
  ['1-999999', null],
])('of 10 pages %j is %o', (text, pages) => {
  expect(readPageRanges(text, 10)).toEqual(pages);
});

test.each([
  ['/incidents/4/papers/9', { base: '/incidents/4', attachmentId: 9 }],
  ['/claims/policy/POL-1/papers/12', { base: '/claims/policy/POL-1', attachmentId: 12 }],
  ['/incidents/4', null],
  ['/incidents/4/papers', null],
  ['/incidents/4/papers/0', null],
  ['/incidents/4/papers/x', null],
  ['/papers/9/more', null],
])('%s is the place %o', (path, place) => {
  expect(parseDocumentPath(path)).toEqual(place);
});

test('from one paper to another the screen behind stays', () => {
  expect(documentPath('/documents/7', 3)).toBe('/documents/7/papers/3');
  expect(documentPath('/documents/7/papers/3', 5)).toBe('/documents/7/papers/5');
  expect(screenBehindDocument('/documents/7/papers/3')).toBe('/documents/7');
  expect(screenBehindDocument('/documents/7')).toBe('/documents/7');
});
