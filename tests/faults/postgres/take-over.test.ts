/** Of two engines on one database the one that leads is killed, ended, or cut off from it: promises 1, 2, 3 and 5, and who may answer. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { readMarker } from '../../../main/engine/store/folder.ts';
import { thorough, times } from '../../thorough.ts';
import { expectWhole } from '../reckoning.ts';
import { addressOf, Cluster, withPostgres } from './cluster.ts';
import { Network, type Silence } from './network.ts';
import {
  decideOn,
  Engine,
  expectAllThere,
  firstAnswer,
  loggedTakeOvers,
  moreAnswers,
  newMarketplace,
  patience,
  reckonIn,
  spread,
  takeOverMilliseconds,
} from './office.ts';

const limit = { timeout: 3_600_000 };
/** Other tests may have the processors while the other engine opens and answers; less than another lease until it leads. */
const spare = thorough ? { leads: 0, answers: 0 } : { leads: 2000, answers: 10_000 };
/** Of one that is ended the other need not wait for the lease: so long after its end it leads, and so long after it was told it answers. */
const changeMilliseconds = 1000;
const plannedMilliseconds = 2000;
/** So often a leader renews its lease. */
const renewalMilliseconds = 1500;

/** An engine that leads a database of its own, one that stands by, and a marketplace that calls neither yet. */
async function openTwo() {
  const cluster = await Cluster.open();
  const [leader, standby] = [
    await Engine.make(addressOf(cluster.port)),
    await Engine.make(addressOf(cluster.port)),
  ];
  leader.start();
  await leader.leads();
  standby.start();
  decideOn(leader, standby);
  return { cluster, leader, standby, marketplace: newMarketplace() };
}

withPostgres(
  `the engine that leads is killed ${times(2)} times under every kind of call: the other answers within a lease and a second, and nothing that was answered is lost, doubled or renumbered`,
  limit,
  async () => {
    const { cluster, marketplace, ...engines } = await openTwo();
    let { leader, standby } = engines;
    const [led, took]: [number[], number[]] = [[], []];
    const told: object[] = [];
    let held = 0;
    for (let turn = 0; turn < times(2); turn += 1) {
      await standby.standsBy(cluster);
      told.push({ pid: standby.pid, before: leader.pid, isPlanned: false });
      const load = marketplace.start(leader.url, standby.url);
      await moreAnswers(marketplace);
      held += await callsHeld(cluster);
      const killedAt = Date.now();
      await leader.kill();
      took.push((await firstAnswer(marketplace, standby, killedAt)) - killedAt);
      led.push(Math.round((await leaseOf(cluster)).since - killedAt));
      await moreAnswers(marketplace, 20);
      await load.stop();
      expectWhole(await reckonIn(cluster, marketplace));
      [leader, standby] = [standby, leader];
      standby.start();
    }
    const { found, calls } = await expectAllThere(cluster, leader, marketplace);
    // One that stands by knows whose data it waits for, and ends as it was asked to; it is listed once, however often it began.
    await standby.standsBy(cluster);
    expect(readMarker(standby.dataDir)?.database).toBe(addressOf(cluster.port));
    await standby.end();
    expect(await loggedTakeOvers(leader)).toEqual(told);
    console.info('Leader killed:', spread(led), spread(took), { held }, found, calls);
    expect(held).toBeGreaterThanOrEqual(times(2));
    expect(Math.max(...led)).toBeLessThan(takeOverMilliseconds + spare.leads);
    expect(Math.max(...took)).toBeLessThan(takeOverMilliseconds + spare.answers);
  },
);

withPostgres(
  `the engine that leads is ended ${times(2)} times while another stands by: that one answers without waiting for the lease, and nothing that was answered is lost, doubled or renumbered`,
  limit,
  async () => {
    const { cluster, marketplace, ...engines } = await openTwo();
    let { leader, standby } = engines;
    const [ended, led, took]: [number[], number[], number[]] = [[], [], []];
    const told: object[] = [];
    let held = 0;
    for (let turn = 0; turn < times(2); turn += 1) {
      await standby.standsBy(cluster);
      told.push({ pid: standby.pid, before: leader.pid, isPlanned: true });
      const load = marketplace.start(leader.url, standby.url);
      await moreAnswers(marketplace, 20);
      held += await callsHeld(cluster);
      const toldAt = Date.now();
      await leader.end();
      const endedAt = Date.now();
      ended.push(endedAt - toldAt);
      took.push((await firstAnswer(marketplace, standby, toldAt)) - toldAt);
      led.push(Math.round((await leaseOf(cluster)).since - endedAt));
      await moreAnswers(marketplace, 20);
      await load.stop();
      expectWhole(await reckonIn(cluster, marketplace));
      [leader, standby] = [standby, leader];
      standby.start();
    }
    const { found, calls } = await expectAllThere(cluster, leader, marketplace);
    expect(await loggedTakeOvers(leader)).toEqual(told);
    // Started again with no other in between it takes nobody's place, and the screens still tell of the last one.
    await standby.end();
    await leader.end();
    leader.start();
    await leader.leads();
    expect(await loggedTakeOvers(leader)).toEqual(told);
    expect((await leader.call('status/get')).engine.takeOver).toMatchObject({ isPlanned: true });
    console.info('Leader ended:', spread(ended), spread(led), spread(took), { held }, found, calls);
    expect(held).toBeGreaterThanOrEqual(times(2));
    // Whoever is asked to end answers first what it holds.
    expect(calls.lost).toBe(0);
    expect(Math.max(...led)).toBeLessThan(changeMilliseconds + spare.leads);
    expect(Math.max(...took)).toBeLessThan(plannedMilliseconds + spare.answers);
  },
);

