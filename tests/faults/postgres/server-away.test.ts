/** The database server is restarted, falls, is full, or takes no connection: callers are told to come again, and it goes on by itself. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Marketplace } from '../marketplace.ts';
import { addressOf, Cluster, newSmallDisk, withPostgres } from './cluster.ts';
import { decideOn, Engine, expectAllThere, moreAnswers, newMarketplace, spread, times } from './office.ts';

const limit = { timeout: 3_600_000 };

async function open(cluster: Cluster) {
  const engine = await Engine.make(addressOf(cluster.port));
  engine.start();
  await engine.leads();
  decideOn(engine);
  const marketplace = newMarketplace();
  return { engine, marketplace, load: marketplace.start(engine.url) };
}

/** Waits until so many more calls were told to come again. */
async function refused(marketplace: Marketplace, more = 5): Promise<void> {
  const before = marketplace.comeAgain;
  await expect.poll(() => marketplace.comeAgain, { timeout: 60_000 }).toBeGreaterThan(before + more);
}

/** How long it is until an answer, in milliseconds. */
async function untilAnswered(marketplace: Marketplace): Promise<number> {
  const from = Date.now();
  await expect
    .poll(() => (marketplace.acknowledgements.at(-1)?.answeredAt ?? 0) >= from, {
      interval: 5,
      timeout: 60_000,
    })
    .toBe(true);
  return (marketplace.acknowledgements.find(({ answeredAt }) => answeredAt >= from)?.answeredAt ?? 0) - from;
}

withPostgres(
  `the database server is restarted ${times(2)} times, and falls as often: calls meanwhile are told to come again, and what fell with it is derived again`,
  limit,
  async () => {
    const cluster = await Cluster.open();
    const { engine, marketplace, load } = await open(cluster);
    const took: number[] = [];
    for (let turn = 0; turn < times(2); turn += 1) {
      for (const how of ['fast', 'immediate'] as const) {
        await moreAnswers(marketplace);
        await cluster.stop(how);
        await refused(marketplace);
        await cluster.start();
        took.push(await untilAnswered(marketplace));
      }
    }
    await moreAnswers(marketplace);
    await load.stop();
    const { found, calls } = await expectAllThere(cluster, engine, marketplace);
    console.info('Restarted:', spread(took), { comeAgain: marketplace.comeAgain }, found, calls);
  },
);

for (const what of ['tables', 'log of changes'] as const) {
  const megabytes = what === 'tables' ? 60 : 100;
  const disk = () => newSmallDisk(megabytes);
  withPostgres(
    `the disk of the database's ${what} is full ${times(2)} times: calls meanwhile are told to come again`,
    limit,
    async ({ skip }) => {
      const folder = disk();
      if (folder === null) return skip('this account may mount no file system');
      const cluster = await Cluster.open(
        what === 'tables'
          ? { tablespace: folder }
          : { wal: folder, settings: ['min_wal_size=32MB', 'max_wal_size=48MB'] },
      );
      const { engine, marketplace, load } = await open(cluster);
      const took: number[] = [];
      for (let turn = 0; turn < times(2); turn += 1) {
        await moreAnswers(marketplace, 40);
        const filler = join(folder, 'filler');
        fill(filler, megabytes);
        const isRefused = refused(marketplace);
        // It writes what it has room for already, and falls where there is no more.
        for (let file = 0; what === 'log of changes' && file < 8; file += 1) {
          await cluster
            .ask('SELECT pg_switch_wal(), pg_logical_emit_message(true, $$test$$, $$x$$)')
            .catch(() => {});
        }
        await isRefused;
        rmSync(filler);
        if (cluster.hasEnded()) await cluster.start();
        took.push(await untilAnswered(marketplace));
      }
      await moreAnswers(marketplace, 40);
      await load.stop();
      const { found, calls } = await expectAllThere(cluster, engine, marketplace);
      console.info(
        `Disk of the ${what} full:`,
        spread(took),
        { comeAgain: marketplace.comeAgain },
        found,
        calls,
      );
    },
  );
}

/** Takes all the room that there is. */
function fill(file: string, megabytes: number): void {
  const piece = Buffer.alloc(64 * 1024);
  for (let written = 0; written < megabytes * 16; written += 1) {
    try {
      writeFileSync(file, piece, { flag: 'a' });
    } catch {
      return;
    }
  }
}

withPostgres(
  `the connections of the database server are used up ${times(2)} times: calls meanwhile are told to come again`,
  limit,
  async () => {
    const cluster = await Cluster.open();
    const { engine, marketplace, load } = await open(cluster);
    const took: number[] = [];
    for (let turn = 0; turn < times(2); turn += 1) {
      await moreAnswers(marketplace);
      const others = await takeAllConnections(cluster);
      await refused(marketplace);
      for (const other of others) await other.end();
      took.push(await untilAnswered(marketplace));
    }
    await moreAnswers(marketplace);
    await load.stop();
    const { found, calls } = await expectAllThere(cluster, engine, marketplace);
    console.info('Connections used up:', spread(took), { comeAgain: marketplace.comeAgain }, found, calls);
  },
);

/** Connects until nobody may any more; those of Perito are ended meanwhile. */
async function takeAllConnections(cluster: Cluster): Promise<pg.Client[]> {
  const others: pg.Client[] = [];
  onTestFinished(async () => void (await Promise.allSettled(others.map((other) => other.end()))));
  let refusals = 0;
  while (refusals < 20) {
    const other = new pg.Client(addressOf(cluster.port));
    other.on('error', () => {});
    const isIn = await other.connect().then(
      () => true,
      () => false,
    );
    if (isIn) others.push(other);
    else {
      refusals += 1;
      await cluster.ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'perito'`,
      );
    }
  }
  return others;
}
