import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beforeFirst, walkJournal } from '../../../main/engine/journal/index.ts';
import {
  type CompactionOptions,
  compactDatabase,
  compactJournal,
  reclaimableBytes,
} from '../../../main/engine/store/compaction.ts';
import { holdFolder } from '../../../main/engine/store/folder.ts';
import { openStoreInFiles } from '../../../main/engine/store/index.ts';
import { bundle, openArchivingHouse } from '../archived/house.ts';
import { allRows, liveOn } from '../backup/lived-in.ts';
import { purchaseOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { leaveFree } from './emptied.ts';

const megabyte = 1024 * 1024;
const least = { bytes: megabyte, share: 0.25 };
const free = 4 * megabyte;

/** A directory that has come to rest, with much in it that is not used. */
async function emptied(): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  await liveOn(dataDir, { orders: [1, 2, 3], photos: ['a'] });
  for (const name of ['journal.db', 'perito.db']) leaveFree(join(dataDir, name), free);
  return dataDir;
}

const left = async () => {};
const kinds = [
  [
    'journal.db',
    (dataDir: string, options: CompactionOptions = {}) => compactJournal(dataDir, { least, ...options }),
  ],
  [
    'perito.db',
    (dataDir: string, options: CompactionOptions = {}) =>
      compactDatabase(dataDir, left, { least, ...options }),
  ],
] as const;

describe.each(kinds)('%s', (name, compact) => {
  test('gives back what it does not use, holds the same, and is as private as before', async () => {
    const dataDir = await emptied();
    const file = join(dataDir, name);
    const rows = allRows(dataDir);
    const before = statSync(file).size;
    expect(reclaimableBytes(dataDir, least)).toBeGreaterThan(2 * free - megabyte);
    const found = await compact(dataDir);
    const after = statSync(file).size;
    expect(found).toEqual({ outcome: 'compacted', before, after, milliseconds: expect.any(Number) });
    expect(before - after).toBeGreaterThanOrEqual(free);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).filter((one) => one.startsWith(name))).toEqual([name]);
    expect(allRows(dataDir)).toEqual(rows);
    expect(await compact(dataDir)).toBeNull();
    // Work goes on as ever.
    const { numbers } = await liveOn(dataDir, { orders: [4] });
    expect(numbers[0]).toMatch(/000004$/);
  });

  const reasons: [why: string, prepare: (file: string) => (() => void) | undefined, expected: unknown][] = [
    ['there is nothing', (file) => void rmSync(file), null],
    ['it is of a newer Perito', (file) => void change(file, 'PRAGMA user_version = 999'), null],
    ['it is no database', (file) => void writeFileSync(file, 'x'.repeat(8 * megabyte)), null],
    [
      'a page of it is damaged',
      (file) => void damage(file),
      {
        outcome: 'failed',
        cause: expect.objectContaining({ message: expect.stringMatching(/damaged|malformed/) }),
      },
    ],
    ['somebody reads it', (file) => readOn(file), { outcome: 'inUse' }],
  ];
  test.each(reasons)('stays as it is where %s', async (_why, prepare, expected) => {
    const dataDir = await emptied();
    const file = join(dataDir, name);
    const undo = prepare(file);
    const before = existsSync(file) ? readFileSync(file) : null;
    expect(await compact(dataDir)).toEqual(expected);
    undo?.();
    expect(existsSync(file) ? Buffer.compare(readFileSync(file), before ?? Buffer.alloc(0)) : before).toBe(
      before === null ? null : 0,
    );
    expect(readdirSync(dataDir).filter((one) => one.includes('compact'))).toEqual([]);
  });

  test.each<[string, CompactionOptions, unknown]>([
    ['little is free', { least: { bytes: 2 * free, share: 0.25 } }, null],
    ['a small part is free', { least: { bytes: megabyte, share: 0.99 } }, null],
    [
      'the disk has too little room',
      { leftFree: 2 ** 60 },
      { outcome: 'noRoom', missing: expect.any(Number) },
    ],
  ])('stays as it is where %s', async (_why, options, expected) => {
    const dataDir = await emptied();
    const { ino } = statSync(join(dataDir, name));
    expect(await compact(dataDir, options)).toEqual(expected);
    expect(statSync(join(dataDir, name)).ino).toBe(ino);
  });

  test('what an attempt left that was cut off is removed', async () => {
    const dataDir = await emptied();
    for (const end of ['', '-wal', '-shm', '-journal'])
      writeFileSync(join(dataDir, `${name}.compact${end}`), 'half');
    expect(await compact(dataDir, { least: { bytes: 2 ** 40, share: 1 } })).toBeNull();
    expect(readdirSync(dataDir).filter((one) => one.includes('compact'))).toEqual([]);
  });

  test('what was committed and stands in the log alone goes into the new file', async () => {
    const dataDir = await emptied();
    const file = join(dataDir, name);
    const table = name === 'journal.db' ? 'receiver_setting' : 'setting';
    // A copy of an open database is what a killed process leaves.
    const open = new Database(file);
    open.prepare(`INSERT INTO ${table} (name, value) VALUES ('late', '1')`).run();
    const killed = join(temporaryFolder(), 'data');
    cpSync(dataDir, killed, { recursive: true });
    open.close();
    expect(statSync(join(killed, `${name}-wal`)).size).toBeGreaterThan(0);
    expect(await compact(killed)).toMatchObject({ outcome: 'compacted' });
    expect(rowsOf(join(killed, name), `SELECT value FROM ${table} WHERE name = 'late'`)).toEqual(['1']);
  });
});

