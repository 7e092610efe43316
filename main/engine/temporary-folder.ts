/** Folders that last as long as what is opened in them: private, in the system's place for such, removed also after a SIGKILL. */
import { mkdtempSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Not by the store's door: the shell would load all of SQL for it.
import { holdFolder } from './store/folder.ts';

const prefix = 'perito-temporary-';

export interface TemporaryFolder {
  readonly path: string;
  /** Lets it go, with all that is in it. Nothing in it is open any more. */
  remove(): void;
}

/** Makes one, and holds it for this process. */
export function makeTemporaryFolder(within: string = tmpdir()): TemporaryFolder {
  // As `mkdtemp` makes them, nobody else may look into it.
  const path = mkdtempSync(join(within, prefix));
  const lock = holdFolder(path);
  return {
    path,
    remove() {
      lock.release();
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** One that was made a moment ago is not held yet. */
const youngMilliseconds = 60_000;

/** Removes those that no process holds any more, as after a SIGKILL; how many. Links and what others made are left. */
export async function removeLeftFolders(
  within: string = tmpdir(),
  now: number = Date.now(),
): Promise<number> {
  let removed = 0;
  for (const name of await readdir(within)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(within, name);
    try {
      const found = await lstat(path);
      const isOurs = found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
      if (!isOurs || now - found.mtimeMs < youngMilliseconds) continue;
      holdFolder(path).release();
      await rm(path, { recursive: true, force: true });
      removed += 1;
    } catch {
      // It is held, or cannot be removed now: the next start looks again.
    }
  }
  return removed;
}
