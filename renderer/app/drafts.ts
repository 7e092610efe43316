import { create } from 'zustand';

/** Texts that nobody has sent yet, by what they are for. */
const useDrafts = create<Readonly<Record<string, string>>>(() => ({}));

/** What a text is for. */
export type Draft = `${'answer' | 'note' | 'pay' | 'hold' | 'dispute'}:${number}` | `claimNote:${string}`;

/** Whether some text was typed that nobody has sent. */
export const isAnythingTyped = (): boolean =>
  Object.values(useDrafts.getState()).some((text) => text.trim() !== '');

/** Whether one of these was typed and not sent. */
export const useIsTyped = (drafts: readonly Draft[]): boolean =>
  useDrafts((typed) => drafts.some((of) => (typed[of] ?? '').trim() !== ''));

/**
 * A text as it is typed. It stays while other screens are looked at, and where what it is for is shown anew, until it is
 * emptied; it ends with the page.
 */
export function useDraft(of: Draft): [string, (text: string) => void] {
  const text = useDrafts((drafts) => drafts[of] ?? '');
  return [text, (changed) => useDrafts.setState({ [of]: changed })];
}
