/** Processes that the shell starts beside itself, so that what they meet takes nothing else along. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProcessToStart {
  file: URL;
  args?: string[];
  /** V8 options. */
  options: string[];
  /** All that it is given besides what the system itself needs, so that it holds no key and no option of this process. */
  environment: Record<string, string>;
  /** As the system's list of processes shows it, where that can be said. */
  name: string;
  /** Whether what it writes to its standard error is written to this one's; all other output is discarded. */
  hasLog: boolean;
}

/** A process, however this shell started it. It keeps its parent alive only after `ref`. */
export interface OwnProcess {
  readonly pid: number | undefined;
  send(message: string | object): void;
  listen(onMessage: (message: unknown) => void, onEnd: (reason: string) => void): void;
  /** At once, whatever it is doing. */
  kill(): void;
  /** Keeps the parent alive while this process is. */
  ref(): void;
  unref(): void;
}
export type StartProcess = (start: ProcessToStart) => OwnProcess;

/** Starts one under plain Node. Standard output belongs to the ready line. */
export function forkProcess({ file, args = [], options, environment, hasLog }: ProcessToStart): OwnProcess {
  const child = fork(fileURLToPath(file), args, {
    env: wholeEnvironment(environment),
    execArgv: options,
    stdio: ['ignore', 'ignore', hasLog ? 'inherit' : 'ignore', 'ipc'],
  });
  return {
    pid: child.pid,
    // A message that cannot be sent is reported as the end of the process.
    send: (message) => child.send(message, () => {}),
    listen(onMessage, onEnd) {
      child.on('message', onMessage);
      child.on('error', (failure) => {
        child.kill('SIGKILL');
        onEnd(`The process failed: ${failure.message}`);
      });
      child.on('exit', (code, signal) => onEnd(`The process ended with ${signal ?? `exit code ${code}`}.`));
    },
    kill: () => child.kill('SIGKILL'),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
}

/** With what a process cannot do without on Windows. */
export function wholeEnvironment(given: Record<string, string>): Record<string, string> {
  return { ...taken('SystemRoot', 'windir', 'TEMP', 'TMP'), ...given };
}

/** Those of this process's variables that are set. */
export function taken(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
