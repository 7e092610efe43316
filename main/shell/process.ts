import type { DatabaseFault } from '#shared/contract/database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { isThreadStuck } from '../engine/end-thread.ts';
import { keychainIsStuck } from '../keychain/native-call.ts';
import { findKeptFolder, usualDataDir } from './data-folder.ts';

/** Why the engine did not start or is gone; `message` is one plain sentence for a person. */
export class EngineProblem extends Error {
  readonly code: string;
  /** Why a database of a server cannot be worked with; null where it is not that. */
  readonly fault: DatabaseFault | null;
  constructor(code: string, message: string, cause?: unknown, fault: DatabaseFault | null = null) {
    super(message, { cause });
    this.name = 'EngineProblem';
    this.code = code;
    this.fault = fault;
  }
}

/** Perito's own version, as in package.json. */
export const version: string = manifest.version;

/** Where the data live when nobody says otherwise: where a person chose, else as the platform has it. */
export const defaultDataDir = (): string => findKeptFolder()?.folder ?? usualDataDir();

/** The environment without what Perito was given, keys among it: for programs that are not this run. */
export function cleanEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) =>
        !/^(?:PERITO_.*|PGPASSWORD|AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN))$/i.test(name),
    ),
  );
}

/**
 * Has the process go on where its standard output or error cannot be written any more: nobody reads there, the terminal is
 * closed, or the disk that they go to is full. Without a listener Node ends the process for it. What its threads write to
 * them comes this way too.
 */
export function surviveLostOutput(
  streams: readonly NodeJS.WritableStream[] = [process.stdout, process.stderr],
): void {
  for (const stream of streams) stream.on('error', () => {});
}

/**
 * Ends the process once everything is closed. Where the keychain or a network folder still blocks a
 * thread, a plain exit would wait for it without end, so the process is killed: nothing of it is open any more.
 */
export function endProcess(exitCode: number): never {
  if (keychainIsStuck() || isThreadStuck()) process.kill(process.pid, 'SIGKILL');
  process.exit(exitCode);
}
