/** What would be lost with the server of the data is looked for once a minute, and told where it changes. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchDatabase } from '../../../main/engine/database-watch.ts';
import { moveToDatabase } from '../../../main/engine/store/postgres/move.ts';
import { ManualClock } from '../../engine/manual-clock.ts';
import { putNewDatabase } from '../../engine/migrated-folder.ts';
import { temporaryFolder } from '../../engine/temporary-folder.ts';
import { addressOf, Cluster, withPostgres } from './cluster.ts';

const lookMilliseconds = 60_000;

withPostgres(
  'a server is looked at once a minute, and what its replicas are worth is told as it changes',
  async () => {
    const cluster = await Cluster.open();
    await cluster.ask('GRANT pg_read_all_stats TO perito');
    const dataDir = putNewDatabase(temporaryFolder());
    await moveToDatabase({ dataDir, to: addressOf(cluster.port) });
    const clock = new ManualClock();
    const onChange = vi.fn();
    const watch = watchDatabase({ dataDir, clock, onChange });
    onTestFinished(() => watch.stop());
    const looked = () => expect.poll(() => clock.timerCount).toBe(1);
    const nextLook = async () => {
      clock.advance(lookMilliseconds);
      await looked();
    };
    watch.start();
    await looked();
    expect(watch.risk()).toBeNull();

    const standby = await cluster.openStandby();
    const follows = async () =>
      (await cluster.ask(`SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)).length;
    await expect.poll(follows).toBe(1);
    // Nobody asks, and it is not time yet: the look that is due is still to come.
    clock.advance(lookMilliseconds - 1);
    expect([clock.timerCount, watch.risk()]).toEqual([1, null]);
    clock.advance(1);
    await looked();
    expect(watch.risk()).toBe('asynchronous');
    await nextLook();
    expect(onChange).toHaveBeenCalledTimes(1);

    await cluster.setSynchronous('standby');
    await nextLook();
    expect([watch.risk(), onChange.mock.calls.length]).toEqual([null, 2]);
    await standby.kill();
    await expect.poll(async () => (await cluster.ask('SELECT 1 FROM pg_stat_replication')).length).toBe(0);
    // Whoever looks at the page in between is not ahead of the others.
    clock.advance(lookMilliseconds / 2);
    await watch.state();
    expect([watch.risk(), onChange.mock.calls.length]).toEqual(['waits', 3]);
    await cluster.stop('fast');
    clock.advance(lookMilliseconds / 2);
    await looked();
    // What was known stays: that it does not answer is said by whoever works with it.
    expect([watch.risk(), onChange.mock.calls.length]).toEqual(['waits', 3]);
  },
);

test('of files nothing is looked for', async () => {
  const clock = new ManualClock();
  const watch = watchDatabase({ dataDir: putNewDatabase(temporaryFolder()), clock, onChange: () => {} });
  watch.start();
  expect(await watch.state()).toMatchObject({ kind: 'files' });
  expect([clock.timerCount, watch.risk()]).toEqual([0, null]);
});
