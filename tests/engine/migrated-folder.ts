import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * A new data directory whose database is empty and migrated already, which costs a test most of the time of opening a
 * store. It becomes an installation of its own when it is opened. Removed when the test ends.
 */
export async function migratedFolder(): Promise<string> {
  const version = createHash('sha256').update(migrations.join('\0')).digest('hex').slice(0, 16);
  const template = join(tmpdir(), `perito-empty-${version}.db`);
  if (!existsSync(template)) await makeTemplate(template);
  const folder = temporaryFolder();
  copyFileSync(template, join(folder, 'perito.db'));
  return folder;
}

async function makeTemplate(template: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perito-template-'));
  await openStore({ dataDir: folder }).close();
  const file = join(folder, 'perito.db');
  const database = new Database(file);
  database.exec('DELETE FROM installation');
  database.close();
  // Of several processes that make it at once each puts a whole one there.
  renameSync(file, template);
  rmSync(folder, { recursive: true });
}
