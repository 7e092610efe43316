import type { FilePreview } from '../reader/row-batch.ts';

/** The headings of the sheets that people are mapping, each by its import and its name; null names the first sheet. */
export interface SheetHeadings {
  keep(id: number, sheet: string | null, top: Pick<FilePreview, 'headings' | 'sheets'>): void;
  /** Null where nobody looked at this sheet, or too many others were looked at since. */
  of(id: number, sheet: string | null): readonly string[] | null;
  /** Nobody maps its sheets any more. */
  forget(id: number): void;
}

/** A workbook may have any number of sheets: of all imports so many are kept, those that were looked at last. */
const mostSheets = 64;

export function createSheetHeadings(): SheetHeadings {
  let kept: { id: number; names: readonly (string | null)[]; headings: readonly string[] }[] = [];
  const isOf = (id: number, sheet: string | null) => (one: (typeof kept)[number]) =>
    one.id === id && one.names.includes(sheet);
  return {
    keep(id, sheet, { headings, sheets: [first] }) {
      const names = first !== undefined && (sheet === null || sheet === first) ? [null, first] : [sheet];
      const others = kept.filter((one) => !isOf(id, sheet)(one));
      kept = [...others, { id, names, headings }].slice(-mostSheets);
    },
    of: (id, sheet) => kept.find(isOf(id, sheet))?.headings ?? null,
    forget(id) {
      kept = kept.filter((one) => one.id !== id);
    },
  };
}
