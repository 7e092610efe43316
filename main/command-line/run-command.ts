import { errorCode } from '../engine/error-code.ts';
import { EngineProblem, version } from '../shell/process.ts';
import { type Command, type CommandRun, exitCodes, UsageProblem } from './command.ts';

/** Loaded when called, so that no command waits for another's code. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).start,
  serve: async () => (await import('./serve.ts')).serve,
  demo: async () => (await import('./demo.ts')).demo,
  import: async () => (await import('./import.ts')).importPolicies,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  rebuild: async () => (await import('./rebuild.ts')).rebuild,
  salvage: async () => (await import('./salvage.ts')).salvage,
  move: async () => (await import('./move.ts')).move,
  verify: async () => (await import('./verify.ts')).verify,
  archive: async () => (await import('./archive.ts')).archive,
  export: async () => (await import('./export.ts')).exportTable,
  person: async () => (await import('./person.ts')).person,
  accounts: async () => (await import('./accounts.ts')).accounts,
  retention: async () => (await import('./retention.ts')).retention,
  openapi: async () => (await import('./openapi.ts')).openapi,
};

/** Runs the command that the arguments name; resolves with the exit code. Rejects with a fault of ours alone. */
export async function runCommand(
  [name, ...rest]: string[],
  surroundings: Omit<CommandRun, 'arguments'>,
): Promise<number> {
  const run: CommandRun = { arguments: rest, ...surroundings };
  if (name === '--version') {
    run.print(version);
    return exitCodes.done;
  }
  if (name === undefined || name === 'help' || name === '--help') {
    run.report(await overview());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    run.report(`There is no command "${name}".\n\n${await overview()}`);
    return exitCodes.usage;
  }
  const command = await load();
  if (rest.includes('--help')) {
    run.report(`perito ${command.usage}`);
    return exitCodes.done;
  }
  try {
    await (await import('./database-password.ts')).findDatabasePassword(run);
    return await command.run(run);
  } catch (failure) {
    if (failure instanceof UsageProblem) {
      run.report(`${failure.message}\n\nperito ${command.usage}`);
      return exitCodes.usage;
    }
    const sentence = failure instanceof EngineProblem ? failure.message : sentenceOnDisk(failure);
    if (sentence === null) throw failure;
    run.report(sentence);
    return exitCodes.failed;
  }
}

/** What a disk says, in the middle of anything: full, taken out, or not giving back what was written. Null of anything else. */
function sentenceOnDisk(failure: unknown): string | null {
  const code = errorCode(failure) ?? '';
  const said = `(${failure instanceof Error ? failure.message : code})`;
  if (/^(?:ENOSPC|EDQUOT|SQLITE_FULL|diskFull)$/.test(code))
    return `It ended, since the disk is full: free some space and begin again ${said}`;
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code))
    return `It ended, since a database is not what was written; "perito verify" says which ${said}`;
  if (
    /^(?:EIO|EROFS|ENXIO|ENODEV|ESTALE|ETIMEDOUT|commitFailed|SQLITE_(?:IOERR.*|READONLY.*|CANTOPEN.*))$/.test(
      code,
    )
  )
    return `It ended, since a disk cannot be read or written; look at it, and begin again ${said}`;
  return null;
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(8)} ${(await load()).summary}`),
  );
  return `perito ${version}\n\nCommands:\n${lines.join('\n')}\n\n"perito COMMAND --help" shows its options.`;
}
