import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import { within } from '../within.ts';
import { migrate, openConnection, readingWith, writingWith } from './connection.ts';
import {
  asStoreProblem,
  databaseFile,
  FileIdentity,
  holdFolder,
  type Marker,
  readMarker,
  rejoinLog,
  writeMarker,
} from './folder.ts';
import { type JournalStore, journalFile, openJournalInFiles, requireJournal } from './journal-database.ts';
import { journalApart } from './migrations/0023-journal.ts';
import { migrations, migrations as released } from './migrations/index.ts';
import { refuseUnmoved } from './migrations/move-arrivals.ts';
import { wholeSchema } from './migrations/whole-schema.ts';
import { Nesting } from './nesting.ts';
import { makePrivateFile } from './private-files.ts';
import { type Query, Reader } from './reader.ts';
import { settleInterruptedRebuild } from './rebuild-place.ts';
import { isDamage, StoreProblem } from './store-error.ts';
import { ConnectionTransaction } from './transaction.ts';
import { copyBeforeMigration, newerDatabase, noteVersion, removeOldCopies } from './version-before.ts';
import { type Job, Writer } from './writer.ts';

export interface Store {
  readonly dataDir: string;
  readonly installationId: string;
  readonly sampleData: boolean;
  /** Runs a job of the one writer; see `Writer.run`. */
  write<Result>(job: Job<Result>): Promise<Result>;
  /**
   * The same for a job that derives from the journal and would be done again: it is committed, and synced to disk with the
   * next job that is not.
   */
  derive<Result>(job: Job<Result>): Promise<Result>;
  /**
   * Resolves once a database server that falls takes nothing back of what was committed; at once where the files are here,
   * since this program falls with their computer.
   */
  settle(): Promise<void>;
  /** Runs a short read, which sees one snapshot of what is committed; see `Reader.read`. */
  read<Result>(query: Query<Result>): Promise<Result>;
  /** Waits for the writer, checkpoints, lets the directory go. Safe to call twice. */
  close(): Promise<void>;
}

export interface StoreOptions {
  dataDir: string;
  /** Address of a database for a new directory; null for its own files. Whoever leaves it away opens what is there. */
  database?: string | null | undefined;
  sampleData?: boolean;
  /** Whether this process holds the directory, and its journal is open, already; else both are opened here. */
  journalIsOpen?: boolean;
  /** Told once when nothing more can be written in this run. */
  onFailure?: (problem: StoreProblem) => void;
  /**
   * Told where the rows may be others than this run was told: something may have been committed whose writer was told that it
   * was not, or a server that fell has taken back what was derived.
   */
  onUnknown?: () => void;
  /** A database of more bytes is not checked before it is opened; tests set less. */
  alwaysCheckedBytes?: number | undefined;
  /** Of the program, which is noted for an older one; where none is given nothing is noted. */
  version?: string;
  /** Other migrations than the released ones, for tests of migrating. */
  migrations?: readonly string[];
}

/** How often it is looked whether the files of the database are there. */
const lookMilliseconds = 250;

/** A larger database is checked in the background. */
const usualAlwaysCheckedBytes = 256 * 1024 * 1024;

/**
 * Opens the database of a data directory, or makes it. Throws a `StoreProblem` where the directory is in
 * use, the database is lost, foreign, newer or damaged, or nothing can be written.
 */
export function openStoreInFiles(options: StoreOptions): Store {
  const { dataDir } = options;
  const opened: { close(): void }[] = [];
  try {
    const journal =
      options.journalIsOpen === true ? null : openJournalInFiles({ dataDir, migrations: options.migrations });
    if (journal !== null) opened.push({ close: () => journal.abandon() });
    return build(options, journal, opened);
  } catch (failure) {
    for (const one of opened.reverse()) one.close();
    throw asStoreProblem(
      failure,
      dataDir,
      `What arrived is in its journal: run "perito rebuild --data ${dataDir}", or restore a backup.`,
    );
  }
}

