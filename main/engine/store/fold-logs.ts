import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkpoint, openConnection } from './connection.ts';
import { databaseFile, holdFolder, type ProcessLock, readMarker } from './folder.ts';
import { journalFile } from './journal-database.ts';

/**
 * Copies what stands in the logs of both databases back and removes the logs, as who closes a database last does: a reader that
 * was there longer than whoever wrote cannot. Nothing happens but after a clean end, where nobody has the directory.
 */
export function foldLogs(dataDir: string): void {
  if (readMarker(dataDir)?.closedCleanly !== true) return;
  let lock: ProcessLock | null = null;
  try {
    lock = holdFolder(dataDir);
    for (const file of [journalFile, databaseFile].map((name) => join(dataDir, name))) {
      if (!existsSync(file) || !existsSync(`${file}-wal`)) continue;
      const database = openConnection(file, { readonly: false, timeout: 0 });
      try {
        checkpoint(database);
      } finally {
        database.close();
      }
    }
  } catch {
    // In use, or what the next start has to say something about.
  } finally {
    lock?.release();
  }
}
