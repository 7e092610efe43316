/** Backups as a shell has them made: real processes, places that come and go, a clock of the test's own. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { aDirectory, day, hour, minute, openedCopies, placesIn } from './opened-copies.ts';

const hanging = new URL('./hanging-copier.ts', import.meta.url);
const iso = (at: number) => new Date(at).toISOString();

describe('the schedule', () => {
  test('makes one as soon as there is a place, and each day after it', async () => {
    const { client, clock, places, backedUp, faults } = await openedCopies(await aDirectory());
    const place = temporaryFolder();
    await client.configure(placesIn(place));
    const first = await backedUp();
    expect(first).toMatchObject({ problem: null, isTooOld: false, lastFailure: null });
    expect(first.lastGood).toMatchObject({ cause: 'schedule', records: 3, attachments: 2 });
    expect(Date.parse(first.nextAt ?? '') - clock.now()).toBeLessThanOrEqual(day);
    clock.advance(day);
    const madeAt = async () => (await places())[0]?.lastGood?.madeAt;
    await expect.poll(madeAt).not.toBe(first.lastGood?.madeAt);
    expect(readdirSync(place)).toEqual([expect.stringMatching(/^perito-/)]);
    expect(faults).toEqual([]);
  });

  test('tries again after ten minutes and an hour, and at once when the place is back', async () => {
    const { client, clock, places, backedUp } = await openedCopies(await aDirectory());
    const place = join(temporaryFolder(), 'disk');
    await client.configure(placesIn(place));
    const failures: number[] = [];
    for (const pause of [10 * minute, hour, hour]) {
      await expect.poll(async () => (await places())[0]?.lastFailure !== null).toBe(true);
      const [found] = await places();
      expect(found).toMatchObject({ problem: { code: 'away' }, lastFailure: { problem: { code: 'away' } } });
      const failedAt = Date.parse(found?.lastFailure?.at ?? '');
      expect(found?.nextAt).toBe(iso(failedAt + pause));
      failures.push(failedAt);
      clock.advance(failedAt + pause - clock.now());
      await expect
        .poll(async () => Date.parse((await places())[0]?.lastFailure?.at ?? ''))
        .not.toBe(failedAt);
    }
    expect(new Set(failures).size).toBe(3);
    mkdirSync(place);
    expect(await backedUp()).toMatchObject({ problem: null, lastFailure: null });
  });
});

describe('a place that is away', () => {
  test('has its last good backup remembered, also by the next start, and is known again', async () => {
    const dataDir = await aDirectory();
    const [place, moved] = [join(temporaryFolder(), 'disk'), temporaryFolder()];
    mkdirSync(place);
    const first = await openedCopies(dataDir);
    await first.client.configure(placesIn(place));
    const { lastGood } = await first.backedUp();
    await first.copies.close(1000);

    renameSync(place, join(moved, 'disk'));
    const second = await openedCopies(dataDir);
    await expect
      .poll(async () => (await second.places())[0])
      .toMatchObject({ problem: { code: 'away' }, lastGood });
    // The folder into which the disk is mounted is there without the disk.
    mkdirSync(place);
    second.clock.advance(4 * day);
    await expect
      .poll(async () => (await second.places())[0])
      .toMatchObject({
        problem: { code: 'away' },
        lastGood,
        isTooOld: true,
        lastFailure: { problem: { code: 'away' } },
      });
    expect(readdirSync(place)).toEqual([]);
    renameSync(join(moved, 'disk'), place);
    // What it was that failed is over: one is made at once.
    expect((await second.backedUp()).lastGood?.madeAt).not.toBe(lastGood?.madeAt);
  });
});

describe('one that is under way', () => {
  /** Backups begin and never end in it. */
  const begun = async (args: string[] = [], limits = {}) => {
    const opened = await openedCopies(temporaryFolder(), { file: hanging, args, limits });
    await opened.client.configure({ ...placesIn(temporaryFolder()), schedule: { isOn: false, hour: 18 } });
    await opened.client.start({ placeId: null });
    await expect.poll(async () => (await opened.running())?.done).toBe(1);
    return opened;
  };

  test('is ended when somebody wants it, and is no failure', async () => {
    const { client, running, places, pids } = await begun(['stops']);
    await client.stop();
    await expect.poll(running).toBeNull();
    expect((await places())[0]).toMatchObject({ lastGood: null, lastFailure: null });
    expect(pids).toHaveLength(1);
  });

  test('and does not hear it is killed, and is no failure', async () => {
    const { client, running, places } = await begun([], { stop: 50 });
    await client.stop();
    expect(await running()).toMatchObject({ isEnding: true, phase: 'journal', done: 1, all: 3 });
    await expect.poll(running).toBeNull();
    expect((await places())[0]).toMatchObject({ lastGood: null, lastFailure: null });
  });

  test('and does not come on is slow', async () => {
    const { running, places } = await begun([], { quiet: 3000 });
    await expect.poll(running).toBeNull();
    expect((await places())[0]).toMatchObject({ lastFailure: { problem: { code: 'slow' } } });
  });

  test('and whose process is killed has failed', async () => {
    const { running, places, pids } = await begun();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await expect.poll(running).toBeNull();
    const problem = { code: 'other', detail: 'The process ended with SIGKILL.' };
    expect((await places())[0]).toMatchObject({ lastFailure: { problem } });
  });

  test('and whose process is stopped does not keep the program', async () => {
    const { copies, pids } = await begun();
    process.kill(pids[0] ?? 0, 'SIGSTOP');
    const from = performance.now();
    await copies.close(600);
    expect(performance.now() - from).toBeLessThan(3000);
  });

  test('is ended where its place is taken out of the configuration', async () => {
    const { client, running } = await begun(['stops']);
    await client.configure(placesIn());
    await expect.poll(running).toBeNull();
    expect(await client.get()).toMatchObject({ places: [], lacksPlace: false });
  });
});

test('that there is no place is said after as many days as one may be old', async () => {
  const { client, clock } = await openedCopies(temporaryFolder());
  clock.advance(3 * day + hour);
  expect(await client.get()).toMatchObject({ lacksPlace: false });
  clock.advance(1);
  expect(await client.get()).toMatchObject({ lacksPlace: true });
});

test.each(['', '{', '{"places":3}', `[${'1,'.repeat(600_000)}1]`])(
  'a configuration that is not what was written is a fault, and none (%#)',
  async (text) => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'copies.json'), text);
    writeFileSync(join(dataDir, 'copies-state.json'), text);
    const { client, faults } = await openedCopies(dataDir);
    expect(await client.get()).toMatchObject({ places: [], secondCopy: null });
    expect(faults).toHaveLength(1);
    const configuration = placesIn(temporaryFolder());
    await client.configure(configuration);
    expect(JSON.parse(readFileSync(join(dataDir, 'copies.json'), 'utf8'))).toEqual(configuration);
  },
);
