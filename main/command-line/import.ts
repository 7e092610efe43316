import { resolve } from 'node:path';
import type { ImportFailure } from '#shared/contract/policies.ts';
import type { ImportFailureCode } from '#shared/policy-terms.ts';
import { importPolicyFile, StoreProblem } from '../engine/import-policies.ts';
import { EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions, UsageProblem } from './command.ts';
import { readDataFolder } from './data-folder.ts';

export const importPolicies: Command = {
  summary: 'imports a file of policies into the policy book',
  usage: `import FILE [--data DIR] [--dry-run] [--skip-bad-rows]

  FILE             a CSV text (.csv, .txt) or an Excel workbook (.xlsx)
  --data DIR       the data directory (default: the system's place for this account)
  --dry-run        checks every row and changes nothing
  --skip-bad-rows  imports the good rows of a file that has bad ones; else such a file is not imported at all

  Perito must not be working on the data directory meanwhile. Prints the report as one line of JSON; the exit code is
  0 where the file was imported, or a dry run found no bad row.`,
  run: runImport,
};

async function runImport(run: CommandRun): Promise<number> {
  const { file, ...options } = readImportOptions(run.arguments);
  const done = await importPolicyFile({ ...options, path: resolve(file) }).catch((failure: unknown) => {
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
  if (done.outcome === 'busy') throw new EngineProblem('file', 'Another import is under way.');
  if (done.outcome === 'unreadable') throw new EngineProblem('file', failureSentence(done.failure));
  const { result } = done;
  run.print(JSON.stringify(result));
  const { unassignedCodes: codes } = result;
  if (result.bad > 0) run.report(`${result.bad} of ${result.rows} rows are not right.`);
  if (result.warned > 0) run.report(`${result.warned} of ${result.rows} rows have warnings.`);
  if (codes.length > 0) {
    run.report(
      `Cover is not checked: nobody has said which incident types these coverage codes cover: ${codes.join(', ')}.`,
    );
  }
  return (options.dryRun ? result.bad === 0 : result.applied) ? exitCodes.done : exitCodes.failed;
}

interface ImportOptions {
  file: string;
  dataDir: string;
  dryRun: boolean;
  badRows: 'refuse' | 'skip';
}

/** Throws a `UsageProblem` where an option is unknown or no file is named. */
function readImportOptions(args: string[]): ImportOptions {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'skip-bad-rows': { type: 'boolean', default: false },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageProblem('import takes one file.');
  return {
    file,
    dataDir: readDataFolder(values.data),
    dryRun: values['dry-run'],
    badRows: values['skip-bad-rows'] ? 'skip' : 'refuse',
  };
}

/** As the command line says them; the screen and the watched folder have their own words. */
const sentences: Record<ImportFailureCode, (failure: ImportFailure) => string> = {
  fileMissing: () => 'There is no such file, or it cannot be read.',
  notAFile: () => 'This is not a file.',
  otherEnding: () => 'Only files that end in .csv, .txt or .xlsx are imported.',
  emptyFile: () => 'The file is empty.',
  notReadable: () => 'The file could not be read.',
  oldExcel: () =>
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
  neitherCsvNorExcel: () => 'This is neither a CSV text nor an Excel workbook (.xlsx).',
  rowsRunOn: ({ line }) =>
    `The text cannot be cut into rows from line ${line ?? 'one'} on: is a quotation mark missing?`,
  workbookDamaged: () => 'The workbook is damaged.',
  noSheet: () => 'The workbook has no sheet.',
  sheetMissing: () => 'The workbook has no sheet of this name.',
  noHeadings: () => 'The file has no row of headings.',
  noColumns: ({ columns }) => `No heading says which column is ${columns.join(' and ')}.`,
  tooLarge: ({ limit }) =>
    limit === null
      ? 'The file is too large to be read.'
      : `The file is larger than ${limit / 1024 / 1024} MiB.`,
  tooManyRows: ({ limit }) => `The file has more than ${limit ?? 0} rows.`,
  tooManyColumns: ({ limit }) => `The file has more than ${limit ?? 0} columns.`,
  lineTooLong: () => 'The file has a line that is too long to be read.',
  workbookTooLarge: () => 'The workbook unfolds to more than is read. Save it as CSV instead.',
  workbookTooDeep: ({ limit }) =>
    `The workbook is not built as a sheet: its elements stand in each other more than ${limit ?? 0} levels deep.`,
  badRows: () => 'Some rows are not right.',
  nothingGiven: () => 'There is nothing to import.',
  stopped: () => 'Perito ended before the import was done.',
  cancelled: () => 'The import was cancelled.',
  notStored: () => 'The import could not be stored.',
};

/** Why a file was not imported, in one sentence, with what the system said in brackets. */
function failureSentence(failure: ImportFailure): string {
  const sentence = sentences[failure.code](failure);
  return failure.detail === '' ? sentence : `${sentence} (${failure.detail})`;
}
