/** The data directory: who holds it, whose it is, and whether its files are those that were opened. */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { errorCode } from '../error-code.ts';
import { renameFileSync } from '../rename-file.ts';
import { makePrivateFile, makePrivateFolder } from './private-files.ts';
import { StoreProblem } from './store-error.ts';

/** What is derived from the journal, and what people made. */
export const databaseFile = 'perito.db';
/** What arrived, as it arrived. */
export const journalFile = 'journal.db';

/** Holds a data directory; see `holdProcessLock`. */
export function holdFolder(dataDir: string): ProcessLock {
  try {
    return holdProcessLock(dataDir);
  } catch (failure) {
    throw asStoreProblem(failure, dataDir);
  }
}

/** Makes it where it is missing, and closes it to others. */
export function makeFolder(dataDir: string): void {
  try {
    makePrivateFolder(dataDir);
  } catch (failure) {
    throw asStoreProblem(failure, dataDir);
  }
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

/** Whether a process holds a data directory, which is only looked at. */
export function isHeld(dataDir: string): boolean {
  const file = join(dataDir, 'perito.lock');
  if (!existsSync(file)) return false;
  let database: Database.Database | null = null;
  try {
    database = new Database(file, { readonly: true, timeout: 0 });
    database.pragma('schema_version');
    return false;
  } catch (failure) {
    return errorCode(failure) === 'SQLITE_BUSY';
  } finally {
    database?.close();
  }
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
  /** Whether there is a journal, since when a missing one is a lost one; and the same of what is derived from it. */
  hasJournal: z.boolean().default(false),
  hasStore: z.boolean().default(true),
  /** When all of it was found whole; null where it has to be checked anew, as after an end that was not clean. */
  checkedAt: z.iso.datetime().nullable().default(null),
  /** Address of the database where it is none of this directory's files. */
  database: z.string().nullable().default(null),
  /** Where photos and papers are kept besides; null where in this directory alone. The id stands in the marker of that place. */
  attachments: z.object({ address: z.string(), id: z.uuid() }).nullable().default(null),
  /** Of several engines on one database the one of this directory; there since it led first. */
  engine: z.uuid().optional(),
});
export type Marker = z.infer<typeof marker>;

/**
 * The installation marker stands outside the database and tells a lost database from a new one. Null where
 * there is none; an unreadable one counts as none, and is written anew from the database.
 */
