import { resolve } from 'node:path';
import { importPolicyFile, StoreProblem } from '../engine/import-policies.ts';
import { EngineProblem } from '../shell/engine-problem.ts';
import { type Command, type CommandRun, exitCodes } from './command.ts';
import { failureSentence } from './import-failures.ts';
import { readImportOptions } from './import-options.ts';

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
  if (result.bad > 0) run.tell(`${result.bad} of ${result.rows} rows are not right.`);
  if (result.warned > 0) run.tell(`${result.warned} of ${result.rows} rows have warnings.`);
  if (codes.length > 0) {
    run.tell(
      `Cover is not checked: nobody has said which incident types these coverage codes cover: ${codes.join(', ')}.`,
    );
  }
  return (options.dryRun ? result.bad === 0 : result.applied) ? exitCodes.done : exitCodes.failed;
}
