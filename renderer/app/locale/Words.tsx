import { type ReactNode, useSyncExternalStore } from 'react';
import { WordsContext, watchWords, wordsNow } from './i18n.ts';

/** Gives all below the words of the language in use, and draws it anew when they change. */
export function Words({ children }: { children: ReactNode }) {
  return <WordsContext value={useSyncExternalStore(watchWords, wordsNow)}>{children}</WordsContext>;
}
