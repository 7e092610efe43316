/** Connections with SQLite, and how a database comes to the newest schema. */
import Database from 'better-sqlite3';
import { StoreProblem } from './store-error.ts';

/**
 * Opens one connection with the pragmas of the house. `synchronous` is set to FULL by name, since the
 * library is built with NORMAL for WAL, which may lose acknowledged commits on power loss.
 */
export function openConnection(
  file: string,
  /** `timeout` is how long the thread waits for a lock, in milliseconds. */
  options: { readonly: boolean; timeout?: number },
): Database.Database {
  const { readonly, timeout = 5000 } = options;
  const database = new Database(file, { readonly, timeout });
  try {
    if (!readonly) {
      // Three orders of 2.5 kB fit a page, so a group syncs fewer bytes; takes effect on a new file only.
      database.pragma('page_size = 8192');
      database.pragma('journal_mode = WAL');
      // 16 MiB: a page that many commits touched is written back once, and no call waits long while they are.
      database.pragma('wal_autocheckpoint = 2000');
      database.pragma('journal_size_limit = 67108864');
    }
    database.pragma('synchronous = FULL');
    database.pragma('fullfsync = ON');
    database.pragma('checkpoint_fullfsync = ON');
    database.pragma('foreign_keys = ON');
    database.pragma('trusted_schema = OFF');
    database.pragma('temp_store = MEMORY');
    // In KiB. Readers find in the system's own what the writer keeps besides, to change it again and again.
    database.pragma(`cache_size = ${readonly ? -8192 : -32768}`);
    database.pragma('recursive_triggers = ON');
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** Copies the log back into the database, as far as nobody reads or writes it; how many pages are left in it. */
export function checkpoint(database: Database.Database): number {
  const [result] = database.pragma('wal_checkpoint(PASSIVE)') as { log: number; checkpointed: number }[];
  return result === undefined || result.log < 0 ? 0 : result.log - result.checkpointed;
}

/** What the first versions of a schema make together of an empty database. */
export interface WholeSchema {
  /** The last of these versions. */
  version: number;
  sql: string;
}

/**
 * Brings a database to the newest schema, each version in a transaction of its own; an empty one comes to that of `whole` in
 * one, which takes a tenth of the time. `copyBefore` copies one that holds something, of the schema `found`. One from a newer
 * Perito is refused and left as it is.
 */
export function migrate(
  database: Database.Database,
  migrations: readonly string[],
  copyBefore: (found: number) => void,
  whole?: WholeSchema,
): void {
  const found = Number(database.pragma('user_version', { simple: true }));
  if (found > migrations.length) {
    throw new StoreProblem(
      'newerSchema',
      `This data was written by a newer Perito (schema ${found}; this one knows ${migrations.length}). Install the newer version.`,
    );
  }
  if (found > 0 && found < migrations.length) copyBefore(found);
  const bringTo = (version: number, sql: string) =>
    database.transaction(() => {
      database.exec(sql);
      database.pragma(`user_version = ${version}`);
    })();
  const isWhole = found === 0 && whole !== undefined;
  if (isWhole) bringTo(whole.version, whole.sql);
  const reached = isWhole ? whole.version : found;
  for (const [index, sql] of migrations.entries()) if (index >= reached) bringTo(index + 1, sql);
}
