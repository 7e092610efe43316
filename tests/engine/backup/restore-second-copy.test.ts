/** What was copied all the time is restored with the newest backup beside it, in whatever state either is. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { SecondCopyStatus } from '#shared/contract/backups.ts';
import { unconfigured, writeConfiguration } from '../../../main/engine/backup/configuration.ts';
import { listCopies } from '../../../main/engine/restore.ts';
import { command } from '../../command-line/perito.ts';
import { compileCache } from '../../compile-cache.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, hashesOf, liveOn } from './lived-in.ts';
import { backedUp, numberAfter, planned, restored } from './restored.ts';

const program = fileURLToPath(new URL('./second-copy/second-copy.process.ts', import.meta.url));

/** Has all of a directory copied, by a process of its own that ends then. */
async function follow(dataDir: string, place: string): Promise<void> {
  const child = spawn(process.execPath, [program, dataDir, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { state, arrivals, database, attachments }: SecondCopyStatus = JSON.parse(line);
    if (state === 'following' && arrivals.behind + attachments.behind === 0 && database.since === null) break;
  }
  child.kill('SIGTERM');
  await ended;
}

/** A backup, more that came after it, and a second copy of all. */
async function followed() {
  const given = await backedUp();
  const { numbers } = await liveOn(given.dataDir, { orders: [4, 5], photos: ['c'] });
  await follow(given.dataDir, given.place);
  return { ...given, name: null, backup: given.name, rows: allRows(given.dataDir), later: numbers };
}

test('to an empty directory all that was copied is restored, record by record', async () => {
  const given = await followed();
  const [{ copies } = { copies: [] }] = (await listCopies(given.place, given.dataDir)).installations;
  expect(copies.map(({ name, entries }) => [name, entries])).toEqual([
    [null, 5],
    [given.backup, 3],
  ]);
  const dataDir = join(temporaryFolder(), 'data');
  const { plan } = await restored({ ...given, dataDir });
  expect(plan).toMatchObject({
    ...{ journal: { source: 'secondCopy', entries: 5 }, database: { source: 'secondCopy' } },
    attachments: { there: 3, missing: 0 },
  });
  expect(allRows(dataDir)).toEqual(given.rows);
  const photos = (folder: string) => hashesOf(join(folder, 'attachments', 'content'));
  expect(photos(dataDir)).toEqual(photos(given.dataDir));
  expect((await liveOn(dataDir, { orders: [5, 6] })).numbers).toEqual([
    given.later[1],
    numberAfter(given.later[1], 1001),
  ]);
});

test('with a backup that was chosen, what arrived since is taken from the second copy', async () => {
  const given = await followed();
  const dataDir = join(temporaryFolder(), 'data');
  // What people made is newer there, which is said before anything is begun; of the second copy itself there is none newer.
  const before = await planned({ ...given, dataDir, name: given.backup });
  expect(before.newer).toEqual({
    ...{ folder: given.place, arrivalsUntil: before.journal.until },
    actsUntil: expect.stringMatching(/Z$/),
  });
  expect(before.newer?.actsUntil?.localeCompare(before.database.until ?? '')).toBe(1);
  expect((await planned({ ...given, dataDir })).newer).toBeNull();
  const { plan } = await restored({ ...given, dataDir, name: given.backup });
  expect(plan).toMatchObject({
    journal: { source: 'secondCopy', entries: 5 },
    database: { source: 'backup' },
  });
  expect((await liveOn(dataDir, { orders: [5] })).numbers).toEqual([given.later[1]]);
});

test('where the second copy lies in another folder, that is said as well', async () => {
  const given = await backedUp();
  const other = temporaryFolder();
  await liveOn(given.dataDir, { orders: [4, 5], photos: ['c'] });
  await follow(given.dataDir, other);
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  expect((await planned({ ...given, dataDir })).newer).toBeNull();
  await writeConfiguration(dataDir, { ...unconfigured, secondCopy: { folder: other } });
  expect((await planned({ ...given, dataDir })).newer?.folder).toBe(other);
  const said = await command(['restore', '--from', given.place, '--data', dataDir, '--plan']);
  expect([said.code, said.errors]).toEqual([
    0,
    expect.stringContaining(`restored by --from ${other} --backup second-copy.`),
  ]);
  // One that is not there now is no reason against what was chosen.
  rmSync(other, { recursive: true });
  expect(await planned({ ...given, dataDir })).toMatchObject({ newer: null, problem: null });
});

const newest = (folder: string, beginning: string) =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => name.startsWith(beginning))
      .sort()
      .at(-1) ?? '',
  );

test('of one that is cut off, what is whole is restored, and says so', async () => {
  const given = await followed();
  const stretch = newest(given.folder.secondCopy, 'journal');
  truncateSync(stretch, statSync(stretch).size - 10);
  const dataDir = join(temporaryFolder(), 'data');
  spawnSync('cp', ['-a', given.dataDir, dataDir]);
  rmSync(join(dataDir, 'journal.db'));
  const plan = await planned({ ...given, dataDir });
  const done = await restored({ ...given, dataDir });
  expect(done.plan.journal.entries).toBeLessThan(5);
  expect(plan.journal).toEqual(done.plan.journal);
});

test('of one that is not there at all, or whose journal is gone, the backup is restored where it was chosen', async () => {
  const given = await followed();
  rmSync(newest(given.folder.secondCopy, 'journal'));
  const dataDir = join(temporaryFolder(), 'data');
  const { plan } = await restored({ ...given, dataDir, name: given.backup });
  expect(plan.journal).toMatchObject({ source: 'backup', entries: 3 });
});
