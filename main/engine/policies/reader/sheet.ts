import type { FileRow } from './csv.ts';
import { FileFailure } from './failure.ts';
import { readerLimits } from './limits.ts';
import type { Workbook } from './workbook.ts';
import { readXml } from './xml.ts';
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
  const handlers = {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        row = { line: Number(attributes['r'] ?? row.line + 1), cells: [] };
        column = -1;
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r']);
        type = attributes['t'] ?? 'n';
        style = Number(attributes['s'] ?? -1);
        if (column >= readerLimits.columns) throw tooManyColumns();
      } else if (name === 'rPh') isPhonetic = true;
      else if (name === 'v' || (name === 't' && !isPhonetic)) value = [];
    },
    text(text: string) {
      value?.push(text);
    },
    close(name: string) {
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'row') done.push(row);
      else if ((name === 'v' || name === 't') && value !== null) {
        const text = cellText(value.length === 1 ? (value[0] ?? '') : value.join(''), type, style, workbook);
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = type === 'inlineStr' ? (row.cells[column] ?? '') + text : text;
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

export function tooManyColumns(): FileFailure {
  return new FileFailure('tooLarge', `The file has more than ${readerLimits.columns} columns.`);
}

/** Zero-based, from `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const letter = character.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

function cellText(value: string, type: string, style: number, workbook: Workbook): string {
  switch (type) {
    case 's':
      return workbook.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n':
      return workbook.dateStyles[style] === true ? dayOf(Number(value), workbook.is1904) : numberText(value);
    default:
      return value;
  }
}

/** A spreadsheet keeps 15 digits; the last of the 17 that a file holds are noise. */
function numberText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}

const dayMilliseconds = 86_400_000;

/** An ISO day from a count of days: from 1900 on, with the day that 1900 did not have, or from 1904 on. */
function dayOf(serial: number, is1904: boolean): string {
  const days = Math.floor(serial) + (is1904 ? 1462 : serial < 60 ? 1 : 0);
  const at = Date.UTC(1899, 11, 30) + days * dayMilliseconds;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15
    ? new Date(at).toISOString().slice(0, 10)
    : String(serial);
}
