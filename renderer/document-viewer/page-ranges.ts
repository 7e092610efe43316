/**
 * The pages of a text such as `1-3, 5, 8-`: numbers from 1, each once, in ascending order. Null where the text cannot be
 * read or names a page that does not exist.
 */
export function readPageRanges(text: string, pageCount: number): number[] | null {
  const pages = new Set<number>();
  for (const part of text.split(/[,;]/)) {
    const match = /^\s*(\d{1,6})?\s*(?:(-|–)\s*(\d{1,6})?)?\s*$/.exec(part);
    if (match === null) return null;
    const [, from, dash, to] = match;
    if (from === undefined && to === undefined) return null;
    const first = from === undefined ? 1 : Number(from);
    const last = dash === undefined ? first : to === undefined ? pageCount : Number(to);
    if (first < 1 || last < first || last > pageCount) return null;
    for (let page = first; page <= last; page++) pages.add(page);
  }
  return [...pages].sort((a, b) => a - b);
}
