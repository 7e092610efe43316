import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import { openConnection } from './connection.ts';
import { FileIdentity } from './file-identity.ts';
import { GivenNumbers } from './given-numbers.ts';
import { type Marker, readMarker, writeMarker } from './marker.ts';
import { migrate } from './migrate.ts';
import { migrations as released } from './migrations/index.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { StoreProblem } from './problem.ts';
import { holdProcessLock, type ProcessLock } from './process-lock.ts';
import { usedSequences } from './sequence.ts';
import { ConnectionTransaction, type ReadTransaction } from './transaction.ts';
import { type Job, Writer } from './writer.ts';

export interface Store {
  readonly dataDir: string;
  readonly installationId: string;
  readonly sampleData: boolean;
  /** Runs a job of the one writer; see `Writer.run`. */
  write<Result>(job: Job<Result>): Promise<Result>;
  /** Runs short reads on the reading connection, which sees what is committed. Never iterate lazily. */
  read<Result>(query: (tx: ReadTransaction) => Promise<Result>): Promise<Result>;
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
    createdAt: new Date(installation.created_at).toISOString(),
    closedCleanly: false,
  };
  writeMarker(dataDir, marker);
  const reading = openConnection(file, { readonly: true });
  opened.push(reading);
  const readTransaction = new ConnectionTransaction(reading);
  let hasFailed = false;
  const identity = new FileIdentity([file, `${file}-wal`]);
  const writer = new Writer(
    writing,
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
    reading.close();
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
    sampleData: installation.sample_data === 1,
    write: (job) => writer.run(job),
    read: async (query) => query(readTransaction),
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
  created_at: number;
  sample_data: number;
}

function findOrMakeInstallation(database: Database.Database, sampleData: boolean): InstallationRow {
  database
    .prepare(
      'INSERT INTO installation (only, id, created_at, sample_data) VALUES (1, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(crypto.randomUUID(), Date.now(), sampleData ? 1 : 0);
  return database
    .prepare<[], InstallationRow>('SELECT id, created_at, sample_data FROM installation')
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
  const words = failure instanceof Error ? failure.message : String(failure);
  return new StoreProblem(
    'notAccessible',
    `${dataDir} cannot be used as a data directory: ${words}`,
    failure,
  );
}
