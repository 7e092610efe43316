import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { csvRows, type FileRow, type TextEncoding } from './csv.ts';
import { FileFailure, readerLimits } from './file-failure.ts';
import { openParts, readWorkbook, sheetRows, tooManyColumns } from './xlsx.ts';

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

type FileKind = { kind: 'xlsx' } | { kind: 'csv'; encoding: TextEncoding };

const topBytes = 4096;

/** What a file is, by its content and never by its name. Throws a `FileFailure` where it is neither. */
async function sniff(path: string): Promise<FileKind> {
  const top = await readTop(path);
  const begins = (...bytes: number[]) => bytes.every((byte, index) => top[index] === byte);
  if (top.length === 0) throw new FileFailure('emptyFile');
  if (begins(0x50, 0x4b, 0x03, 0x04)) return { kind: 'xlsx' };
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new FileFailure('oldExcel');
  if (begins(0xff, 0xfe)) return { kind: 'csv', encoding: 'utf-16le' };
  if (begins(0xfe, 0xff)) return { kind: 'csv', encoding: 'utf-16be' };
  const zeros = zerosIn(top);
  if (zeros.odd > top.length / 4) return { kind: 'csv', encoding: 'utf-16le' };
  if (zeros.even > top.length / 4) return { kind: 'csv', encoding: 'utf-16be' };
  if (zeros.odd + zeros.even > 0) throw new FileFailure('neitherCsvNorExcel');
  return { kind: 'csv', encoding: (await isUtf8(path)) ? 'utf-8' : 'windows-1252' };
}

async function readTop(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(topBytes), 0, topBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function zerosIn(bytes: Buffer): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 };
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1;
  return zeros;
}

/** Looks at the whole file: the first accent of an office's export may stand at its end. */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (failure) {
    if (failure instanceof TypeError) return false;
    throw failure;
  }
}
