/** The connection with the database breaks exactly at a COMMIT of the journal: callers are told what is so, or to come again. */
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
