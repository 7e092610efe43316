import type { Settings } from '#shared/contract/settings.ts';
import { isIpAddress, wholeNumber } from './address.ts';

/** The receiver's settings as they are typed. */
export type ReceiverDraft = { address: string; port: string; hold: string };

export const draftOf = (receiver: Settings['receiver']): ReceiverDraft => ({
  address: receiver.address,
  port: String(receiver.port),
  hold: String(receiver.holdSeconds),
});

/** The settings that were typed, or null where some field is wrong. */
export function receiverOf(draft: ReceiverDraft): Settings['receiver'] | null {
  const port = wholeNumber(draft.port, 0, 65_535);
  const holdSeconds = wholeNumber(draft.hold, 0, 90);
  if (!isIpAddress(draft.address) || port === null || holdSeconds === null) return null;
  return { address: draft.address.trim(), port, holdSeconds };
}
