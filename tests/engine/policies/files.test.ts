import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import writeXlsx from 'write-excel-file/node';
import { FileFailure } from '../../../main/engine/policies/reader/file-failure.ts';
import { openFile } from '../../../main/engine/policies/reader/open-file.ts';
import { isDateFormat } from '../../../main/engine/policies/reader/xlsx.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openPolicies } from './house.ts';

/** All of a file as the importer sees it. */
async function read(content: Uint8Array | string, sheet: string | null = null) {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, content);
  const file = await openFile(path, sheet);
  const rows: { line: number; cells: string[] }[] = [];
  for await (const row of file.rows) rows.push(row);
  await file.close();
  return { headings: file.headings.map(({ name }) => name), rows, sheets: file.sheets };
}

const failureOf = (content: Uint8Array | string) =>
  read(content).then(
    () => 'read',
    (failure: unknown) => (failure instanceof FileFailure ? failure.failure.code : failure),
  );

const text = (delimiter: string, end = '\r\n') =>
  ['Póliza,Chasis,Asegurado', 'P-1,V1,"Núñez, Ángela"', 'P-2,V2,€uro «Peña»']
    .map((line) => line.replaceAll(/,(?! )/g, delimiter))
    .join(end);

const encodings: [string, (content: string) => Uint8Array][] = [
  ['UTF-8', (content) => Buffer.from(content)],
  ['UTF-8 with BOM', (content) => Buffer.from(`\uFEFF${content}`)],
  ['UTF-16 LE with BOM', (content) => Buffer.from(`\uFEFF${content}`, 'utf16le')],
  ['UTF-16 BE with BOM', (content) => Buffer.from(`\uFEFF${content}`, 'utf16le').swap16()],
  ['UTF-16 LE without BOM', (content) => Buffer.from(content, 'utf16le')],
  ['Windows-1252', (content) => Buffer.from(content.replaceAll('€', '\u0080'), 'latin1')],
];
const delimiters: [string, string][] = [
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
];
const ends: [string, string][] = [
  ['CRLF', '\r\n'],
  ['LF', '\n'],
];

test.each(
  encodings.flatMap(([encoding, encode]) =>
    delimiters.flatMap(([name, delimiter]) =>
      ends.map(([end, sign]) => ({ encoding, name, end, content: encode(text(delimiter, sign)) })),
    ),
  ),
)('CSV in $encoding with $name and $end', async ({ content }) => {
  const found = await read(content);
  expect(found.headings).toEqual(['Póliza', 'Chasis', 'Asegurado']);
  expect(found.rows).toEqual([
    { line: 2, cells: ['P-1', 'V1', 'Núñez, Ángela'] },
    { line: 3, cells: ['P-2', 'V2', '€uro «Peña»'] },
  ]);
});

test('an accent after the first megabytes decides about the encoding too', async () => {
  const line = `P,V,${'a'.repeat(200)}\n`;
  const ascii = `Póliza,Chasis,Asegurado\n${line.repeat(20_000)}`.replace('ó', 'o');
  const { rows } = await read(Buffer.concat([Buffer.from(ascii), Buffer.from('P,V,Peña\n', 'latin1')]));
  expect(rows.at(-1)).toEqual({ line: 20_002, cells: ['P', 'V', 'Peña'] });
});

test('lines are those of the file, over empty rows and cells of several lines', async () => {
  const { rows } = await read('a,b\n\n1,"two\nlines"\n,\n3,4\n');
  expect(rows).toEqual([
    { line: 3, cells: ['1', 'two\nlines'] },
    { line: 6, cells: ['3', '4'] },
  ]);
});

