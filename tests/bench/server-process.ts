/** A server of the benchmarks, in a process of its own, which prints one line of JSON when it is ready. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { benchKey } from './requests.ts';

const readyLine = z.looseObject({ ready: z.literal(true), receiverUrl: z.url() });

export interface ServerProcess {
  pid: number;
  /** When it was spawned, and when its ready line was read, as `performance.now()` has it. */
  spawnedAt: number;
  readyAt: number;
  receiverUrl: string;
  /** All that the ready line says. */
  ready: Readonly<Record<string, unknown>>;
  /** Halts the process, so that what it has left to do does not fall on another's round. Windows has no signal for it. */
  pause(): void;
  resume(): void;
  /** Resolves once it has ended. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

/**
 * Runs a file of JavaScript or TypeScript with the benchmark's key, until it says that it is ready. Rejects with the last
 * lines of its standard error where it ends before.
 */
export async function startServer(command: readonly string[]): Promise<ServerProcess> {
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PERITO_RECEIVER_KEYS: benchKey },
  });
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line);
    if (errors.length > 20) errors.shift();
  });
  const ended = once(child, 'exit').then(([code, signal]) => String(code ?? signal));
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then((how) => {
      throw new Error(`${command[0]} ended with ${how} before it listened:\n${errors.join('\n')}`);
    }),
  ]);
  const readyAt = performance.now();
  child.stdout.resume();
  const ready = readyLine.parse(JSON.parse(String(line)));
  const signal = (name: NodeJS.Signals) => void (process.platform !== 'win32' && child.kill(name));
  return {
    pid: child.pid ?? 0,
    spawnedAt,
    readyAt,
    receiverUrl: ready.receiverUrl,
    ready,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop(name = 'SIGTERM') {
      signal('SIGCONT');
      child.kill(name);
      await ended;
    },
  };
}