export function readMarker(dataDir: string): Marker | null {
  const file = markerFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return marker.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Whose data a directory holds, as its marker says; null where it does not. */
export function findInstallationId(dataDir: string): string | null {
  const found = lstatSync(markerFile(dataDir), { throwIfNoEntry: false });
  return found?.isFile() === true ? (readMarker(dataDir)?.installationId ?? null) : null;
}

/** Whether the data of a directory are in a database of a server, and not in its own files. */
export const isOnServer = (dataDir: string): boolean => (readMarker(dataDir)?.database ?? null) !== null;

/** Throws a `StoreProblem` where something works on the files of the data, and they are in a database; `wayOut` is a sentence. */
export function refuseOnServer(dataDir: string, wayOut: string): void {
  if (isOnServer(dataDir))
    throw new StoreProblem(
      'onServer',
      `The data of ${dataDir} are in a database of a server, whose owner backs it up and restores it. ${wayOut} Nothing was changed.`,
    );
}

/**
 * The id of the engine of a data directory, which stays the same over its starts, whatever its computer is called by then, as a
 * container is anew each time. Null where the directory has no marker.
 */
export function findOrMakeEngineId(dataDir: string): string | null {
  const marker = readMarker(dataDir);
  if (marker === null || marker.engine !== undefined) return marker?.engine ?? null;
  const engine = randomUUID();
  writeMarker(dataDir, { ...marker, engine });
  return engine;
}

export function writeMarker(dataDir: string, content: Marker): void {
  writeWhole(markerFile(dataDir), `${JSON.stringify(content, null, 2)}\n`);
}

/** Without a reason to, what is kept is read through once in so many days. */
const checkedForDays = 30;

/** Whether what a data directory keeps has to be read through, since nobody knows whether it is whole. */
export function isCheckDue(dataDir: string, now: number): boolean {
  const checkedAt = readMarker(dataDir)?.checkedAt ?? null;
  return checkedAt === null || now - Date.parse(checkedAt) > checkedForDays * 86_400_000;
}

/** All of it was found whole. */
export function noteChecked(dataDir: string, now: number): void {
  const before = readMarker(dataDir);
  if (before !== null) writeMarker(dataDir, { ...before, checkedAt: new Date(now).toISOString() });
}

/** Replaces a file whole: written aside, synced, renamed. */
export function writeWhole(file: string, text: string): void {
  const aside = `${file}.new`;
  const descriptor = openSync(aside, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameFileSync(aside, file);
}

/** Has what is written in a file, or renamed in a folder, on the disk. Windows knows no folders there. */
export function syncPath(path: string): void {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const descriptor = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function markerFile(dataDir: string): string {
  return join(dataDir, 'installation.json');
}

/**
 * The files of an open database, as they were when it was opened. Where one of them is deleted or replaced, SQLite writes
 * on into a file that has no name any more, and all of it is gone when the program ends.
 */
export class FileIdentity {
  readonly #files: readonly { path: string; device: bigint; inode: bigint; born: bigint }[];

  /** Those that are there now. */
  constructor(paths: readonly string[]) {
    this.#files = paths.flatMap((path) => {
      const found = statSync(path, { bigint: true, throwIfNoEntry: false });
      return found === undefined
        ? []
        : [{ path, device: found.dev, inode: found.ino, born: found.birthtimeNs }];
    });
  }

  /** Throws a `StoreProblem` where one of them is not what it was. A few microseconds. */
  check(): void {
    const path = this.#changed();
    if (path === null) return;
    throw new StoreProblem(
      'databaseGone',
      `${path} was deleted or replaced while Perito worked with it. Nothing more is taken; close Perito, put the files or a backup back, and start again.`,
    );
  }

  /** Whether all of them are what they were. */
  isSame(): boolean {
    return this.#changed() === null;
  }

  /**
   * Of a database and its write-ahead log, in this order: where the database alone was deleted or replaced, the log is moved
   * aside, since SQLite would write what stands in it into whatever takes that place. `rejoinLog` finds it again.
   */
  separateLog(): void {
    const [database, log] = this.#files;
    if (database === undefined || log === undefined) return;
    if (isAt(database) || !isAt(log)) return;
    renameFileSync(log.path, separatedLog(database.path, database));
  }

  /** The first that is not what it was; null where all are. */
  #changed(): string | null {
    return this.#files.find((file) => !isAt(file))?.path ?? null;
  }
}

function isAt({ path, device, inode }: { path: string; device: bigint; inode: bigint }): boolean {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.dev === device && found.ino === inode;
  } catch {
    // A folder on the way that is gone, or is none any more, is the same as a file that is.
    return false;
  }
}

/** An inode's number is given again, so when the file was made belongs to its name. */
const separatedLog = (path: string, { inode, born }: { inode: bigint; born: bigint }): string =>
  `${path}-wal-of-${inode}-${born}`;

/** Before a database is opened: the log that was moved aside when this very file was not there is put beside it again. */
export function rejoinLog(path: string): void {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || existsSync(`${path}-wal`)) return;
  const log = separatedLog(path, { inode: found.ino, born: found.birthtimeNs });
  if (existsSync(log)) renameFileSync(log, `${path}-wal`);
}

/** What a failure to open or make something in a data directory means; `wayOut` is a sentence for what is damaged. */
export function asStoreProblem(
  failure: unknown,
  dataDir: string,
  wayOut: string = 'Restore a backup.',
): StoreProblem {
  if (failure instanceof StoreProblem) return failure;
  const code = errorCode(failure) ?? '';
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
    return new StoreProblem('corrupt', `The database in ${dataDir} is damaged. ${wayOut}`, failure);
  }
  // SQLite says so of the file in which connections find the log, which is made first.
  if (/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/.test(code)) {
    return new StoreProblem(
      'diskFull',
      `The disk of ${dataDir} is full. Free some space and start again.`,
      failure,
    );
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new StoreProblem(
      'notAccessible',
      `Another program has locked a database in ${dataDir}. Close that program and start again; nothing was changed.`,
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
