/** PDFs of exports, read by poppler. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeExport } from '../../../main/engine/exports/index.ts';
import { openReadingBeside, type ReadingBeside } from '../../../main/engine/reading-beside.ts';
import { type ExportSource, exportSource } from '../../../shared/contract/exports.ts';
import type { Locale } from '../../../shared/terms.ts';
import { copied, filledFolder } from '../../command-line/filled-folder.ts';
import { movedToTestDatabase } from '../test-database.ts';
import { decidedFolder } from './decided-folder.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
let folder = '';
let beside: ReadingBeside;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perito-paper-'));
  beside = await openReadingBeside(await movedToTestDatabase(copied(await filledFolder(), folder)), '0.0.0');
});
afterAll(async () => {
  await beside.close();
  rmSync(folder, { recursive: true });
});

/** Pictures of the pages are kept where this names a folder. */
const pictures = process.env['PERITO_PAPER'];
let files = 0;

/** The words of a PDF as they are laid out, and how many pages it has. */
async function printed(source: ExportSource, locale: Locale, name: string) {
  files += 1;
  const to = join(folder, `${files}.pdf`);
  await writeExport({
    ...{ reading: beside.reading, source, format: 'pdf', locale, to, by: 'Ana Prueba', version: '0.0.0' },
    ...{ at: Date.UTC(2026, 10, 24, 14, 5), signal: new AbortController().signal, onProgress() {} },
  });
  expect(readFileSync(to).subarray(0, 5).toString()).toBe('%PDF-');
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    spawnSync('pdftoppm', ['-r', '70', '-png', '-l', '3', to, join(pictures, `${name}-${locale}`)]);
  }
  const text = spawnSync('pdftotext', ['-layout', to, '-'], { encoding: 'utf8' }).stdout;
  const info = spawnSync('pdfinfo', [to], { encoding: 'utf8' }).stdout;
  return { text, flat: text.replaceAll(/\s+/g, ' '), pages: Number(/Pages:\s+(\d+)/.exec(info)?.[1]) };
}

test.skipIf(!hasPoppler)(
  'an invoice on paper says what was decided, why, what was asked, by whom, and whose it is',
  async () => {
    const { own, decided } = await decidedFolder(
      copied(await filledFolder(), mkdtempSync(join(folder, 'own-'))),
    );
    const there = await openReadingBeside(own, '0.0.0');
    const to = join(folder, 'decided.pdf');
    await writeExport({
      ...{
        reading: there.reading,
        source: { of: 'record', id: decided.id },
        format: 'pdf',
        locale: 'es',
        to,
      },
      ...{ by: 'Ana Prueba', version: '0.0.0', at: Date.UTC(2026, 10, 24, 14, 5) },
      ...{ signal: new AbortController().signal, onProgress() {} },
    });
    await there.close();
    const { stdout } = spawnSync('pdftotext', ['-layout', to, '-'], { encoding: 'utf8' });
    for (const said of ['Objetada', 'La factura está duplicada', 'Favor enviar', 'A cargo de', decided.who])
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(stdout).toContain('Historia de la decisión');
  },
);

const locales: readonly Locale[] = ['es', 'en'];

test.skipIf(!hasPoppler)('lists are on paper with heading, filters and page numbers', async () => {
  const filter = { kind: 'purchaseOrder' as const };
  const { total } = await beside.reading.records.list(filter);
  const es = await printed({ of: 'records', filter }, 'es', 'orders');
  expect(es.flat).toContain('Órdenes de compra');
  expect(es.flat).toContain(`Filas: ${total}`);
  expect(es.text).toContain(`Página 1 de ${es.pages}`);
  const en = await printed({ of: 'records', filter }, 'en', 'orders');
  expect(en.text).toContain(`Page ${en.pages} of ${en.pages}`);
  const none = await printed({ of: 'records', filter: { search: 'nothing says this' } }, 'es', 'none');
  expect([none.pages, none.flat.includes('Ninguno')]).toEqual([1, true]);
});

