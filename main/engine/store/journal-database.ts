import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import { startCheckpointer } from './checkpointer.ts';
import { checkpoint, migrate, openConnection, readingWith, writingWith } from './connection.ts';
import {
  asStoreProblem,
  FileIdentity,
  holdFolder,
  journalFile,
  type Marker,
  makeFolder,
  type ProcessLock,
  readMarker,
  rejoinLog,
  writeMarker,
} from './folder.ts';
import { numbersGiven } from './journal.ts';
import { journalApart } from './migrations/0023-journal.ts';
import { journalMigrations } from './migrations/journal.ts';
import { type MoveProgress, moveArrivals } from './migrations/move-arrivals.ts';
import { Nesting } from './nesting.ts';
import type { StandingBy, Taken } from './postgres/lease.ts';
import { makePrivateFile } from './private-files.ts';
import { type Query, Reader } from './reader.ts';
import { isRestoreHalfDone, settleInterruptedRestore } from './restore-place.ts';
import { GivenNumbers } from './sequences.ts';
import { StoreProblem } from './store-error.ts';
import { type Job, Writer } from './writer.ts';

export { journalFile };

/** The database of the journal, with its one writer. */
export interface JournalStore {
  readonly installationId: string;
  /** How this process came to lead its database; null in files, of which nobody else knows. */
  readonly taken: Taken | null;
  /** Runs a job of the one writer; see `Writer.run`. */
  write<Result>(job: Job<Result>): Promise<Result>;
  /** Runs a job that is a whole group by itself, at once. */
  writeGroup<Result>(job: Job<Result>): Promise<Result>;
  /** A commit has added about so many bytes. */
  added(bytes: number): void;
  read<Result>(query: Query<Result>): Promise<Result>;
  /** Waits for the writer, lets the directory go. Safe to call twice. */
  close(): Promise<void>;
}

/** Of files, whose directory is let go at once where nothing was written. */
export type JournalStoreInFiles = JournalStore & { abandon(): void };

export interface JournalStoreOptions {
  dataDir: string;
  /** Address of a database for a new directory; null for its own files. Whoever leaves it away opens what is there. */
  database?: string | null | undefined;
  /** Told once when nothing more can be written in this run. */
  onFailure?: (problem: StoreProblem) => void;
  /** Whether the log is copied back in a thread of its own; else where it is written, which others wait for. */
  hasCheckpointer?: boolean;
  /** Told about once a second while what an older version kept is moved into the journal. */
  onMoved?: ((progress: MoveProgress) => void) | undefined;
  /** Told again and again while another engine leads on the same database, and this one waits for it. */
  onStandby?: ((at: StandingBy) => void) | undefined;
  /** Told whether what is written now is refused, since the database does not answer and another engine may lead there. */
  onDoubt?: ((isInDoubt: boolean) => void) | undefined;
  /** Those that the database beside it is brought to, for tests of migrating. */
  migrations?: readonly string[] | undefined;
}

const wayOut = 'It is its journal that cannot be read: restore a backup.';

/** How often it is looked whether the files of the database are there. */
const lookMilliseconds = 250;

/**
 * Opens the journal of a data directory, or makes it, and holds the directory for this process from then on. What an older
 * version kept in its own database is moved into it first. Throws a `StoreProblem` where the directory is in use, the journal
 * is lost, foreign, newer or damaged at its end, or nothing can be written.
 */
export function openJournalInFiles(options: JournalStoreOptions): JournalStoreInFiles {
  const { dataDir } = options;
  makeFolder(dataDir);
  const lock = holdFolder(dataDir);
  const opened: Database.Database[] = [];
  try {
    return build(options, lock, opened);
  } catch (failure) {
    for (const database of opened) database.close();
    lock.release();
    // Where there is none yet, it is the database of an older version that cannot be read.
    const isJournal = holdsData(join(dataDir, journalFile));
    throw asStoreProblem(failure, dataDir, isJournal ? wayOut : undefined);
  }
}

