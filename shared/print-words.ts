/** What the renderer's build gives the engine for paper, `print-words.js`: sentences that the screen says, in both languages. */
import type { Finding } from './contract/records.ts';
import type { Locale } from './terms.ts';

export interface PrintWords {
  /** The sentence of a finding, with its figures. */
  findingText(finding: Finding, locale: Locale): string;
  /** What people call a field of the interface. */
  fieldLabel(name: string, locale: Locale): string;
}
