import { cutText } from '#shared/marketplace/cut-text.ts';
import { readingLimits } from '#shared/marketplace/tolerant-reader.ts';
import { indexKey } from '../store/index.ts';

/**
 * A text by which records are found, without the spaces around it, as an index holds it; null where it is empty. It is the
 * same of a body that is read whole and of the extract of a large one.
 */
export function textValue(text: string | null): string | null {
  const trimmed = cutText(text ?? '', readingLimits.text).trim();
  return trimmed === '' ? null : indexKey(trimmed);
}
