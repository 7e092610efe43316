import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { makePrivateFile } from './private-files.ts';
import { StoreProblem } from './problem.ts';

/**
 * Brings a database to the newest schema, each version in a transaction of its own. A database that holds
 * something is copied to `backups/` first. One from a newer Perito is refused and left as it is.
 */
export function migrate(database: Database.Database, dataDir: string, migrations: readonly string[]): void {
  const found = Number(database.pragma('user_version', { simple: true }));
  if (found > migrations.length) {
    throw new StoreProblem(
      'newerSchema',
      `This data was written by a newer Perito (schema ${found}; this one knows ${migrations.length}). Install the newer version.`,
    );
  }
  if (found > 0 && found < migrations.length) copyBefore(database, dataDir, found);
  for (const [index, sql] of migrations.entries()) {
    const version = index + 1;
    if (version <= found) continue;
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    })();
  }
}

function copyBefore(database: Database.Database, dataDir: string, version: number): void {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `before-schema-${version + 1}-${time}.db`);
  // Into an empty file: SQLite would make one that everybody may read.
  makePrivateFile(file);
  database.prepare('VACUUM INTO ?').run(file);
}
