/**
 * Brings a data directory of an older version, which kept everything in one database, to a journal and what is derived from
 * it. Both are made beside the old database, which is only read, and take its place at the end; it becomes the copy in
 * `backups/`. Ended anywhere, it goes on at the next start.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from '../../error-code.ts';
import { renameFileSync } from '../../rename-file.ts';
import { migrate, openConnection } from '../connection.ts';
import { removeWhole } from '../database-file.ts';
import { readMarker } from '../folder.ts';
import { makePrivateFile } from '../private-files.ts';
import { StoreProblem } from '../store-error.ts';
import { journalApart } from './0023-journal.ts';
import { copyTables, syncFile } from './copy-tables.ts';
import { migrations as released } from './index.ts';
import { journalMigrations } from './journal.ts';
import { moveEntries } from './moved-entries.ts';

/** How far it has come: with the copy of what is derived, in bytes, or with the arrivals, in entries. */
export interface MoveProgress {
  step: 'copying' | 'moving';
  done: number;
  /** Of the copy, about. */
  all: number;
}

/** The first schema that has a journal beside it. */
const schemaWithJournal = released.indexOf(journalApart) + 1;
/** A larger database is not checked whole before. */
const alwaysCheckedBytes = 256 * 1024 * 1024;
/** Progress is told no more often than this, in milliseconds. */
const toldMilliseconds = 1000;
/** How long a database that another program has locked is waited for; and where only what is derived lies in it. */
const lockedMilliseconds = 5000;
const besideJournalMilliseconds = 50;

/**
 * Moves what an older version kept in the database of a data directory into a journal, unless there is nothing to move. Throws
 * a `StoreProblem` where the database is damaged, another installation's, or beside a journal already, or where the disk has
 * no room; the old database is as it was then.
 */
export function moveArrivals(dataDir: string, onMoved: (progress: MoveProgress) => void): void {
  const files = filesOf(dataDir);
  if (!hasOlder(files)) {
    // Where both new files are whole, the old database has gone to the backups already.
    if (isMade(files)) takePlace(files);
    rmSync(files.note, { force: true });
    return;
  }
  refuseBesideJournal(files);
  const tell = slowly(onMoved);
  const installation = settleAndRead(files);
  const goesOn = existsSync(files.note);
  try {
    make(files, installation, tell);
  } catch (failure) {
    if (!goesOn || !isUnreadable(failure)) throw failure;
    // What an earlier start left is damaged, and the old database was only read: without its note all is begun anew.
    rmSync(files.note);
    make(files, installation, tell);
  }
  takePlace(files);
}

/** Makes both new files, or goes on with them. */
function make(
  files: Files,
  installation: { installationId: string; createdAt: string },
  tell: (progress: MoveProgress) => void,
): void {
  goOnOrBegin(files);
  if (schemaOf(files.newStore) === 'none') copy(files, tell);
  if (schemaOf(files.newStore) !== 'older') return;
  migrateCopy(files);
  moveEntries({
    older: files.old,
    derived: files.newStore,
    journal: files.newJournal,
    installation,
    onMoved: (done, all) => tell({ step: 'moving', done, all }),
  });
  migrateToJournal(files);
}

const isLocked = (failure: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(errorCode(failure) ?? '');
const isUnreadable = (failure: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorCode(failure) ?? '');

type Files = ReturnType<typeof filesOf>;
const filesOf = (dataDir: string) => ({
  dataDir,
  old: join(dataDir, 'perito.db'),
  journal: join(dataDir, 'journal.db'),
  newStore: join(dataDir, 'perito.db.new'),
  newJournal: join(dataDir, 'journal.db.new'),
  /** Which old database the new files are made of. It is there as long as they are. */
  note: join(dataDir, 'moving.txt'),
});

const isThere = (file: string) => existsSync(file) && statSync(file).size > 0;

/**
 * Whether a database is of a version without a journal; `none` of one that is not there, or not whole. A locked one is waited
 * for so many milliseconds.
 */
function schemaOf(file: string, timeout = lockedMilliseconds): 'none' | 'older' | 'present' {
  if (!isThere(file)) return 'none';
  const database = new Database(file, { timeout });
  try {
    return schemaIn(database);
  } finally {
    database.close();
  }
}

function schemaIn(database: Database.Database): 'none' | 'older' | 'present' {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === 0) return 'none';
  return version < schemaWithJournal ? 'older' : 'present';
}

