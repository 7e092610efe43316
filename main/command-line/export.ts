import { extname } from 'node:path';
import * as z from 'zod';
import { maxChosen } from '#shared/contract/common.ts';
import {
  type ExportFormat,
  type ExportSource,
  exportFormat,
  exportSource,
} from '#shared/contract/exports.ts';
import type { RecordRow } from '#shared/contract/records.ts';
import { locale, recordKinds } from '#shared/terms.ts';
import { ExportProblem, exportAlone, type Reading, StoreProblem } from '../engine/exports-alone.ts';
import { EngineProblem, version } from '../shell/process.ts';
import {
  type Command,
  type CommandRun,
  endSignal,
  exitCodes,
  parseOptions,
  UsageProblem,
} from './command.ts';
import { readDataFolder } from './data-folder.ts';
import { refuseInside } from './outside.ts';
import { terminalLocale } from './terminal-locale.ts';

/** The lists as the contract calls them; a table is a screen's alone. */
const lists = exportSource.options.map(({ shape }) => shape.of.value).filter((list) => list !== 'table');

export const exportTable: Command = {
  summary: 'writes a list with its filter to a file (CSV, XLSX, PDF), or a record or claim as PDF',
  usage: `export [--data DIR] --to FILE [--list LIST] [--kind KIND] [--search WORDS] [--filter JSON] [--language es|en]
perito export [--data DIR] --to FILE (--record N… | --claim N…) [--language es|en]

  --data DIR   the data directory (default: the system's place for this account)
  --to FILE    where it is written: a name that ends with .csv, .xlsx or .pdf; a file that is there is never
               written over
  --list LIST  ${lists.join(', ')} (default: records)
  --kind KIND  of records, only ${recordKinds.join(', ')}
  --search WORDS
               only what the list finds by these words
  --filter JSON
               what else the list can be asked for, as its procedure takes it: '{"reviewed":false,"withFindings":true}'
  --record N   the record with this number of the insurer, as OC-2026-000001: all that is known of it, as PDF; in another
               format, or where it is given again for others, the list of them alone
  --claim N    the claim with this claim number: what is wrong, who owes what, its records and its timeline, as PDF; otherwise
               as of records
  --language es|en
               of headings (default: the terminal's)

  Perito may work meanwhile. Rows are read in pages, each of one moment: what arrives or changes meanwhile may be in it or not. Of
  XLSX 1,048,575 rows are the most, of PDF 5,000; CSV has no end. In CSV a text that a spreadsheet would take for a formula has an apostrophe
  before it. It is noted in the log, but where Perito works on the directory. Prints one line of JSON.`,
  run: runExport,
};

async function runExport(run: CommandRun): Promise<number> {
  const { values } = parseOptions({
    args: run.arguments,
    options: {
      data: { type: 'string' },
      to: { type: 'string' },
      list: { type: 'string', default: 'records' },
      kind: { type: 'string' },
      search: { type: 'string' },
      filter: { type: 'string' },
      record: { type: 'string', multiple: true, default: [] },
      claim: { type: 'string', multiple: true, default: [] },
      language: { type: 'string' },
    },
  });
  const { to } = values;
  if (to === undefined) throw new UsageProblem('--to says where it is written.');
  const format = formatOf(to);
  const { record: records, claim: claims } = values;
  if (records.length > 0 && claims.length > 0) throw new UsageProblem('Say --record or --claim, not both.');
  const most = Math.max(records.length, claims.length);
  if (most > maxChosen) throw new UsageProblem(`No more than ${maxChosen} are named at a time, not ${most}.`);
  const language = locale.safeParse(values.language ?? terminalLocale(run.environment));
  if (!language.success) throw new UsageProblem(`--language takes es or en, not "${values.language}".`);
  const dataDir = readDataFolder(values.data);
  refuseInside(dataDir, to, '--to takes a file');
  const signal = endSignal(run);
  try {
    const { isLogged, ...written } = await exportAlone({
      source: async (reading) => {
        if (claims.length > 0) return claimsOf(reading, claims, format);
        return records.length > 0 ? recordsOf(reading, records, format) : sourceOf(values);
      },
      ...{ dataDir, format, locale: language.data, to, version },
      ...{ signal, onProgress: progressReport(run.report) },
    });
    run.print(JSON.stringify({ ok: true, ...written, isLogged }));
    run.report(`${written.file}: ${written.rows} rows of ${written.title}, ${written.bytes} bytes.`);
    if (!isLogged)
      run.report('It is not noted in the log: Perito works on the directory, and alone writes there.');
    return exitCodes.done;
  } catch (failure) {
    if (signal.aborted) {
      run.report('It was ended; nothing is left of it.');
      return exitCodes.failed;
    }
    if (failure instanceof ExportProblem || failure instanceof StoreProblem)
      throw new EngineProblem(failure.code, failure.message);
    throw failure;
  }
}

