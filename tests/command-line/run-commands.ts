/** Runs the command lines that its parent sends, one at a time, as `main/cli.ts` runs one; what came of each goes back. */
import { runCommand } from '../../main/command-line/run-command.ts';

interface CommandLine {
  given: string[];
  environment: Record<string, string>;
}

process.on('disconnect', () => process.exit());
process.on('message', async ({ given, environment }: CommandLine) => {
  const lines: string[] = [];
  let errors = '';
  const code = await runCommand(given, {
    environment,
    print: (line) => lines.push(line),
    report: (line) => {
      errors += `${line}\n`;
    },
    shutdown: new Promise(() => {}),
  });
  process.send?.({ code, lines, errors });
});
