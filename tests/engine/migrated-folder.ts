import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, openConnection } from '../../main/engine/store/connection.ts';
import { readMarker, writeMarker } from '../../main/engine/store/folder.ts';
import { openStore, type Store, type StoreOptions } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../main/engine/store/migrations/journal.ts';
import { makePrivateFile, makePrivateFolder } from '../../main/engine/store/private-files.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { copyKilledOnServer, isOnPostgres, newTestDatabase } from './test-database.ts';

/** A new data directory with an empty database; see `newDataDirectory`. Removed when the test ends. */
export async function migratedFolder(): Promise<string> {
  return newDataDirectory(temporaryFolder());
}

/** Gives a new data directory an empty database: in its files, or on the server that the tests are given. Returns the directory. */
export async function newDataDirectory(dataDir: string): Promise<string> {
  if (!isOnPostgres) return putNewDatabase(dataDir);
  const database = await newTestDatabase(dataDir);
  if (database !== undefined) {
    makePrivateFolder(dataDir);
    const installation = { installationId: crypto.randomUUID(), createdAt: new Date().toISOString() };
    const nothingYet = { hasJournal: false, hasStore: false, closedCleanly: true, checkedAt: null };
    writeMarker(dataDir, { ...installation, ...nothingYet, database, attachments: null });
  }
  return dataDir;
}

/** A copy of a data directory as a process leaves it that is killed now: nothing is written back, and nobody says good-bye. */
export async function leftByKill(dataDir: string): Promise<string> {
  const left = join(temporaryFolder(), 'left');
  const database = isOnPostgres ? await copyKilledOnServer(dataDir) : null;
  cpSync(dataDir, left, { recursive: true });
  const marker = readMarker(left);
  if (database !== null && marker !== null) writeMarker(left, { ...marker, database });
  return left;
}

/** Opens a store; a new data directory gets an empty database first. */
export async function openNewStore(options: StoreOptions): Promise<Store> {
  await newDataDirectory(options.dataDir);
  return openStore(options);
}

/**
 * Puts a database that is empty and migrated already into a new data directory: migrating takes a tenth of a
 * second of processor, all else of opening a store a twentieth of that. The database becomes an installation of its own
 * when it is opened. Tests of making and migrating a database do without. Returns the directory.
 */
export function putNewDatabase(dataDir: string): string {
  const file = join(dataDir, 'perito.db');
  // Where Perito worked before a database may be missing, and that is to be found out.
  if (existsSync(file) || existsSync(join(dataDir, 'installation.json'))) return dataDir;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(template(), file);
  return dataDir;
}

/** Made by the first of the processes of a run that needs it; of several at once each puts a whole one there. */
function template(): string {
  const version = createHash('sha256')
    .update([...journalMigrations, ...migrations].join('\0'))
    .digest('hex')
    .slice(0, 16);
  const template = join(tmpdir(), `perito-empty-${version}.db`);
  if (existsSync(template)) return template;
  const folder = mkdtempSync(join(tmpdir(), 'perito-template-'));
  const file = join(folder, 'perito.db');
  makePrivateFile(file);
  const database = openConnection(file, { readonly: false });
  // Migrating reads where in the journal something stands that was moved there.
  const journalFile = join(folder, 'journal.db');
  const journal = openConnection(journalFile, { readonly: false });
  migrate(journal, journalMigrations, () => {});
  journal.close();
  database.prepare('ATTACH ? AS journal').run(journalFile);
  database.transaction(() => {
    for (const sql of migrations) database.exec(sql);
    database.pragma(`user_version = ${migrations.length}`);
  })();
  database.close();
  renameSync(file, template);
  rmSync(folder, { recursive: true });
  return template;
}