function build(options: StoreOptions, journal: JournalStore | null, opened: { close(): void }[]): Store {
  const { dataDir } = options;
  const file = join(dataDir, databaseFile);
  settleInterruptedRebuild(dataDir);
  const before = readMarker(dataDir);
  if (before === null) throw new Error('A store was opened before its journal.');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === false) throw noDatabase(file);
  const isThere = found !== undefined && found.size > 0;
  if (before.hasStore && !isThere) {
    throw new StoreProblem(
      'databaseLost',
      `The database of ${dataDir} is missing although Perito worked here before. What arrived is in its journal: run "perito rebuild --data ${dataDir}", or restore a backup; nothing was changed.`,
    );
  }
  makePrivateFile(file);
  rejoinLog(file);
  const writing = openConnection(file, { readonly: false });
  opened.push(writing);
  // SQLite takes a file of some bytes for an empty database: a new one in its place would hide that all is lost.
  if (before.hasStore && writing.pragma('user_version', { simple: true }) === 0) throw noDatabase(file);
  attachJournal(writing, dataDir);
  if (options.migrations?.includes(journalApart) !== false) refuseUnmoved(writing, dataDir);
  if (isThere) quickCheck(writing, file, options.alwaysCheckedBytes ?? usualAlwaysCheckedBytes);
  const target = options.migrations ?? released;
  const schema = Number(writing.pragma('user_version', { simple: true }));
  if (schema > target.length) throw newerDatabase(dataDir, schema);
  const copy = (from: number) => copyBeforeMigration(writing, dataDir, from);
  migrate(writing, target, copy, options.migrations === undefined ? wholeSchema : undefined);
  const installation = findOrMakeInstallation(writing, before, options.sampleData ?? false);
  if (before.installationId !== installation.id) {
    throw new StoreProblem(
      'databaseForeign',
      `The database in ${dataDir} belongs to another installation than its marker. Put the right database back, or remove installation.json to accept this one.`,
    );
  }
  checkDerivedPlace(writing, dataDir);
  if (options.version !== undefined) {
    noteVersion(dataDir, options.version, target.length);
    removeOldCopies(dataDir, Date.now());
  }
  if (!before.hasStore) writeMarker(dataDir, { ...before, hasStore: true });
  const reading = openConnection(file, { readonly: true });
  opened.push(reading);
  attachJournal(reading, dataDir);
  const nesting = new Nesting();
  const reader = new Reader(readingWith(reading), nesting);
  const identity = new FileIdentity([file, `${file}-wal`]);
  const writer = new Writer(
    writingWith(writing),
    nesting,
    (problem) => {
      if (problem.code === 'databaseGone') identity.separateLog();
      options.onFailure?.(problem);
    },
    () => identity.check(),
  );
  const watch = setInterval(() => {
    try {
      identity.check();
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
    try {
      if (!writing.inTransaction) writing.pragma('main.optimize');
    } catch (failure) {
      // Of a damaged database all else is closed as ever.
      if (!isDamage(failure)) throw failure;
    }
    writing.close();
    await journal?.close();
  };
  return {
    dataDir,
    installationId: installation.id,
    sampleData: installation.sampleData === 1,
    write: (job) => writer.run(job),
    derive: (job) => writer.run(job, { isSynced: false }),
    settle: async () => {},
    read: (query) => reader.read(query),
    close: () => (closing ??= close()),
  };
}

function noDatabase(file: string): StoreProblem {
  return new StoreProblem(
    'corrupt',
    `${file} is not the database that was there. What arrived is in its journal: run "perito rebuild --data ${dirname(file)}", or restore a backup.`,
  );
}

/** Has a connection read the journal as well. Only the receiver's thread writes there. */
export function attachJournal(database: Database.Database, dataDir: string): void {
  database.prepare('ATTACH ? AS journal').run(join(dataDir, journalFile));
  if (database.readonly) return;
  database.pragma('journal.synchronous = FULL');
  for (const event of ['INSERT', 'UPDATE', 'DELETE'])
    database.exec(`CREATE TEMP TRIGGER journal_refuses_${event} BEFORE ${event} ON journal.entry
      BEGIN SELECT RAISE(ABORT, 'the receiver alone writes the journal'); END`);
}

/** Of a journal that ends earlier; `numbers.json` knows the numbers that are missing in it. */
const goingOn = (dataDir: string): string =>
  `Only where that is lost for good, "perito rebuild --data ${dataDir}" goes on with the one that is there: what it lacks stays in the old database, which is moved aside, and gets a new number when it is sent again; leave numbers.json as it is, so that no number is given twice.`;

/** Of one that went on elsewhere: its ids are of other records, so that nothing of the database fits (`refuseOtherJournal`). */
const goingOnElsewhere = (dataDir: string): string =>
  `Only where that is lost for good, move perito.db away and run "perito rebuild --data ${dataDir}": it goes on with the one that is there, and what people made stays in the file that you moved; leave numbers.json as it is, so that no number is given twice.`;

/** What is derived is never ahead of its journal, unless an older one was put in its place, whose entries are others. */
function checkDerivedPlace(database: Database.Database, dataDir: string): void {
  const found = database
    .prepare<[], { derived: number; last: number }>(
      `SELECT coalesce(max(CAST(value AS INTEGER)), 0) AS derived,
         (SELECT coalesce(max(seq), 0) FROM entry) AS last
         FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals')`,
    )
    .get();
  if (found === undefined || found.derived <= found.last) return;
  throw new StoreProblem(
    'journalOlder',
    `The journal in ${dataDir} ends at entry ${found.last}, and its database knows of ${found.derived}: an older journal was put in its place. Put the newer one back. ${goingOn(dataDir)}`,
  );
}

/** An older journal may have grown beyond that place since: then it does not have what the newest record came from. */
function checkNewestRecord(database: Database.Database, dataDir: string): void {
  const unknown = database
    .prepare<[], { number: string }>(
      `SELECT r.number FROM record r WHERE r.id = (SELECT max(id) FROM record) AND NOT EXISTS (SELECT 1 FROM entry e
        WHERE e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision = 1
          AND e.subject_id = r.id AND e.number = r.number)`,
    )
    .get();
  if (unknown === undefined) return;
  throw new StoreProblem(
    'journalOlder',
    `The journal in ${dataDir} does not have ${unknown.number}, which its database knows: another journal was put in its place. Put the right one back. ${goingOnElsewhere(dataDir)}`,
  );
}

/**
 * Throws a `StoreProblem` where the journal of a data directory is not the one that its database is derived from. What
 * arrives then would go to one that is to be put away. A database that is missing, or cannot be read, is for whoever opens it
 * to say: the journal is whole.
 */
export function refuseOlderJournal(dataDir: string): void {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) return;
  let database: Database.Database | null = null;
  try {
    rejoinLog(file);
    database = openConnection(file, { readonly: true, timeout: readingTimeout });
    if (Number(database.pragma('user_version', { simple: true })) !== migrations.length) return;
    attachJournal(database, dataDir);
    checkDerivedPlace(database, dataDir);
    checkNewestRecord(database, dataDir);
  } catch (failure) {
    if (failure instanceof StoreProblem || !(errorCode(failure) ?? '').startsWith('SQLITE')) throw failure;
  } finally {
    database?.close();
  }
}

