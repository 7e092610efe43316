/**
 * Rows as CSV that Excel opens as it should: UTF-8 with its mark, commas, CRLF, quotes where they are needed. A cell
 * that a spreadsheet would take for a formula is written as text (OWASP, "CSV injection").
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
