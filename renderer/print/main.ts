/** Sentences of the screen for what is printed by the engine; built into one file without imports, `print-words.js`. */
import type { PrintWords } from '#shared/print-words.ts';
import { startWords, wordsIn } from '../archive-page/words.ts';
import { fieldLabel, findingText } from '../records/finding-text.ts';

await startWords();

export const words: PrintWords = {
  findingText: (finding, locale) => findingText(finding, wordsIn(locale)),
  fieldLabel: (name, locale) => fieldLabel(name, wordsIn(locale).t),
};
