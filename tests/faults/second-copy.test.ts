/** The data directory of a program that receives at full rate is destroyed: what comes back from its second copy. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InstallationFolder } from '../../main/engine/backup/place.ts';
import { assembleDatabase, assembleJournal } from '../../main/engine/backup/second-copy/read.ts';
import { readMarker } from '../../main/engine/store/index.ts';
import { perito, type Ready, temporaryFolder } from '../command-line/perito.ts';
import { follow } from '../engine/backup/second-copy/follower.ts';
import { contentOf } from '../engine/backup/second-copy/house.ts';
import { Marketplace } from './marketplace.ts';
import { expectVerified, reckon } from './reckoning.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
async function serve(dataDir: string) {
  const running = perito(['serve', '--data', dataDir, '--receiver-port', '0', '--console-port', '0'], {
    PERITO_RECEIVER_KEYS: key,
    PERITO_LOG_LEVEL: 'silent',
  });
  const ready: Ready & { receiverUrl: string } = JSON.parse(await running.firstLine);
  return { ...running, ready };
}

async function restored(place: string, installationId: string) {
  const folder = new InstallationFolder(place, installationId);
  const dataDir = join(temporaryFolder(), 'restored');
  mkdirSync(dataDir);
  const journal = await assembleJournal(folder, join(dataDir, 'journal.db'));
  const database = await assembleDatabase(folder, join(dataDir, 'perito.db'));
  return { dataDir, cuts: [journal.cut, database.cut] };
}

test('a data directory that is destroyed under load comes back as it was a moment before', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  const running = await serve(dataDir);
  const follower = follow(dataDir, place);
  const marketplace = new Marketplace(1, key);
  const load = marketplace.start(running.ready.receiverUrl);
  await expect.poll(() => marketplace.acknowledged, { interval: 5 }).toBeGreaterThan(300);
  const [asked, askedAt] = [performance.now(), Date.now()];
  // The first that comes may have been told before that; the next was not.
  await follower.until(() => true);
  await follower.until(
    ({ copiedAt, arrivals, database }) =>
      copiedAt !== null &&
      [arrivals, database].every(({ since }) => since === null || Date.parse(since) > askedAt),
  );
  const installationId = readMarker(dataDir)?.installationId ?? '';
  for (const child of [running.child, follower.child]) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true });
  await Promise.all([running.ended, load.stop()]);
  const found = await restored(place, installationId);
  expect(found.cuts).toEqual([null, null]);
  const { lost, renumbered, ...rest } = reckon(found.dataDir, marketplace);
  expect(rest).toMatchObject({ doubled: 0, outOfOrder: 0, gaps: 0, untrueAnswers: 0 });
  // A record that is lost has no number there.
  expect(renumbered).toBeLessThanOrEqual(lost);
  expect(lost).toBeLessThanOrEqual(marketplace.answeredAfter(asked));
  await expectVerified(found.dataDir);
});

test('a program that is killed, starts again and ends is followed, and what is assembled is what it has', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const place = temporaryFolder();
  follow(dataDir, place);
  const marketplace = new Marketplace(2, key);
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const running = await serve(dataDir);
    const load = marketplace.start(running.ready.receiverUrl);
    const before = marketplace.acknowledged;
    await expect.poll(() => marketplace.acknowledged, { interval: 5 }).toBeGreaterThan(before + 100);
    await load.stop();
    running.child.kill(signal);
    await running.ended;
  }
  const installationId = readMarker(dataDir)?.installationId ?? '';
  const live = (name: string) => contentOf(join(dataDir, name));
  const both = [live('journal.db'), live('perito.db')];
  await expect
    .poll(async () => {
      const { dataDir: made } = await restored(place, installationId);
      return [contentOf(join(made, 'journal.db')), contentOf(join(made, 'perito.db'))];
    })
    .toEqual(both);
});
