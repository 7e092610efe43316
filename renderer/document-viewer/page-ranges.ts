/**
 * Pages as they are written for printing: `1-3, 5, 8-`. Numbers from 1, each page once, in the order of the paper;
 * null where it cannot be read so or names a page that is not there.
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
  return [...pages].sort((one, other) => one - other);
}