test.each<[string, string, number[]]>([
  ['several at once', '\n\n\na,b\n\n1,2\n\n\n\n3,4\n\n', [6, 10]],
  ['of CRLF', '\r\na,b\r\n\r\n\r\n1,2\r\n3,4', [5, 6]],
  ['around cells of several lines', 'a,b\n\n"x\n\ny",2\n\n3,4\n', [3, 7]],
  ['beside lines of spaces and of delimiters', 'a,b\n  \n\n,\n1,2\n ,\n\n3,4', [5, 8]],
  ['behind a delimiter that is named', 'sep=,\n\na,b\n\n1,2\n\n3,4\n', [5, 7]],
])('empty lines are counted as lines: %s', async (_, content, lines) => {
  expect((await read(content)).rows.map(({ line }) => line)).toEqual(lines);
});

/** Milliseconds of this process's own time since it was called: what others do on the machine does not count. */
const cpuWatch = () => {
  const from = process.cpuUsage();
  return () => process.cpuUsage(from).user / 1000;
};

test('millions of empty lines are passed as fast as they are read', async () => {
  const cpu = cpuWatch();
  const { rows } = await read(`a,b\n${'\n'.repeat(5_000_000)}1,2\n`);
  expect(rows).toEqual([{ line: 5_000_002, cells: ['1', '2'] }]);
  // Two minutes where each of them is a record.
  expect(cpu()).toBeLessThan(10_000);
});

test('a delimiter that is named first, headings that are empty or there twice', async () => {
  const found = await read('sep=;\r\nA;;A;"B;C"\r\n1;2;3;4\r\n');
  expect(found.headings).toEqual(['A', 'A (2)', 'B;C']);
  expect(found.rows).toEqual([{ line: 3, cells: ['1', '2', '3', '4'] }]);
});

test.each<[string, Uint8Array | string, string]>([
  ['nothing', '', 'emptyFile'],
  ['empty lines', '\n\n ,\n', 'noHeadings'],
  ['a quotation mark that does not end', 'a,b\n1,"2\n', 'rowsRunOn'],
  ['101 columns', `${Array.from({ length: 101 }, (_, index) => `c${index}`).join(',')}\n`, 'tooManyColumns'],
  ['two million blank rows', `a,b\n${',\n'.repeat(2_000_001)}`, 'tooManyRows'],
  ['millions of columns', `a,b\n${','.repeat(6_000_000)}`, 'lineTooLong'],
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'oldExcel'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'neitherCsvNorExcel'],
  ['a zip that is none', Buffer.from('504b0304ffffffff', 'hex'), 'workbookDamaged'],
])('%s is refused', async (_, content, code) => {
  expect(await failureOf(content)).toBe(code);
});

async function workbook(...sheets: { name: string; rows: Parameters<typeof writeXlsx>[0] }[]) {
  const path = join(temporaryFolder(), 'book.xlsx');
  await writeXlsx(sheets.map(({ name, rows }) => ({ sheet: name, data: rows })) as never).toFile(path);
  return path;
}