function quickCheck(database: Database.Database, file: string, upToBytes: number): void {
  if (statSync(file).size > upToBytes) return;
  const result = database.pragma('main.quick_check(1)', { simple: true });
  if (result !== 'ok') {
    throw new StoreProblem(
      'corrupt',
      `The database ${file} is damaged (${String(result)}). What arrived is in the journal: run "perito rebuild --data ${dirname(file)}", or restore a backup.`,
    );
  }
}

/**
 * Opens a data directory to be read alone, and holds it for this process. It is of this version's schema: `openStore` brings it there.
 * A job of its writer runs as far as it changes nothing, and rejects with a `StoreProblem` where it would.
 */
export function openReadOnlyStore(dataDir: string): Store {
  const lock = holdFolder(dataDir);
  let reading: Database.Database | null = null;
  try {
    reading = openConnection(join(dataDir, databaseFile), { readonly: true });
    attachJournal(reading, dataDir);
    const { id, sampleData } = installationOf(reading);
    const reader = new Reader(readingWith(reading), new Nesting());
    const run = unchangingJobs(reader, reading);
    let closing: Promise<void> | null = null;
    return {
      dataDir,
      installationId: id,
      sampleData: sampleData === 1,
      write: run,
      derive: run,
      settle: async () => {},
      read: (query) => reader.read(query),
      close: () => (closing ??= reader.close().finally(() => lock.release())),
    };
  } catch (failure) {
    reading?.close();
    lock.release();
    throw asStoreProblem(failure, dataDir);
  }
}

/** Runs jobs of a writer over a connection that only reads; one that would change something rejects with a `StoreProblem`. */
function unchangingJobs(reader: Reader, database: Database.Database): Store['write'] {
  const transaction = new ConnectionTransaction(database);
  return (job) =>
    reader
      .read(() => job(transaction))
      .catch((failure: unknown) => {
        if (!(errorCode(failure) ?? '').startsWith('SQLITE_READONLY')) throw failure;
        throw new StoreProblem('readOnly', 'This data is open to be read, not to be changed.', failure);
      });
}

