import { closeSync, copyFileSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { type DamagedDatabase, openDamaged, type SqlRow } from '../../../main/engine/store/salvage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const rows = 4000;
const pageBytes = 4096;
/** Ids have gaps, as those of records do. */
const all = Array.from({ length: rows }, (_, at) => 3 * at + 3);

/** A table with numbers, one by a text, and one that is empty, over many pages each. */
function makeDatabase(): string {
  const file = join(temporaryFolder(), 'a.db');
  const database = new Database(file);
  database.exec(`CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE absence (id INTEGER PRIMARY KEY)`);
  const note = database.prepare('INSERT INTO note VALUES (?, ?)');
  const setting = database.prepare('INSERT INTO setting VALUES (?, ?)');
  database.transaction(() => {
    for (let id = 1; id <= rows; id += 1) {
      note.run(3 * id, `texto ${id} `.repeat(5));
      setting.run(String(id).padStart(5, '0'), `valor ${id}`);
    }
  })();
  database.close();
  return file;
}

function opened(file: string): DamagedDatabase {
  const found = openDamaged(file);
  if (!('database' in found)) throw new Error(found.problem);
  return found.database;
}

/** Every sixth page but the first, from 0. */
function pages(file: string): number[] {
  return Array.from({ length: Math.floor(statSync(file).size / pageBytes / 6) }, (_, at) => 6 * at + 1);
}

/** The same database with a page written over. */
function damaged(file: string, page: number): string {
  const copy = join(temporaryFolder(), 'b.db');
  copyFileSync(file, copy);
  writeOver(copy, page);
  return copy;
}

function writeOver(file: string, page: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(pageBytes, 0x5a), 0, pageBytes, page * pageBytes);
  closeSync(descriptor);
}

function read(file: string, table: string): { ids: unknown[]; unreadable: unknown } {
  const database = opened(file);
  const found: SqlRow[] = [];
  const unreadable = database.salvage(table, 'true', (row) => found.push(row));
  database.close();
  return { ids: found.map((row) => row['id'] ?? row['name']), unreadable };
}

test('all rows of a whole database are read, each once, in their order', () => {
  const file = makeDatabase();
  const notes = read(file, 'note');
  expect([notes.unreadable, notes.ids]).toEqual([null, all]);
  expect([read(file, 'setting').unreadable, read(file, 'setting').ids.length]).toEqual([null, rows]);
  expect(read(file, 'absence')).toEqual({ ids: [], unreadable: null });
});

test('whichever page is written over, all rows of the others are read, and the runs that are not are named', () => {
  const whole = makeDatabase();
  const lostOf = pages(whole).map((page) => {
    const file = damaged(whole, page);
    const { ids, unreadable } = read(file, 'note');
    const there = new Set(ids);
    const missing = all.filter((id) => !there.has(id));
    expect(there.size).toBe(ids.length);
    if (missing.length === 0) return 0;
    const { runs } = unreadable as { runs: { from: number; to: number }[] };
    expect(missing.every((id) => runs.some(({ from, to }) => from <= id && id <= to))).toBe(true);
    return missing.length;
  });
  const leaf = lostOf.filter((lost) => lost > 0 && lost < 100);
  expect(leaf.length).toBeGreaterThan(5);
});

test('a table by a text is read from both ends up to the damage', () => {
  const whole = makeDatabase();
  const lost = pages(whole).map((page) => {
    const file = damaged(whole, page);
    const found = openDamaged(file);
    if (!('database' in found)) return -1;
    const { ids } = read(file, 'setting');
    expect(new Set(ids).size).toBe(ids.length);
    return rows - ids.length;
  });
  expect(lost.filter((count) => count > 0 && count < 200).length).toBeGreaterThan(3);
});

test('a file that is none, is empty, or is of something else is told apart', () => {
  const folder = temporaryFolder();
  expect(openDamaged(join(folder, 'none.db'))).toEqual({ problem: 'missing' });
  const empty = join(folder, 'empty.db');
  closeSync(openSync(empty, 'w'));
  expect(openDamaged(empty)).toEqual({ problem: 'empty' });
  const other = makeDatabase();
  writeOver(other, 0);
  expect(openDamaged(other)).toEqual({ problem: 'unreadable' });
});