test.skipIf(!hasPoppler)('every kind of record and a claim are on paper in both languages', async () => {
  for (const locale of locales) {
    for (const kind of ['purchaseOrder', 'serviceOrder', 'incidentReport', 'financialDocument'] as const) {
      const { rows } = await beside.reading.records.list({ kind, withFindings: true });
      const [row] = rows.length > 0 ? rows : (await beside.reading.records.list({ kind })).rows;
      if (row === undefined) throw new Error(`there is no ${kind}`);
      const { flat } = await printed({ of: 'record', id: row.id }, locale, kind);
      expect(flat).toContain(row.number);
      expect(flat).not.toMatch(/undefined|\[object|findingTerms|fields\./);
    }
    const claims = (await beside.reading.claims.list({ limit: 200 })).rows;
    const claim = claims.toSorted((a, b) => b.attentionCount - a.attentionCount)[0];
    const value = claim?.claimNumber ?? '';
    const { flat } = await printed({ of: 'claim', by: 'claimNumber', value }, locale, 'claim');
    expect(flat).toContain(value);
    expect(flat).toContain(locale === 'es' ? 'Quién debe qué' : 'Who owes what');
  }
});

test.skipIf(!hasPoppler)('a table of long names and 300 rows stays on its pages', async () => {
  const long = 'Aseguradora'.repeat(12);
  const rows = Array.from({ length: 300 }, (_, index) => [
    `${index} ${long}`,
    index % 7 === 0 ? '😀 ñandú' : 'Repuestos y Servicios Automotrices de la Región Norte, SRL',
    `${index * 1000}.5`,
    'DOP',
    '2026-11-24',
    index % 2 === 0,
  ]);
  const table: ExportSource = {
    ...{ of: 'table', title: 'Ordenado y facturado por mes', filters: ['2026', 'DOP'] },
    columns: [
      { title: 'Nombre', type: 'text', width: 20 },
      { title: 'Suplidor', type: 'text', width: 30 },
      { title: 'Monto', type: 'amount', width: 14 },
      { title: 'Moneda', type: 'text', width: 8 },
      { title: 'Día', type: 'day', width: 12 },
      { title: 'Conciliado', type: 'boolean', width: 10 },
    ],
    rows,
  };
  const { flat, pages } = await printed(table, 'es', 'long');
  expect(pages).toBeGreaterThan(5);
  expect(flat).toContain('299,000.50');
  expect(flat.replaceAll(' ', '')).toContain(`Página${pages}de${pages}`);
});

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
const amounts = (index: number) => [`${(index + 1) * 104_000}.25`, `${index * 81_000}.5`, `${index * 900}`];
const charts: readonly {
  name: string;
  table: Omit<Extract<ExportSource, { of: 'table' }>, 'of' | 'filters'>;
}[] = [
  {
    name: 'columns',
    table: {
      title: 'Dinero por mes en DOP',
      columns: [
        { title: 'Mes', type: 'month', width: 12 },
        ...['Ordenado', 'Facturado', 'Acreditado'].map((title) => ({
          title,
          type: 'amount' as const,
          width: 14,
        })),
      ],
      rows: months.map((month, index) => [month, ...amounts(index)]),
      chart: {
        form: 'columns',
        series: [1, 2, 3],
        unit: 'amount',
        sentence: 'Se ordenó más cada mes',
        drawn: 12,
      },
    },
  },
  {
    name: 'lines',
    table: {
      title: 'Tiempo hasta la primera mirada',
      columns: [
        { title: 'Mes', type: 'month', width: 12 },
        { title: 'La mitad, antes de (min)', type: 'integer', width: 14 },
        { title: '9 de 10, antes de (min)', type: 'integer', width: 14 },
      ],
      rows: months.map((month, index) =>
        index === 4 ? [month, null, null] : [month, 12 + index * 9, 95 + index * 40],
      ),
      chart: {
        form: 'lines',
        series: [1, 2],
        unit: 'minutes',
        sentence: 'La mitad se miró en 2 h',
        drawn: 12,
      },
    },
  },
  {
    name: 'bars',
    table: {
      title: 'Precio frente al mercado',
      columns: [
        { title: 'Empresa', type: 'text', width: 30 },
        { title: 'Diferencia (%)', type: 'amount', width: 14 },
      ],
      rows: [
        ['Repuestos <Prueba> & "Hijos"', '4.2'],
        ['Repuestos y Servicios Automotrices de la Región Norte, SRL', '-12.8'],
        ['Taller Prueba 3', '0.0'],
      ],
      chart: {
        form: 'bars',
        series: [1],
        unit: 'percent',
        sentence: 'El más caro cobra 4.2 % de más',
        drawn: 15,
      },
    },
  },
];

test.skipIf(!hasPoppler).each(charts)(
  'a table drawn as $name is on paper with its sentence, its axis and its numbers',
  async ({ name, table }) => {
    const { flat, pages } = await printed(
      { of: 'table', filters: ['2026'], ...table },
      'es',
      `chart-${name}`,
    );
    expect(pages).toBe(1);
    expect(flat).toContain(table.chart?.sentence);
    for (const { title } of table.columns) expect(flat).toContain(title);
    if (name === 'bars') {
      expect(flat).toContain('Repuestos <Prueba> & "Hijos"');
      expect(flat).toContain('-12.80');
    } else expect(flat).toContain('ene 2026');
    if (name === 'columns') expect(flat).toContain('1.5 M');
    if (name === 'lines') expect(flat).toMatch(/\b2\sh\b/);
  },
);

test('a chart of a column that the table lacks is refused, and so is one of more rows than are drawn', async () => {
  const table = charts[0]?.table;
  const chart = { ...table?.chart, series: [9] };
  const to = join(folder, 'never.pdf');
  const writing = writeExport({
    ...{ reading: beside.reading, format: 'pdf', locale: 'es', to, by: null, version: '0.0.0', at: 0 },
    source: exportSource.parse({ of: 'table', filters: [], ...table, chart }),
    ...{ signal: new AbortController().signal, onProgress() {} },
  });
  await expect(writing).rejects.toThrow(/no column/);
  expect(
    exportSource.safeParse({ of: 'table', filters: [], ...table, chart: { ...table?.chart, drawn: 121 } })
      .success,
  ).toBe(false);
});