/** A reading connection of one's own beside the engine's, which may be there or not. */
export interface Reading {
  /** Rejects with a `StoreProblem` where the database cannot be read now. */
  read<Result>(query: Query<Result>): Promise<Result>;
  /** Tries anew where it could not be read before, and reads again what it left. */
  reopen(): void;
  /**
   * Reads nothing before `reopen`, so that the files may be moved, which Windows refuses of those that are open. What is to be
   * read meanwhile waits a little.
   */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** A reader that others must not wait for gives up a locked database after so many milliseconds. */
const readingTimeout = 50;

/** Moving a database takes some renames and syncs; whoever is to read waits no longer. */
const leftMilliseconds = 2000;

/** Reads the database of a data directory, as far as it is there and of this version. */
export function openReadingOfFiles(dataDir: string): Reading {
  const file = join(dataDir, databaseFile);
  let opened: { reader: Reader; identity: FileIdentity } | null = null;
  let left: PromiseWithResolvers<void> | null = null;
  const leave = async () => {
    const before = opened;
    opened = null;
    // Reads that were given to it end first.
    await before?.reader.close();
  };
  const open = () => {
    if (opened?.identity.isSame() === false) void leave();
    if (left !== null || opened !== null || !existsSync(file)) return;
    let database: Database.Database | null = null;
    try {
      rejoinLog(file);
      const identity = new FileIdentity([file]);
      database = openConnection(file, { readonly: true, timeout: readingTimeout });
      if (Number(database.pragma('user_version', { simple: true })) === migrations.length)
        opened = { reader: new Reader(readingWith(database), new Nesting()), identity };
    } catch {
      // It is being made or mended: whoever reads is told that it cannot be read.
    }
    if (opened === null) database?.close();
  };
  const unreadable = (cause?: unknown) =>
    new StoreProblem('notAccessible', `The database of ${dataDir} cannot be read now.`, cause);
  open();
  return {
    async read(query) {
      if (left !== null) await within(leftMilliseconds, left.promise);
      open();
      const present = opened;
      if (present === null) throw unreadable();
      try {
        return await present.reader.read(query);
      } catch (failure) {
        if (!(errorCode(failure) ?? '').startsWith('SQLITE')) throw failure;
        // Of several that read at once the first has left it.
        if (opened === present) void leave();
        throw unreadable(failure);
      }
    },
    reopen() {
      left?.resolve();
      left = null;
      open();
    },
    leave() {
      left ??= Promise.withResolvers();
      return leave();
    },
    close: leave,
  };
}

interface InstallationRow {
  id: string;
  createdAt: number;
  sampleData: number;
}

function findOrMakeInstallation(
  database: Database.Database,
  marker: Marker,
  sampleData: boolean,
): InstallationRow {
  database
    .prepare(
      'INSERT INTO installation ("only", id, created_at, sample_data) VALUES (1, ?, ?, ?) ON CONFLICT ("only") DO NOTHING',
    )
    .run(marker.installationId, Date.parse(marker.createdAt), sampleData ? 1 : 0);
  return installationOf(database);
}

const installationOf = (database: Database.Database) =>
  database
    .prepare<[], InstallationRow>(
      'SELECT id, created_at AS "createdAt", sample_data AS "sampleData" FROM installation',
    )
    .get() as InstallationRow;

/** A database that is only looked at: nothing is migrated, marked or locked, and Perito may be using it. */
export interface Inspection extends Pick<Store, 'read'> {
  readonly schema: number;
  readonly installation: InstallationRow;
  /** Runs a job of the store's writer as far as it changes nothing; rejects with a `StoreProblem` where it would. */
  run: Store['write'];
  /** What SQLite's whole check finds in this database, and broken references; empty where all is well. May take minutes. */
  damage(): string[];
  /** What it finds in the journal beside it. */
  journalDamage(): string[];
  close(): Promise<void>;
}

/** Throws a `StoreProblem` where there is no database, or not one of this version's. */
export function inspectFiles(dataDir: string): Inspection {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file) || statSync(file).size === 0) {
    throw new StoreProblem('databaseLost', `There is no Perito database in ${dataDir}.`);
  }
  try {
    requireJournal(dataDir);
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
    attachJournal(database, dataDir);
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema !== migrations.length) {
      const age = schema > migrations.length ? 'a newer' : 'an older';
      throw new StoreProblem(
        'newerSchema',
        `The database in ${dataDir} is of ${age} Perito (schema ${schema}; this one has ${migrations.length}). Verify it with that version${schema < migrations.length ? ', or start this one on it once' : ''}.`,
      );
    }
    const reader = new Reader(readingWith(database), new Nesting());
    return {
      schema,
      installation: installationOf(database),
      run: unchangingJobs(reader, database),
      read: (query) => reader.read(query),
      damage() {
        // Without a name it would look at the journal as well, which is attached.
        const found = wholeCheck(database, 'main');
        const broken = database
          .prepare<[], { table: string; rowid: number }>('PRAGMA foreign_key_check')
          .all();
        return [
          ...found,
          ...broken.slice(0, 20).map(({ table, rowid }) => `${table} ${rowid} refers to what is not there`),
        ];
      },
      journalDamage: () => wholeCheck(database, 'journal'),
      close: () => reader.close(),
    };
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** The first 20 things that are wrong with a database of this connection. */
function wholeCheck(database: Database.Database, name: 'main' | 'journal'): string[] {
  const found = database.prepare<[], { integrity_check: string }>(`PRAGMA ${name}.integrity_check(20)`).all();
  return found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}
