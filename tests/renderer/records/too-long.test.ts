import { expect, it } from 'vitest';
import { isTooLong } from '../../../renderer/records/pointer.ts';
import { finding } from './finding.ts';

it('a list that was too long to be read is not said to be absent; others are', () => {
  const record = {
    findings: [finding('wire.tooLong', '/attachmentsPictures'), finding('wire.null', '/items')],
  };
  expect(isTooLong(record, '/attachmentsPictures')).toBe(true);
  expect(isTooLong(record, '/items')).toBe(false);
  expect(isTooLong({ findings: [] }, '/attachmentsPictures')).toBe(false);
});