test('bodies that were given up within pages that stay are given back as well, once', async () => {
  const house = await openArchivingHouse();
  onTestFinished(house.remove);
  const ids: number[] = [];
  for (let id = 1; id <= 50; id += 1) {
    const order = purchaseOrder(id, {
      insuranceClaimNumber: `RC-${id}`,
      comments: randomBytes(1500).toString('hex'),
    });
    ids.push((await house.receive('purchaseOrder', id, order)).recordId);
  }
  await house.records.examiner.idle();
  await house.archived.archive(
    bundle('a'),
    ids.slice(0, 45).map((id) => ({ id, revision: 1 })),
  );
  await house.released();
  const { dataDir } = house.store;
  const kept = await house.list.get({ id: ids[48] ?? 0 });
  await house.close();
  const file = join(dataDir, 'journal.db');
  const least = { bytes: 50_000, share: 0.25 };
  const before = statSync(file).size;
  expect(reclaimableBytes(dataDir, least)).toBeGreaterThan(45 * 3000);
  expect(rowsOf(file, 'PRAGMA freelist_count')[0]).toBeLessThan(10);
  const found = await compactJournal(dataDir, { least });
  expect(found).toMatchObject({ outcome: 'compacted' });
  expect(statSync(file).size).toBeLessThan(before - 45 * 3000);
  expect(rowsOf(file, 'SELECT released_bytes FROM journal_head')).toEqual([0]);
  expect(await compactJournal(dataDir, { least })).toBeNull();
  const again = await openArchivingHouse({ dataDir });
  onTestFinished(() => again.close());
  expect(await again.store.read((tx) => walkJournal(tx, beforeFirst, 1000))).toMatchObject({ broken: null });
  expect((await again.list.get({ id: ids[48] ?? 0 })).body).toBe(kept.body);
});

test('the journal of a directory that another Perito has, or that a restore left half moved, is left alone', async () => {
  const dataDir = await emptied();
  const { ino } = statSync(join(dataDir, 'journal.db'));
  const lock = holdFolder(dataDir);
  expect(await compactJournal(dataDir, { least })).toBeNull();
  lock.release();
  mkdirSync(join(dataDir, 'restore'));
  writeFileSync(join(dataDir, 'restore', 'whole.json'), '{}');
  expect(await compactJournal(dataDir, { least })).toBeNull();
  expect(statSync(join(dataDir, 'journal.db')).ino).toBe(ino);
});

test('the database is read until it is left; what is written meanwhile is not lost', async () => {
  const dataDir = await emptied();
  const file = join(dataDir, 'perito.db');
  const reading = new Database(file, { readonly: true });
  expect(reading.prepare('SELECT count(*) FROM audit').pluck().get()).toBe(3);
  const leave = async () => {
    expect(reading.prepare('SELECT count(*) FROM audit').pluck().get()).toBe(3);
    reading.close();
  };
  const compacted = await compactDatabase(dataDir, leave, { least });
  expect(compacted).toMatchObject({ outcome: 'compacted' });
  leaveFree(file, free);
  const late = async () => change(file, "INSERT INTO setting (name, value) VALUES ('late', '1')");
  expect(await compactDatabase(dataDir, late, { least })).toEqual({ outcome: 'inUse' });
  expect(rowsOf(file, "SELECT value FROM setting WHERE name = 'late'")).toEqual(['1']);
});

test('the store opens on what was compacted, in the way that it always works', async () => {
  const dataDir = await emptied();
  await compactJournal(dataDir, { least });
  await compactDatabase(dataDir, left, { least });
  const store = openStoreInFiles({ dataDir });
  onTestFinished(() => store.close());
  for (const name of ['journal.db', 'perito.db'])
    expect(rowsOf(join(dataDir, name), 'PRAGMA journal_mode')).toEqual(['wal']);
});

function change(file: string, sql: string): void {
  const database = new Database(file);
  database.exec(sql);
  database.close();
}

function rowsOf(file: string, sql: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(sql).pluck().all();
  } finally {
    database.close();
  }
}

/** Overwrites the root page of a table, whose first byte says what kind of page it is. */
function damage(file: string): void {
  const [page] = rowsOf(file, "SELECT max(rootpage) FROM sqlite_schema WHERE type = 'table'");
  const bytes = readFileSync(file);
  bytes.fill(0x7f, (Number(page) - 1) * 8192, Number(page) * 8192);
  writeFileSync(file, bytes);
}

function readOn(file: string): () => void {
  const database = new Database(file, { readonly: true });
  database.prepare('SELECT count(*) FROM sqlite_schema').get();
  return () => database.close();
}
