/** A sheet: the one description of a table that CSV, XLSX and PDF are written from. */
import type { ColumnType, SheetCell, SheetChart } from '#shared/contract/exports.ts';
import { dominicanTime, readDominicanTime } from '#shared/rules/dominican-time.ts';

export interface Column {
  title: string;
  type: ColumnType;
  /** About how many characters it shows. */
  width: number;
  /** Left out on paper. */
  notOnPaper?: true;
}

export interface Sheet {
  /** What it is of, such as the name of a list. */
  title: string;
  /** What it was chosen by, each in words. */
  filters: readonly string[];
  columns: readonly Column[];
  /** How it is drawn on paper. */
  chart?: SheetChart;
  /** Rows that there are; null where they are too many to be counted before. */
  total: number | null;
  /** Read once, a page at a time. */
  pages(): AsyncIterable<SheetCell[][]>;
}

/** A cell as every format writes it. Of `number` the text is decimal, of `day` and `instant` ISO 8601, the instant in Dominican time. */
export type Value =
  | { is: 'empty' }
  | { is: 'text'; text: string }
  | { is: 'number' | 'day' | 'instant'; text: string };

/** As many digits as spreadsheets keep of a number (IEEE 754). What has more is text, so that none of them changes. */
const maxDigits = 15;

/** Reads a cell by its column's type; what is not of it is text. */
export function typedValue(
  cell: SheetCell | undefined,
  type: ColumnType,
  yesNo: readonly [string, string],
): Value {
  if (cell === null || cell === undefined || cell === '') return { is: 'empty' };
  if (typeof cell === 'boolean') return { is: 'text', text: cell ? yesNo[0] : yesNo[1] };
  const text = cleanText(String(cell));
  if ((type === 'integer' || type === 'amount') && isNumber(text)) return { is: 'number', text };
  if (type === 'day' && isDay(text)) return { is: 'day', text };
  if (type === 'instant') return instantValue(text);
  return { is: 'text', text };
}

const isNumber = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && text.replaceAll(/\D/g, '').length <= maxDigits;

/** Spreadsheets count days from 1900 on, and wrongly before its March. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1900-03-01' && readDominicanTime(text)?.day === text;

/** An instant of the contract, or a local time of the wire. */
function instantValue(text: string): Value {
  const isOfContract = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text);
  const local = isOfContract ? dominicanTime(Date.parse(text)) : null;
  if (local !== null) return { is: 'instant', text: local.replace('T', ' ') };
  const read = readDominicanTime(text);
  if (read === null || read.day < '1900-03-01') return { is: 'text', text };
  return read.time === null
    ? { is: 'day', text: read.day }
    : { is: 'instant', text: `${read.day} ${read.time}` };
}

/** Text without what no file may hold: a control character or half of a pair becomes U+FFFD, each end of a line a line feed. */
function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      // XML 1.0, 2.2: the characters that a document may have.
      .replaceAll(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, '\uFFFD')
  );
}
