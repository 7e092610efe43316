/** Files of exports, read by programs that nobody here wrote. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeExport } from '../../../main/engine/exports/index.ts';
import { exportAlone } from '../../../main/engine/exports-alone.ts';
import { openReadingBeside, type ReadingBeside } from '../../../main/engine/reading-beside.ts';
import {
  type ExportFormat,
  type ExportSource,
  exportSource,
  maxExportRows,
} from '../../../shared/contract/exports.ts';
import { copied, filledFolder } from '../../command-line/filled-folder.ts';
import { movedToTestDatabase } from '../test-database.ts';
import { decidedFolder } from './decided-folder.ts';

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;
let dataDir = '';
let folder = '';
let beside: ReadingBeside;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perito-sheets-'));
  dataDir = await movedToTestDatabase(copied(await filledFolder(), folder));
  beside = await openReadingBeside(dataDir, '0.0.0');
});
afterAll(async () => {
  await beside.close();
  rmSync(folder, { recursive: true });
});

const quiet = { signal: new AbortController().signal, onProgress() {} };
let files = 0;
/** Writes an export; the path of its file. */
async function written(source: ExportSource, format: ExportFormat): Promise<string> {
  files += 1;
  const to = join(folder, `${files}.${format}`);
  const common = { locale: 'es' as const, by: 'Ana Prueba', version: '0.0.0', at: 1_790_000_000_000 };
  await writeExport({ reading: beside.reading, source, format, to, ...common, ...quiet });
  return to;
}

const partOf = (file: string, name: string): string =>
  spawnSync('unzip', ['-p', file, name], { encoding: 'utf8', maxBuffer: 1e8 }).stdout;
const rowsOf = (csv: string): string[][] => parse(csv, { bom: true, relax_column_count: true });

