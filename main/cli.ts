/** The command line: the same engine without Electron. */
import { type Command, type CommandRun, exitCodes, UsageProblem } from './command-line/command.ts';
import { npmGone, stopAsked } from './command-line/shutdown-signal.ts';
import { EngineProblem, endProcess, surviveLostOutput, version } from './shell/process.ts';

// What is made belongs to this account alone, the files of SQLite and of child processes included.
process.umask(0o077);
surviveLostOutput();

/** Loaded when called, so that no command waits for another's code. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./command-line/start.ts')).start,
  serve: async () => (await import('./command-line/serve.ts')).serve,
  demo: async () => (await import('./command-line/demo.ts')).demo,
  import: async () => (await import('./command-line/import.ts')).importPolicies,
  verify: async () => (await import('./command-line/verify.ts')).verify,
  openapi: async () => (await import('./command-line/openapi.ts')).openapi,
};

const stopping = Promise.race([stopAsked(), npmGone(process.env)]);
const exitCode = await main(process.argv.slice(2));
await Promise.race([written(process.stdout), stopping]);
endProcess(exitCode);

async function main([name, ...rest]: string[]): Promise<number> {
  const run: CommandRun = {
    arguments: rest,
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
    stopAsked: stopping,
  };
  if (name === '--version') {
    run.print(version);
    return exitCodes.done;
  }
  if (name === undefined || name === 'help' || name === '--help') {
    run.tell(await overview());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    run.tell(`There is no command "${name}".\n\n${await overview()}`);
    return exitCodes.usage;
  }
  const command = await load();
  if (rest.includes('--help')) {
    run.tell(`perito ${command.usage}`);
    return exitCodes.done;
  }
  try {
    return await command.run(run);
  } catch (failure) {
    if (failure instanceof UsageProblem) {
      run.tell(`${failure.message}\n\nperito ${command.usage}`);
      return exitCodes.usage;
    }
    if (!(failure instanceof EngineProblem)) throw failure;
    run.tell(failure.message);
    return exitCodes.failed;
  }
}

async function overview(): Promise<string> {
  const lines = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => `  ${name.padEnd(8)} ${(await load()).summary}`),
  );
  return `perito ${version}\n\nCommands:\n${lines.join('\n')}\n\n"perito COMMAND --help" shows its options.`;
}

/** Resolves once all was taken or nobody reads: a pipe takes a long text bit by bit, and an exit would cut it off. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on('error', () => resolve());
  stream.write('', () => resolve());
  return promise;
}
