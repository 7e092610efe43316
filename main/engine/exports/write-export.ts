import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type ExportFormat,
  type ExportSource,
  maxExportRows,
  type SheetCell,
} from '#shared/contract/exports.ts';
import { dominicanTime } from '#shared/rules/dominican-time.ts';
import type { Locale } from '#shared/terms.ts';
import { errorCode } from '../error-code.ts';
import { putInPlace } from '../rename-file.ts';
import { csvPieces } from './csv.ts';
import { asExportProblem, ExportProblem } from './export-problem.ts';
import { openSheet, type Reading } from './lists.ts';
import type { Letterhead, Paper } from './paper.ts';
import type { Sheet } from './sheet.ts';
import { type Words, wordsOf } from './words.ts';
import { type About, xlsxStream } from './xlsx.ts';

export interface ExportWriting {
  reading: Reading;
  source: ExportSource;
  format: ExportFormat;
  locale: Locale;
  /** Where nothing lies yet. */
  to: string;
  /** Who exports; null where nobody knows. */
  by: string | null;
  version: string;
  /** Milliseconds since 1970. */
  at: number;
  signal: AbortSignal;
  onProgress(progress: ExportProgress): void | Promise<void>;
}

export interface ExportProgress {
  title: string;
  rows: number;
  /** Null where nobody knows. */
  total: number | null;
}

export interface WrittenExport {
  file: string;
  title: string;
  rows: number;
  bytes: number;
}

/** Of the end of a file that is not whole. */
const unfinishedEnd = '.part';

/**
 * Writes a file, under another name until it is whole. Rejects with an `ExportProblem`, as the signal says, or as the rows could not be
 * read; nothing is left of it then.
 */
export async function writeExport(writing: ExportWriting): Promise<WrittenExport> {
  const { signal } = writing;
  const file = resolve(writing.to);
  await refuseTaken(file);
  const part = `${file}${unfinishedEnd}`;
  let isOurs = false;
  try {
    const { title, rows, bytes } = await openContent(writing, file);
    const target = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
    target.once('open', () => {
      isOurs = true;
    });
    await pipeline(bytes, target, { signal });
    await putInPlace(part, file);
    return { file, title, rows: rows(), bytes: (await stat(file)).size };
  } catch (failure) {
    signal.throwIfAborted();
    throw asExportProblem(failure, file);
  } finally {
    if (isOurs) await rm(part, { force: true });
  }
}

interface OpenContent {
  title: string;
  /** Rows that were read so far. */
  rows(): number;
  bytes: Readable;
}

/** What is to be written, as it is read. */
async function openContent(writing: ExportWriting, file: string): Promise<OpenContent> {
  const { reading, source, format, locale } = writing;
  const words = wordsOf(locale);
  if (source.of === 'record' || source.of === 'claim') {
    if (format !== 'pdf') throw new ExportProblem('other', 'A record or claim is written as PDF alone.');
    const { claimPaper, recordPaper } = await import('./documents.ts');
    const paper =
      source.of === 'record'
        ? await recordPaper(reading, source.id, locale)
        : await claimPaper(reading, source, locale);
    const bytes = await printedPaper(paper, writing);
    return { title: paper.title, rows: () => 1, bytes: Readable.from([bytes]) };
  }
  const sheet = await openSheet(reading, source, words);
  refuseTooMany(sheet.total ?? 0, format, file);
  const rows = { count: 0 };
  const counted: Sheet = { ...sheet, pages: () => countedPages(sheet, rows, writing, file) };
  const opened = { title: sheet.title, rows: () => rows.count };
  switch (format) {
    case 'csv':
      return { ...opened, bytes: Readable.from(csvPieces(counted, words.yesNo)) };
    case 'xlsx':
      return { ...opened, bytes: xlsxStream(counted, await aboutSheet(sheet, writing, words), words.yesNo) };
    case 'pdf': {
      const bytes = await printedPaper(await listPaper(counted, words), writing);
      return { ...opened, bytes: Readable.from([bytes]) };
    }
  }
}

/** A list on paper: its columns but those that have no room there. */
async function listPaper(sheet: Sheet, words: Words): Promise<Paper> {
  const kept = sheet.columns.flatMap(({ notOnPaper }, index) => (notOnPaper ? [] : [index]));
  const rows: SheetCell[][] = [];
  for await (const page of sheet.pages())
    for (const row of page) rows.push(kept.map((index) => row[index] ?? null));
  const columns = kept.flatMap((index) => sheet.columns[index] ?? []);
  const filters = sheet.filters.length === 0 ? [] : [sheet.filters.join(' · ')];
  return {
    title: sheet.title,
    lead: [...filters, `${words.about.rows}: ${rows.length}`],
    isWide: columns.length > 5,
    sections: [{ title: null, columns, rows, ...(sheet.chart && { chart: sheet.chart }) }],
  };
}

async function printedPaper(paper: Paper, { reading, locale, by, at }: ExportWriting): Promise<Buffer> {
  const { company } = await reading.settings.get();
  const head: Letterhead = { locale, company: company.name, taxId: company.taxId, by, at };
  // What sets type is large, and nobody else needs it.
  const { pdfOf } = await import('./paper.ts');
  return pdfOf(paper, head);
}

async function refuseTaken(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) !== null)
    throw asExportProblem(Object.assign(new Error('EEXIST'), { code: 'EEXIST' }), file);
  // It is not made: where a disk is not plugged in, the folder would be on this one.
  const folder = await stat(dirname(file)).catch((failure: unknown) => {
    throw new ExportProblem(
      'notWritable',
      `${dirname(file)} is no folder that is there (${errorCode(failure) ?? 'unknown'}). Make it, or plug its disk in.`,
    );
  });
  if (!folder.isDirectory()) throw new ExportProblem('notWritable', `${dirname(file)} is no folder.`);
}

function refuseTooMany(rows: number, format: ExportFormat, file: string): void {
  if (format === 'csv' || rows <= maxExportRows[format]) return;
  throw new ExportProblem(
    'tooManyRows',
    `${basename(file)} would have more than ${maxExportRows[format]} rows, the most that ${format.toUpperCase()} takes: choose fewer, or export CSV.`,
  );
}

async function* countedPages(
  sheet: Sheet,
  rows: { count: number },
  { format, signal, onProgress }: ExportWriting,
  file: string,
): AsyncGenerator<SheetCell[][]> {
  for await (const page of sheet.pages()) {
    signal.throwIfAborted();
    rows.count += page.length;
    refuseTooMany(rows.count, format, file);
    yield page;
    await onProgress({ title: sheet.title, rows: rows.count, total: sheet.total });
  }
}

async function aboutSheet(
  sheet: Sheet,
  { reading, by, at, version }: ExportWriting,
  words: Words,
): Promise<About> {
  const { company } = await reading.settings.get();
  const { about } = words;
  const filters = sheet.filters.length === 0 ? [about.noFilters] : sheet.filters;
  return {
    sheetName: about.sheet,
    company: company.name,
    pageWords: [words.page, words.of],
    lines: [
      [about.what, sheet.title],
      [about.company, company.name],
      [about.taxId, company.taxId],
      ...filters.map((filter, index): [string, string] => [index === 0 ? about.filters : '', filter]),
      [about.at, `${dominicanTime(at).replace('T', ' ')} (${about.zone})`],
      [about.by, by ?? ''],
      [about.program, `Perito ${version}`],
      ['', about.promise],
    ],
  };
}