/** Waits until calls are held, and resolves with how many. */
async function callsHeld(cluster: Cluster): Promise<number> {
  const find = async () =>
    (
      await cluster.ask<{ held: number }>('SELECT count(*)::int AS held FROM open_ask WHERE answer IS NULL')
    )[0]?.held ?? 0;
  let held = 0;
  await expect
    .poll(
      async () => {
        held = await find();
        return held;
      },
      { interval: 1, timeout: patience },
    )
    .toBeGreaterThan(0);
  return held;
}

/** Who leads, and since when, in milliseconds since 1970. */
async function leaseOf(cluster: Cluster): Promise<{ holder: string; since: number }> {
  const [lease] = await cluster.ask<{ holder: string; since: number }>(
    'SELECT holder, (extract(epoch FROM since) * 1000)::float8 AS since FROM lease',
  );
  if (lease === undefined) throw new Error('Nobody leads.');
  return lease;
}

/**
 * How a leader is cut off, and whether it hears of its database again before another may lead. The first three, which a usual run
 * has, are all silences and both ends.
 */
const cuts: readonly { silence: Silence; healed: 'before' | 'after' }[] = [
  { silence: 'both', healed: 'after' },
  { silence: 'toClient', healed: 'before' },
  { silence: 'toServer', healed: 'after' },
  { silence: 'both', healed: 'before' },
  { silence: 'toClient', healed: 'after' },
  { silence: 'toServer', healed: 'before' },
];

withPostgres(
  `the engine that leads is cut off from its database ${times(3)} times, both ways or one way: once another leads it acknowledges nothing`,
  limit,
  async () => {
    const cluster = await Cluster.open();
    const ends = await Promise.all(
      [0, 1].map(async () => {
        const network = await Network.open(() => cluster.port);
        return { network, engine: await Engine.make(addressOf(network.port)) };
      }),
    );
    let [leading, waiting] = ends;
    if (leading === undefined || waiting === undefined) throw new Error('There are two.');
    leading.engine.start();
    await leading.engine.leads();
    waiting.engine.start();
    decideOn(leading.engine, waiting.engine);
    const marketplace = newMarketplace();
    const took: number[] = [];
    /** Of callers that wait for the engine that is cut off first, which cannot know yet. */
    const answered: number[] = [];
    let [held, late, cancelled, stayed] = [0, 0, 0, 0];
    const told: object[] = [];
    const ways = new Set<string>();
    for (let turn = 0; turn < times(3); turn += 1) {
      const { silence, healed } = cuts[turn % cuts.length] ?? { silence: 'both', healed: 'after' };
      await waiting.engine.standsBy(cluster);
      const load = marketplace.start(leading.engine.url, waiting.engine.url);
      await moreAnswers(marketplace);
      held += await callsHeld(cluster);
      const cutAt = Date.now();
      leading.network.silence = silence;
      ways.add(silence).add(healed);
      /** For so long yet the server hears of the one that is cut off: its renewals come through, or all that was held back. */
      let heardFor = silence === 'toClient' ? renewalMilliseconds : 0;
      if (healed === 'before') {
        heardFor = Math.random() * 2500;
        await pause(heardFor);
        leading.network.heal();
        await moreAnswers(marketplace, 20);
      } else {
        answered.push((await firstAnswer(marketplace, waiting.engine, cutAt)) - cutAt);
        await moreAnswers(marketplace, 20);
        leading.network.heal();
      }
      const { holder, since } = await leaseOf(cluster);
      if (holder.endsWith(`(${leading.engine.pid})`)) stayed += 1;
      else {
        // It finds out that another leads, and ends, so that whoever looks after it starts it again.
        await leading.engine.ended();
        told.push({ pid: waiting.engine.pid, before: leading.engine.pid, isPlanned: false });
        const old = leading.engine.url;
        took.push(Math.round(since - cutAt - heardFor));
        const ofOld = marketplace.acknowledgements.filter((one) => one.url === old);
        late += ofOld.filter((one) => one.sentAt > since).length;
        // Of calls that it held before, too.
        cancelled += ofOld.filter((one) => one.isCancelled && one.answeredAt > since).length;
        [leading, waiting] = [waiting, leading];
        waiting.engine.start();
      }
      await load.stop();
      expectWhole(await reckonIn(cluster, marketplace));
    }
    const { found, calls } = await expectAllThere(cluster, leading.engine, marketplace);
    expect(await loggedTakeOvers(leading.engine)).toEqual(told);
    const about = { callers: spread(answered), held, stayed, comeAgain: marketplace.comeAgain };
    console.info('Leader cut off:', spread(took), about, found, calls);
    expect([...ways].toSorted()).toEqual(['after', 'before', 'both', 'toClient', 'toServer']);
    expect(held).toBeGreaterThanOrEqual(times(3));
    expect({ late, cancelled }).toEqual({ late: 0, cancelled: 0 });
    expect(Math.max(...took)).toBeLessThan(takeOverMilliseconds + spare.leads);
  },
);
