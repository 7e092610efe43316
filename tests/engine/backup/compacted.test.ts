/** Databases that a start made smaller are other files of the same: copies go on, and what is restored of them is the same. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeBackup } from '../../../main/engine/backup/make-backup.ts';
import { compactDatabase, compactJournal } from '../../../main/engine/store/index.ts';
import { leaveFree } from '../store/emptied.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { allRows, liveOn } from './lived-in.ts';
import { restored } from './restored.ts';
import { follow } from './second-copy/follower.ts';

const megabyte = 1024 * 1024;
const files = ['journal.db', 'perito.db'] as const;

/** With much that is not used. */
async function emptied() {
  const dataDir = join(temporaryFolder(), 'data');
  const { installationId } = await liveOn(dataDir, { orders: [1, 2, 3], photos: ['a'] });
  for (const name of files) leaveFree(join(dataDir, name), 4 * megabyte);
  return { dataDir, place: temporaryFolder(), installationId };
}

async function compact(dataDir: string): Promise<void> {
  const least = { bytes: megabyte, share: 0.25 };
  for (const done of [
    await compactJournal(dataDir, { least }),
    await compactDatabase(dataDir, async () => {}, { least }),
  ])
    expect(done?.outcome).toBe('compacted');
  for (const name of files) expect(statSync(join(dataDir, name)).size).toBeLessThan(2 * megabyte);
}

test('a backup before and one after are both restored as they were', async () => {
  const given = await emptied();
  const { dataDir } = given;
  const backUp = async (now: number) => {
    const made = await makeBackup({
      ...{
        dataDir,
        folder: given.place,
        cause: 'person',
        now: () => now,
        signal: new AbortController().signal,
      },
      keep: { daily: 7, weekly: 4, monthly: 12 },
      onProgress() {},
    });
    if (made.state !== 'made') throw new Error(JSON.stringify(made));
    return { name: made.summary.name, rows: allRows(dataDir) };
  };
  const before = await backUp(Date.now() - 86_400_000);
  await compact(dataDir);
  await liveOn(dataDir, { orders: [4] });
  const after = await backUp(Date.now());
  for (const { name, rows } of [before, after]) {
    const to = join(temporaryFolder(), 'data');
    await restored({ ...given, dataDir: to, name });
    expect(allRows(to)).toEqual(rows);
  }
});

test('the second copy goes on with the new file, and is restored as the directory was', async () => {
  const given = await emptied();
  const { dataDir, place } = given;
  const followed = async () => {
    const follower = follow(dataDir, place);
    await follower.until(
      ({ state, arrivals, database, attachments }) =>
        state === 'following' && arrivals.behind + attachments.behind === 0 && database.since === null,
    );
    await follower.kill();
  };
  await followed();
  await compact(dataDir);
  await liveOn(dataDir, { orders: [4, 5], photos: ['b'] });
  await followed();
  const to = join(temporaryFolder(), 'data');
  const { plan } = await restored({ ...given, dataDir: to, name: null });
  expect(plan).toMatchObject({
    journal: { source: 'secondCopy', entries: 5 },
    database: { source: 'secondCopy' },
  });
  expect(allRows(to)).toEqual(allRows(dataDir));
  expect(statSync(join(to, 'perito.db')).size).toBeLessThan(2 * megabyte);
});
