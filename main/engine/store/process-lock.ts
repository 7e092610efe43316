import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import { makePrivateFile } from './private-files.ts';
import { StoreProblem } from './problem.ts';

export interface ProcessLock {
  /**
   * Takes the lock again where its file was deleted or replaced. Throws a `StoreProblem` where another Perito took it
   * first.
   */
  keep(): void;
  release(): void;
}

/**
 * Holds a data directory for this process: an exclusive transaction on a small database of its own. The
 * operating system drops it when the process ends, however it ends. Throws a `StoreProblem` where another holds it.
 */
export function holdProcessLock(dataDir: string): ProcessLock {
  const file = join(dataDir, 'perito.lock');
  let held = take(file, dataDir);
  return {
    keep() {
      const found = statSync(file, { bigint: true, throwIfNoEntry: false });
      if (found?.dev === held.device && found.ino === held.inode) return;
      const again = take(file, dataDir);
      held.database.close();
      held = again;
    },
    release: () => void held.database.close(),
  };
}

function take(file: string, dataDir: string): { database: Database.Database; device: bigint; inode: bigint } {
  makePrivateFile(file);
  const { dev: device, ino: inode } = statSync(file, { bigint: true });
  const database = new Database(file, { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written: a journal on disk would be refused where that is full.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (failure) {
    database.close();
    if (errorCode(failure) !== 'SQLITE_BUSY') throw failure;
    throw new StoreProblem(
      'inUse',
      `Another Perito is using ${dataDir}. Close it, or choose another data directory.`,
      failure,
    );
  }
  return { database, device, inode };
}
