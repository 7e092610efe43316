/** The real engine in its thread behind the real shell, and the contract's client over each way to reach it. */
import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { vi } from 'vitest';
import type { Console } from '../../main/browser/console.ts';
import type { SampleConsole } from '../../main/shell/sample-console.ts';
import { type Marketplace, openMarketplace, type SentOrder } from '../../main/simulator/index.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { marketplaceKey, openTestConsole } from '../opened-console.ts';

export type Client = ContractRouterClient<Contract>;

export const ways = {
  /** As scripts do. */
  http: ({ browser }: Console): Client =>
    createORPCClient(
      new FetchLink({ url: `${browser.url}/rpc`, headers: { authorization: `Bearer ${browser.token}` } }),
    ),
  /** As the desktop's page does. */
  port: ({ engine }: Console): Client => {
    const port = engine.connect('desktop');
    const client: Client = createORPCClient(new PortLink({ port }));
    port.start();
    return client;
  },
} as const;
export type Way = keyof typeof ways;

/** A stand-in: the demo sends hundreds of records, and `first-run.test.ts` opens it as a person does. */
const sampleConsole: SampleConsole = {
  open: async () => 'http://127.0.0.1:1/enter?ticket=of-a-stand-in',
  close: () => {},
};

export interface Opened {
  client: Client;
  /** The person that the audit log names for this way. */
  via: 'token' | 'desktop';
  marketplace: Marketplace;
  purchaseOrders: SentOrder[];
  serviceOrder: SentOrder;
  /** Of the refused delivery. */
  rejectedId: number;
  browser: Console['browser'];
  /** Goes on with a new client, as a page does whose port was closed. */
  reconnect(): void;
  close(): Promise<void>;
}

/** An office with three purchase orders, a service order and one refused delivery. */
export async function openOffice(way: Way): Promise<Opened> {
  const { opened, receiverUrl, close } = await openTestConsole('contract', {}, { sampleConsole });
  const marketplace = openMarketplace({ insurerUrl: receiverUrl, key: marketplaceKey, seed: 7 });
  for (let count = 0; count < 3; count += 1) await marketplace.sendPurchaseOrder();
  await marketplace.sendServiceOrder();
  await marketplace.sendFaulty('notJson');
  const orders = [...marketplace.orders()];
  const serviceOrder = orders.find(({ orderKind }) => orderKind === 'serviceOrder');
  if (!serviceOrder) throw new Error('the service order was not taken');
  const client = ways[way](opened);
  // What arrived is listed in its order, so all of it is there with the last.
  const rejectedId = await vi.waitFor(
    async () => {
      const [last] = (await client.rejected.list({})).rows;
      if (last === undefined) throw new Error('the refused delivery is not listed');
      return last.id;
    },
    { timeout: 10_000 },
  );
  const office: Opened = {
    client,
    reconnect() {
      office.client = ways[way](opened);
    },
    rejectedId,
    via: way === 'http' ? 'token' : 'desktop',
    marketplace,
    purchaseOrders: orders.filter(({ orderKind }) => orderKind === 'purchaseOrder'),
    serviceOrder,
    browser: opened.browser,
    async close() {
      await marketplace.stop();
      await close();
    },
  };
  return office;
}
