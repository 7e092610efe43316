import { maxResponseText } from '../app/limits.ts';

export type Blocked = 'offline' | 'needPerson' | 'needText' | 'tooLong' | null;

/** Why a verdict cannot be given now; null where it can. */
export function blocked(
  verdict: 'approve' | 'refuse',
  given: { text: string; person: string; connected: boolean },
): Blocked {
  if (!given.connected) return 'offline';
  if (given.person.trim() === '') return 'needPerson';
  if (verdict === 'approve') return null;
  const text = given.text.trim();
  if (text === '') return 'needText';
  return text.length > maxResponseText ? 'tooLong' : null;
}

/** What the marketplace is answered with a verdict (interface, "CancelledPurchaseOrderResponse"). */
export function answerOf(verdict: 'approve' | 'refuse', refusalText: string, approvedText: string) {
  const text = verdict === 'approve' ? approvedText.trim() : refusalText.trim();
  return { isCancelled: verdict === 'approve', text: text === '' ? null : text };
}
