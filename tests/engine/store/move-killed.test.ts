/** The move into the journal is ended anywhere, and goes on at the next start to the same end. */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { endWithTest } from '../../process-group.ts';
import { thorough } from '../../thorough.ts';
import { insertEverything, insertOrder, lastSchema, makeOlderFolder, olderStart } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { differencesOfMove } from './compare-moved.ts';

const program = fileURLToPath(new URL('./move-process.ts', import.meta.url));

const kills = thorough ? 20 : 3;
/** Entries in one group, as they are committed. */
const group = 256;
/** Each time that it is killed among them it has committed a group, and has written a part of the next. */
const orders = kills * 2 * group;

function olderWith(count: number): string {
  return makeOlderFolder(temporaryFolder(), (database) => {
    insertEverything(database);
    for (let id = 7; id <= count; id += 1) insertOrder(database, id, { at: olderStart + 600_000 + id * 10 });
  });
}

/** Starts the move, to be ended before a statement is run for so many times. */
function start(
  dataDir: string,
  under: string[] = [],
  place: readonly [statement: string, times: number] | [] = [],
) {
  const command = [...under, process.execPath, program, dataDir, ...place.map(String)];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: 'ignore', detached: true });
  return endWithTest(child);
}

async function finish(dataDir: string): Promise<void> {
  expect((await start(dataDir))[0]).toBe(0);
}

/** All that the journal says but when its last run was. */
function journalOf(dataDir: string): unknown {
  const database = new Database(join(dataDir, 'journal.db'), { readonly: true });
  const all = (sql: string) => database.prepare(sql).all();
  const content = [
    all('SELECT * FROM entry WHERE seq <= (SELECT max(seq) FROM moved_id) ORDER BY seq').length,
    all(
      'SELECT seq, chain FROM entry WHERE chain IS NOT NULL AND seq <= (SELECT max(seq) FROM moved_id) ORDER BY seq',
    ),
    all('SELECT * FROM moved_id ORDER BY kind, id'),
    all('SELECT numbers FROM journal_head'),
  ];
  database.close();
  return content;
}

const backupOf = (dataDir: string) =>
  join(dataDir, 'backups', readdirSync(join(dataDir, 'backups'))[0] ?? '');

test(`killed at ${kills + 5} places it goes on each time and ends with the same journal`, {
  timeout: 240_000,
}, async () => {
  const dataDir = olderWith(orders);
  const whole = temporaryFolder();
  cpSync(dataDir, whole, { recursive: true, preserveTimestamps: true });
  await finish(whole);

  const places = [
    ['INSERT INTO main.', 5],
    ['PRAGMA user_version =', 1],
    ...Array.from(
      { length: kills },
      () => ['INSERT INTO entry', randomInt(group + 1, 2 * group + 1)] as const,
    ),
    ['UPDATE journal_head SET numbers', 1],
    ['PRAGMA wal_checkpoint', 2],
    [`PRAGMA user_version = ${lastSchema + 1}`, 1],
  ] as const;
  const journals = new Set<number>();
  let moved = 0;
  for (const place of places) {
    const [code, signal] = await start(dataDir, [], place);
    expect({ place, code, signal }).toEqual({ place, code: null, signal: 'SIGKILL' });
    const { ino, entries } = newJournal(dataDir);
    journals.add(ino);
    if (place[0] === 'INSERT INTO entry') expect(entries).toBeGreaterThan(moved);
    moved = entries;
  }
  // Never from the beginning again.
  expect(journals.size).toBe(1);
  await finish(dataDir);
  expect(journalOf(dataDir)).toEqual(journalOf(whole));
  expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
  expect(namesIn(dataDir)).toEqual(namesIn(whole));
});

/** Files but those that SQLite makes for whoever looks. */
const namesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));

/** Which file it is, and how many entries are committed; read in a copy, since the next start is to find it as it was left. */
function newJournal(dataDir: string): { ino: number; entries: number } {
  const name = 'journal.db.new';
  const copy = join(temporaryFolder(), name);
  for (const end of ['', '-wal'])
    if (existsSync(join(dataDir, `${name}${end}`))) cpSync(join(dataDir, `${name}${end}`), `${copy}${end}`);
  const database = new Database(copy);
  const entries = database.prepare<[], number>('SELECT count(*) FROM entry').pluck().get() ?? 0;
  database.close();
  return { ino: statSync(join(dataDir, name)).ino, entries };
}

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';

/** All calls of a kind are counted, or those on one file. */
const calls: [call: string, at: number, file: string][] = [
  // The files take each other's places by three renames, and each is whole on the disk before.
  ...['rename', 'fsync', 'unlink'].flatMap((call) =>
    (call === 'rename' ? [1, 2, 3] : [1, 4, 8]).map((at): [string, number, string] => [call, at, '']),
  ),
  // A part of a commit is written: of entries, and of the schema with a journal.
  ['pwrite64', 40, 'journal.db.new-wal'],
  ['pwrite64', 20, 'perito.db.new-wal'],
];
test.skipIf(!hasStrace && !needsStrace).for(calls)(
  'strace: it goes on when it was ended at %s number %i %s',
  async ([call, at, file]) => {
    const dataDir = olderWith(20);
    const only = file === '' ? [] : ['-P', join(dataDir, file)];
    const inject = `inject=${call}:signal=SIGKILL:when=${at}`;
    const [code, signal] = await start(dataDir, [
      ...['strace', '-f', ...only, '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject],
    ]);
    expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
    await finish(dataDir);
    expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => name.includes('new') || name.includes('moving'))).toEqual(
      [],
    );
  },
);