function build(
  options: JournalStoreOptions,
  lock: ProcessLock,
  opened: Database.Database[],
): JournalStoreInFiles {
  const { dataDir, onMoved = () => {}, migrations } = options;
  const file = join(dataDir, journalFile);
  settleInterruptedRestore(dataDir);
  const before = readMarker(dataDir);
  if (migrations?.includes(journalApart) !== false) moveArrivals(dataDir, onMoved);
  if (!holdsData(file) && (before?.hasJournal === true || isDerived(dataDir))) {
    throw new StoreProblem(
      'databaseLost',
      `The journal of ${dataDir} is missing although Perito worked here before. Restore a backup, or choose another data directory; nothing was changed.`,
    );
  }
  makePrivateFile(file);
  rejoinLog(file);
  const writing = openConnection(file, { readonly: false });
  opened.push(writing);
  migrate(writing, journalMigrations, () => {});
  const installation = findOrMakeInstallation(writing, before);
  if (before !== null && before.installationId !== installation.installationId) {
    throw new StoreProblem(
      'databaseForeign',
      `The journal in ${dataDir} belongs to another installation than its marker. Put the right journal back, or remove installation.json to accept this one.`,
    );
  }
  const numbers = new GivenNumbers(dataDir);
  raiseNumbers(writing, numbers);
  // Nothing is taken before there is a database, which may be lost together with the marker.
  const hasArrivals = () => writing.prepare('SELECT 1 FROM entry LIMIT 1').get() !== undefined;
  const hasStore = before?.hasStore ?? (holdsData(join(dataDir, 'perito.db')) || hasArrivals());
  // A new one is whole; an end that was not clean may have left anything.
  const checkedAt =
    before === null ? new Date().toISOString() : before.closedCleanly ? before.checkedAt : null;
  const marker: Marker = {
    ...installation,
    closedCleanly: false,
    hasJournal: true,
    hasStore,
    checkedAt,
    database: null,
    attachments: before?.attachments ?? null,
    engine: before?.engine,
  };
  writeMarker(dataDir, marker);
  const reading = openConnection(file, { readonly: true });
  opened.push(reading);
  const nesting = new Nesting();
  const reader = new Reader(readingWith(reading), nesting);
  let hasFailed = false;
  const identity = new FileIdentity([file, `${file}-wal`]);
  const writer = new Writer(
    writingWith(writing),
    nesting,
    (problem) => {
      hasFailed = true;
      if (problem.code === 'databaseGone') identity.separateLog();
      // Of what was being committed it cannot be known who heard of it.
      numbers.write(true);
      options.onFailure?.(problem);
    },
    (memory) => {
      const given = numbersGiven(memory);
      if (given !== null) numbers.note(given);
      identity.check();
    },
  );
  const checkpointer = options.hasCheckpointer === true ? startCheckpointer(file, () => finish()) : null;
  // As a safety net only: a log that was not copied back elsewhere.
  if (checkpointer !== null) writing.pragma('wal_autocheckpoint = 32000');
  const finish = () => {
    try {
      if (!writing.inTransaction) checkpoint(writing);
    } catch {
      // The next commit says what fails.
    }
  };
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
    await checkpointer?.close();
    await reader.close();
    writing.close();
    numbers.write(true);
    // Also where the folder was deleted: the next start finds that Perito worked here.
    makeFolder(dataDir);
    // After a failed commit the next start checks what it can.
    writeMarker(dataDir, { ...(readMarker(dataDir) ?? marker), closedCleanly: !hasFailed });
    lock.release();
  };
  return {
    installationId: installation.installationId,
    taken: null,
    write: (job) => writer.run(job),
    writeGroup: (job) => writer.run(job, { isGroup: true }),
    added: (bytes) => checkpointer?.added(bytes),
    read: (query) => reader.read(query),
    close: () => (closing ??= close()),
    abandon() {
      closing ??= Promise.resolve();
      clearInterval(watch);
      reading.close();
      writing.close();
      writeMarker(dataDir, { ...(readMarker(dataDir) ?? marker), closedCleanly: true });
      lock.release();
    },
  };
}

/** A journal of an older backup goes on above the numbers that were given since. */
function raiseNumbers(database: Database.Database, numbers: GivenNumbers): void {
  const row = database.prepare<[], { numbers: string }>('SELECT numbers FROM journal_head').get();
  const raised = numbers.raised(row?.numbers);
  if (raised !== null) database.prepare('UPDATE journal_head SET numbers = ?').run(raised);
}

