/** A database at one moment, read page by page beside somebody who writes it. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseSnapshot, LogChanged, openDatabaseSnapshot } from '../../../main/engine/store/index.ts';
import { thorough } from '../../thorough.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const partBytes = 1024 * 1024;

/** Moments that are taken of one database, and that are followed. */
const [moments, followings] = thorough ? [15, 25] : [4, 8];

/** A second process that writes the database; ended with the test at the latest. */
async function startWriting(file: string, pageSize: number): Promise<ChildProcess> {
  const entry = fileURLToPath(new URL('./writing-process.ts', import.meta.url));
  const child = fork(entry, [file, String(pageSize)]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** All of it as one file; null where the moment was lost while it was read. */
async function assemble(snapshot: DatabaseSnapshot, target: string): Promise<boolean> {
  const parts: Buffer[] = [];
  try {
    for await (const part of snapshot.parts(partBytes)) parts.push(part);
  } catch (failure) {
    if (failure instanceof LogChanged) return false;
    throw failure;
  }
  const bytes = Buffer.concat(parts);
  expect(bytes.length).toBe(snapshot.bytes);
  writeFileSync(target, bytes);
  return true;
}

/** What is known of it, brought to a later moment by some pages. */
async function withPages(snapshot: DatabaseSnapshot, written: Set<number>, known: Buffer): Promise<Buffer> {
  const pages = Buffer.alloc(snapshot.bytes);
  known.copy(pages);
  for (const page of written) {
    if (page <= snapshot.pages)
      (await snapshot.readPages(page, 1)).copy(pages, (page - 1) * snapshot.pageSize);
  }
  return pages;
}

/** What stands in a database that was written by the second process; throws where that is not one of its moments. */
function momentOf(file: string): number {
  const database = new Database(file, { readonly: true });
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const { version, ...noted } = database.prepare('SELECT version, sum, items FROM total').get() as {
      version: number;
    };
    const found = database
      .prepare('SELECT coalesce(sum(weight * length(bytes)), 0) AS sum, count(*) AS items FROM item')
      .get();
    expect(found).toEqual(noted);
    return version;
  } finally {
    database.close();
  }
}

function versionNow(reader: Database.Database): number {
  return Number(reader.prepare('SELECT version FROM total').pluck().get());
}

describe('a snapshot beside a process that writes', () => {
  test.each([512, 4096, 8192, 65_536])('is one moment of it, with pages of %i bytes', async (pageSize) => {
    const folder = temporaryFolder();
    const file = join(folder, 'written.db');
    await startWriting(file, pageSize);
    const reader = new Database(file, { readonly: true });
    onTestFinished(() => void reader.close());
    let [taken, withLog] = [0, 0];
    // What was all copied back when it was taken shows nothing of the log.
    for (let round = 0; taken < moments || (withLog === 0 && round < 50); round += 1) {
      const before = versionNow(reader);
      const snapshot = await openDatabaseSnapshot(file);
      const after = versionNow(reader);
      const target = join(folder, `copy-${round}.db`);
      const isWhole = await assemble(snapshot, target);
      await snapshot.release();
      if (!isWhole) continue;
      expect(snapshot.pageSize).toBe(pageSize);
      const version = momentOf(target);
      expect(version).toBeGreaterThanOrEqual(before);
      // One that was written and not yet announced is whole in the log already.
      expect(version).toBeLessThanOrEqual(after + 1);
      taken += 1;
      if (snapshot.commit !== null) withLog += 1;
      rmSync(target);
    }
    expect(withLog).toBeGreaterThan(0);
  });

  test('moves on from moment to moment with what was written between, and nothing is left out', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'written.db');
    await startWriting(file, 4096);
    let snapshot = await openDatabaseSnapshot(file);
    onTestFinished(() => snapshot.release());
    const copy = join(folder, 'copy.db');
    let pages: Buffer | null = null;
    for (let followed = 0; followed < followings; ) {
      try {
        pages ??= await snapshot.readPages(1, snapshot.pages);
        const { snapshot: next, written } = await snapshot.next();
        snapshot = next;
        pages = written === null ? null : await withPages(snapshot, written, pages);
      } catch (failure) {
        if (!(failure instanceof LogChanged)) throw failure;
        await snapshot.release();
        snapshot = await openDatabaseSnapshot(file);
        pages = null;
      }
      if (pages === null) continue;
      followed += 1;
      writeFileSync(copy, pages);
      momentOf(copy);
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
    }
  });

  test('is what the killed writer had committed, and what SQLite finds in it afterwards', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'written.db');
    const child = await startWriting(file, 8192);
    await waitForVersion(file, 50);
    await end(child);
    const snapshot = await openDatabaseSnapshot(file);
    const target = join(folder, 'copy.db');
    expect(await assemble(snapshot, target)).toBe(true);
    await snapshot.release();
    const version = momentOf(target);
    const reader = new Database(file);
    expect(versionNow(reader)).toBe(version);
    reader.pragma('wal_checkpoint(TRUNCATE)');
    reader.close();
    expect(readFileSync(target).equals(readFileSync(file))).toBe(true);
  });
});

