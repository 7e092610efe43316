import { expect, it } from 'vitest';
import { settings } from '#shared/contract/settings.ts';
import {
  attachmentLimitNames,
  attachmentLimits,
  attachmentsDraftOf,
  attachmentsOf,
} from '../../../renderer/settings/attachments-draft.ts';

const { shape } = settings.shape.attachments;
const kept = {
  maximumMegabytes: 50,
  maximumSeconds: 120,
  maximumPerRecord: 200,
  perHost: 4,
  sendPlatformKey: false,
};

it.each(attachmentLimitNames)('%s has the bounds of the contract', (name) => {
  const [from, to] = attachmentLimits[name];
  const taken = [from - 1, from, to, to + 1].map((value) => shape[name].safeParse(value).success);
  expect(taken).toEqual([false, true, true, false]);
});

it('comes back as it was', () => {
  expect(attachmentsOf(attachmentsDraftOf(kept))).toEqual(kept);
});

it.each(['', '0', '-1', '1.5', '1e3', '99999', 'diez'])('takes no "%s" for a limit', (text) => {
  for (const name of attachmentLimitNames)
    expect(attachmentsOf({ ...attachmentsDraftOf(kept), [name]: text })).toBeNull();
});