/**
 * A damaged database beside a journal is for whoever opens it to say. One that another program has locked is not waited for
 * where Perito keeps a journal already, since the receiver needs nothing else; should it be an older one that was put there,
 * `refuseUnmoved` says so. Without a journal it may hold all that ever arrived.
 */
function hasOlder(files: Files): boolean {
  const { old, journal, note, dataDir } = files;
  const hasJournal = isThere(journal);
  const isMoved = hasJournal && readMarker(dataDir)?.hasJournal === true && !existsSync(note);
  try {
    return schemaOf(old, isMoved ? besideJournalMilliseconds : lockedMilliseconds) === 'older';
  } catch (failure) {
    if (isMoved || (hasJournal && !isLocked(failure))) return false;
    throw failure;
  }
}

/**
 * Throws a `StoreProblem` where a database that is opened for writing, with its journal attached, is of a version without a
 * journal: it was not moved, since another program had locked it at that time, and is not brought to this version without
 * what arrived.
 */
export function refuseUnmoved(database: Database.Database, dataDir: string): void {
  if (schemaIn(database) !== 'older') return;
  const entries = lastEntry(database);
  if (entries > 0) throw olderBesideJournal(dataDir, entries);
  throw new StoreProblem(
    'databaseOlder',
    `The database in ${dataDir} is of an older Perito, and another program had locked it when Perito started. Close that program and start again; nothing was changed.`,
  );
}

/** Whether both new files are whole: the last thing that is made of them is the schema with a journal. */
function isMade({ note, newStore, newJournal, old }: Files): boolean {
  if (!isThere(note) || !isThere(newJournal)) return false;
  return schemaOf(newStore) === 'present' || (!isThere(newStore) && schemaOf(old) === 'present');
}

/** An empty journal is one of a start that took nothing: it is replaced. */
function refuseBesideJournal({ journal, dataDir }: Files): void {
  if (!isThere(journal)) return;
  const database = new Database(journal);
  const entries = lastEntry(database);
  database.close();
  if (entries > 0) throw olderBesideJournal(dataDir, entries);
}

const lastEntry = (database: Database.Database): number =>
  database.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM entry').get()?.seq ?? 0;

function olderBesideJournal(dataDir: string, entries: number): StoreProblem {
  return new StoreProblem(
    'databaseOlder',
    `The database in ${dataDir} is of an older Perito, but there is a journal of ${entries} entries beside it. To keep the journal, move perito.db away and run "perito rebuild --data ${dataDir}"; to go back to the older database, move journal.db away. Nothing was changed.`,
  );
}

/** Brings all that was written into the file itself, and reads whose it is. */
function settleAndRead({ old, dataDir }: Files): { installationId: string; createdAt: string } {
  const database = openConnection(old, { readonly: false });
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
    const result =
      statSync(old).size > alwaysCheckedBytes ? 'ok' : database.pragma('quick_check(1)', { simple: true });
    if (result !== 'ok')
      throw new StoreProblem(
        'corrupt',
        `The database ${old} is damaged (${String(result)}). Restore a backup.`,
      );
    const known = readMarker(dataDir);
    const found = database
      .prepare<[], { id: string; at: number }>('SELECT id, created_at AS at FROM installation')
      .get();
    const installation = {
      installationId: found?.id ?? known?.installationId ?? crypto.randomUUID(),
      createdAt: new Date(found?.at ?? Date.now()).toISOString(),
    };
    if (known === null || known.installationId === installation.installationId) return installation;
    throw new StoreProblem(
      'databaseForeign',
      `The database in ${dataDir} belongs to another installation than its marker. Put the right database back, or remove installation.json to accept this one.`,
    );
  } finally {
    database.close();
  }
}