/** The first sheets of files as LibreOffice reads them, in their order; it is started once. */
function throughLibreOffice(given: readonly string[], readAs: readonly string[] = []): string[][][] {
  const out = mkdtempSync(join(folder, 'office-'));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const to = ['--convert-to', 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', '--outdir', out];
  const run = spawnSync('soffice', [profile, '--headless', ...readAs, ...to, ...given], { encoding: 'utf8' });
  const names = readdirSync(out);
  if (names.length !== given.length)
    throw new Error(`LibreOffice wrote ${names.length} files: ${run.stderr}`);
  return given.map((file) => rowsOf(readFileSync(join(out, `${basename(file, extname(file))}.csv`), 'utf8')));
}

const hostile = [
  "=cmd|' /C calc'!A0",
  '=1+1',
  '+1',
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  '＝1+1',
  'a "quoted", word',
  'one\ntwo\r\nthree\rfour',
  'nul \0 here',
  '\u0001\u001f\ud800 half',
  '😀 niño ñandú',
  '00123',
  'B0100000001',
  '00112345678',
  '1E5',
  '2026-11-24',
  'VERDADERO',
  '_x0041_ & <b> ]]>',
  "'already",
  ' spaces ',
];
const hostileTable: ExportSource = exportSource.parse({
  of: 'table',
  title: 'Celdas [hostiles]: *?',
  filters: ['=1+1'],
  columns: [
    { title: '=Texto', type: 'text' },
    { title: 'Monto', type: 'amount' },
    { title: 'Día', type: 'day' },
    { title: 'Instante', type: 'instant' },
    { title: 'Entero', type: 'integer' },
    { title: 'Sí o no', type: 'boolean' },
  ],
  rows: [
    ...hostile.map((text, index) => [
      text,
      `-${index}.05`,
      '2026-02-28',
      '2026-11-24T03:59:59.000Z',
      index,
      index % 2 === 0,
    ]),
    ['x'.repeat(40_960), '12345678901234567.89', '0001-01-01', 'ayer', 1.5, null],
  ],
});

describe('a table with hostile cells', () => {
  test('is CSV as RFC 4180 has it, in which no text begins as a formula does', async () => {
    const file = await written(hostileTable, 'csv');
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(text.replaceAll(/"(?:[^"]|"")*"/g, '')).not.toMatch(/[^\r]\n/);
    const [heading, ...rows] = rowsOf(text);
    expect(heading).toEqual(["'=Texto", 'Monto', 'Día', 'Instante', 'Entero', 'Sí o no']);
    for (const [index, said] of hostile.entries()) {
      const [cell = ''] = rows[index] ?? [];
      expect(cell).not.toMatch(/^[=+\-@\t＝]/);
      const clean = said
        .replaceAll(/\r\n?/g, '\n')
        .toWellFormed()
        .replaceAll(/(?![\t\n])\p{Cc}/gu, '\uFFFD');
      expect(cell.replace(/^'(?=[=+\-@\t＝])/, '')).toBe(clean);
    }
    expect(rows[1]).toEqual(["'=1+1", '-1.05', '2026-02-28', '2026-11-23 23:59:59', '1', 'No']);
    // More digits than a spreadsheet keeps, no day of a spreadsheet, no instant: all as it is, and all of it.
    expect(rows.at(-1)).toEqual([
      'x'.repeat(40_960),
      '12345678901234567.89',
      '0001-01-01',
      'ayer',
      '1.5',
      '',
    ]);
  });

  test.skipIf(!hasLibreOffice)('runs nothing when LibreOffice opens the CSV', async () => {
    const file = await written(hostileTable, 'csv');
    const csv = rowsOf(readFileSync(file, 'utf8'));
    const [opened] = throughLibreOffice([file], ['--infilter=CSV:44,34,76,1']);
    for (const index of [1, 2, 3, 4, 5, 6, 7]) expect(opened?.[index]?.[0]).toBe(csv[index]?.[0]);
  });
});

const lists: ExportSource[] = [
  hostileTable,
  { of: 'records', filter: {} },
  ...(['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const).map(
    (kind): ExportSource => ({ of: 'records', filter: { kind } }),
  ),
  { of: 'claims', filter: {} },
  { of: 'cancellations', filter: {} },
  { of: 'policies', filter: {} },
  { of: 'policyLookups', filter: {} },
  { of: 'downloads', filter: {} },
  { of: 'rejected', filter: {} },
  { of: 'audit', filter: {} },
];

test.skipIf(!hasLibreOffice)(
  'hostile cells and every list are the same in LibreOffice from XLSX as in CSV, cell by cell',
  async () => {
    const workbooks: string[] = [];
    for (const source of lists) workbooks.push(await written(source, 'xlsx'));
    const read = throughLibreOffice(workbooks);
    for (const [index, source] of lists.entries()) {
      const csv = rowsOf(readFileSync(await written(source, 'csv'), 'utf8'));
      expect(csv.length).toBeGreaterThan(1);
      const [heading = []] = csv;
      // Amounts are numbers there, written with two decimals and their thousands: 1200.5 is 1,200.50.
      const amounts = new Set(
        heading.flatMap((title, at) =>
          /Total|Monto|Valor|Ordenado|Por (facturar|acreditar)/.test(title) ? [at] : [],
        ),
      );
      const cells = (rows: readonly string[][] = []) =>
        rows.map((row) =>
          row.map((cell, at) => {
            if (amounts.has(at) && /^-?[\d.,]{1,20}$/.test(cell))
              return String(Number(cell.replaceAll(',', '')));
            // The apostrophe is of CSV alone, and a cell of a workbook ends at 32,767 characters.
            const text = cell.replace(/^'(?=[=+\-@\t＝])/, '').replace(/^x{32766}(x+|…)$/, 'cut at 32,767');
            return text;
          }),
        );
      expect([source.of, cells(read[index])]).toEqual([source.of, cells(csv)]);
    }
  },
);

test('a list has all rows that its procedure gives, page after page', async () => {
  const { total } = await beside.reading.records.list({ limit: 1 });
  const [heading, ...rows] = rowsOf(
    readFileSync(await written({ of: 'records', filter: {} }, 'csv'), 'utf8'),
  );
  expect(heading?.[0]).toBe('Número');
  expect(rows.length).toBe(total);
  expect(new Set(rows.map(([number]) => number)).size).toBe(total);
});

test('documents say what was decided, why, by whom and when; every list of records says whose each is, and its flag', async () => {
  const { own, decided } = await decidedFolder(
    copied(await filledFolder(), mkdtempSync(join(folder, 'own-'))),
  );
  const there = await openReadingBeside(own, '0.0.0');
  const columns = [
    ...['Número', 'Decisión', 'Motivo de la decisión', 'Decidió', 'Fecha de la decisión'],
    ...['A cargo de', 'Marca'],
  ];
  try {
    for (const filter of [{ kind: 'financialDocument' as const }, {}]) {
      files += 1;
      const to = join(folder, `${files}.csv`);
      await writeExport({
        ...{ reading: there.reading, source: { of: 'records', filter }, format: 'csv', locale: 'es', to },
        ...{ by: null, version: '0.0.0', at: 0, ...quiet },
      });
      const [heading = [], ...rows] = rowsOf(readFileSync(to, 'utf8'));
      const cells = rows.map((row) => columns.map((title) => row[heading.indexOf(title)]));
      expect(cells.find(([number]) => number === decided.number)).toEqual([
        ...[decided.number, 'Objetada', 'La factura está duplicada. · Ya vino en mayo', decided.who],
        ...[expect.stringMatching(/^20\d\d-/), decided.who, 'mesa'],
      ]);
    }
  } finally {
    await there.close();
  }
});

test.each(['csv', 'xlsx'] as const)(
  'the policy book has what its vehicles are worth (%s)',
  async (format) => {
    const { rows } = await beside.reading.policies.list({ limit: 200 });
    const worth = new Map(rows.map((row) => [row.vin, row.vehicleValue]));
    expect([...worth.values()].filter((value) => value !== null).length).toBeGreaterThan(0);
    const file = await written({ of: 'policies', filter: {} }, format);
    if (format === 'xlsx') {
      const value = [...worth.values()].find((one) => one !== null);
      expect(partOf(file, 'xl/worksheets/sheet1.xml')).toContain(`s="4"><v>${value}</v>`);
      return;
    }
    const [heading = [], ...exported] = rowsOf(readFileSync(file, 'utf8'));
    const [vin, at] = [heading.indexOf('Chasis'), heading.indexOf('Valor del vehículo (RD$)')];
    for (const row of exported.slice(0, 200)) expect(row[at]).toBe(worth.get(row[vin] ?? '') ?? '');
  },
);

test('nothing is left where it is stopped, the target is there, the folder is not, or there are too many rows', async () => {
  const source: ExportSource = { of: 'records', filter: {} };
  const stopped = new AbortController();
  const to = join(folder, 'stopped.csv');
  const common = { locale: 'es' as const, by: null, version: '0.0.0', at: 0, reading: beside.reading };
  const stopping = writeExport({
    ...{ ...common, source, format: 'csv', to, signal: stopped.signal },
    onProgress: () => stopped.abort(),
  });
  await expect(stopping).rejects.toMatchObject({ name: 'AbortError' });
  writeFileSync(join(folder, 'taken.csv'), 'kept');
  for (const [name, code] of [
    ['taken.csv', 'targetExists'],
    ['absent/a.csv', 'notWritable'],
  ]) {
    const failing = writeExport({ ...common, source, format: 'csv', to: join(folder, name ?? ''), ...quiet });
    await expect(failing).rejects.toMatchObject({ code });
  }
  const many = {
    ...beside.reading,
    policies: {
      ...beside.reading.policies,
      list: async () => ({ rows: [], nextCursor: null, total: maxExportRows.xlsx + 1, totalIsCapped: false }),
    },
  };
  const tooMany = writeExport({
    ...{ ...common, reading: many, source: { of: 'policies', filter: {} }, format: 'xlsx' },
    ...{ to: join(folder, 'many.xlsx'), ...quiet },
  });
  await expect(tooMany).rejects.toMatchObject({ code: 'tooManyRows' });
  expect(readFileSync(join(folder, 'taken.csv'), 'utf8')).toBe('kept');
  expect(readdirSync(folder).filter((name) => /part$|stopped|many|absent/.test(name))).toEqual([]);
});

test('without an engine it is noted in the log what was exported, and how many rows', async () => {
  const own = copied(dataDir, mkdtempSync(join(folder, 'own-')));
  const to = join(folder, 'logged.xlsx');
  const source: ExportSource = { of: 'records', filter: { kind: 'purchaseOrder' } };
  const done = await exportAlone({
    ...{ dataDir: own, source, format: 'xlsx', locale: 'en', to, version: '0.0.0', ...quiet },
  });
  expect([done.isLogged, existsSync(to)]).toEqual([true, true]);
  const after = await openReadingBeside(own, '0.0.0');
  const [last] = (await after.reading.audit.list({})).rows;
  await after.close();
  expect(last).toMatchObject({
    action: 'export.made',
    actor: { via: 'commandLine' },
    detail: { of: 'records', filter: { kind: 'purchaseOrder' }, format: 'xlsx', rows: done.rows },
  });
});
