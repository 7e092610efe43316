/** Whatever is wrong with a data directory, what can be read of it comes out, what cannot is named, and nothing in it is changed. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyBundle } from '../../main/engine/bundles.ts';
import { rebuildData } from '../../main/engine/rebuild.ts';
import { type SalvageEnd, type SalvageOptions, salvageData } from '../../main/engine/salvage.ts';
import { createArchives } from '../../main/shell/archives.ts';
import type { Salvaged } from '../../shared/contract/recovery.ts';
import { hashesOf, liveOn, photoPath } from './backup/lived-in.ts';
import { temporaryFolder } from './temporary-folder.ts';

const orders = Array.from({ length: 60 }, (_, at) => at + 1);

const made = Promise.withResolvers<{ whole: string; numbers: string[] }>();
beforeAll(async () => {
  const whole = join(mkdtempSync(join(tmpdir(), 'perito-salvage-')), 'data');
  const { numbers } = await liveOn(whole, { orders, photos: ['a'] });
  const rebuilt = await rebuildData({ dataDir: whole });
  rmSync(rebuilt?.aside ?? '', { recursive: true });
  made.resolve({ whole, numbers });
});
afterAll(async () => rmSync(dirname((await made.promise).whole), { recursive: true }));

async function ill() {
  const { whole, numbers } = await made.promise;
  const dataDir = join(temporaryFolder(), 'data');
  cpSync(whole, dataDir, { recursive: true });
  return { dataDir, numbers };
}

async function salvaged(dataDir: string, options: Partial<SalvageOptions> = {}): Promise<SalvageEnd> {
  return salvageData({
    ...{ dataDir, to: join(temporaryFolder(), 'out', 'rescate.perito'), version: '0.0.0' },
    signingKey: async () => null,
    ...options,
  });
}

function overwrite(file: string, at: number, bytes: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  closeSync(descriptor);
}

function edit(file: string, sql: string): void {
  const database = new Database(file);
  database.unsafeMode(true);
  database.exec(sql);
  database.close();
}

const page = 8192;
const journal = (dataDir: string) => join(dataDir, 'journal.db');
const database = (dataDir: string) => join(dataDir, 'perito.db');
const overflow = `DROP TRIGGER entry_kept; UPDATE entry SET bytes = x'7b7d' WHERE marketplace_id = 7`;

type Expected = { records: number; journal: Partial<Salvaged['journal']>; database: Salvaged['database'] };
const ills: [string, (dataDir: string) => void, Expected][] = [
  [
    'is whole',
    () => {},
    { records: 60, journal: { state: 'readable', kept: 60, lost: 0 }, database: 'whole' },
  ],
  [
    'has no journal',
    (dataDir) => rmSync(journal(dataDir)),
    { records: 60, journal: { state: 'missing', kept: 0, lost: null }, database: 'whole' },
  ],
  [
    'has a journal that is cut off after its first page',
    (dataDir) => truncateSync(journal(dataDir), 9000),
    { records: 60, journal: { kept: 0 }, database: 'whole' },
  ],
  [
    'has a journal that begins with garbage',
    (dataDir) => overwrite(journal(dataDir), 0, page),
    { records: 60, journal: { state: 'beginningLost', kept: 60, lost: 0 }, database: 'whole' },
  ],
  [
    'has a journal with an entry that is not what arrived',
    (dataDir) => edit(journal(dataDir), overflow),
    { records: 60, journal: { state: 'readable', kept: 59, lost: 1 }, database: 'whole' },
  ],
  [
    'has a journal with garbage in its middle, and no database',
    (dataDir) => {
      overwrite(journal(dataDir), Math.floor(statSync(journal(dataDir)).size / page / 2) * page, page);
      rmSync(database(dataDir));
    },
    { records: Number.NaN, journal: { state: 'readable' }, database: 'missing' },
  ],
  [
    'has a database that is something else',
    (dataDir) => writeFileSync(database(dataDir), 'x'.repeat(9000)),
    { records: 60, journal: { kept: 60, lost: 0 }, database: 'unreadable' },
  ],
  [
    'has a database of a newer Perito',
    (dataDir) => edit(database(dataDir), 'PRAGMA user_version = 999'),
    { records: 60, journal: { kept: 60, lost: 0 }, database: 'otherVersion' },
  ],
  [
    'has a database of another installation',
    (dataDir) => edit(database(dataDir), `UPDATE installation SET id = '${crypto.randomUUID()}'`),
    { records: 60, journal: { kept: 60, lost: 0 }, database: 'foreign' },
  ],
  [
    'has a database of another journal',
    (dataDir) => edit(database(dataDir), `UPDATE record SET number = 'OC-1999-' || id`),
    { records: 60, journal: { kept: 60, lost: 0 }, database: 'otherJournal' },
  ],
  [
    'has a database that is damaged in its middle',
    (dataDir) =>
      overwrite(database(dataDir), Math.floor(statSync(database(dataDir)).size / page / 2) * page, page),
    { records: 60, journal: { kept: 60, lost: 0 }, database: 'damaged' },
  ],
];

test.each(ills)('a directory that %s', async (_, spoil, expected) => {
  const { dataDir, numbers } = await ill();
  spoil(dataDir);
  const before = hashesOf(dirname(dataDir));
  const names = readdirSync(dataDir);
  const end = await salvaged(dataDir);
  if (end.state !== 'salvaged') throw new Error(JSON.stringify(end));
  expect(hashesOf(dirname(dataDir))).toEqual(before);
  expect(readdirSync(dataDir)).toEqual(names);
  const { salvaged: found } = end;
  expect(found).toMatchObject({ journal: expected.journal, database: expected.database });
  if (Number.isNaN(expected.records)) {
    // Each that is not in the archive is said, by its number as far as that is known.
    expect(found.records).toBe(found.journal.kept);
    expect(found.journal.kept + (found.journal.lost ?? 0)).toBe(60);
    expect(found.journal.kept).toBeGreaterThan(10);
    expect(found.journal.lost).toBeGreaterThan(0);
  } else expect(found.records).toBe(expected.records);
  const report = readFileSync(found.report, 'utf8');
  for (const { number, entry } of found.lost) {
    expect(report).toContain(`  ${entry}\t`);
    if (number !== null) expect(numbers).toContain(number);
  }
  const verified = await verifyBundle(found.file ?? '', { passphrase: null });
  expect(verified).toMatchObject({ ok: true });
  expect(readdirSync(dirname(found.report)).sort()).toEqual(['rescate.perito', 'rescate.txt']);
});

test('an entry that is not what arrived is named by its number, and its photo that is none is left out', async () => {
  const { dataDir, numbers } = await ill();
  edit(journal(dataDir), overflow);
  writeFileSync(photoPath(dataDir, 'a'), 'b');
  const end = await salvaged(dataDir);
  expect(end).toMatchObject({
    salvaged: { lost: [{ entry: 7, kind: 'purchaseOrder', marketplaceId: 7, number: numbers[6] }] },
  });
});

test('records of which nothing is left of what arrived are shown by the page of the archive', async () => {
  const { dataDir, numbers } = await ill();
  rmSync(journal(dataDir));
  const end = await salvaged(dataDir);
  if (end.state !== 'salvaged') throw new Error(JSON.stringify(end));
  expect(end.salvaged).toMatchObject({ records: 60, withoutBody: 60 });
  const page = execFileSync('unzip', ['-p', end.salvaged.file ?? '', 'LEAME.html'], { encoding: 'utf8' });
  for (const number of numbers) expect(page).toContain(number);
});

test('what is whole opens in the program', async () => {
  const { dataDir } = await ill();
  const end = await salvaged(dataDir);
  if (end.state !== 'salvaged') throw new Error(JSON.stringify(end));
  const archives = createArchives('0.0.0');
  onTestFinished(() => archives.close());
  const opened = archives.openFile(end.salvaged.file ?? '');
  expect(await opened?.settled()).toMatchObject({ is: 'open', archive: { damagedCount: 0 } });
});

test('where there is nothing at all, the report says so', async () => {
  const dataDir = temporaryFolder();
  const end = await salvaged(dataDir);
  if (end.state !== 'salvaged') throw new Error(JSON.stringify(end));
  expect(end.salvaged).toMatchObject({
    file: null,
    records: 0,
    journal: { state: 'missing' },
    database: 'missing',
  });
  expect(readFileSync(end.salvaged.report, 'utf8')).toContain('Nothing was left');
});

test('it writes nothing over, nothing into the directory, and leaves nothing where it is ended', async () => {
  const { dataDir } = await ill();
  const there = join(temporaryFolder(), 'a.perito');
  writeFileSync(there, '');
  expect(await salvaged(dataDir, { to: there })).toMatchObject({ failure: { code: 'targetExists' } });
  expect(await salvaged(dataDir, { to: join(dataDir, 'a.perito') })).toMatchObject({
    failure: { code: 'inDataDirectory' },
  });
  for (const phase of ['copying', 'reading', 'deriving', 'writing', 'checking']) {
    rmSync(database(dataDir), { force: true });
    const ending = new AbortController();
    const to = join(temporaryFolder(), 'a.perito');
    const onProgress: SalvageOptions['onProgress'] = (progress) => {
      if (progress.phase === phase) ending.abort();
    };
    expect([phase, await salvaged(dataDir, { to, signal: ending.signal, onProgress })]).toEqual([
      phase,
      { state: 'ended' },
    ]);
    expect([phase, readdirSync(dirname(to))]).toEqual([phase, []]);
  }
});

test('a journal of a newer Perito is left to that version', async () => {
  const { dataDir } = await ill();
  edit(journal(dataDir), 'PRAGMA user_version = 999');
  expect(await salvaged(dataDir)).toMatchObject({ failure: { code: 'newer' } });
});
