/** The database server is restarted, falls, is full, or takes no connection: callers are told to come again, and it goes on by itself. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { openStore, upsertSetting } from '../../../main/engine/store/index.ts';
import { temporaryFolder } from '../../command-line/perito.ts';
import { purchaseOrder } from '../../engine/orders.ts';
import { thorough, times } from '../../thorough.ts';
import type { Marketplace } from '../marketplace.ts';
import { addressOf, Cluster, newSmallDisk, withPostgres } from './cluster.ts';
import { Network } from './network.ts';
import {
  decideOn,
  Engine,
  expectAllThere,
  leaseMilliseconds,
  moreAnswers,
  newMarketplace,
  patience,
  spread,
} from './office.ts';

const limit = { timeout: 3_600_000 };
/** Other tests may have the processors. */
const spare = thorough ? 0 : 10_000;

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
  await expect.poll(() => marketplace.comeAgain, { timeout: patience }).toBeGreaterThan(before + more);
}

/** How long it is until something that is sent from now on is answered, in milliseconds. */
async function untilAnswered(marketplace: Marketplace): Promise<number> {
  const from = Date.now();
  const find = () => marketplace.acknowledgements.find(({ sentAt }) => sentAt >= from)?.answeredAt;
  await expect.poll(find, { interval: 5, timeout: patience }).toBeDefined();
  return (find() ?? Number.NaN) - from;
}

/**
 * Starts a server again whenever it has ended by itself, as whoever looks after it does, until the test ends: one that falls since
 * there is no room tries to rise first, and may end some time after there is room again.
 */
function lookAfter(cluster: Cluster, hasRoom: () => boolean): void {
  const stopping = new AbortController();
  const look = async () => {
    while (!stopping.signal.aborted) {
      if (cluster.hasEnded() && hasRoom()) await cluster.start().catch(() => {});
      await pause(20);
    }
  };
  const looking = look();
  onTestFinished(async () => {
    stopping.abort();
    await looking;
  });
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
      const filler = join(folder, 'filler');
      lookAfter(cluster, () => !existsSync(filler));
      const took: number[] = [];
      for (let turn = 0; turn < times(2); turn += 1) {
        await moreAnswers(marketplace, 40);
        fill(filler, megabytes);
        await (what === 'tables' ? refused(marketplace) : writingOn(cluster, refused(marketplace)));
        rmSync(filler);
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

/** Until then, has the server begin another file of its log: it writes what it has room for already, and falls where there is no more. */
async function writingOn(cluster: Cluster, until: Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const write = async () => {
    while (!stopping.signal.aborted) {
      await cluster
        .ask('SELECT pg_switch_wal(), pg_logical_emit_message(true, $$test$$, $$x$$)')
        .catch(() => {});
      await pause(20);
    }
  };
  const writing = write();
  await until.finally(() => stopping.abort());
  await writing;
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

withPostgres('what is settled is in the log of a server that falls', limit, async () => {
  // By itself it would come to it much later.
  const cluster = await Cluster.open({ settings: ['wal_writer_delay=10s'] });
  const dataDir = join(temporaryFolder(), 'data');
  const store = await openStore({ dataDir, database: addressOf(cluster.port) });
  onTestFinished(() => store.close());
  for (let turn = 0; turn < 20; turn += 1) {
    await store.derive((tx) => upsertSetting(tx, 'derivedArrivals', String(turn)));
    const [written] = await cluster.query<{ upTo: string }>('SELECT pg_current_wal_insert_lsn() AS "upTo"');
    await store.settle();
    const isThere = await cluster.ask(`SELECT pg_current_wal_flush_lsn() >= '${written?.upTo}' AS "isThere"`);
    expect(isThere).toEqual([{ isThere: true }]);
  }
});

withPostgres(
  'an engine that is cut off knows after its lease: calls are told at once to come again, health says what it waits for, and it goes on where no other led',
  limit,
  async () => {
    const cluster = await Cluster.open();
    const network = await Network.open(() => cluster.port);
    const engine = await Engine.make(addressOf(network.port));
    engine.start();
    await engine.leads();
    const first = await engine.deliver(purchaseOrder(1));
    expect(first.status).toBe(200);
    expect(await engine.health()).toMatchObject({ status: 200, receiving: true });

    network.silence = 'both';
    const held = engine.deliver(purchaseOrder(2));
    await expect
      .poll(() => engine.health(), { timeout: patience })
      .toMatchObject({ status: 503, receiving: false, state: 'notStoring', cause: 'databaseAway' });
    // Whoever waited is told with the others, not when a connection is given up.
    expect(await held).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    const later = await engine.deliver(purchaseOrder(3));
    expect(later).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    console.info('Cut off:', { held: Math.round((await held).took), later: Math.round(later.took) });
    expect((await held).took).toBeLessThan(leaseMilliseconds + 1000 + spare);
    expect(later.took).toBeLessThan(thorough ? 500 : leaseMilliseconds);

    network.heal();
    await expect
      .poll(() => engine.health(), { timeout: patience })
      .toMatchObject({ status: 200, receiving: true, state: 'listening' });
    expect(await engine.deliver(purchaseOrder(2))).toMatchObject({ status: 200 });
    expect(await cluster.ask('SELECT epoch::int FROM lease')).toEqual([{ epoch: 1 }]);
  },
);

withPostgres(
  'a server that is started again without fsync is refused by whoever was connected with it, and nothing is acknowledged',
  limit,
  async () => {
    const cluster = await Cluster.open();
    const engine = await Engine.make(addressOf(cluster.port));
    engine.start();
    await engine.leads();
    const first = await engine.deliver(purchaseOrder(1));
    expect(first.status).toBe(200);
    await cluster.restart('fast', ['fsync=off']);
    for (const id of [2, 3]) expect((await engine.deliver(purchaseOrder(id))).status).toBe(503);
    expect(await cluster.ask('SELECT count(*)::int FROM entry')).toEqual([{ count: 1 }]);
    await cluster.restart('fast');
    await expect
      .poll(async () => (await engine.deliver(purchaseOrder(2))).status, { timeout: patience })
      .toBe(200);
  },
);

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
