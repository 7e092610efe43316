import type { FileRow } from './csv.ts';
import { csvRows } from './csv.ts';
import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';
import { sheetRows, tooManyColumns } from './sheet.ts';
import { sniff } from './sniff.ts';
import { readWorkbook } from './workbook.ts';
import { openParts } from './zip.ts';

export interface OpenedFile {
  /** Unique, without those that are empty; `place` is the column of the file. */
  headings: { name: string; place: number }[];
  /** The rows below the headings that are not empty. */
  rows: AsyncGenerator<FileRow, void, void>;
  /** Of a workbook. */
  sheets: string[];
  close(): Promise<void>;
}

const headingLength = 200;

/** Opens a file of rows. Throws a `FileFailure` where it is none. */
export async function openFile(path: string, sheet: string | null): Promise<OpenedFile> {
  const { rows, sheets, close } = await openRows(path, sheet);
  try {
    const filled = filledRows(rows);
    const { value: first } = await filled.next();
    if (!first) throw new FileFailure('noHeadings');
    return { headings: headingsOf(first.cells), rows: filled, sheets, close };
  } catch (failure) {
    await close();
    throw failure;
  }
}

async function openRows(path: string, sheet: string | null) {
  const found = await sniff(path);
  if (found.kind === 'csv') {
    const rows = csvRows(path, found.encoding);
    return { rows, sheets: [], close: async () => void (await rows.return()) };
  }
  const parts = await openParts(path);
  try {
    const workbook = await readWorkbook(parts);
    const wanted = sheet === null ? workbook.sheets[0] : workbook.sheets.find(({ name }) => name === sheet);
    if (wanted === undefined) throw new FileFailure('sheetMissing');
    const rows = sheetRows(parts, workbook, wanted.part);
    const close = async () => {
      await rows.return();
      parts.close();
    };
    return { rows, sheets: workbook.sheets.map(({ name }) => name), close };
  } catch (failure) {
    parts.close();
    throw failure;
  }
}

/** Leaves out rows without any text, and stops at the limit of columns; the readers stop at those of rows. */
async function* filledRows(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow, void, void> {
  for await (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (row.cells.length > readerLimits.columns && row.cells.slice(readerLimits.columns).some(Boolean)) {
      throw tooManyColumns();
    }
    yield row;
  }
}

function headingsOf(cells: readonly string[]): OpenedFile['headings'] {
  const taken = new Set<string>();
  const headings: OpenedFile['headings'] = [];
  for (const [place, cell] of cells.entries()) {
    const name = cell.replaceAll(/\s+/g, ' ').trim().slice(0, headingLength);
    if (name === '') continue;
    let unique = name;
    for (let count = 2; taken.has(unique); count++) unique = `${name} (${count})`;
    taken.add(unique);
    headings.push({ name: unique, place });
  }
  if (headings.length === 0) throw new FileFailure('noHeadings');
  return headings;
}