async function waitForVersion(file: string, version: number): Promise<void> {
  const reader = new Database(file, { readonly: true });
  try {
    while (versionNow(reader) < version) await new Promise((resolve) => setImmediate(resolve));
  } finally {
    reader.close();
  }
}

describe('a snapshot of a database that nobody writes', () => {
  function made(folder: string, rows: number): { file: string; database: Database.Database } {
    const file = join(folder, 'still.db');
    const database = new Database(file);
    onTestFinished(() => void database.close());
    database.pragma('journal_mode = WAL');
    database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, bytes BLOB)');
    const insert = database.prepare('INSERT INTO item (bytes) VALUES (randomblob(2000))');
    for (let row = 0; row < rows; row += 1) insert.run();
    return { file, database };
  }

  /** A copy of it with its log, that SQLite itself copies back. */
  function settledCopy(file: string, folder: string): Buffer {
    const copy = join(folder, 'settled.db');
    for (const suffix of ['', '-wal'])
      if (statSync(`${file}${suffix}`, { throwIfNoEntry: false }))
        copyFileSync(`${file}${suffix}`, `${copy}${suffix}`);
    const database = new Database(copy);
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.close();
    return readFileSync(copy);
  }

  const states: [string, (database: Database.Database) => void][] = [
    ['with all of it in the log', () => {}],
    ['with a log that was copied back', (database) => database.pragma('wal_checkpoint(PASSIVE)')],
    ['with an empty log', (database) => database.pragma('wal_checkpoint(TRUNCATE)')],
    ['without a log', (database) => database.close()],
    [
      'with a log that has begun anew over a longer one',
      (database) => {
        database.pragma('wal_checkpoint(RESTART)');
        database.exec('UPDATE item SET bytes = randomblob(100) WHERE id = 3');
      },
    ],
    [
      'that was made smaller',
      (database) => {
        database.exec('DELETE FROM item WHERE id > 20');
        database.exec('VACUUM');
      },
    ],
    [
      'that was made smaller, in its file as well',
      (database) => {
        database.exec('DELETE FROM item WHERE id > 20');
        database.exec('VACUUM');
        database.pragma('wal_checkpoint(TRUNCATE)');
        database.exec('UPDATE item SET bytes = randomblob(100) WHERE id = 3');
      },
    ],
  ];
  test.each(states)('%s is the file that SQLite itself would leave', async (_, change) => {
    const folder = temporaryFolder();
    const { file, database } = made(folder, 600);
    change(database);
    const snapshot = await openDatabaseSnapshot(file);
    const target = join(folder, 'copy.db');
    expect(await assemble(snapshot, target)).toBe(true);
    await snapshot.release();
    expect(readFileSync(target).equals(settledCopy(file, folder))).toBe(true);
  });

  test('stays as it was while somebody else goes on, and says so where its frames are overwritten', async () => {
    const folder = temporaryFolder();
    const { file, database } = made(folder, 600);
    // Nothing but the file is needed then, so the log may begin anew.
    database.pragma('wal_checkpoint(PASSIVE)');
    const snapshot = await openDatabaseSnapshot(file);
    database.exec('UPDATE item SET bytes = randomblob(2000)');
    await expect(snapshot.readPages(1, snapshot.pages)).rejects.toThrow(LogChanged);
    await snapshot.release();

    const copy = join(folder, 'copy.db');
    const held = await openDatabaseSnapshot(file);
    for (let turn = 0; turn < 3; turn += 1) {
      database.exec('UPDATE item SET bytes = randomblob(1000)');
      database.pragma('wal_checkpoint(PASSIVE)');
    }
    expect(await assemble(held, copy)).toBe(true);
    await held.release();
    const reader = new Database(copy, { readonly: true });
    onTestFinished(() => void reader.close());
    expect(reader.prepare('SELECT DISTINCT length(bytes) FROM item').pluck().all()).toEqual([2000]);
    expect(reader.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  test('leaves the locks that this process has on it', async () => {
    const { file, database } = made(temporaryFolder(), 3);
    // Without a log its readers hold the file itself.
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN');
    expect(database.prepare('SELECT count(*) FROM item').pluck().get()).toBe(3);
    for (let turn = 0; turn < 3; turn += 1) {
      const snapshot = await openDatabaseSnapshot(file);
      await snapshot.release();
    }
    const alone = `import Database from 'better-sqlite3';
      const database = new Database(process.argv[1], { timeout: 0 });
      try { database.exec('BEGIN EXCLUSIVE'); console.log('alone'); } catch (failure) { console.log(failure.code); }`;
    const given = ['--input-type=module', '-e', alone, file];
    const cwd = fileURLToPath(new URL('../../..', import.meta.url));
    expect(execFileSync(process.execPath, given, { cwd, encoding: 'utf8' }).trim()).toBe('SQLITE_BUSY');
  });
});

test.each([
  ['is empty', Buffer.alloc(0)],
  [
    'is no database',
    Buffer.from('a text and no database at all, which is long enough for a header '.repeat(9)),
  ],
])('a file that %s has no snapshot', async (_, bytes) => {
  const file = join(temporaryFolder(), 'none.db');
  writeFileSync(file, bytes);
  await expect(openDatabaseSnapshot(file)).rejects.toThrow();
});
