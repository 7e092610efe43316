import { expect, it } from 'vitest';
import { isTooLong } from '../../../renderer/records/too-long.ts';
import type { Finding } from '../../../shared/contract/records.ts';

const finding = (code: Finding['code'], pointer: string): Finding => ({
  id: 1,
  revision: 1,
  code,
  severity: 'warning',
  pointer,
  parameters: {},
  places: [{ pointer, parameters: {} }],
  count: 1,
  amount: null,
  acknowledgement: null,
});

it('a list that was too long to be read is not said to be absent; others are', () => {
  const record = {
    findings: [finding('wire.tooLong', '/attachmentsPictures'), finding('wire.null', '/items')],
  };
  expect(isTooLong(record, '/attachmentsPictures')).toBe(true);
  expect(isTooLong(record, '/items')).toBe(false);
  expect(isTooLong({ findings: [] }, '/attachmentsPictures')).toBe(false);
});
