/**
 * Renaming, and again for two seconds where Windows refuses it for a moment: antivirus programs and indexers open files as they
 * are written, and whoever renames one meanwhile gets EPERM, EACCES or EBUSY.
 */
import { renameSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

const patienceMilliseconds = 2000;
const pauseMilliseconds = 50;
const passing: ReadonlySet<string | null> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** For tests: what renames, and for which system. */
interface Renaming<Moved> {
  rename: (from: string, to: string) => Moved;
  platform: NodeJS.Platform;
}

export async function renameFile(
  from: string,
  to: string,
  { rename: move, platform }: Renaming<Promise<void>> = { rename, platform: process.platform },
): Promise<void> {
  const until = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      await move(from, to);
      return;
    } catch (failure) {
      if (!isWorthAnother(failure, platform, until)) throw failure;
      await setTimeout(pauseMilliseconds);
    }
  }
}

/** The same while the thread stands still, for starts and ends. */
export function renameFileSync(
  from: string,
  to: string,
  { rename: move, platform }: Renaming<void> = { rename: renameSync, platform: process.platform },
): void {
  const until = performance.now() + patienceMilliseconds;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      move(from, to);
      return;
    } catch (failure) {
      if (!isWorthAnother(failure, platform, until)) throw failure;
      Atomics.wait(clock, 0, 0, pauseMilliseconds);
    }
  }
}

function isWorthAnother(failure: unknown, platform: NodeJS.Platform, until: number): boolean {
  return platform === 'win32' && passing.has(errorCode(failure)) && performance.now() < until;
}

/** Gives a file its name unless that was taken meanwhile. Where links are unknown, as on FAT, that cannot be told as surely. */
export async function putInPlace(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (failure) {
    if (errorCode(failure) === 'EEXIST') throw failure;
    await renameFile(part, file);
  }
  if (process.platform === 'win32') return;
  try {
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (failure) {
    // Whoever is told that there is none finds none.
    await rm(file, { force: true }).catch(() => {});
    throw failure;
  }
}
