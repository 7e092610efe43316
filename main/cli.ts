/** The command line: the same engine without Electron. */
import { type Command, type CommandRun, exitCodes, UsageProblem } from './command-line/command.ts';
import { demo } from './command-line/demo.ts';
import { serve } from './command-line/serve.ts';
import { start } from './command-line/start.ts';
import { stopAsked } from './command-line/stop-asked.ts';
import { verify } from './command-line/verify.ts';
import { StoreProblem } from './engine/verify.ts';
import { endProcess } from './shell/end-process.ts';
import { EngineProblem } from './shell/engine-problem.ts';
import { version } from './shell/version.ts';

const commands: Readonly<Record<string, Command>> = { start, serve, demo, verify };

endProcess(await main(process.argv.slice(2)));

async function main([name, ...rest]: string[]): Promise<number> {
  const run: CommandRun = {
    arguments: rest,
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    tell: (line) => process.stderr.write(`${line}\n`),
    stopAsked: stopAsked(),
  };
  if (name === '--version') {
    run.print(version);
    return exitCodes.done;
  }
  if (name === undefined || name === 'help' || name === '--help') {
    run.tell(overview());
    return name === undefined ? exitCodes.usage : exitCodes.done;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    run.tell(`There is no command "${name}".\n\n${overview()}`);
    return exitCodes.usage;
  }
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
    if (!(failure instanceof EngineProblem || failure instanceof StoreProblem)) throw failure;
    run.tell(failure.message);
    return exitCodes.failed;
  }
}

function overview(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`);
  return `perito ${version}\n\nCommands:\n${lines.join('\n')}\n\n"perito COMMAND --help" shows its options.`;
}
