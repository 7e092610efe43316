/** How fast the disk syncs right now: shared and virtual disks slow down for seconds after a burst of writing. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './measure.ts';

export interface DiskWatch {
  /** Waits until a synced write takes no more than twice the least that was seen, two seconds at most. */
  settle(): Promise<void>;
  /** Milliseconds of a synced write of 64 kB before each round, in their order. */
  readonly seen: readonly number[];
}

const writeBytes = 64 * 1024;
const longestWait = 2_000;

export function watchDisk(folder: string): DiskWatch {
  const seen: number[] = [];
  const file = join(folder, 'synced-write');
  const probe = (): number => {
    const handle = openSync(file, 'w');
    const bytes = Buffer.alloc(writeBytes, 1);
    const taken = Array.from({ length: 9 }, () => {
      const began = performance.now();
      writeSync(handle, bytes, 0, writeBytes, 0);
      fdatasyncSync(handle);
      return performance.now() - began;
    });
    closeSync(handle);
    rmSync(file);
    return median(taken);
  };
  return {
    seen,
    async settle() {
      const until = performance.now() + longestWait;
      let now = probe();
      while (now > 2 * Math.min(now, ...seen) && performance.now() < until) {
        await pause(100);
        now = probe();
      }
      seen.push(now);
    },
  };
}
