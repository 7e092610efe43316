import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateFile } from './private-files.ts';
import { StoreProblem } from './problem.ts';

/**
 * Holds a data directory for this process: an exclusive transaction on a small database of its own. The
 * operating system drops it when the process ends, however it ends.
 */
export function holdProcessLock(dataDir: string): { release(): void } {
  const file = join(dataDir, 'perito.lock');
  makePrivateFile(file);
  const database = new Database(file, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (failure) {
    database.close();
    throw new StoreProblem(
      'inUse',
      `Another Perito is using ${dataDir}. Close it, or choose another data directory.`,
      failure,
    );
  }
  return { release: () => void database.close() };
}
