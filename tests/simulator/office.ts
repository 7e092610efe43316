/** A real office for the simulator's tests: engine, receiver and settings, with the sample policy book in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openConsole } from '../../main/browser/console.ts';
import { type ConsoleClient, consoleClient } from '../../main/command-line/console-client.ts';
import { type DemoDesk, openDemoDesk } from '../../main/command-line/demo-desk.ts';
import {
  type Marketplace,
  type MarketplaceEvent,
  openMarketplace,
  sampleBookSize,
  samplePolicies,
} from '../../main/simulator/index.ts';

const key = 'mercado@prueba.example:clave-de-prueba';

export interface SampleOffice {
  client: ConsoleClient;
  desk: DemoDesk;
  marketplace: Marketplace;
  /** What the marketplace saw so far. */
  events: MarketplaceEvent[];
  close(): Promise<void>;
}

export async function openSampleOffice(seed: number): Promise<SampleOffice> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-sample-office-'));
  const absent = () => Promise.reject(new Error('absent'));
  const opened = await openConsole({
    engine: {
      dataDir,
      version: '0.0.0',
      receiver: { address: '127.0.0.1', port: 0, holdSeconds: 60 },
      environmentKeys: [key],
    },
    consolePort: 0,
    keychain: {
      check: async () => ({ state: 'absent', detail: 'none in this test' }),
      get: absent,
      set: absent,
      remove: absent,
    },
    files: { answer: () => null },
    onFault: (where, cause) => {
      throw new Error(`fault in ${where}`, { cause });
    },
  });
  const { receiverUrl } = opened.engine;
  if (receiverUrl === null) throw new Error('the receiver does not listen');
  const events: MarketplaceEvent[] = [];
  const client = consoleClient(opened.engine.connect('commandLine'));
  const desk = openDemoDesk(client);
  await desk.settle();
  await desk.fillPolicyBook(samplePolicies(seed, sampleBookSize));
  const report = (event: MarketplaceEvent) => void events.push(event);
  const marketplace = openMarketplace({ insurerUrl: receiverUrl, key, seed, report });
  return {
    client,
    desk,
    marketplace,
    events,
    async close() {
      await marketplace.stop();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
