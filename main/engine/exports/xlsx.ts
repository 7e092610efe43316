/** A sheet as a workbook of Office Open XML (ECMA-376), written as its rows are read. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { ExportProblem } from './export-problem.ts';
import { type Column, type Sheet, typedValue, type Value } from './sheet.ts';

/** What stands on the second sheet and on paper: the first has nothing but the table, as formulas and other programs expect it. */
export interface About {
  /** Name of that sheet. */
  sheetName: string;
  /** The insurer, as on paper. */
  company: string;
  /** What it says, a line each: a name and what it is. */
  lines: readonly (readonly [string, string])[];
  /** "Page" and "of". */
  pageWords: readonly [string, string];
}

/** The longest text of a cell ("Excel specifications and limits"). */
const maxCellLength = 32_767;
/** Parts of a ZIP archive without the 64-bit form, which not all readers of workbooks know. */
const maxPartBytes = 0xffff_ffff;

/** Formats of `styles` by their place in `cellXfs`. */
const style = { plain: 0, heading: 1, text: 2, integer: 3, amount: 4, day: 5, instant: 6, label: 7 } as const;

/** The bytes of the workbook; ends with an error where the rows could not be read. */
export function xlsxStream(sheet: Sheet, about: About, yesNo: readonly [string, string]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error('The archive of a workbook cannot be read.');
  const fail = (failure: unknown) => output.destroy(failure instanceof Error ? failure : undefined);
  zip.on('error', fail);
  const name = sheetNameOf(sheet.title);
  const parts: readonly (readonly [string, string])[] = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])],
    ['xl/workbook.xml', workbook(name, sheetNameOf(about.sheetName))],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
        ['styles', 'styles.xml'],
      ),
    ],
    ['xl/styles.xml', styles],
    ['xl/worksheets/sheet2.xml', aboutSheet(about)],
  ];
  for (const [part, text] of parts) zip.addBuffer(Buffer.from(text), part);
  const rows = Readable.from(pieces(sheet, about, yesNo));
  rows.on('error', fail);
  // Whoever leaves reads no more rows.
  output.on('close', () => rows.destroy());
  zip.addReadStream(rows, 'xl/worksheets/sheet1.xml');
  zip.end();
  return output;
}

async function* pieces(sheet: Sheet, about: About, yesNo: readonly [string, string]): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const text of sheetXml(sheet, about, yesNo)) {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > maxPartBytes)
      throw new ExportProblem(
        'tooManyRows',
        'There is more text than a workbook takes: export CSV, or less.',
      );
    yield piece;
  }
}

async function* sheetXml(
  { title, columns, pages }: Sheet,
  about: About,
  yesNo: readonly [string, string],
): AsyncGenerator<string> {
  const last = columnName(columns.length - 1);
  yield `${declaration}<worksheet xmlns="${main}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`;
  yield columns
    .map(
      ({ width }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width + 2}" customWidth="1"/>`,
    )
    .join('');
  yield '</cols><sheetData>';
  yield row(
    1,
    columns.map((column, index) => textCell(`${columnName(index)}1`, column.title, style.heading)),
  );
  let number = 1;
  for await (const page of pages()) {
    let text = '';
    for (const cells of page) {
      number += 1;
      const at = number;
      text += row(
        at,
        columns.map((column, index) =>
          cellXml(`${columnName(index)}${at}`, typedValue(cells[index], column.type, yesNo), column),
        ),
      );
    }
    yield text;
  }
  const [page, of] = about.pageWords;
  yield `</sheetData><autoFilter ref="A1:${last}${number}"/><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="1" orientation="landscape" fitToHeight="0"/><headerFooter><oddHeader>${headerText(`&L${plain(about.company)}&R${plain(title)}`)}</oddHeader><oddFooter>${headerText(`&R${plain(page)} &P ${plain(of)} &N`)}</oddFooter></headerFooter></worksheet>`;
}

function cellXml(reference: string, value: Value, { type }: Column): string {
  switch (value.is) {
    case 'empty':
      return '';
    case 'text':
      return textCell(reference, value.text, style.text);
    case 'number': {
      const isWhole = !value.text.includes('.');
      return numberCell(
        reference,
        value.text,
        type === 'amount' ? style.amount : isWhole ? style.integer : style.plain,
      );
    }
    case 'day':
      return numberCell(reference, serialOf(`${value.text}T00:00:00Z`), style.day);
    case 'instant':
      return numberCell(reference, serialOf(`${value.text.replace(' ', 'T')}Z`), style.instant);
  }
}

/** Days since the end of 1899, as spreadsheets count them. */
const serialOf = (instant: string): string => String(Date.parse(instant) / 86_400_000 + 25_569);

const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.join('')}</row>`;

const numberCell = (reference: string, text: string, format: number): string =>
  `<c r="${reference}" s="${format}"><v>${text}</v></c>`;

/** Text in the cell itself, never a formula. */
const textCell = (reference: string, text: string, format: number): string =>
  `<c r="${reference}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;

function cut(text: string): string {
  if (text.length <= maxCellLength) return text;
  return `${text
    .slice(0, maxCellLength - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/** Text of XML; what looks like an escape of a character (ECMA-376, 22.4.2.4) stays what it is. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');

/** In headers and footers `&` begins a code, and 255 characters are the most. */
const plain = (text: string): string => text.slice(0, 80).toWellFormed().replaceAll('&', '&&');
const headerText = (text: string): string => escaped(text);

/** `A` to `Z`, `AA` and on. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** A name that a sheet may have: no more than 31 characters, none of a few. */
const sheetNameOf = (title: string): string =>
  title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .trim()
    .slice(0, 31)
    .toWellFormed() || 'Perito';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (...targets: readonly (readonly [string, string])[]): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${spreadsheet}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`;

const workbook = (name: string, about: string): string => {
  const other = about.toLowerCase() === name.toLowerCase() ? `${about} 2` : about;
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/><sheet name="${escaped(other)}" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'${escaped(name)}'!$1:$1</definedName></definedNames></workbook>`;
};

/** Amounts with two decimals, days and times as ISO 8601 has them, which every reader sorts and nobody reads the other way round. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="10"/><name val="Arial"/></font><font><b/><sz val="10"/><name val="Arial"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF1"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8">${[
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="2" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>',
  ...['49', '1', '4', '164', '165'].map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top"/></xf>`,
  ),
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"/></xf>',
].join('')}</cellXfs></styleSheet>`;

function aboutSheet({ lines }: About): string {
  const rows = lines.map(([name, text], index) =>
    row(index + 1, [
      textCell(`A${index + 1}`, name, style.label),
      text === '' ? '' : textCell(`B${index + 1}`, text, style.text),
    ]),
  );
  return `${declaration}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
}
