import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { SecondCopyStatus } from '../../../../shared/contract/backups.ts';

export interface Follower {
  child: ChildProcess;
  /** Resolves with the first status that it tells from now on of which `is` is true. */
  until(is: (status: SecondCopyStatus) => boolean): Promise<SecondCopyStatus>;
  kill(): Promise<void>;
}

/** `known`: whose second copy the place had. Follows a data directory in a process of its own, which is killed when the test ends. */
export function follow(dataDir: string, place: string, known?: string): Follower {
  const file = fileURLToPath(new URL('second-copy.process.ts', import.meta.url));
  const child = fork(file, known === undefined ? [dataDir, place] : [dataDir, place, known], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const waiting = new Set<(status: SecondCopyStatus) => void>();
  if (child.stdout === null) throw new Error('The follower has no output.');
  createInterface(child.stdout).on('line', (line) => {
    const status: SecondCopyStatus = JSON.parse(line);
    for (const one of waiting) one(status);
  });
  return {
    child,
    kill,
    until: (is) =>
      new Promise((resolve) => {
        const look = (status: SecondCopyStatus) => {
          if (!is(status)) return;
          waiting.delete(look);
          resolve(status);
        };
        waiting.add(look);
      }),
  };
}
