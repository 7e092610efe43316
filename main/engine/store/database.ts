import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { migrations, migrations as released } from './migrations/index.ts';
import { Nesting } from './nesting.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { type Query, Reader } from './reader.ts';
import { GivenNumbers, usedSequences } from './sequences.ts';
import { StoreProblem } from './store-error.ts';
import { type Job, Writer } from './writer.ts';

export interface Store {
  readonly dataDir: string;
  readonly installationId: string;
  readonly sampleData: boolean;
  /** Runs a job of the one writer; see `Writer.run`. */
  write<Result>(job: Job<Result>): Promise<Result>;
  /** Runs a short read, which sees one snapshot of what is committed; see `Reader.read`. */
  read<Result>(query: Query<Result>): Promise<Result>;
  /** Waits for the writer, checkpoints, lets the directory go. Safe to call twice. */
  close(): Promise<void>;
}

export interface StoreOptions {
  dataDir: string;
  sampleData?: boolean;
  /** Told once when nothing more can be written in this run. */
  onFailure?: (problem: StoreProblem) => void;
  /** Other migrations than the released ones, for tests of migrating. */
  migrations?: readonly string[];
}

/** How often it is looked whether the files of the database are there. */
const lookMilliseconds = 250;

/** Above this size a database that was closed cleanly is not checked whole at the start. */
const alwaysCheckedBytes = 256 * 1024 * 1024;

/**
 * Opens the database of a data directory, or makes it. Throws a `StoreProblem` where the directory is in
 * use, the database is lost, foreign, newer or damaged, or nothing can be written.
 */
export function openStore(options: StoreOptions): Store {
  const { dataDir } = options;
  makeFolder(dataDir);
  const lock = holdFolder(dataDir);
  const opened: Database.Database[] = [];
  try {
    return build(options, lock, opened);
  } catch (failure) {
    for (const database of opened) database.close();
    lock.release();
    throw asStoreProblem(failure, dataDir);
  }
}

function build(options: StoreOptions, lock: ProcessLock, opened: Database.Database[]): Store {
  const { dataDir } = options;
  const file = join(dataDir, 'perito.db');
  const before = readMarker(dataDir);
  const isThere = existsSync(file) && statSync(file).size > 0;
  if (before !== null && !isThere) {
    throw new StoreProblem(
      'databaseLost',
      `The database of ${dataDir} is missing although Perito worked here before. Restore a backup, or choose another data directory; nothing was changed.`,
    );
  }
  makePrivateFile(file);
  const writing = openConnection(file, { readonly: false });
  opened.push(writing);
  if (isThere) quickCheck(writing, file, before);
  migrate(writing, dataDir, options.migrations ?? released);
  const installation = findOrMakeInstallation(writing, options.sampleData ?? false);
  if (before !== null && before.installationId !== installation.id) {
    throw new StoreProblem(
      'databaseForeign',
      `The database in ${dataDir} belongs to another installation than its marker. Put the right database back, or remove installation.json to accept this one.`,
    );
  }
  const numbers = new GivenNumbers(dataDir);
  numbers.raise(writing);
  const marker: Marker = {
    installationId: installation.id,
    createdAt: new Date(installation.createdAt).toISOString(),
    closedCleanly: false,
  };
  writeMarker(dataDir, marker);
  const reading = openConnection(file, { readonly: true });
  opened.push(reading);
  const nesting = new Nesting();
  const reader = new Reader(reading, nesting);
  let hasFailed = false;
  const identity = new FileIdentity([file, `${file}-wal`]);
  const writer = new Writer(
    writing,
    nesting,
    (problem) => {
      hasFailed = true;
      // Of what was being committed it cannot be known who heard of it.
      numbers.write(true);
      options.onFailure?.(problem);
    },
    (memory) => {
      numbers.note(usedSequences(memory));
      identity.check();
    },
  );
  const watch = setInterval(() => {
    try {
      identity.check();
      lock.keep();
      numbers.write(false);
    } catch (failure) {
      if (failure instanceof StoreProblem) writer.fail(failure);
    }
  }, lookMilliseconds).unref();
  let closing: Promise<void> | null = null;
  const close = async () => {
    await writer.close();
    clearInterval(watch);
    await reader.close();
    // `optimize` keeps the planner's figures fresh at the only time when nobody waits.
    if (!writing.inTransaction) writing.pragma('optimize');
    writing.close();
    numbers.write(true);
    // Also where the folder was deleted: the next start finds that Perito worked here.
    makeFolder(dataDir);
    // After a failed commit the next start checks the whole database, however large it is.
    writeMarker(dataDir, { ...marker, closedCleanly: !hasFailed });
    lock.release();
  };
  return {
    dataDir,
    installationId: installation.id,
    sampleData: installation.sampleData === 1,
    write: (job) => writer.run(job),
    read: (query) => reader.read(query),
    close: () => (closing ??= close()),
  };
}

function holdFolder(dataDir: string): ProcessLock {
  try {
    return holdProcessLock(dataDir);
  } catch (failure) {
    throw asStoreProblem(failure, dataDir);
  }
}

function makeFolder(dataDir: string): void {
  try {
    makePrivateFolder(dataDir);
  } catch (failure) {
    throw asStoreProblem(failure, dataDir);
  }
}

function quickCheck(database: Database.Database, file: string, marker: Marker | null): void {
  if (marker?.closedCleanly === true && statSync(file).size > alwaysCheckedBytes) return;
  const result = database.pragma('quick_check(1)', { simple: true });
  if (result !== 'ok') {
    throw new StoreProblem(
      'corrupt',
      `The database ${file} is damaged (${String(result)}). Restore a backup.`,
    );
  }
}

interface InstallationRow {
  id: string;
  createdAt: number;
  sampleData: number;
}

