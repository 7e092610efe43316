import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';

/**
 * Resolves once a child that was spawned `detached` has ended; at the end of the test it is killed, with all of its group that
 * is left.
 */
export function endWithTest(child: ChildProcess): Promise<unknown[]> {
  const ended = once(child, 'close');
  onTestFinished(async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // All of the group have ended.
    }
    await ended;
  });
  return ended;
}
