/**
 * A database that is made anew beside the one of a data directory: what cannot be made anew is copied from that one as far
 * as it can be read, and in the end the new one is put in its place, and the old one aside, whole.
 */
import { mkdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { yieldToEventLoop } from '../background-loop.ts';
import { migrate, openConnection, readingWith, writingWith } from './connection.ts';
import { attachJournal, type Store } from './database.ts';
import { asStoreProblem, databaseFile, refuseOnServer, syncPath } from './folder.ts';
import { journalFile } from './journal-database.ts';
import { type Copied, copyKept, type PutBack, putBack } from './kept-rows.ts';
import { migrations } from './migrations/index.ts';
import { wholeSchema } from './migrations/whole-schema.ts';
import { Nesting } from './nesting.ts';
import { makePrivateFile } from './private-files.ts';
import { Reader } from './reader.ts';
import { compareDatabases, type TableComparison } from './rebuild-comparison.ts';
import { noteWhole, putInPlace, rebuildFolder, settleInterruptedRebuild } from './rebuild-place.ts';
import { type DamagedDatabase, openDamaged } from './salvage.ts';
import { StoreProblem } from './store-error.ts';
import { Writer } from './writer.ts';

/** What of the journal a database does not say yet. */
export interface Behind {
  /** Entries that are not derived. */
  entries: number;
  /** Deliveries that are not examined, and kinds of records that were to be looked at again. */
  unexamined: number;
  rechecks: number;
}

/** What stood in place of the database. */
export type DatabaseBefore = 'readable' | 'missing' | 'empty' | 'unreadable';

export interface Rebuilding {
  /** The new database. What is written there is not synced before `finish`. */
  store: Store;
  before: DatabaseBefore;
  /** What the old one had not come to; null where that cannot be read. */
  behind: Behind | null;
  /** What was kept of the old one. */
  copied: Copied;
  /** Puts back what people did to rows that are made anew by now. */
  putBack(): Promise<PutBack>;
  /** Holds the new database beside the old one, table by table; calls back before each with how many are done of how many. */
  compare(onTable: (done: number, all: number) => void): Promise<TableComparison[]>;
  /** Closes both, and has the new one checked and on the disk: of a large one that takes long. */
  finish(): Promise<void>;
  /** After `finish`, puts the new one in place of the old, in a moment: where that lies now, or null where there was none. */
  putInPlace(): string | null;
  /** Closes both and leaves nothing but the old one, as it was. */
  abandon(): Promise<void>;
}

const keptFile = 'kept.db';

/** Room for what is made, of what is there now; of the journal what is derived from it is up to a half. */
const roomFactor = 1.3;

/**
 * Begins to make the database of a data directory anew; its journal is open, and the directory is held. Throws a
 * `StoreProblem` where there is too little room, beside which `leftFree` bytes are to stay free, or the old one is of another
 * version.
 */
export async function beginRebuilding(
  dataDir: string,
  installationId: string,
  leftFree: number = 0,
): Promise<Rebuilding> {
  try {
    return await begin(dataDir, installationId, leftFree);
  } catch (failure) {
    rmSync(rebuildFolder(dataDir), { recursive: true, force: true });
    throw asStoreProblem(failure, dataDir);
  }
}

async function begin(dataDir: string, installationId: string, leftFree: number): Promise<Rebuilding> {
  refuseOnServer(
    dataDir,
    'Bring them into files by "perito move --to files", rebuild there, and move them into an empty database or schema.',
  );
  const folder = rebuildFolder(dataDir);
  const oldFile = join(dataDir, databaseFile);
  settleInterruptedRebuild(dataDir);
  const opened = openDamaged(oldFile);
  const old = 'database' in opened ? opened.database : null;
  const connections: Database.Database[] = [];
  try {
    if (old !== null) checkVersion(old, dataDir);
    checkRoom(dataDir, leftFree);
    mkdirSync(folder, { mode: 0o700 });
    for (const name of [databaseFile, keptFile]) makePrivateFile(join(folder, name));
    const writing = openConnection(join(folder, databaseFile), { readonly: false });
    connections.push(writing);
    attachJournal(writing, dataDir);
    migrate(writing, migrations, () => {}, wholeSchema);
    // Lost with the power, it is begun anew; rows that others refer to may come later than those.
    for (const pragma of ['main.synchronous = OFF', 'foreign_keys = OFF', 'wal_autocheckpoint = 20000'])
      writing.pragma(pragma);
    writing.prepare('ATTACH ? AS kept').run(join(folder, keptFile));
    writing.pragma('kept.synchronous = OFF');
    const copied = copyKept(writing, old, installationId);
    const reading = openConnection(join(folder, databaseFile), { readonly: true });
    connections.push(reading);
    attachJournal(reading, dataDir);
    const { store, end } = storeOf(dataDir, installationId, writing, reading);
    const close = async () => {
      await end();
      old?.close();
    };
    return {
      store,
      behind: old === null ? null : behindOf(old, reading),
      before: 'problem' in opened ? opened.problem : 'readable',
      copied,
      putBack: () => store.write(() => Promise.resolve(putBack(writing))),
      compare: async (onTable) =>
        old === null ? [] : compareDatabases(old, { file: join(folder, databaseFile), dataDir }, onTable),
      async finish() {
        await close();
        await finishFile(join(folder, databaseFile));
      },
      putInPlace() {
        noteWhole(dataDir);
        return putInPlace(dataDir);
      },
      async abandon() {
        try {
          await close();
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      },
    };
  } catch (failure) {
    for (const connection of connections) connection.close();
    old?.close();
    throw failure;
  }
}

function storeOf(
  dataDir: string,
  installationId: string,
  writing: Database.Database,
  reading: Database.Database,
): { store: Store; end(): Promise<void> } {
  const nesting = new Nesting();
  const reader = new Reader(readingWith(reading), nesting);
  const writer = new Writer(writingWith(writing), nesting, () => {});
  let ending: Promise<void> | null = null;
  const end = async () => {
    await writer.close();
    await reader.close();
    writing.close();
  };
  const row = writing.prepare<[], { sampleData: number }>(
    'SELECT sample_data AS "sampleData" FROM installation',
  );
  const store: Store = {
    dataDir,
    installationId,
    sampleData: row.get()?.sampleData === 1,
    write: (job) => writer.run(job),
    derive: (job) => writer.run(job),
    settle: async () => {},
    read: (query) => reader.read(query),
    close: () => (ending ??= end()),
  };
  return { store, end: store.close };
}

/** Each stream stands at the last entry of its own kind, so the one that is ahead counts. */
function behindOf(old: DamagedDatabase, journal: Database.Database): Behind | null {
  const positions = ['derivedCalls', 'derivedArrivals', 'examinedEntry'].map((name) =>
    old.value(`SELECT coalesce((SELECT value FROM setting WHERE name = '${name}'), '0')`),
  );
  const rechecks = old.value('SELECT count(*) FROM link_recheck');
  if (positions.includes(undefined) || rechecks === undefined) return null;
  const [calls = 0, arrivals = 0, examined = 0] = positions.map(Number);
  const derived = Math.max(calls, arrivals);
  const count = (condition: string) =>
    Number(journal.prepare(`SELECT count(*) FROM entry WHERE ${condition}`).pluck().get());
  return {
    entries: count(`seq > ${derived}`),
    unexamined: count(`revision IS NOT NULL AND seq > ${examined}`),
    rechecks: Number(rechecks),
  };
}

function checkVersion(old: DamagedDatabase, dataDir: string): void {
  if (old.schema === migrations.length) return;
  throw new StoreProblem(
    'newerSchema',
    old.schema > migrations.length
      ? `The database in ${dataDir} is of a newer Perito (schema ${old.schema}; this one has ${migrations.length}). Rebuild it with that version.`
      : `The database in ${dataDir} is of an older Perito (schema ${old.schema}; this one has ${migrations.length}). Start this one on it once; where it cannot, move ${databaseFile} aside and run this again, or restore a backup.`,
  );
}

function checkRoom(dataDir: string, leftFree: number): void {
  const sizeOf = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  const needed = roomFactor * Math.max(sizeOf(databaseFile), sizeOf(journalFile) / 2) + leftFree;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= needed) return;
  const inMegabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  throw new StoreProblem(
    'diskFull',
    `The new database needs about ${inMegabytes(needed)} MB on the disk of ${dataDir}, which has ${inMegabytes(bavail * bsize)}. Free some space and start again; nothing was changed.`,
  );
}

/** All that stands beside a database goes into it, and both are on the disk. */
async function finishFile(file: string): Promise<void> {
  const database = openConnection(file, { readonly: false });
  try {
    database.pragma('optimize');
    database.pragma('wal_checkpoint(TRUNCATE)');
    const tables = database
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0`)
      .all();
    // A thread is not ended within a statement, so they are no longer than they must be.
    for (const { name } of tables) {
      const broken = database.pragma(`quick_check('${name}')`, { simple: true });
      if (broken !== 'ok')
        throw new StoreProblem('corrupt', `The new database is damaged (${String(broken)}).`);
      await yieldToEventLoop();
    }
  } finally {
    database.close();
  }
  syncPath(file);
}