/** Whether the database beside it was derived from a journal: one that was copied to a new place alone has none, and no marker. */
function isDerived(dataDir: string): boolean {
  const file = join(dataDir, 'perito.db');
  if (!holdsData(file)) return false;
  const database = openConnection(file, { readonly: true });
  try {
    return database.prepare("SELECT 1 FROM setting WHERE name = 'derivedArrivals'").get() !== undefined;
  } catch {
    // Of no version, or damaged: whoever opens it says so.
    return false;
  } finally {
    database.close();
  }
}

/** An empty file is what SQLite makes before it writes for the first time. */
const holdsData = (file: string) => existsSync(file) && statSync(file).size > 0;

/** A connection of one's own to the journal: what reads there for long keeps nobody else's reads waiting. */
export interface JournalReading {
  readonly schema: number;
  read<Result>(query: Query<Result>): Promise<Result>;
  /** Whether the journal of the data directory is still the one that was opened. */
  isPresent(): boolean;
  close(): Promise<void>;
}

/** Throws a `StoreProblem` where there is no journal, or not one of this version's. */
export function openJournalReadingOfFiles(dataDir: string): JournalReading {
  if (isRestoreHalfDone(dataDir)) {
    throw new StoreProblem(
      'notAccessible',
      `A restore into ${dataDir} was ended while it moved files. Start Perito on it once, which ends what was begun.`,
    );
  }
  const file = join(dataDir, journalFile);
  requireJournal(dataDir);
  let database: Database.Database | null = null;
  try {
    database = openConnection(file, { readonly: true });
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema !== journalMigrations.length) {
      throw new StoreProblem(
        'newerSchema',
        `The journal in ${dataDir} is of another version of Perito (schema ${schema}; this one has ${journalMigrations.length}).`,
      );
    }
    const reader = new Reader(readingWith(database), new Nesting());
    const identity = new FileIdentity([file, `${file}-wal`]);
    return {
      schema,
      read: (query) => reader.read(query),
      isPresent: () => identity.isSame(),
      close: () => reader.close(),
    };
  } catch (failure) {
    database?.close();
    throw asStoreProblem(failure, dataDir, wayOut);
  }
}

/** Throws a `StoreProblem` where there is no journal; an empty file is none. */
export function requireJournal(dataDir: string): void {
  if (!holdsData(join(dataDir, journalFile))) throw journalMissing(dataDir);
}

/** Why there is none, as far as the marker and the database beside it tell. */
function journalMissing(dataDir: string): StoreProblem {
  if (readMarker(dataDir)?.hasJournal === true) {
    return new StoreProblem(
      'databaseLost',
      `The journal of ${dataDir} is missing although Perito worked here before. Restore a backup.`,
    );
  }
  if (holdsData(join(dataDir, 'perito.db'))) {
    return new StoreProblem(
      'databaseLost',
      `The database in ${dataDir} is of an older Perito, which kept no journal. Start this one on it once: it moves what arrived into a journal.`,
    );
  }
  return new StoreProblem('databaseLost', `There is no journal of Perito in ${dataDir}.`);
}

/** Of the journal's own row, as JSON. */
export const installationRow = z.object({ installationId: z.uuid(), createdAt: z.iso.datetime() });
export type Installation = z.infer<typeof installationRow>;

/** Whose journal it is: of its own row, of the marker, or a new one. */
function findOrMakeInstallation(database: Database.Database, known: Installation | null): Installation {
  const row = database
    .prepare<[], { value: string }>(`SELECT value FROM receiver_setting WHERE name = 'installation'`)
    .get();
  if (row !== undefined) return installationRow.parse(JSON.parse(row.value));
  const { installationId, createdAt } = known ?? {
    installationId: crypto.randomUUID(),
    createdAt: new Date().toISOString(),
  };
  const made: Installation = { installationId, createdAt };
  database
    .prepare(`INSERT INTO receiver_setting (name, value) VALUES ('installation', ?)`)
    .run(JSON.stringify(made));
  return made;
}
