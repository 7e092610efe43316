/** The real engine in its thread behind the real shell, and the contract's client over each way to reach it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink as FetchLink } from '@orpc/client/fetch';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { type Console, openConsole } from '../../main/browser/console.ts';
import { type KnownOrder, type Marketplace, openMarketplace } from '../../main/simulator/index.ts';
import type { Contract } from '../../shared/contract/contract.ts';

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

export interface Opened {
  client: Client;
  /** The person that the audit log names for this way. */
  via: 'token' | 'desktop';
  marketplace: Marketplace;
  purchaseOrders: KnownOrder[];
  serviceOrder: KnownOrder;
  browser: Console['browser'];
  close(): Promise<void>;
}

const key = 'mercado@prueba.example:clave-de-prueba';

/** An office with three purchase orders, a service order and one refused delivery. */
export async function openOffice(way: Way): Promise<Opened> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-contract-'));
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
  const marketplace = openMarketplace({ insurerUrl: receiverUrl, key, seed: 7 });
  for (let count = 0; count < 3; count += 1) await marketplace.sendPurchaseOrder();
  await marketplace.sendServiceOrder();
  await marketplace.sendFaulty('notJson');
  const orders = [...marketplace.orders()];
  const serviceOrder = orders.find(({ orderKind }) => orderKind === 'serviceOrder');
  if (!serviceOrder) throw new Error('the service order was not taken');
  return {
    client: ways[way](opened),
    via: way === 'http' ? 'token' : 'desktop',
    marketplace,
    purchaseOrders: orders.filter(({ orderKind }) => orderKind === 'purchaseOrder'),
    serviceOrder,
    browser: opened.browser,
    async close() {
      await marketplace.stop();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
