import type { AttachmentsSettings } from '#shared/contract/settings.ts';
import { wholeNumber } from './address.ts';

/** The limits of downloads, each with its least and its most, as the contract has them. */
export const attachmentLimits = {
  maximumMegabytes: [1, 1000],
  maximumSeconds: [10, 3600],
  maximumPerRecord: [1, 1000],
  perHost: [1, 16],
} as const;
export type AttachmentLimit = keyof typeof attachmentLimits;
export const attachmentLimitNames = [
  'maximumMegabytes',
  'maximumSeconds',
  'maximumPerRecord',
  'perHost',
] as const satisfies readonly AttachmentLimit[];

/** The settings of downloads as they are typed. */
export type AttachmentsDraft = Record<AttachmentLimit, string> & { sendPlatformKey: boolean };
type Typed = Omit<AttachmentsSettings, 'paused'>;

export const attachmentsDraftOf = (was: Typed): AttachmentsDraft => ({
  maximumMegabytes: String(was.maximumMegabytes),
  maximumSeconds: String(was.maximumSeconds),
  maximumPerRecord: String(was.maximumPerRecord),
  perHost: String(was.perHost),
  sendPlatformKey: was.sendPlatformKey,
});

/** A limit that was typed, or null where it is no whole number within its bounds. */
export function limitOf(draft: AttachmentsDraft, name: AttachmentLimit): number | null {
  const [from, to] = attachmentLimits[name];
  return wholeNumber(draft[name], from, to);
}

/** The settings that were typed, or null where some limit is wrong. Pausing is no part of it. */
export function attachmentsOf(draft: AttachmentsDraft): Typed | null {
  const maximumMegabytes = limitOf(draft, 'maximumMegabytes');
  const maximumSeconds = limitOf(draft, 'maximumSeconds');
  const maximumPerRecord = limitOf(draft, 'maximumPerRecord');
  const perHost = limitOf(draft, 'perHost');
  if (maximumMegabytes === null || maximumSeconds === null || maximumPerRecord === null || perHost === null)
    return null;
  const { sendPlatformKey } = draft;
  return { maximumMegabytes, maximumSeconds, maximumPerRecord, perHost, sendPlatformKey };
}