/** Goes on with the new files where they are made of this very database; otherwise there are none. */
function goOnOrBegin(files: Files): void {
  const { note, newStore, newJournal, old } = files;
  const { size, mtimeNs } = statSync(old, { bigint: true });
  const made = `${size} ${mtimeNs}\n`;
  if (!existsSync(note) || readFileSync(note, 'utf8') !== made) {
    for (const file of [newStore, newJournal]) removeWhole(file);
    refuseWithoutRoom(files);
    writeFileSync(note, made, { mode: 0o600 });
  }
  if (schemaOf(newStore) === 'none') removeWhole(newStore);
  if (schemaOf(newJournal) !== 'none') return;
  removeWhole(newJournal);
  makePrivateFile(newJournal);
  const journal = openConnection(newJournal, { readonly: false });
  migrate(journal, journalMigrations, () => {});
  journal.close();
}

/** The two new files together are a little larger than the old one, which stays. */
const roomFactor = 1.15;
const roomBytes = 256 * 1024 * 1024;

function refuseWithoutRoom({ old, dataDir }: Files): void {
  const wanted = Math.ceil(statSync(old).size * roomFactor) + roomBytes;
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= wanted) return;
  const inWords = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  throw new StoreProblem(
    'diskFull',
    `Perito needs ${inWords(wanted)} of free space beside ${old} to bring it to the form of this version, and ${inWords(free)} are free: ${inWords(wanted - free)} are missing. Free them and start again; nothing was changed.`,
  );
}

/** Bodies of deliveries go to the journal only. */
function copy({ old, newStore }: Files, tell: (progress: MoveProgress) => void): void {
  const all = bytesWithoutBodies(old);
  copyTables({
    from: old,
    to: newStore,
    empty: new Set(['revision']),
    onTable: (bytes) => tell({ step: 'copying', done: Math.min(bytes, all), all }),
  });
}

/** To the last schema that has all in one database. */
function migrateCopy({ newStore }: Files): void {
  const database = openConnection(newStore, { readonly: false });
  migrate(database, released.slice(0, schemaWithJournal - 1), () => {});
  database.close();
}

/** About: by the newest bodies. */
function bytesWithoutBodies(old: string): number {
  const database = new Database(old);
  const { count, average } = database
    .prepare<[], { count: number | null; average: number | null }>(
      `SELECT (SELECT max(id) FROM revision) AS count,
        (SELECT avg(length(body)) FROM (SELECT body FROM revision ORDER BY id DESC LIMIT 1000)) AS average`,
    )
    .get() ?? { count: 0, average: 0 };
  database.close();
  return Math.max(1, statSync(old).size - (count ?? 0) * (average ?? 0) * 1.2);
}

function migrateToJournal({ newStore, newJournal }: Files): void {
  const database = openConnection(newStore, { readonly: false });
  database.prepare('ATTACH ? AS journal').run(newJournal);
  // What is left of the bodies' tables is empty.
  database.pragma('foreign_keys = OFF');
  migrate(database, released.slice(0, schemaWithJournal), () => {});
  database.close();
}

/** Puts the new files in the place of the old one, in an order that is understood wherever it ends. */
function takePlace({ dataDir, old, journal, newStore, newJournal, note }: Files): void {
  // All are whole under their names before the old one goes: the note as well, which says that it went.
  for (const file of [note, newStore, newJournal]) if (isThere(file)) syncFile(file);
  syncFolder(dataDir);
  if (isThere(newStore)) {
    if (schemaOf(old) === 'older') {
      const folder = join(dataDir, 'backups');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      renameFileSync(old, join(folder, `before-schema-${schemaWithJournal}-${time}.db`));
      for (const path of [folder, dataDir]) syncFolder(path);
    }
    // Of another database they would be taken for this one's.
    removeWhole(old);
    renameFileSync(newStore, old);
    syncFolder(dataDir);
  }
  if (isThere(newJournal)) {
    removeWhole(journal);
    renameFileSync(newJournal, journal);
    syncFolder(dataDir);
  }
  rmSync(note, { force: true });
}

/** Has renamed files be there after a loss of power; Windows does that by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function slowly(tell: (progress: MoveProgress) => void): (progress: MoveProgress) => void {
  let toldAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < toldMilliseconds && progress.done < progress.all) return;
    toldAt = now;
    tell(progress);
  };
}
