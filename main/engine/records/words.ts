import type { RecordKind } from '#shared/terms.ts';

/**
 * Cuts a text into words as the search's tokenizer (`unicode61 remove_diacritics 2`) does: runs of letters and
 * digits, folded to lower case, accents dropped.
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  return folded.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** The word that every record of a kind has, so that kind and words are found together. */
export function kindWord(kind: RecordKind): string {
  return `kind${kind.toLowerCase()}`;
}
