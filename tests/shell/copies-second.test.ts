/** The second copy as a shell has it followed: by a process that may end, hang and be ended. */
import { describe, expect, test } from 'vitest';
import type { CopiesOptions } from '../../main/shell/copies/copies.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { openedCopies, placesIn } from './opened-copies.ts';

const hanging = new URL('./hanging-copier.ts', import.meta.url);

async function following(how: string, options: Pick<Partial<CopiesOptions>, 'limits' | 'secondCopy'> = {}) {
  const folder = temporaryFolder();
  const opened = await openedCopies(temporaryFolder(), { file: hanging, args: [how], ...options });
  await opened.client.configure({ ...placesIn(), secondCopy: { folder } });
  const second = async () => (await opened.client.get()).secondCopy;
  return { ...opened, folder, second };
}

describe('a second copy', () => {
  test('is followed once it is configured, and no more once it is not', async () => {
    const { client, second, folder, pids } = await following('goes on');
    await expect
      .poll(second)
      .toMatchObject({ folder, state: 'following', isForThisRun: false, arrivals: { behind: 0 } });
    await client.configure(placesIn());
    expect(await second()).toBeNull();
    await expect.poll(() => pids.map((pid) => isThere(pid))).toEqual([false]);
  });

  test('that the command line names is not what is configured, and goes before it', async () => {
    const secondCopy = temporaryFolder();
    const { client, second } = await following('goes on', { secondCopy });
    expect(await second()).toMatchObject({ folder: secondCopy, isForThisRun: true });
    await client.configure(placesIn());
    expect(await second()).toMatchObject({ folder: secondCopy, isForThisRun: true });
    expect((await client.get()).configuration.secondCopy).toBeNull();
  });

  test.each([
    ['says nothing', { following: 200 }],
    ['falls behind', { following: 200, stuck: 0 }],
  ])('whose process %s is slow, and is begun anew after a while', async (how, limits) => {
    const { second, clock, pids } = await following(how, { limits });
    await expect.poll(second).toMatchObject({ state: 'away', problem: { code: 'slow' } });
    expect(pids).toHaveLength(1);
    clock.advance(1000);
    await expect.poll(() => pids.length).toBe(2);
  });

  test('that says what waits and comes on is let be', async () => {
    const { second, pids } = await following('falls behind');
    await expect.poll(second).toMatchObject({ state: 'catchingUp', arrivals: { behind: 3 } });
    expect(pids).toHaveLength(1);
  });

  test('whose process is killed is begun anew, and is away meanwhile', async () => {
    const { second, clock, pids } = await following('goes on');
    await expect.poll(second).toMatchObject({ state: 'following' });
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await expect.poll(second).toMatchObject({ state: 'away', problem: { code: 'other' } });
    clock.advance(1000);
    await expect.poll(second).toMatchObject({ state: 'following', problem: null });
  });

  test('whose process is stopped does not keep the program', async () => {
    const { copies, second, pids } = await following('goes on');
    await expect.poll(second).toMatchObject({ state: 'following' });
    process.kill(pids[0] ?? 0, 'SIGSTOP');
    const from = performance.now();
    await copies.close(600);
    expect(performance.now() - from).toBeLessThan(3000);
    await expect.poll(() => isThere(pids[0] ?? 0)).toBe(false);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
