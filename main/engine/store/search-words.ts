import { withoutAccents } from '#shared/without-accents.ts';

/**
 * Cuts a text into words as the searches' tokenizer (`unicode61 remove_diacritics 2`) does: runs of letters and
 * digits, folded to lower case, accents dropped.
 */
export function tokenize(text: string): string[] {
  return withoutAccents(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}
