import type { Sheet, Value } from './sheet.ts';
import { typedValue } from './sheet.ts';

/**
 * A sheet as CSV (RFC 4180) in pieces: UTF-8 with its mark, by which Excel knows it, commas, CRLF, quotes where they are needed. A
 * text that a spreadsheet would take for a formula has an apostrophe before it (OWASP, "CSV Injection"), as one types text there;
 * numbers have none.
 */
export async function* csvPieces(sheet: Sheet, yesNo: readonly [string, string]): AsyncGenerator<string> {
  yield `\uFEFF${line(sheet.columns.map(({ title }) => textCell(title)))}`;
  for await (const rows of sheet.pages()) {
    yield rows
      .map((row) =>
        line(sheet.columns.map(({ type }, index) => csvCell(typedValue(row[index], type, yesNo)))),
      )
      .join('');
  }
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const csvCell = (value: Value): string =>
  value.is === 'empty' ? '' : value.is === 'text' ? textCell(value.text) : value.text;

function textCell(text: string): string {
  const safe = /^[=+\-@\t\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
