/** PDFs of exports, read by poppler. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeExport } from '../../../main/engine/exports/index.ts';
import { openReadingBeside, type ReadingBeside } from '../../../main/engine/reading-beside.ts';
import type { ExportSource } from '../../../shared/contract/exports.ts';
import type { Locale } from '../../../shared/terms.ts';
import { copied, filledFolder } from '../../command-line/filled-folder.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;
let folder = '';
let beside: ReadingBeside;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perito-paper-'));
  beside = await openReadingBeside(copied(await filledFolder(), folder), '0.0.0');
}, 180_000);
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

const locales: readonly Locale[] = ['es', 'en'];

test.skipIf(!hasPoppler)(
  'lists are on paper with heading, filters and page numbers',
  async () => {
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
  },
  60_000,
);

test.skipIf(!hasPoppler)(
  'every kind of record and a claim are on paper in both languages',
  async () => {
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
  },
  120_000,
);

test.skipIf(!hasPoppler)(
  'a table of long names and 300 rows stays on its pages',
  async () => {
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
  },
  60_000,
);
