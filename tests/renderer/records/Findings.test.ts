import { expect, it } from 'vitest';
import type { FindingCode } from '#shared/finding-terms.ts';
import { likenessPath } from '../../../renderer/records/Findings.tsx';

const finding = (code: FindingCode, parameters: Record<string, string | number | null>) => ({
  id: 1,
  revision: 1,
  severity: 'warning' as const,
  code,
  pointer: '/attachmentsPictures/0',
  parameters,
});
const two = { attachmentId: 11, otherAttachmentId: 23 };

it.each([
  ['the same photo', finding('photo.same', two), '/incidents/4', '/incidents/4/photos/11/beside/23'],
  ['a similar one', finding('photo.similar', two), '/incidents/4', '/incidents/4/photos/11/beside/23'],
  [
    'over an open photo',
    finding('photo.same', two),
    '/incidents/4/photos/9',
    '/incidents/4/photos/11/beside/23',
  ],
  ['no second photo', finding('photo.same', { attachmentId: 11 }), '/incidents/4', null],
  ['an id that is none', finding('photo.same', { ...two, attachmentId: '11' }), '/incidents/4', null],
  ['another finding', finding('incident.futureDate', two), '/incidents/4', null],
])('of %s', (_what, given, path, expected) => {
  expect(likenessPath(given, path)).toBe(expected);
});
