/** An end of the session, which waits for nothing but its own call: the thread that closes stands still meanwhile. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, test } from 'vitest';
import { startEngineThread } from '../../main/shell/engine-client.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { quietHost } from './quiet-host.ts';

test('held calls are answered, journal and store are closed, and the next start finds all as it was left', async () => {
  const dataDir = putNewDatabase(temporaryFolder());
  const { host } = await quietHost();
  const begin = () =>
    startEngineThread({
      options: {
        ...{ dataDir, version: '0.0.0', environmentKeys: ['mercado@prueba.example:secreto'] },
        receiver: { address: '127.0.0.1', port: 0, holdSeconds: 90 },
      },
      host,
      onFault: () => {},
    });
  const thread = await begin();
  const client: ContractRouterClient<Contract> = (() => {
    const port = thread.connect('desktop');
    port.start();
    return createORPCClient(new RPCLink({ port }));
  })();
  const key = Buffer.from('mercado@prueba.example:secreto').toString('base64');
  const call = (path: string, body: object) =>
    spawn('curl', [
      ...['-sS', '-X', 'POST', '-H', `X-API-KEY: ${key}`, '-H', 'Content-Type: application/json'],
      ...['-d', JSON.stringify(body), `${thread.receiverUrl}${path}`],
    ]);
  expect(await text(call('/PurchaseOrders', purchaseOrder(1)).stdout)).toContain('purchaseOrderNumber');
  const answered = text(call('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 }).stdout);
  await expect.poll(async () => (await client.status.get()).receiver.heldCalls).toBe(1);
  expect(thread.closeNow()).toBe('closed');
  const marker = JSON.parse(readFileSync(join(dataDir, 'installation.json'), 'utf8'));
  expect(marker).toMatchObject({ closedCleanly: true });
  expect(await answered).toContain('"isCancelled":false');
  const again = await begin();
  const port = again.connect('desktop');
  const reader: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port }));
  port.start();
  await expect
    .poll(async () => (await reader.cancellations.list({})).rows)
    .toMatchObject([{ marketplaceId: 1, verdict: null }]);
  expect(await again.close()).toBe('closed');
});
