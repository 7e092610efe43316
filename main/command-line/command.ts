/** What a command is given; the process itself is reached through nothing else. */
export interface CommandRun {
  arguments: string[];
  environment: NodeJS.ProcessEnv;
  /** Writes one line to standard output, which is for scripts. */
  print(line: string): void;
  /** Writes one line to standard error, which is for people and logs. */
  tell(line: string): void;
  /** Resolves when the system asks the process to end (SIGTERM, SIGINT). */
  stopAsked: Promise<void>;
}

export interface Command {
  summary: string;
  usage: string;
  /** Resolves with the exit code. */
  run(run: CommandRun): Promise<number>;
}

/** Exit codes: 1 a failure, 2 a command line that says what cannot be done. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** A command line that cannot be followed; `message` is one sentence. */
export class UsageProblem extends Error {}

/** Logs faults of ours as one line of JSON each. Inputs and secrets are never part of a fault. */
export function logFault(tell: (line: string) => void): (where: string, cause: unknown) => void {
  return (where, cause) => {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    tell(JSON.stringify({ level: 'error', time: new Date().toISOString(), where, text }));
  };
}
