/** Connections with SQLite, and how a database comes to the newest schema. */
import Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import type { ReadingConnection } from './reader.ts';
import { StoreProblem } from './store-error.ts';
import { ConnectionTransaction } from './transaction.ts';
import type { WritingConnection } from './writer.ts';

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

/**
 * Keeps a log of a database that is being made, or none: whoever finds it half made makes it anew, so nothing of it has to be
 * undone. Every table of it may be written from then on, also those behind a full-text index.
 */
export function setJournalMode(database: Database.Database, mode: 'off' | 'wal'): void {
  // Before the mode, which is refused without a word otherwise (SQLite, SQLITE_DBCONFIG_DEFENSIVE).
  database.unsafeMode(true);
  if (database.pragma(`journal_mode = ${mode}`, { simple: true }) === mode) return;
  throw new Error(`SQLite does not take journal_mode = ${mode} for ${database.name}.`);
}

/** A connection's transactions for the reader; each begins by a look, since SQLite takes the snapshot at the first statement. */
export function readingWith(database: Database.Database): ReadingConnection {
  const begin = database.prepare('BEGIN');
  const look = database.prepare('SELECT 1 FROM main.sqlite_schema LIMIT 1');
  const end = database.prepare('COMMIT');
  return {
    transaction: new ConnectionTransaction(database),
    async begin() {
      begin.run();
      try {
        // The journal, which is attached, is always ahead of what is derived from it: this snapshot is taken first.
        look.get();
      } catch (failure) {
        endReading(database, end);
        throw failure;
      }
    },
    async end() {
      endReading(database, end);
    },
    async close() {
      database.close();
    },
  };
}

function endReading(database: Database.Database, end: Database.Statement<[]>): void {
  try {
    // SQLite may have ended it by itself, for example where the disk failed.
    if (database.inTransaction) end.run();
  } catch {
    // Of a damaged file not even this can be had; what the query met says more.
    if (database.inTransaction) database.exec('ROLLBACK');
  }
}

/** A connection's transactions for the writer. */
export function writingWith(database: Database.Database): WritingConnection {
  let isSyncedNow = true;
  const transaction = new ConnectionTransaction(database, { isWriter: true });
  return {
    async begin(isSynced) {
      transaction.memory.forget();
      if (isSynced !== isSyncedNow) database.pragma(`main.synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
      isSyncedNow = isSynced;
      // Not IMMEDIATE, which would lock the attached journal as well; there is one writer.
      database.exec('BEGIN');
      return transaction;
    },
    async commit() {
      await transaction.memory.runWithCommit();
      try {
        database.exec('COMMIT');
      } catch (failure) {
        if (isDiskFull(failure)) throw failure;
        // Whether a failed COMMIT reached the disk cannot be known: nothing more is written in this run.
        throw new StoreProblem(
          'commitFailed',
          'The database could not be synced to disk. Restart Perito; if it happens again, check the disk.',
          failure,
        );
      }
    },
    async rollBack() {
      try {
        if (database.inTransaction) database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself.
      }
    },
    asProblem(failure) {
      if (!isDiskFull(failure)) return failure;
      return new StoreProblem('diskFull', 'The disk is full: free some space; nothing was lost.', failure);
    },
  };
}

const isDiskFull = (failure: unknown): boolean => errorCode(failure) === 'SQLITE_FULL';

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
