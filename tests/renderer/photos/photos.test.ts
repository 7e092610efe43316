import { describe, expect, test } from 'vitest';
import { columnsOf, countsOf, tileByKey } from '../../../renderer/photos/PhotoGrid.tsx';
import { similarityByPointer } from '../../../renderer/photos/PhotoTile.tsx';
import { attachmentUrl } from '../../../renderer/photos/paths.ts';
import { percentOf, stateOf } from '../../../renderer/photos/photo-state.ts';
import { daysAfterIncident, isFarFromIncident } from '../../../renderer/photos/taken-at.ts';
import { photosOf } from '../../../renderer/photos/usePhotos.ts';
import { finding } from '../records/finding.ts';
import { sampleAttachment, sampleContent } from './sample-attachment.ts';

describe('the address of a file', () => {
  test('changes with its content alone', () => {
    expect(attachmentUrl(sampleAttachment(), 'preview')).toBe('./attachments/7/preview?v=abababababab');
    expect(attachmentUrl(sampleAttachment({ content: null }), 'download')).toBe('./attachments/7/download');
  });
});

describe('what can be done with a photo', () => {
  test.each([
    ['shown', sampleAttachment()],
    ['preparing', sampleAttachment({ content: sampleContent({ shownAs: null, hasPreviews: false }) })],
    ['preparing', sampleAttachment({ content: sampleContent({ hasPreviews: false }) })],
    ['pdf', sampleAttachment({ content: sampleContent({ shownAs: 'pdf', hasPreviews: false }) })],
    ['downloadOnly', sampleAttachment({ content: sampleContent({ shownAs: 'downloadOnly' }) })],
    ['queued', sampleAttachment({ state: 'queued', content: null })],
    ['refused', sampleAttachment({ state: 'refused', content: null })],
  ] as const)('%s', (state, attachment) => {
    expect(stateOf(attachment)).toBe(state);
  });

  test.each([
    [null, null],
    [{ bytes: 10, total: null }, null],
    [{ bytes: 10, total: 0 }, null],
    [{ bytes: 999, total: 1000 }, 99],
    [{ bytes: 1200, total: 1000 }, 100],
  ])('of a download %j, %s percent are here', (progress, percent) => {
    expect(percentOf({ progress })).toBe(percent);
  });
});

describe('the photos of a record', () => {
  const picture = sampleAttachment({ id: 1, lastRevision: 2 });
  const dropped = sampleAttachment({ id: 2, lastRevision: 1 });
  const paper = sampleAttachment({
    id: 3,
    lastRevision: 2,
    role: 'document',
    content: sampleContent({ shownAs: 'pdf' }),
  });
  const scan = sampleAttachment({ id: 4, lastRevision: 2, role: 'document' });
  const all = [picture, dropped, paper, scan];

  test.each([
    ['those of the latest delivery, and papers that are images', 1, [1, 4]],
    ['all there ever were, where an older one is wanted', 2, [1, 2, 4]],
    ['those of the latest, where none is wanted', null, [1, 4]],
  ])('are %s', (_, wanted, ids) => {
    expect(photosOf(all, wanted).map(({ id }) => id)).toEqual(ids);
  });

  test('are counted with what is not here', () => {
    const states = ['queued', 'downloading', 'awaitingApproval', 'failed', 'refused'] as const;
    const attachments = [...all, ...states.map((state) => sampleAttachment({ state }))];
    expect(countsOf(attachments)).toEqual({
      photos: 7,
      documents: 2,
      waiting: 2,
      awaitingApproval: 1,
      failed: 1,
      refused: 1,
    });
  });
});

describe('the day that a camera says', () => {
  test.each([
    ['2026-11-19T23:59:59', '2026-11-20T00:10:00', -1],
    ['2026-10-23T08:00:00', '2026-11-19T18:30:00', -27],
    ['2026-11-24T08:00:00', '2026-11-19T18:30:00', 5],
    ['2026-03-01T00:00:00', '2026-02-28T23:00:00-04:00', 1],
    [null, '2026-02-28T23:00:00', null],
    ['0000:00:00 00:00:00', '2026-02-28T23:00:00', null],
    ['2026-02-28T23:00:00', null, null],
  ])('%s beside an incident at %s: %s days', (taken, incident, days) => {
    expect(daysAfterIncident(taken, incident)).toBe(days);
  });

  test.each([
    [null, false],
    [0, false],
    [3, false],
    [-3, false],
    [4, true],
    [-4, true],
  ])('%s days are far: %s', (days, far) => {
    expect(isFarFromIncident(days)).toBe(far);
  });
});

describe('photos that are in other reports too', () => {
  test('are told by their pointer; the same before one that looks like it', () => {
    const found = similarityByPointer([
      finding('photo.similar', '/attachmentsPictures/0'),
      finding('photo.same', '/attachmentsPictures/0'),
      finding('photo.similar', '/attachmentsPictures/2'),
      finding('vin.form', '/attachmentsPictures/3'),
    ]);
    expect([...found]).toEqual([
      ['/attachmentsPictures/0', 'same'],
      ['/attachmentsPictures/2', 'similar'],
    ]);
  });
});

describe('the keys of the grid', () => {
  test.each([
    [[], 1],
    [[0], 1],
    [[0, 0, 0], 3],
    [[0, 0, 0, 90, 90], 3],
    [[0, 90, 180], 1],
  ])('rows at %j are %i wide', (tops, columns) => {
    expect(columnsOf(tops.map((offsetTop) => ({ offsetTop })))).toBe(columns);
  });

  // 0 1 2
  // 3 4 5
  // 6
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 6, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowLeft', 3, 2],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 1, 1],
    ['Home', 5, 0],
    ['End', 1, 6],
    ['Enter', 1, null],
    ['j', 1, null],
  ])('%s from %i leads to %s', (key, from, to) => {
    expect(tileByKey(key, from, 7, 3)).toBe(to);
  });
});