/** What is known of one claim, or the list of several. */
async function claimsOf(
  reading: Pick<Reading, 'claims'>,
  claimNumbers: string[],
  format: ExportFormat,
): Promise<ExportSource> {
  const [value = '', ...others] = claimNumbers;
  if (others.length === 0 && format === 'pdf') return { of: 'claim', by: 'claimNumber', value };
  for (const claimNumber of claimNumbers) {
    const { rows } = await reading.claims.list({ claimNumbers: [claimNumber], limit: 1 });
    if (rows.length === 0) throw new ExportProblem('notFound', `No claim has the number ${claimNumber}.`);
  }
  return { of: 'claims', filter: { claimNumbers } };
}

/** The same of records, by their numbers; a list of one kind has its columns. */
async function recordsOf(
  reading: Pick<Reading, 'records'>,
  numbers: readonly string[],
  format: ExportFormat,
): Promise<ExportSource> {
  const rows = [];
  for (const number of numbers) rows.push(await recordOf(reading, number));
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0 && format === 'pdf') return { of: 'record', id: first.id };
  const [kind, another] = new Set(rows.map((row) => row.kind));
  return {
    of: 'records',
    filter: {
      ids: rows.map(({ id }) => id),
      ...(kind !== undefined && another === undefined ? { kind } : {}),
    },
  };
}

/** The record that has a number of the insurer. */
async function recordOf(
  reading: Pick<Reading, 'records'>,
  number: string,
): Promise<Pick<RecordRow, 'id' | 'kind'>> {
  const { rows } = await reading.records.list({ search: number, limit: 200 });
  const found = rows.find((row) => row.number.toLowerCase() === number.trim().toLowerCase());
  if (found === undefined) throw new ExportProblem('notFound', `No record has the number ${number}.`);
  return found;
}

function formatOf(file: string): ExportFormat {
  const format = exportFormat.safeParse(extname(file).slice(1).toLowerCase());
  if (!format.success) throw new UsageProblem('--to takes a name that ends with .csv, .xlsx or .pdf.');
  return format.data;
}

function sourceOf(values: {
  list: string;
  kind?: string | undefined;
  search?: string | undefined;
  filter?: string | undefined;
}): ExportSource {
  const { list, kind, search } = values;
  const option = exportSource.options.find(({ shape }) => shape.of.value === list);
  if (option === undefined || !('filter' in option.shape))
    throw new UsageProblem(`--list takes ${lists.join(', ')}, not "${list}".`);
  const filter = {
    ...filterOf(values.filter),
    ...(kind !== undefined && { kind }),
    ...(search !== undefined && { search }),
  };
  const known = Object.keys(option.shape.filter.unwrap().shape);
  const unknown = Object.keys(filter).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageProblem(
      `The list ${list} cannot be asked for "${unknown}", only for ${known.join(', ')}.`,
    );
  const source = exportSource.safeParse({ of: list, filter });
  if (source.success) return source.data;
  const [issue] = source.error.issues;
  throw new UsageProblem(
    `"${String(issue?.path.at(-1) ?? 'filter')}" is not as the list takes it: ${issue?.message}.`,
  );
}

function filterOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageProblem('--filter takes one object of JSON.');
  }
}

/** How often a line says how far it is at the most, in milliseconds. */
const lineMilliseconds = 1000;

function progressReport(report: (line: string) => void) {
  let last = performance.now();
  return ({ rows, total }: { rows: number; total: number | null }) => {
    const now = performance.now();
    if (now - last < lineMilliseconds) return;
    last = now;
    report(`Writing: ${rows}${total === null ? '' : ` of ${total}`} rows`);
  };
}
