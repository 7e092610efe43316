import { resolve } from 'node:path';
import { asideFolder, StoreProblem, verifyData } from '../engine/verify.ts';
import { defaultDataDir, EngineProblem } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, parseOptions } from './command.ts';

export const verify: Command = {
  summary:
    'checks a data directory: the database, the log that shows tampering, photos and documents, who may read them',
  usage: `verify [--data DIR]

  --data DIR  the data directory (default: the system's place for this account)

  Changes nothing, and may run while Perito works. Prints one line of JSON; the exit code is 0 where all is well.`,
  run: runVerify,
};

async function runVerify(run: CommandRun): Promise<number> {
  const { values } = parseOptions({ args: run.arguments, options: { data: { type: 'string' } } });
  const dataDir = resolve(values.data ?? defaultDataDir());
  const { damage, audit, openToOthers, content } = await verifyData(dataDir).catch((failure: unknown) => {
    throw failure instanceof StoreProblem ? new EngineProblem(failure.code, failure.message) : failure;
  });
  const lost = content.damaged + content.missing;
  const ok = damage.length === 0 && audit.intact && lost === 0 && openToOthers.count === 0;
  run.print(JSON.stringify({ ok, dataDir, damage, audit, openToOthers, content }));
  if (damage.length > 0) run.report('The database is damaged. Stop Perito and restore a backup.');
  if (!audit.intact)
    run.report(`The log was changed: entry ${audit.brokenAt} does not follow the one before it.`);
  if (openToOthers.count > 0) {
    run.report(
      `${openToOthers.count} files and folders are open to other accounts of this machine. Start Perito, which closes them, or run chmod -R go= ${dataDir}. The first:\n  ${openToOthers.first.join('\n  ')}`,
    );
  }
  if (lost > 0) {
    run.report(
      `Of ${content.checked} photos and documents, ${content.damaged} are damaged and ${content.missing} missing. Start Perito and check them in Settings: they are fetched again.`,
    );
  }
  if (content.aside > 0) {
    run.report(
      `${content.aside} files that the database does not name lie aside in ${asideFolder(dataDir)} and are kept, as after the restore of an older backup.`,
    );
  }
  return ok ? exitCodes.done : exitCodes.failed;
}