function findOrMakeInstallation(database: Database.Database, sampleData: boolean): InstallationRow {
  database
    .prepare(
      'INSERT INTO installation ("only", id, created_at, sample_data) VALUES (1, ?, ?, ?) ON CONFLICT ("only") DO NOTHING',
    )
    .run(crypto.randomUUID(), Date.now(), sampleData ? 1 : 0);
  return database
    .prepare<[], InstallationRow>(
      'SELECT id, created_at AS "createdAt", sample_data AS "sampleData" FROM installation',
    )
    .get() as InstallationRow;
}

function asStoreProblem(failure: unknown, dataDir: string): StoreProblem {
  if (failure instanceof StoreProblem) return failure;
  const code = errorCode(failure) ?? '';
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreProblem('corrupt', `The database in ${dataDir} is damaged. Restore a backup.`, failure);
  }
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') {
    return new StoreProblem(
      'diskFull',
      `The disk of ${dataDir} is full. Free some space and start again.`,
      failure,
    );
  }
  const message = failure instanceof Error ? failure.message : String(failure);
  return new StoreProblem(
    'notAccessible',
    `${dataDir} cannot be used as a data directory: ${message}`,
    failure,
  );
}

/** A database that is only looked at: nothing is migrated, marked or locked, and Perito may be using it. */
export interface Inspection extends Pick<Store, 'read'> {
  readonly schema: number;
  /** What SQLite's whole check finds, and broken references; empty where all is well. May take minutes. */
  damage(): string[];
  close(): Promise<void>;
}

/** Throws a `StoreProblem` where there is no database, or not one of this version's. */
export function inspectStore(dataDir: string): Inspection {
  const file = join(dataDir, 'perito.db');
  if (!existsSync(file) || statSync(file).size === 0) {
    throw new StoreProblem('databaseLost', `There is no Perito database in ${dataDir}.`);
  }
  try {
    return inspect(file, dataDir);
  } catch (failure) {
    if (failure instanceof StoreProblem) throw failure;
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new StoreProblem('corrupt', `The database in ${dataDir} cannot be read: ${message}.`, failure);
  }
}

function inspect(file: string, dataDir: string): Inspection {
  const database = openConnection(file, { readonly: true });
  try {
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema !== migrations.length) {
      const age = schema > migrations.length ? 'a newer' : 'an older';
      throw new StoreProblem(
        'newerSchema',
        `The database in ${dataDir} is of ${age} Perito (schema ${schema}; this one has ${migrations.length}). Verify it with that version${schema < migrations.length ? ', or start this one on it once' : ''}.`,
      );
    }
    const reader = new Reader(database, new Nesting());
    return {
      schema,
      read: (query) => reader.read(query),
      damage() {
        const found = database.prepare<[], { integrity_check: string }>('PRAGMA integrity_check(20)').all();
        const broken = database
          .prepare<[], { table: string; rowid: number }>('PRAGMA foreign_key_check')
          .all();
        return [
          ...found.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
          ...broken.slice(0, 20).map(({ table, rowid }) => `${table} ${rowid} refers to what is not there`),
        ];
      },
      close: () => reader.close(),
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/**
 * Opens one connection with the pragmas of the house. `synchronous` is set to FULL by name, since the
 * library is built with NORMAL for WAL, which may lose acknowledged commits on power loss.
 */
export function openConnection(file: string, options: { readonly: boolean }): Database.Database {
  const database = new Database(file, { readonly: options.readonly, timeout: 5000 });
  try {
    if (!options.readonly) {
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
    database.pragma('cache_size = -32768');
    database.pragma('recursive_triggers = ON');
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/**
 * Brings a database to the newest schema, each version in a transaction of its own. A database that holds
 * something is copied to `backups/` first. One from a newer Perito is refused and left as it is.
 */
function migrate(database: Database.Database, dataDir: string, migrations: readonly string[]): void {
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

const marker = z.object({
  installationId: z.uuid(),
  createdAt: z.iso.datetime(),
  closedCleanly: z.boolean(),
});
type Marker = z.infer<typeof marker>;

/**
 * The installation marker stands outside the database and tells a lost database from a new one. Null where
 * there is none; an unreadable one counts as none, and is written anew from the database.
 */
function readMarker(dataDir: string): Marker | null {
  const file = markerFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return marker.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the marker whole: written aside, synced, renamed. */
function writeMarker(dataDir: string, content: Marker): void {
  const aside = `${markerFile(dataDir)}.new`;
  const descriptor = openSync(aside, 'w', 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(aside, markerFile(dataDir));
}

function markerFile(dataDir: string): string {
  return join(dataDir, 'installation.json');
}

/**
 * The files of an open database, as they were when it was opened. Where one of them is deleted or replaced, SQLite writes
 * on into a file that has no name any more, and all of it is gone when the program ends.
 */
class FileIdentity {
  readonly #files: readonly { path: string; device: bigint; inode: bigint }[];

  /** Those that are there now. */
  constructor(paths: readonly string[]) {
    this.#files = paths.flatMap((path) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? [] : [{ path, device: found.dev, inode: found.ino }];
    });
  }

  /** Throws a `StoreProblem` where one of them is not what it was. A few microseconds. */
  check(): void {
    for (const { path, device, inode } of this.#files) {
      let found: { dev: bigint; ino: bigint } | undefined;
      try {
        found = statSync(path, { bigint: true, throwIfNoEntry: false });
      } catch {
        // A folder on the way that is gone, or is none any more, is the same as a file that is.
      }
      if (found?.dev === device && found.ino === inode) continue;
      throw new StoreProblem(
        'databaseGone',
        `${path} was deleted or replaced while Perito worked with it. Nothing more is taken; close Perito, put the files or a backup back, and start again.`,
      );
    }
  }
}
