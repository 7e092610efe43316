import type { FileRow } from './csv.ts';
import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';
import type { NumberFormat, Workbook } from './workbook.ts';
import { readXml, tooLarge } from './xml.ts';
import type { Parts } from './zip.ts';

/** The rows of a sheet, cells as texts: dates as ISO days, amounts as plain decimals, yes and no as true and false. */
export async function* sheetRows(
  parts: Parts,
  workbook: Workbook,
  part: string,
): AsyncGenerator<FileRow, void, void> {
  let done: FileRow[] = [];
  let row: FileRow = { line: 0, cells: [] };
  let column = -1;
  let type = 'n';
  let style = -1;
  let value: string[] | null = null;
  let isPhonetic = false;
  let rows = 0;
  let isInRow = false;
  let inRow = 0;
  let outside = 0;
  let length = 0;
  const handlers = {
    open(name: string, attributes: Record<string, string>) {
      if (isInRow) inRow += 1;
      else outside += 1;
      if (inRow > readerLimits.rowElements)
        throw tooLarge(`a row with more than ${readerLimits.rowElements} elements`);
      if (outside > readerLimits.otherElements + readerLimits.otherElementsPerRow * rows) {
        throw tooLarge(`${outside} elements outside of ${rows} rows`);
      }
      if (name === 'row') {
        rows += 1;
        // Empty ones too: they are gone through all the same.
        if (rows > readerLimits.sheetRows) throw tooManyRows(readerLimits.sheetRows);
        isInRow = true;
        inRow = 0;
        row = { line: lineOf(attributes['r']) ?? row.line + 1, cells: [] };
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attributes['r'] ?? '') ?? column + 1;
        type = attributes['t'] ?? 'n';
        style = Number(attributes['s'] ?? -1);
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || (name === 't' && !isPhonetic)) {
        value = [];
        length = 0;
      }
    },
    text(text: string) {
      if (value === null) return;
      length += text.length;
      if (length > readerLimits.cell) throw tooLarge(`a cell of more than ${readerLimits.cell} characters`);
      value.push(text);
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'row') {
        isInRow = false;
        done.push(row);
      } else if ((name === 'v' || name === 't') && value !== null) {
        const text = cellText(value.length === 1 ? (value[0] ?? '') : value.join(''), type, style, workbook);
        put(row.cells, column, text, type === 'inlineStr');
        value = null;
      }
    },
  };
  yield* readXml(parts.text(part, readerLimits.sheet), handlers, () => {
    const rows = done;
    done = [];
    return rows;
  });
}

function tooManyRows(limit: number): FileFailure {
  return new FileFailure('tooManyRows', { limit });
}

export function tooManyColumns(): FileFailure {
  return new FileFailure('tooManyColumns', { limit: readerLimits.columns });
}

function put(cells: string[], column: number, text: string, isPart: boolean): void {
  if (column >= readerLimits.columns) {
    // Cells that only have a format reach as far as the sheet does.
    if (text.trim() !== '') throw tooManyColumns();
    return;
  }
  while (cells.length < column) cells.push('');
  cells[column] = isPart ? (cells[column] ?? '') + text : text;
}

/** The line that a row says it is, where it is one that a sheet can have. */
function lineOf(text: string | undefined): number | undefined {
  const line = Number(text);
  return Number.isSafeInteger(line) && line > 0 ? line : undefined;
}

/** Zero-based, from `AB12`; undefined of what is no place. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? undefined : column - 1;
}

function cellText(value: string, type: string, style: number, workbook: Workbook): string {
  switch (type) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n':
      return numberCell(value, workbook.formats[style], workbook.is1904);
    default:
      return value;
  }
}

function numberCell(value: string, format: NumberFormat | undefined, is1904: boolean): string {
  if (format === 'date') return dayOf(Number(value), is1904);
  const text = numberText(value);
  return format === undefined || !/^\d+$/.test(text) ? text : withMask(text, format.mask);
}

/**
 * A spreadsheet keeps 15 digits; the last of the 17 that a file holds are noise. What is left of a subtraction, and a
 * third of an amount, have no more decimals than an amount can have.
 */
function numberText(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  // Of a longer number the last digits are lost: it is told as a sheet shows it, and never taken for a whole one.
  if (Math.abs(number) >= 1e15) return number.toExponential().toUpperCase();
  const kept = String(Number(number.toPrecision(15)));
  return /\.\d{7,}|e-/.test(kept) ? String(Number(number.toFixed(6))) : kept;
}

/** A number as the sheet shows it whose format fills up with zeros: `000-0000000-0` of a Cédula. */
function withMask(digits: string, mask: string): string {
  const places = mask.replaceAll('-', '').length;
  if (digits.length > places) return digits;
  let at = 0;
  const filled = digits.padStart(places, '0');
  return mask.replaceAll('0', () => filled.charAt(at++));
}

const dayMilliseconds = 86_400_000;
const halfSecond = 500 / dayMilliseconds;

/** An ISO day from a count of days: from 1900 on, with the day that 1900 did not have, or from 1904 on. */
function dayOf(serial: number, is1904: boolean): string {
  // What is less than half a second before midnight is the next day: so much is lost in sums of days.
  const days = Math.floor(serial + halfSecond) + (is1904 ? 1462 : serial < 60 ? 1 : 0);
  const at = Date.UTC(1899, 11, 30) + days * dayMilliseconds;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15
    ? new Date(at).toISOString().slice(0, 10)
    : String(serial);
}
