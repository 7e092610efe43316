import { type MarkRange, marksIn, searchMarks } from '#shared/search-marks.ts';
import { withoutAccents } from '#shared/without-accents.ts';

/** How well a text answers a query: 0 begins with it, 1 a word of it with each word of the query, 2 holds them; null not at all. */
function rankOf(text: string, query: string): number | null {
  const label = withoutAccents(text);
  const wanted = withoutAccents(query).split(/\s+/).filter(Boolean);
  if (!wanted.every((word) => label.includes(word))) return null;
  if (label.startsWith(wanted.join(' '))) return 0;
  const begins = (word: string) => label.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
  return wanted.every(begins) ? 1 : 2;
}

/** After all that is called so. */
const byOtherWords = 3;

/** What answers a query by its name or by other words for it, the best first, else in the order that it stands in. */
export function matching<Of extends { label: string; words?: string | undefined }>(
  all: readonly Of[],
  query: string,
): Of[] {
  if (query.trim() === '') return [...all];
  return all
    .flatMap((one) => {
      const isCalledSo = one.words !== undefined && rankOf(`${one.label} ${one.words}`, query) !== null;
      const rank = rankOf(one.label, query) ?? (isCalledSo ? byOtherWords : null);
      return rank === null ? [] : [{ one, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Where a text holds what was typed: where words begin so, else wherever it stands. */
export function marksOf(text: string, query: string): MarkRange[] {
  const marks = searchMarks(query);
  if (marks === null) return [];
  const { ranges } = marksIn(text, marks, true);
  if (ranges.length > 0) return ranges;
  // Letter by letter, so that what an accent adds moves nothing.
  const letters = [...text].map((letter) => withoutAccents(letter));
  if (letters.some((letter, at) => letter.length !== [...text][at]?.length)) return [];
  const label = letters.join('');
  const found = withoutAccents(query)
    .split(/\s+/)
    .flatMap((word): MarkRange[] => {
      const at = word === '' ? -1 : label.indexOf(word);
      return at < 0 ? [] : [[at, at + word.length]];
    })
    .toSorted((one, other) => one[0] - other[0]);
  return found.filter(([from], at) => at === 0 || from >= (found[at - 1]?.[1] ?? 0));
}
