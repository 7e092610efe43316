import { existsSync, rmSync } from 'node:fs';
import { openConnection } from './connection.ts';

/** What SQLite's quick check finds in a file that nobody has open; null where all is well. Nothing is left beside it. */
export function checkDatabaseFile(file: string): string | null {
  try {
    const database = openConnection(file, { readonly: true });
    try {
      const found = database.pragma('quick_check(1)', { simple: true });
      return found === 'ok' ? null : String(found);
    } finally {
      database.close();
    }
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  } finally {
    removeBeside(file);
  }
}

/** A database with all that SQLite leaves beside it, where it is there. */
export function removeWhole(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** What SQLite leaves beside a file that is closed. */
export function removeBeside(file: string): void {
  for (const end of ['-wal', '-shm']) if (existsSync(`${file}${end}`)) rmSync(`${file}${end}`);
}
