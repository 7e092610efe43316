/** The log of a database, read as SQLite itself would after a crash. */
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabaseSnapshot } from '../../../main/engine/store/index.ts';
import { WriteAheadLog } from '../../../main/engine/store/write-ahead-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const commits = 12;
const pageSize = 4096;
const frameBytes = 24 + pageSize;

/** A database whose commits all stand in its log, as a killed process leaves it. */
function written(): { database: Buffer; log: Buffer } {
  const file = join(temporaryFolder(), 'written.db');
  const database = new Database(file);
  database.pragma(`page_size = ${pageSize}`);
  database.pragma('journal_mode = WAL');
  database.pragma('wal_autocheckpoint = 0');
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, bytes BLOB)');
  database.pragma('wal_checkpoint(TRUNCATE)');
  for (let commit = 0; commit < commits; commit += 1)
    database.exec('INSERT INTO item (bytes) VALUES (randomblob(9000))');
  const state = { database: readFileSync(file), log: readFileSync(`${file}-wal`) };
  database.close();
  return state;
}

/** How many commits SQLite finds in a database with a log; null where it takes it for damaged. */
function foundBySqlite(file: string): number | null {
  const database = new Database(file);
  try {
    return Number(database.prepare('SELECT count(*) FROM item').pluck().get());
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** The same in what a snapshot of it is. */
async function foundBySnapshot(file: string): Promise<number | null> {
  const snapshot = await openDatabaseSnapshot(file);
  const bytes = await snapshot.readPages(1, snapshot.pages);
  await snapshot.release();
  const copy = `${file}-copy`;
  writeFileSync(copy, bytes);
  return foundBySqlite(copy);
}

describe('a log that is not whole', () => {
  let made: ReturnType<typeof written> | null = null;
  const state = () => (made ??= written());
  let folder = '';
  function placed(log: Buffer): string {
    folder = temporaryFolder();
    const file = join(folder, 'placed.db');
    writeFileSync(file, state().database);
    writeFileSync(`${file}-wal`, log);
    copyFileSync(file, join(folder, 'other.db'));
    copyFileSync(`${file}-wal`, join(folder, 'other.db-wal'));
    return file;
  }
  /** Each reads it on its own, since SQLite mends what it opens. */
  async function expectSame(log: Buffer, what = ''): Promise<number | null> {
    const file = placed(log);
    const found = await foundBySnapshot(file);
    expect(found, what).toBe(foundBySqlite(join(folder, 'other.db')));
    return found;
  }

  test('has every commit where nothing was changed', async () => {
    expect(await expectSame(state().log)).toBe(commits);
  });

  test('has the commits before a byte that was changed, wherever it is', async () => {
    const counts = new Set<number | null>();
    for (let round = 0; round < 40; round += 1) {
      const log = Buffer.from(state().log);
      // The first bytes are the header; else any byte.
      const at = round < 8 ? round * 4 : Math.floor(Math.random() * log.length);
      log.writeUInt8(log.readUInt8(at) ^ (1 << (round % 8)), at);
      counts.add(await expectSame(log, `bit ${round % 8} of byte ${at}`));
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  test('has the commits that are whole where it is cut', async () => {
    for (let round = 0; round < 25; round += 1) {
      const file = placed(state().log);
      const length = Math.floor(Math.random() * state().log.length);
      for (const path of [file, join(folder, 'other.db')]) truncateSync(`${path}-wal`, length);
      expect(await foundBySnapshot(file), `${length} bytes`).toBe(foundBySqlite(join(folder, 'other.db')));
    }
  });

  test('may have its sums counted with the most significant byte first', async () => {
    expect(await expectSame(withOtherSums(state().log))).toBe(commits);
  });

  test('is read on from where it ended, commit by commit', async () => {
    const file = placed(state().log.subarray(0, 32));
    const log = await WriteAheadLog.open(file);
    onTestFinished(() => log.close());
    let frame = 0;
    for (let length = 32; length <= state().log.length; length += 3000) {
      writeFileSync(`${file}-wal`, state().log.subarray(0, length));
      expect(await log.readOn()).toBe(true);
      const now = log.commit?.frame ?? 0;
      expect(now).toBeGreaterThanOrEqual(frame);
      expect(now * frameBytes + 32).toBeLessThanOrEqual(length);
      frame = now;
    }
    writeFileSync(`${file}-wal`, state().log);
    await log.readOn();
    expect(log.commit?.frame).toBe((state().log.length - 32) / frameBytes);
    expect(log.pagesAfter(frame).size).toBeGreaterThanOrEqual(0);
    const begunAnew = Buffer.from(state().log);
    begunAnew.writeUInt32BE(7, 16);
    writeFileSync(`${file}-wal`, begunAnew);
    expect(await log.readOn()).toBe(false);
  });
});

/** As a machine that counts the other way writes it. */
function withOtherSums(log: Buffer): Buffer {
  const other = Buffer.from(log);
  other.writeUInt32BE(0x377f0683, 0);
  let sums = sumOver(other.subarray(0, 24), [0, 0]);
  const note = (at: number) => {
    other.writeUInt32BE(sums[0], at);
    other.writeUInt32BE(sums[1], at + 4);
  };
  note(24);
  for (let at = 32; at < other.length; at += frameBytes) {
    sums = sumOver(other.subarray(at, at + 8), sums);
    sums = sumOver(other.subarray(at + 24, at + frameBytes), sums);
    note(at + 16);
  }
  return other;
}

function sumOver(bytes: Buffer, [first, second]: [number, number]): [number, number] {
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + bytes.readUInt32BE(at) + second) >>> 0;
    second = (second + bytes.readUInt32BE(at + 4) + first) >>> 0;
  }
  return [first, second];
}