test('XLSX: dates, numbers, yes and no and texts; empty cells and rows; a chosen sheet', async () => {
  const path = await workbook(
    {
      name: 'Pólizas',
      rows: [
        [{ value: 'Póliza' }, { value: 'Desde' }, { value: 'Balance' }, { value: 'Excluido' }],
        [
          { value: '000123 & <sí>' },
          { value: new Date('2026-03-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
          { value: 1234.56, type: Number, format: '#,##0.00' },
          { value: true, type: Boolean },
        ],
        [],
        [null, null, { value: 0.1 + 0.2, type: Number }, null],
      ] as never,
    },
    { name: 'Otra', rows: [[{ value: 'A' }], [{ value: 'b' }]] as never },
  );
  const open = async (sheet: string | null) => {
    const file = await openFile(path, sheet);
    const rows: { line: number; cells: string[] }[] = [];
    for await (const row of file.rows) rows.push(row);
    await file.close();
    return { rows, sheets: file.sheets };
  };
  expect(await open(null)).toEqual({
    sheets: ['Pólizas', 'Otra'],
    rows: [
      { line: 2, cells: ['000123 & <sí>', '2026-03-01', '1234.56', 'true'] },
      { line: 4, cells: ['', '', '0.3'] },
    ],
  });
  expect((await open('Otra')).rows).toEqual([{ line: 2, cells: ['b'] }]);
  await expect(open('Ninguna')).rejects.toThrow('sheetMissing');
});

test.each([
  { asked: 'first', first: { sheet: 'Una' } },
  { asked: 'first, which nobody named', first: {} },
])(
  'a mapping is remembered of the sheet that it is of, the $asked, though others were looked at since',
  async ({ first }) => {
    const house = await openPolicies(await migratedFolder());
    onTestFinished(() => house.close());
    const texts = (...values: string[]) => values.map((value) => ({ value }));
    const path = await workbook(
      { name: 'Una', rows: [texts('Ref', 'Serie', 'Quien'), texts('P-1', 'V1', 'Ana Prueba')] as never },
      { name: 'Otra', rows: [texts('Clave', 'Número'), texts('x', '1')] as never },
    );
    const { id } = await house.upload('b.xlsx', readFileSync(path));
    await house.imports.headings({ id, ...first });
    await house.imports.headings({ id, sheet: 'Otra' });
    const mapping = { Ref: 'insurancePolicyNumber', Serie: 'vin', Quien: 'displayName' } as const;
    await house.imports.check({ id, mapping, sheet: 'Una' });
    await house.until(id, 'checked');
    await house.imports.apply({ id, badRows: 'refuse' });
    await house.until(id, 'imported');
    const isRemembered = async (head: string) => {
      const later = await house.upload('c.csv', Buffer.from(`${head}\n1,2,3\n`));
      return (await house.imports.headings({ id: later.id })).isRemembered;
    };
    expect(await isRemembered('Clave,Número')).toBe(false);
    expect(await isRemembered('Ref,Serie,Quien')).toBe(true);
  },
);

test.each<[string, boolean]>([
  ['dd/mm/yyyy', true],
  ['[$-1C0A]d" de "mmmm" de "yyyy', true],
  ['mmm', true],
  ['h:mm', false],
  ['General', false],
  ['#,##0.00 "días"', false],
  ['[Red]0.00', false],
  ['RD$#,##0.00', false],
  ['RD$0.00', false],
  ['dd/mm/yyyy hh:mm:ss.000', true],
])('format %j shows a date: %s', (code, isDate) => {
  expect(isDateFormat(code)).toBe(isDate);
});

/** A zip of stored central directory and deflated parts, as large as its parts unfold to. */
function zipOf(parts: Record<string, Buffer>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content, { level: 9 });
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const bookXml = '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>';
const relations = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const workbookOf = (sheet: Buffer | string, strings = '<sst/>', styles = '<styleSheet/>') =>
  zipOf({
    'xl/styles.xml': Buffer.from(styles),
    'xl/workbook.xml': Buffer.from(bookXml),
    'xl/_rels/workbook.xml.rels': Buffer.from(relations),
    'xl/sharedStrings.xml': Buffer.from(strings),
    'xl/worksheets/sheet1.xml': Buffer.from(sheet),
  });

test('a workbook of hand-made parts is read: shared and rich texts, prefixes, cells without a place', async () => {
  const strings = '<sst><si><r><t>Pó</t></r><r><t>liza</t></r><rPh><t>no</t></rPh></si></sst>';
  const sheet =
    '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c></x:row><x:row r="9"><x:c r="B9"><x:v>1.5E3</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  const found = await read(workbookOf(sheet, strings));
  expect(found).toEqual({
    headings: ['Póliza', 'A'],
    rows: [{ line: 9, cells: ['', '1500'] }],
    sheets: ['S'],
  });
});

const cell = (place: string, style: number, value: string) =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

test('numbers are read as the sheet shows them: filled up with zeros, without the noise of sums, days whole', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000&quot;-&quot;0000000\\-0"/><numFmt numFmtId="171" formatCode="000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/></cellXfs></styleSheet>';
  const cells = [
    cell('A2', 1, '113918205'),
    cell('B2', 2, '123'),
    cell('C2', 2, '1234567'),
    cell('D2', 0, '5.6843418860808E-14'),
    cell('E2', 0, '333.33333333333331'),
    cell('F2', 3, '46081.999999999993'),
    cell('G2', 3, '46081.75'),
    cell('H2', 0, '-1E-9'),
  ];
  const head = Array.from('ABCDEFGH', (name) => `<c r="${name}1" t="str"><v>${name}</v></c>`).join('');
  const sheet = `<worksheet><row r="1">${head}</row><row r="2">${cells.join('')}</row></worksheet>`;
  expect((await read(workbookOf(sheet, '<sst/>', styles))).rows).toEqual([
    {
      line: 2,
      cells: ['001-1391820-5', '000123', '1234567', '0', '333.333333', '2026-03-01', '2026-02-28', '0'],
    },
  ]);
});

test('a number of more digits than a sheet keeps is told as the sheet shows it, and comes into no book', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="1"/></cellXfs></styleSheet>';
  const head = ['Póliza', 'Chasis', 'Asegurado'].map((name) => `<c t="str"><v>${name}</v></c>`).join('');
  const row = (vin: string, style: number) =>
    `<row><c t="str"><v>P-1</v></c><c s="${style}"><v>${vin}</v></c><c t="str"><v>Ana Prueba</v></c></row>`;
  const book = workbookOf(
    `<worksheet><row>${head}</row>${row('1.23456789012345E+16', 0)}${row('12345678901234500', 1)}${row('123456789012345', 0)}</worksheet>`,
    '<sst/>',
    styles,
  );
  expect((await read(book)).rows.map(({ cells }) => cells[1])).toEqual([
    '1.23456789012345E+16',
    '1.23456789012345E+16',
    '123456789012345',
  ]);
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  const path = house.file('b.xlsx', book);
  expect(await house.book.import({ path, badRows: 'skip' })).toMatchObject({
    added: 1,
    bad: 2,
    problems: [
      { line: 2, column: 'vin', code: 'scientific', value: '1.23456789012345E+16' },
      { line: 3, column: 'vin', code: 'scientific' },
    ],
    warned: 1,
    warnings: [{ line: 4, column: 'vin', code: 'vinLength', value: '123456789012345' }],
  });
});

