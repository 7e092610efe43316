/** The command line: the same engine without Electron. */
import { runCommand } from './command-line/run-command.ts';
import { parentExit, shutdownSignal } from './command-line/shutdown-signal.ts';
import { collectAtRest } from './engine/collect-at-rest.ts';
import { takeLowestPriority } from './own-process.ts';
import { endProcess, surviveLostOutput } from './shell/process.ts';

// What is made belongs to this account alone, the files of SQLite and of child processes included.
process.umask(0o077);
surviveLostOutput();
collectAtRest();

const shutdown = Promise.race([shutdownSignal(), parentExit(process.env)]);
const exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  report: (line) => process.stderr.write(`${line}\n`),
  isWatched: process.stderr.isTTY === true,
  yieldToOthers: takeLowestPriority,
  shutdown,
});
await Promise.race([written(process.stdout), shutdown]);
endProcess(exitCode);

/** Resolves once all was taken or nobody reads: a pipe takes a long text bit by bit, and an exit would cut it off. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on('error', () => resolve());
  stream.write('', () => resolve());
  return promise;
}
