/** A second place that is away, full, read-only or somebody else's, and whoever writes to it stopped and killed at any moment. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { assembleJournal } from '../../main/engine/backup/second-copy/read.ts';
import { systemClock } from '../../main/engine/clock.ts';
import { openJournal } from '../../main/engine/journal/index.ts';
import { readMarker } from '../../main/engine/store/index.ts';
import type { SecondCopyStatus } from '../../shared/contract/backups.ts';
import { follow } from '../engine/backup/second-copy/follower.ts';
import { contentOf } from '../engine/backup/second-copy/house.ts';
import { delivery, templates } from '../engine/journal/house.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';

async function openHouse(dataDir: string = temporaryFolder()) {
  const journal = await openJournal({
    dataDir,
    clock: systemClock,
    numberTemplate: (kind) => templates[kind],
  });
  onTestFinished(() => journal.close());
  let id = 0;
  return {
    dataDir,
    journal,
    /** So many orders of so many bytes, a group each. */
    async receive(orders: number, bytes = 100) {
      for (let order = 0; order < orders; order += 1) {
        id += 1;
        await journal.append([
          delivery('purchaseOrder', id, JSON.stringify({ id, text: 'x'.repeat(bytes) })),
        ]);
      }
    },
    /** All that the journal has lies in a place, and nothing else. */
    async expectThere(place: string) {
      const file = join(temporaryFolder(), 'journal.db');
      const made = await assembleJournal(new InstallationFolder(place, journal.installationId), file);
      expect(made).toMatchObject({ seq: journal.head().seq, cut: null });
      expect(contentOf(file)).toEqual(contentOf(join(dataDir, 'journal.db')));
    },
  };
}

const hasArrivals = ({ state, arrivals, copiedAt }: SecondCopyStatus) =>
  state !== 'away' && copiedAt !== null && arrivals.behind === 0;

/** From now on: what was told before may be of before. */
async function untilThere({ until }: ReturnType<typeof follow>): Promise<void> {
  await until(() => true);
  await until(hasArrivals);
}

test('a place that is away is looked for, and gets what came meanwhile, as often as it comes back', async () => {
  const { dataDir, receive, expectThere } = await openHouse();
  const disk = temporaryFolder();
  const place = join(disk, 'place');
  const follower = follow(dataDir, place);
  expect(await follower.until(({ state }) => state === 'away')).toMatchObject({ problem: { code: 'away' } });
  await receive(20);
  mkdirSync(place);
  await untilThere(follower);
  renameSync(place, join(disk, 'unplugged'));
  await receive(20);
  expect(await follower.until(({ state }) => state === 'away')).toMatchObject({ problem: { code: 'away' } });
  await receive(20);
  // Where a disk is plugged in an empty folder stays, in which nothing is begun: not by the same program, and not by the next one.
  mkdirSync(place);
  const isEmptied = ({ problem }: SecondCopyStatus) =>
    problem?.detail.includes('that was in it is not') === true;
  expect(await follower.until(isEmptied)).toMatchObject({ state: 'away', problem: { code: 'away' } });
  await follower.kill();
  const { installationId } = readMarker(dataDir) ?? {};
  const next = follow(dataDir, place, installationId);
  expect(await next.until(isEmptied)).toMatchObject({ state: 'away' });
  expect(readdirSync(place)).toEqual([]);
  rmdirSync(place);
  renameSync(join(disk, 'unplugged'), place);
  await untilThere(next);
  await expectThere(place);
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test.skipIf(!canMount)(
  'a place that is full or read-only is told as such, and goes on once it takes something',
  async () => {
    const { dataDir, receive, expectThere } = await openHouse();
    const place = temporaryFolder();
    const mount = (given: string) => spawnSync('mount', ['-t', 'tmpfs', '-o', given, 'none', place]).status;
    if (mount('size=2m') !== 0) return;
    onTestFinished(() => void spawnSync('umount', ['-l', place]));
    const first = follow(dataDir, place);
    await receive(40, 100_000);
    expect(await first.until(({ state }) => state === 'away')).toMatchObject({
      problem: { code: 'full' },
    });
    mount('remount,size=32m');
    await untilThere(first);
    // A file that is being written keeps a disk from becoming read-only.
    await first.kill();
    expect(mount('remount,ro,size=32m')).toBe(0);
    await receive(1);
    const follower = follow(dataDir, place);
    expect(await follower.until(({ state }) => state === 'away')).toMatchObject({
      problem: { code: 'readOnly' },
    });
    mount('remount,rw,size=32m');
    await untilThere(follower);
    await expectThere(place);
  },
);

test.each([
  {
    name: 'a link in place of the second copy',
    code: 'damaged',
    plant: (folder: InstallationFolder, elsewhere: string) => symlinkSync(elsewhere, folder.secondCopy),
  },
  {
    name: 'a second copy of a newer Perito',
    code: 'newerFormat',
    plant: (folder: InstallationFolder) => {
      mkdirSync(folder.secondCopy);
      writeFileSync(join(folder.secondCopy, 'about.json'), '{"format": 2}');
    },
  },
])('$name is left as it is', async ({ code, plant }) => {
  const { dataDir, journal, receive } = await openHouse();
  await receive(1);
  const [place, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const folder = new InstallationFolder(place, journal.installationId);
  mkdirSync(folder.path);
  plant(folder, elsewhere);
  const follower = follow(dataDir, place);
  expect(await follower.until(({ state }) => state === 'away')).toMatchObject({ problem: { code } });
  expect(readdirSync(elsewhere)).toEqual([]);
  if (code === 'newerFormat')
    expect(readFileSync(join(folder.secondCopy, 'about.json'), 'utf8')).toBe('{"format": 2}');
});

test('where an older journal was put back, what the newer one left is set aside, and a new copy begun', async () => {
  const newer = await openHouse();
  await newer.receive(5);
  await newer.journal.close();
  const older = temporaryFolder();
  cpSync(newer.dataDir, older, { recursive: true });
  const again = await openHouse(newer.dataDir);
  await again.journal.append([delivery('serviceOrder', 1, '{"lost":true}')]);
  const place = temporaryFolder();
  const follower = follow(again.dataDir, place);
  await untilThere(follower);
  await follower.kill();
  const back = await openHouse(older);
  await back.journal.append([delivery('serviceOrder', 2, '{"other":true}')]);
  await untilThere(follow(older, place));
  await back.expectThere(place);
  const folder = new InstallationFolder(place, back.journal.installationId);
  const [aside = ''] = readdirSync(folder.path).filter((name) => name.startsWith('second-copy-until-'));
  expect(readFileSync(join(folder.path, aside, 'journal-0000000000000000.log'), 'utf8')).toContain('lost');
});

test('whoever follows is killed and stopped at any moment: receiving goes on, and nothing is missing or torn in the end', async () => {
  const { dataDir, receive, expectThere } = await openHouse();
  const place = temporaryFolder();
  for (let kill = 1; kill <= 5; kill += 1) {
    const follower = follow(dataDir, place);
    await follower.until(() => true);
    // So it is met while it reads and writes.
    await receive(30 + Math.floor(Math.random() * 100), 20_000);
    if (kill % 2 === 0) {
      follower.child.kill('SIGSTOP');
      await receive(50, 20_000);
    }
    await follower.kill();
  }
  const last = follow(dataDir, place);
  await untilThere(last);
  await expectThere(place);
});
