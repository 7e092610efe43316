import { describe, expect, it, test } from 'vitest';
import { photoFindings } from '../../../main/engine/findings/index.ts';
import { findingsOf, incident } from './bodies.ts';

const other = (id: number, more = {}) => ({
  attachmentId: 100 + id,
  recordId: id,
  number: `IR-${id}`,
  filename: `otra-${id}.jpg`,
  ...more,
});
const photo = (more = {}) => ({
  attachmentId: 11,
  filename: 'frente.jpg',
  pointer: '/attachmentsPictures/0',
  same: [],
  similar: [],
  ...more,
});
/** What a finding says beside the photograph: the first other report, and how many there are. */
const beside = (id: number, count: number) => ({
  filename: 'frente.jpg',
  attachmentId: 11,
  number: `IR-${id}`,
  otherRecordId: id,
  otherFilename: `otra-${id}.jpg`,
  otherAttachmentId: 100 + id,
  count,
});

describe('photographs of a report', () => {
  it.each<[what: string, photos: ReturnType<typeof photo>[], expected: unknown[]]>([
    ['that no other report has', [photo()], []],
    [
      'that others have too name the first and count them',
      [photo({ same: [other(4), other(5)] })],
      [{ code: 'photo.same', pointer: '/attachmentsPictures/0', parameters: beside(4, 2) }],
    ],
    [
      'that look like another name it with the distance',
      [photo({ similar: [other(6, { distance: 3 }), other(7, { distance: 5 })] })],
      [
        {
          code: 'photo.similar',
          pointer: '/attachmentsPictures/0',
          parameters: { ...beside(6, 2), distance: 3 },
        },
      ],
    ],
    [
      'are told of once each way, each in its place',
      [
        photo({ same: [other(4)], similar: [other(6, { distance: 3 })] }),
        photo({ pointer: '/attachmentsPictures/1', same: [other(5)] }),
      ],
      [
        { code: 'photo.same', pointer: '/attachmentsPictures/0', parameters: beside(4, 1) },
        {
          code: 'photo.similar',
          pointer: '/attachmentsPictures/0',
          parameters: { ...beside(6, 1), distance: 3 },
        },
        { code: 'photo.same', pointer: '/attachmentsPictures/1', parameters: beside(5, 1) },
      ],
    ],
  ])('%s', (_, photos, expected) => {
    expect([...photoFindings(photos)]).toEqual(expected);
  });
});

test('a picture with the position of one before it is called by its name, and so is the other', () => {
  const named = (sequenceIndex: number, originalFilename: unknown, filename: unknown) => ({
    sequenceIndex,
    originalFilename,
    filename,
  });
  const attachmentsPictures = [
    named(1, 'frente.jpg', 'a1.jpg'),
    named(1, '', 'a2.jpg'),
    named(1, ' ', null),
    named(2, null, null),
    named(2, 'lado.jpg', 'a5.jpg'),
  ];
  const found = findingsOf('incidentReport', incident({ attachmentsPictures }));
  expect(found.flatMap(({ places }) => places.map(({ parameters }) => parameters))).toEqual([
    { value: 1, filename: 'a2.jpg', otherFilename: 'frente.jpg' },
    { value: 1, filename: '#3', otherFilename: 'frente.jpg' },
    { value: 2, filename: 'lado.jpg', otherFilename: '#4' },
  ]);
});
