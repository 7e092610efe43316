/** Whatever is wrong with the directory that is to be restored into: the plan reads it, changes nothing, and all of it is moved aside. */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, hashesOf, liveOn } from './lived-in.ts';
import { backedUp, numberAfter, planned, restored } from './restored.ts';

const garbage = Buffer.alloc(8192, 0xa5);

function overwrite(file: string, at: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, garbage, 0, garbage.length, at);
  closeSync(descriptor);
}

function statement(file: string, sql: string): void {
  const database = new Database(file);
  database.unsafeMode(true);
  database.exec(sql);
  database.close();
}

const illnesses: [string, (file: string) => void][] = [
  ['is missing', (file) => rmSync(file)],
  ['is empty', (file) => truncateSync(file)],
  ['is cut off in its middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['begins with garbage', (file) => overwrite(file, 0)],
  ['has garbage in its middle', (file) => overwrite(file, Math.floor(statSync(file).size / 16_384) * 8192)],
  ['is of a newer Perito', (file) => statement(file, 'PRAGMA user_version = 99')],
  ['is some other text', (file) => writeFileSync(file, 'no database')],
  [
    'is another database',
    (file) => {
      rmSync(file);
      statement(file, 'CREATE TABLE t (a)');
    },
  ],
  [
    'is a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
  [
    'is a pipe',
    (file) => {
      rmSync(file);
      spawnSync('mkfifo', [file]);
    },
  ],
  [
    'is a link to nothing',
    (file) => {
      rmSync(file);
      symlinkSync('/nowhere', file);
    },
  ],
];

describe('where the database', () => {
  test.each(illnesses)('%s, what people made is restored, and what arrived is kept', async (_, spoil) => {
    const given = await backedUp();
    const { numbers } = await liveOn(given.dataDir, { orders: [4] });
    spoil(join(given.dataDir, 'perito.db'));
    const before = hashesOf(given.dataDir);
    const plan = await planned(given);
    expect(hashesOf(given.dataDir)).toEqual(before);
    expect(plan).toMatchObject({ journal: { source: 'live', entries: 4 }, database: { source: 'backup' } });
    const { aside } = await restored(given);
    expect(hashesOf(aside ?? '')).toEqual(before);
    expect(allRows(given.dataDir)['perito.db audit']).toEqual(given.rows['perito.db audit']);
    expect((await liveOn(given.dataDir, { orders: [4, 5] })).numbers).toEqual([
      numbers[0],
      numberAfter(numbers[0]),
    ]);
  });
});

/** Of which nothing behind the copy can be read. */
const hopeless = illnesses.filter(([name]) => name !== 'has garbage in its middle');

describe('where the journal', () => {
  test.each(hopeless)('%s, it is restored, and no number is given twice', async (_, spoil) => {
    const given = await backedUp();
    const { numbers } = await liveOn(given.dataDir, { orders: [4] });
    spoil(join(given.dataDir, 'journal.db'));
    const before = hashesOf(given.dataDir);
    const plan = await planned(given);
    expect(hashesOf(given.dataDir)).toEqual(before);
    expect(plan).toMatchObject({ journal: { source: 'backup', entries: 3 }, database: { source: 'backup' } });
    // The note was written when Perito ended: the fourth was given.
    expect(plan.numbers).toMatchObject([{ last: 3, next: 5 }]);
    const { aside } = await restored(given);
    expect(hashesOf(aside ?? '')).toEqual(before);
    expect((await liveOn(given.dataDir, { orders: [3, 5] })).numbers).toEqual([
      given.numbers[2],
      numberAfter(numbers[0]),
    ]);
  });

  test('has an entry that was changed, all before it is kept, and what is behind is said', async () => {
    const given = await backedUp();
    const { numbers } = await liveOn(given.dataDir, { orders: [4, 5, 6] });
    const journal = join(given.dataDir, 'journal.db');
    statement(journal, `DROP TRIGGER entry_kept; UPDATE entry SET key_label = 'x' WHERE seq = 5`);
    const plan = await planned(given);
    const done = await restored(given);
    expect(done.plan).toMatchObject({
      journal: { source: 'live', entries: 4 },
      loses: { arrivals: { entries: 2 } },
    });
    expect(plan.journal).toEqual(done.plan.journal);
    // What was given to the last two is not given again.
    expect((await liveOn(given.dataDir, { orders: [4, 5] })).numbers).toEqual([
      numbers[0],
      numberAfter(numbers[2]),
    ]);
  });

  test('has pages that cannot be read, what arrived since the copy is kept as far as it follows from that', async () => {
    const given = await backedUp();
    await liveOn(given.dataDir, { orders: Array.from({ length: 100 }, (_, index) => index + 10) });
    const whole = join(temporaryFolder(), 'data');
    spawnSync('cp', ['-a', given.dataDir, whole]);
    const entries = allRows(whole)['journal.db entry'] ?? [];
    const file = join(whole, 'journal.db');
    const pages = statSync(file).size / 8192;
    let kept = 0;
    for (let page = 8; page < pages; page += Math.ceil(pages / 6)) {
      const dataDir = join(temporaryFolder(), 'data');
      spawnSync('cp', ['-a', whole, dataDir]);
      overwrite(join(dataDir, 'journal.db'), page * 8192);
      const { plan } = await restored({ ...given, dataDir });
      const { entries: count } = plan.journal;
      expect(count).toBeGreaterThanOrEqual(3);
      kept += count - 3;
      expect(allRows(dataDir)['journal.db entry']).toEqual(entries.slice(0, count));
    }
    expect(kept).toBeGreaterThan(0);
  });

  test('is lost while nothing arrived since the copy, what people made since is kept', async () => {
    const given = await backedUp();
    await liveOn(given.dataDir, { photos: ['c'] });
    statement(join(given.dataDir, 'perito.db'), `INSERT INTO setting (name, value) VALUES ('since', '1')`);
    const rows = allRows(given.dataDir);
    rmSync(join(given.dataDir, 'journal.db'));
    const { plan } = await restored(given);
    expect(plan).toMatchObject({
      ...{
        journal: { source: 'backup' },
        database: { source: 'live' },
        attachments: { there: 3, missing: 0 },
      },
      loses: { arrivals: null, acts: { entries: 0 } },
    });
    expect(allRows(given.dataDir)).toEqual(rows);
  });
});

test.each([
  ['is missing', (file: string) => rmSync(file)],
  ['is garbage', (file: string) => writeFileSync(file, garbage)],
  ['is none', (file: string) => writeFileSync(file, '{"a":1}')],
])(
  'where journal and the note of numbers %s, as many are passed over as may have been given',
  async (_, spoil) => {
    const given = await backedUp();
    for (const name of ['journal.db', 'numbers.json']) spoil(join(given.dataDir, name));
    const { plan } = await restored(given);
    expect(plan.numbers).toMatchObject([{ last: 3, next: 1004 }]);
    expect((await liveOn(given.dataDir, { orders: [4] })).numbers).toEqual([
      numberAfter(given.numbers[2], 1001),
    ]);
  },
);

test('of a directory whose program was killed, what stands in its logs counts', async () => {
  const given = await backedUp();
  const dataDir = join(temporaryFolder(), 'data');
  // As it is left: logs beside the databases, since nobody closed them.
  await liveOn(given.dataDir, { orders: [4] });
  const opened = ['journal.db', 'perito.db'].map((name) => {
    const database = new Database(join(given.dataDir, name));
    database.pragma('wal_autocheckpoint = 0');
    return database;
  });
  opened[1]?.exec(`INSERT INTO setting (name, value) VALUES ('since', '1')`);
  opened[0]?.exec(`INSERT INTO receiver_setting (name, value) VALUES ('since', '1')`);
  spawnSync('cp', ['-a', given.dataDir, dataDir]);
  for (const database of opened) database.close();
  const before = hashesOf(dataDir);
  expect(Object.keys(before)).toContain('journal.db-wal');
  const { aside } = await restored({ ...given, dataDir });
  expect(hashesOf(aside ?? '')).toEqual(before);
  expect(allRows(dataDir)['journal.db receiver_setting']?.join()).toContain('since');
  expect(readFileSync(join(dataDir, 'installation.json'), 'utf8')).toContain(given.installationId);
});

test('where an older journal stands in the place of the lost one, and no note, as many numbers are passed over', async () => {
  const given = await backedUp();
  const journal = join(given.dataDir, 'journal.db');
  const older = readFileSync(journal);
  await liveOn(given.dataDir, { orders: [4, 5] });
  writeFileSync(journal, older);
  rmSync(join(given.dataDir, 'numbers.json'));
  expect((await planned(given)).numbers).toMatchObject([{ last: 3, next: 1004 }]);
  await restored(given);
  expect((await liveOn(given.dataDir, { orders: [6] })).numbers).toEqual([
    numberAfter(given.numbers[2], 1001),
  ]);
});
