/** A real office for the simulator's tests: engine, receiver and settings, with the sample policy book in it. */
import {
  type ConsoleClient,
  consoleClient,
  type DemoDesk,
  openDemoDesk,
} from '../../main/command-line/demo-staff.ts';
import {
  type Files,
  type Marketplace,
  type MarketplaceEvent,
  openMarketplace,
  sampleBookSize,
  samplePolicies,
} from '../../main/simulator/index.ts';
import { marketplaceKey, openTestConsole } from '../opened-console.ts';

export interface SampleOffice {
  client: ConsoleClient;
  desk: DemoDesk;
  marketplace: Marketplace;
  /** What the marketplace saw so far. */
  events: MarketplaceEvent[];
  close(): Promise<void>;
}

/** With `files` it fetches what the marketplace names, from there. */
export async function openSampleOffice(seed: number, files?: Files): Promise<SampleOffice> {
  const { opened, receiverUrl, close } = await openTestConsole('sample-office', {
    ...(files === undefined
      ? {}
      : { attachments: { allowLoopback: true, hosts: [new URL(files.url).host] } }),
  });
  const events: MarketplaceEvent[] = [];
  const client = consoleClient(opened.engine.connect('commandLine'));
  const desk = openDemoDesk(client);
  await desk.settle();
  await desk.fillPolicyBook(samplePolicies(seed, sampleBookSize));
  const report = (event: MarketplaceEvent) => void events.push(event);
  const marketplace = openMarketplace({
    insurerUrl: receiverUrl,
    key: marketplaceKey,
    seed,
    report,
    ...(files === undefined ? {} : { filesUrl: files.url, registerFiles: files.register }),
  });
  return {
    client,
    desk,
    marketplace,
    events,
    async close() {
      await marketplace.stop();
      await close();
    },
  };
}
