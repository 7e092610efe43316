/** What every command is made of: what it is given, what it ends with, and how it reads its options. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { urgencyMark } from '../engine/log.ts';

/** What a command is given; the process itself is reached through nothing else. */
export interface CommandRun {
  arguments: string[];
  environment: NodeJS.ProcessEnv;
  /** Writes one line to standard output, which is for scripts. */
  print(line: string): void;
  /** Writes one line to standard error, which is for people and logs. */
  report(line: string): void;
  /** Whether somebody looks on as it is written there: then it may say how far it is. */
  isWatched?: boolean;
  /** Leaves the processor to everybody else, for good: what is done in passing must not slow the receiver beside it. */
  yieldToOthers?(): void;
  /** Resolves when the system asks the process to end (SIGTERM, SIGINT). */
  shutdown: Promise<void>;
}

/** Is aborted when the system asks the process to end. */
export function endSignal({ shutdown }: Pick<CommandRun, 'shutdown'>): AbortSignal {
  const ended = new AbortController();
  void shutdown.then(() => ended.abort());
  return ended.signal;
}

export interface Command {
  summary: string;
  usage: string;
  /** Resolves with the exit code. */
  run(run: CommandRun): Promise<number>;
}

/**
 * Exit codes: 1 a failure, 2 a command line that says what cannot be done. Of `serve` (sysexits.h): 69 something else has what
 * it needs, a port or the data directory, so that another try may help; 77 this account may not, so that none will.
 */
export const exitCodes = { done: 0, failed: 1, usage: 2, unavailable: 69, denied: 77 } as const;

/** A command line that cannot be followed; `message` is one sentence. */
export class UsageProblem extends Error {}

/**
 * As `parseArgs`; throws a `UsageProblem` where an option is unknown, has no value or an empty one (a path of it would be the
 * folder one is in), or has two values and takes one. Where the last of them counts, what a script has may be overridden behind it.
 */
export function parseOptions<const Config extends ParseArgsConfig>(
  config: Config,
  { doesLastCount = false }: { doesLastCount?: boolean } = {},
) {
  try {
    refuseUnclear(config, doesLastCount);
    return parseArgs(config);
  } catch (failure) {
    if (failure instanceof UsageProblem) throw failure;
    throw new UsageProblem(failure instanceof Error ? failure.message : String(failure));
  }
}

function refuseUnclear(config: ParseArgsConfig, doesLastCount: boolean): void {
  const given = new Set<string>();
  for (const token of parseArgs({ ...config, tokens: true }).tokens) {
    if (token.kind !== 'option' || token.value === undefined) continue;
    const takesMany = config.options?.[token.name]?.multiple === true;
    if (token.value === '' && !takesMany) throw new UsageProblem(`--${token.name} is empty.`);
    if (given.has(token.name) && !takesMany && !doesLastCount)
      throw new UsageProblem(`--${token.name} is there twice, and takes one value.`);
    given.add(token.name);
  }
}

/** Throws a `UsageProblem` where the text of this option is no whole number from 0 to `max`. */
export function wholeNumber(text: string, option: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) {
    throw new UsageProblem(`${option} takes a whole number from 0 to ${max}, not "${text}".`);
  }
  return value;
}

/** Logs faults of ours as one line of JSON each. Inputs and secrets are never part of a fault. */
export function logFault(report: (line: string) => void): (where: string, cause: unknown) => void {
  return (where, cause) => {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    const line = { level: 'error', time: new Date().toISOString(), where, text };
    report(urgencyMark('error') + JSON.stringify(line));
  };
}
