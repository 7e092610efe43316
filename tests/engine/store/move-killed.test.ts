/** The move into the journal is ended anywhere, and goes on at the next start to the same end. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { endWithTest } from '../../process-group.ts';
import { thorough } from '../../thorough.ts';
import { insertEverything, insertOrder, makeOlderFolder, olderStart } from '../older-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { differencesOfMove } from './compare-moved.ts';

const program = fileURLToPath(new URL('./move-process.ts', import.meta.url));

/** Enough that moving takes longer than starting a process. */
const orders = 12_000;
const kills = thorough ? 20 : 8;

function olderWith(count: number): string {
  return makeOlderFolder(temporaryFolder(), (database) => {
    insertEverything(database);
    for (let id = 7; id <= count; id += 1) insertOrder(database, id, { at: olderStart + 600_000 + id * 10 });
  });
}

/** Starts the move; `under` is a command that runs it. */
function start(dataDir: string, under: string[] = []) {
  const command = [...under, process.execPath, program, dataDir];
  const child = spawn(command[0] ?? '', command.slice(1), {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const ended = endWithTest(child);
  return { child, ended, lines: createInterface(child.stdout) };
}

async function finish(dataDir: string): Promise<void> {
  const { ended } = start(dataDir);
  expect((await ended)[0]).toBe(0);
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

test(`killed at ${kills} moments it goes on each time and ends with the same journal`, {
  timeout: 240_000,
}, async () => {
  const dataDir = olderWith(orders);
  const whole = temporaryFolder();
  cpSync(dataDir, whole, { recursive: true, preserveTimestamps: true });
  await finish(whole);

  const midway = new Set<number>();
  const journals = new Set<number>();
  for (let round = 0; round < kills && !existsSync(join(dataDir, 'journal.db')); round += 1) {
    const { child, ended, lines } = start(dataDir);
    await once(lines, 'line');
    // A moment that each round chooses anew: how large the new files have become.
    const from = sizeOf(dataDir);
    const more = Math.floor(Math.random() * 1_500_000);
    while (child.exitCode === null && child.signalCode === null && sizeOf(dataDir) < from + more)
      await new Promise(setImmediate);
    child.kill('SIGKILL');
    await ended;
    midway.add(sizeOf(dataDir));
    const made = statSync(join(dataDir, 'journal.db.new'), { throwIfNoEntry: false });
    if (made !== undefined) journals.add(made.ino);
  }
  expect(midway.size).toBeGreaterThan(4);
  // Never from the beginning again.
  expect(journals.size).toBe(1);
  await finish(dataDir);
  expect(journalOf(dataDir)).toEqual(journalOf(whole));
  expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
  expect(namesIn(dataDir)).toEqual(namesIn(whole));
});

/** Files but those that SQLite makes for whoever looks. */
const namesIn = (dataDir: string) => readdirSync(dataDir).filter((name) => !/-(wal|shm)$/.test(name));

/** Of the new files. */
function sizeOf(dataDir: string): number {
  let bytes = 0;
  for (const name of ['perito.db.new', 'journal.db.new', 'journal.db.new-wal'])
    bytes += statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

const hasStrace = spawnSync('strace', ['-V']).status === 0;
const needsStrace = process.env['PERITO_REQUIRE_STRACE'] === '1';

/** The files take each other's places by three renames, and each is whole on the disk before. */
test
  .skipIf(!hasStrace && !needsStrace)
  .for(
    ['rename', 'fsync', 'unlink'].flatMap((call) =>
      (call === 'rename' ? [1, 2, 3] : [1, 4, 8]).map((at) => [call, at] as const),
    ),
  )('strace: ended at %s number %i it goes on', { timeout: 60_000 }, async ([call, at]) => {
  const dataDir = olderWith(20);
  const { ended } = start(dataDir, [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    '-e',
    `trace=${call}`,
    '-e',
    `inject=${call}:signal=SIGKILL:when=${at}`,
  ]);
  await ended;
  await finish(dataDir);
  expect(differencesOfMove(backupOf(dataDir), dataDir)).toEqual([]);
  expect(readdirSync(dataDir).filter((name) => name.includes('new') || name.includes('moving'))).toEqual([]);
});
