/** The connection with the database breaks exactly at a COMMIT of the journal: callers are told what is so, or to come again. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { purchaseOrder } from '../../engine/orders.ts';
import { times } from '../../thorough.ts';
import { addressOf, Cluster, withPostgres } from './cluster.ts';
import { type Break, Network } from './network.ts';
import { decideOn, Engine, expectAllThere, moreAnswers, newMarketplace } from './office.ts';

const breaks = ['before', 'after', 'garbled', 'late'] as const satisfies readonly Break[];

withPostgres(
  `the connection breaks ${times(2)} times at a COMMIT before it took effect, after, while it is still on its way, and where its answer says nothing: what is sent again has the same number`,
  { timeout: 3_600_000 },
  async () => {
    const cluster = await Cluster.open();
    const network = await Network.open(() => cluster.port);
    const engine = await Engine.make(addressOf(network.port));
    engine.start();
    await engine.leads();
    decideOn(engine);
    const marketplace = newMarketplace();
    const load = marketplace.start(engine.url);
    for (let turn = 0; turn < times(2); turn += 1) {
      for (const how of breaks) {
        await network.breakAtCommit(how);
        await moreAnswers(marketplace, 40);
      }
    }
    await load.stop();
    const { found, calls } = await expectAllThere(cluster, engine, marketplace);
    console.info('Broken at COMMIT:', { comeAgain: marketplace.comeAgain }, found, calls);
  },
);

withPostgres(
  `a COMMIT took effect ${times(1)} times and nothing is heard of it: for a moment, and who sent it is told that it is there; for longer, and a call that nobody holds is ended, and one that is held has its verdict`,
  { timeout: 3_600_000 },
  async () => {
    const cluster = await Cluster.open();
    const network = await Network.open(() => cluster.port);
    const engine = await Engine.make(addressOf(network.port), {}, 90);
    engine.start();
    await engine.leads();
    await engine.call('people/rename', { name: 'Ana Prueba' });
    /** At the COMMIT of something with these words, since a writer commits more. */
    const breaking = async (writer: 'journal' | 'store', of: string, milliseconds: number) => {
      await network.breakAtCommit('after', writer, of);
      network.lookingBreaks = writer;
      await pause(milliseconds);
      network.lookingBreaks = null;
    };
    for (let turn = 0; turn < times(1); turn += 1) {
      const id = 3 * turn + 1;
      const [order] = await Promise.all([
        engine.deliver(purchaseOrder(id)),
        breaking('journal', 'purchaseOrder', 1000),
      ]);
      expect(order).toMatchObject({ status: 200 });

      const held = engine.cancel(id);
      const waiting = async () =>
        (await engine.call('cancellations/list', { state: 'waiting', limit: 5 })).rows;
      await expect.poll(async () => (await waiting()).length).toBe(1);
      const [{ id: cancellationId }] = await waiting();
      const decision = { id: cancellationId, verdict: 'approve', acknowledgeMismatch: true };
      const [decided] = await Promise.all([
        engine.call('cancellations/decide', decision),
        breaking('store', 'cancellation.decided', 6000),
      ]);
      expect(decided).toMatchObject({ code: 'DATABASE_AWAY', status: 503 });
      const answer = await held;
      expect(JSON.parse(answer.body)).toMatchObject({ isCancelled: true });
      expect(answer.took).toBeLessThan(60_000);

      expect(await engine.deliver(purchaseOrder(id + 1))).toMatchObject({ status: 200 });
      const [refused] = await Promise.all([
        engine.cancel(id + 1),
        breaking('journal', 'cancellationReason', 6000),
      ]);
      expect(refused).toMatchObject({ status: 503, retryAfter: expect.any(String) });
      const lost = () =>
        cluster.ask(`SELECT 1 FROM entry a JOIN entry o ON o.kind = 'outcome' AND o.subject_id = a.seq
          AND o.detail::json->>'delivery' = 'lost' WHERE a.kind = 'ask' AND a.marketplace_id = ${id + 1}`);
      await expect.poll(async () => (await lost()).length).toBe(1);
    }
  },
);
