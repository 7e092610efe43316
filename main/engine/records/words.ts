import type { RecordKind } from '#shared/terms.ts';

/** The word that every record of a kind has, so that kind and words are found together. */
export function kindToken(kind: RecordKind): string {
  return `kind${kind.toLowerCase()}`;
}
