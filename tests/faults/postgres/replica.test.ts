/** The database server is lost, and a standby of it takes its place. */
import { expect } from 'vitest';
import { times } from '../../thorough.ts';
import { addressOf, Cluster, withPostgres } from './cluster.ts';
import { decideOn, Engine, expectAllThere, moreAnswers, newMarketplace, reckonIn, spread } from './office.ts';

const limit = { timeout: 3_600_000 };

withPostgres(
  `a database server is lost ${times(1)} times, and its synchronous standby takes its place: nothing that was answered is lost`,
  limit,
  async () => {
    const took: number[] = [];
    for (let turn = 0; turn < times(1); turn += 1) {
      const primary = await Cluster.open();
      const standby = await primary.openStandby();
      await primary.setSynchronous('standby');
      const engine = await Engine.make(addressOf(primary.port, standby.port));
      engine.start();
      await engine.leads();
      decideOn(engine);
      const marketplace = newMarketplace();
      const load = marketplace.start(engine.url);
      await moreAnswers(marketplace);
      await primary.kill();
      const lostAt = Date.now();
      await standby.promote();
      await expect
        .poll(() => (marketplace.acknowledgements.at(-1)?.answeredAt ?? 0) > lostAt, {
          interval: 5,
          timeout: 60_000,
        })
        .toBe(true);
      took.push(
        (marketplace.acknowledgements.find(({ answeredAt }) => answeredAt > lostAt)?.answeredAt ?? 0) -
          lostAt,
      );
      await moreAnswers(marketplace);
      await load.stop();
      const { found, calls } = await expectAllThere(standby, engine, marketplace);
      await engine.kill();
      console.info('Synchronous standby promoted:', found, calls);
    }
    console.info('Synchronous standby promoted:', spread(took));
  },
);

withPostgres(
  `a database server is lost ${times(1)} times, and a standby that was behind takes its place: Perito notices what is lost, and gives no number twice`,
  limit,
  async () => {
    let lost = 0;
    for (let turn = 0; turn < times(1); turn += 1) {
      const primary = await Cluster.open();
      const standby = await primary.openStandby();
      const engine = await Engine.make(addressOf(primary.port, standby.port));
      engine.start();
      await engine.leads();
      const marketplace = newMarketplace();
      const load = marketplace.start(engine.url);
      await moreAnswers(marketplace);
      await standby.stopFollowing();
      await moreAnswers(marketplace);
      await primary.kill();
      await standby.promote();
      expect(await engine.ended()).toMatchObject({ code: 1 });
      expect(engine.said()).toContain('The database lacks what it had said was committed');
      engine.start();
      await engine.leads();
      await moreAnswers(marketplace);
      await load.stop();
      const found = await reckonIn(standby, marketplace);
      expect(found).toMatchObject({ doubled: 0 });
      lost += found.lost;
      await engine.kill();
      console.info('Asynchronous standby promoted:', found);
    }
    // It was stopped on purpose: an office that has such a standby loses what it is behind.
    expect(lost).toBeGreaterThan(0);
  },
);

withPostgres(
  `a database server is lost ${times(1)} times, a standby that was behind takes its place and the other engine leads: it gives no number twice either`,
  limit,
  async () => {
    for (let turn = 0; turn < times(1); turn += 1) {
      const primary = await Cluster.open();
      const replica = await primary.openStandby();
      const address = addressOf(primary.port, replica.port);
      const [leader, other] = [await Engine.make(address), await Engine.make(address)];
      leader.start();
      await leader.leads();
      other.start();
      await other.standsBy(primary);
      const marketplace = newMarketplace();
      const load = marketplace.start(leader.url, other.url);
      await moreAnswers(marketplace);
      await replica.stopFollowing();
      await moreAnswers(marketplace);
      // Those that were given last stand in no note of the other.
      await leader.kill();
      await primary.kill();
      await replica.promote();
      await other.leads();
      await moreAnswers(marketplace);
      await load.stop();
      const found = await reckonIn(replica, marketplace);
      expect(found).toMatchObject({ doubled: 0 });
      expect(found.lost).toBeGreaterThan(0);
      await other.kill();
      console.info('Asynchronous standby promoted, the other engine leads:', found);
    }
  },
);