test('cells with nothing but a format may reach as far as the sheet; places that are none are the next ones', async () => {
  const sheet =
    '<worksheet><row r="x"><c r="A1" t="str"><v>a</v></c><c r="XFD1" s="3"/></row><row r="1e400"><c r="?" t="str"><v>b</v></c><c r="XFD2" t="str"><v> </v></c></row><row r="2.5"><c t="str"><v>c</v></c></row></worksheet>';
  expect((await read(workbookOf(sheet))).rows).toEqual([
    { line: 2, cells: ['b'] },
    { line: 3, cells: ['c'] },
  ]);
});

test.each<[string, () => Buffer, string]>([
  ['a zip bomb', () => workbookOf(Buffer.alloc(64 * 1024 * 1024, 0x20)), 'workbookTooLarge'],
  [
    'a document type with entities',
    () => workbookOf('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
    'workbookDamaged',
  ],
  ['XML that does not end', () => workbookOf('<worksheet><sheetData>'), 'workbookDamaged'],
  ['a zip without a workbook', () => zipOf({ 'a.txt': Buffer.from('a') }), 'workbookDamaged'],
  [
    'a cell far to the right',
    () => workbookOf('<worksheet><row r="1"><c r="XFD1" t="str"><v>a</v></c></row></worksheet>'),
    'tooManyColumns',
  ],
])('%s is refused', async (_, content, code) => {
  expect(await failureOf(content())).toBe(code);
});

const sheetOf = (inside: string) => workbookOf(`<worksheet><sheetData>${inside}</sheetData></worksheet>`);
const heading = '<row><c t="str"><v>a</v></c></row>';
/** Each is below what a zip may hold, and would keep a reader busy for seconds: 2,000,000 nested elements for 21 s. */
test.each<[string, () => Buffer, string]>([
  ['2,000,000 nested elements', () => sheetOf('<a>'.repeat(2e6) + '</a>'.repeat(2e6)), 'workbookTooDeep'],
  [
    'the same in shared strings',
    () => workbookOf('<worksheet/>', `<sst>${'<a>'.repeat(1e5)}${'</a>'.repeat(1e5)}</sst>`),
    'workbookTooDeep',
  ],
  ['65 levels', () => sheetOf('<a>'.repeat(63) + '</a>'.repeat(63)), 'workbookTooDeep'],
  [
    'an element with 100,000 attributes',
    () => sheetOf(`<a ${Array.from({ length: 1e5 }, (_, index) => `b${index}=""`).join(' ')}/>`),
    'workbookTooLarge',
  ],
  ['a row of 1,000,000 cells', () => sheetOf(`<row>${'<c/>'.repeat(1e6)}</row>`), 'workbookTooLarge'],
  ['2,000,000 elements outside of rows', () => sheetOf('<a/>'.repeat(2e6)), 'workbookTooLarge'],
  ['1,100,000 empty rows', () => sheetOf(heading + '<row/>'.repeat(1.1e6)), 'tooManyRows'],
  [
    'a cell of 3,000,000 characters',
    () => sheetOf(`<row><c t="str"><v>${'x'.repeat(3e6)}</v></c></row>`),
    'workbookTooLarge',
  ],
])('%s in a sheet are refused at once', async (_, content, code) => {
  const made = content();
  const cpu = cpuWatch();
  expect(await failureOf(made)).toBe(code);
  // What is below the limits is read before; what is above them is not.
  expect(cpu()).toBeLessThan(code === 'tooManyRows' ? 10_000 : 2500);
});

test('a sheet of 62 levels is read, and one of very many columns with nothing in them', async () => {
  const deep = `${'<a>'.repeat(62)}${'</a>'.repeat(62)}`;
  const wide = `<row r="2"><c t="str"><v>b</v></c>${'<c s="1"/>'.repeat(16_383)}</row>`;
  expect((await read(sheetOf(`${heading}${deep}${wide}`))).rows).toEqual([{ line: 2, cells: ['b'] }]);
});

test('a hostile sheet is refused in words, through the whole import, and the book stays as it was', async () => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  const path = house.file('b.xlsx', sheetOf('<a>'.repeat(2e6) + '</a>'.repeat(2e6)));
  const cpu = cpuWatch();
  const failed = house.book.import({ path });
  await expect(failed).rejects.toMatchObject({ code: 'FILE', data: { code: 'workbookTooDeep', limit: 64 } });
  expect(cpu()).toBeLessThan(5000);
  expect((await house.imports.list()).rows[0]).toMatchObject({
    state: 'failed',
    failure: { code: 'workbookTooDeep' },
  });
});

test('the same rows as CSV and as XLSX are the same book', async () => {
  const house = await openPolicies(await migratedFolder());
  onTestFinished(() => house.close());
  const csv =
    'Póliza;Chasis;Asegurado;Año;Vigencia desde;Balance\nP-1;V1;Ana Prueba;2021;01/03/2026;1.234,50\n';
  const path = await workbook({
    name: 'S',
    rows: [
      ['Póliza', 'Chasis', 'Asegurado', 'Año', 'Vigencia desde', 'Balance'].map((value) => ({ value })),
      [
        { value: 'P-1' },
        { value: 'V1' },
        { value: 'Ana Prueba' },
        { value: 2021, type: Number },
        { value: new Date('2026-03-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
        { value: 1234.5, type: Number },
      ],
    ] as never,
  });
  expect(await house.book.import({ path: house.file('b.csv', csv) })).toMatchObject({ added: 1 });
  expect(await house.book.import({ path })).toMatchObject({ unchanged: 1, changed: 0 });
});
