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
  verify: async () => (await import('./verify.ts')).verify,
  archive: async () => (await import('./archive.ts')).archive,
  person: async () => (await import('./person.ts')).person,
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
    return await command.run(run);
  } catch (failure) {
    if (failure instanceof UsageProblem) {
      run.report(`${failure.message}\n\nperito ${command.usage}`);
      return exitCodes.usage;
    }
    if (!(failure instanceof EngineProblem)) throw failure;
    run.report(failure.message);
    return exitCodes.failed;
  }
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(8)} ${(await load()).summary}`),
  );
  return `perito ${version}\n\nCommands:\n${lines.join('\n')}\n\n"perito COMMAND --help" shows its options.`;
}
