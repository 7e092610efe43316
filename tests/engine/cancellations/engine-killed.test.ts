/** Cancel calls over a real port while the engine's thread is killed: the receiver goes on, and the next engine finds all. */

import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, onTestFinished, test } from 'vitest';
import { newClosedFlag } from '../../../main/engine/closed-flag.ts';
import type { EngineStart, FromEngine } from '../../../main/engine/engine-protocol.ts';
import type { EngineToReceiver } from '../../../main/engine/receiver/protocol.ts';
import { startReceiverThread } from '../../../main/engine/receiver-thread.ts';
import { serveOnPort } from '../../../main/engine/serve-port.ts';
import { engineWorkerFile } from '../../../main/shell/engine-client.ts';
import type { Contract } from '../../../shared/contract/contract.ts';
import { deliver } from '../../deliver.ts';
import { patience } from '../../patience.ts';
import { quietHost } from '../../shell/quiet-host.ts';
import { migratedFolder } from '../migrated-folder.ts';
import { purchaseOrder } from '../orders.ts';
import { isOnPostgres } from '../test-database.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
const headers = { 'X-API-KEY': Buffer.from(key).toString('base64'), 'Content-Type': 'application/json' };
type Client = ContractRouterClient<Contract>;

interface RunningEngine {
  console: Client;
  url: string;
  /** From now on nothing that it says to the receiver about calls arrives. */
  silence(): void;
  kill(): Promise<void>;
}

/** Passes on what two ports send, until one closes. */
function relay(receiver: MessagePort, engine: MessagePort): { isSilent: boolean } {
  const state = { isSilent: false };
  engine.on('message', (message: EngineToReceiver) => {
    if (message.type !== 'answer' || !state.isSilent) receiver.postMessage(message);
  });
  receiver.on('message', (message: unknown) => engine.postMessage(message));
  engine.on('close', () => receiver.close());
  receiver.on('close', () => engine.close());
  return state;
}

async function openHouse({ holdSeconds }: { holdSeconds: number }) {
  const dataDir = await migratedFolder();
  const { host } = await quietHost();
  const given = { address: '127.0.0.1', port: 0, holdSeconds };
  const receiver = startReceiverThread({ dataDir, given, environmentKeys: [key] });
  await receiver.opened;
  let worker: Worker | null = null;
  const kill = async () => {
    if (worker === null) return;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
    worker = null;
  };
  onTestFinished(async () => {
    expect(await receiver.close(patience.timeout)).toBe('closed');
    await kill();
  });
  const startEngine = async (): Promise<RunningEngine> => {
    const [hosting, shell, receiving] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
    serveOnPort(host, hosting.port1, {}, () => {});
    const speaking = relay(receiver.connect(), receiving.port1);
    const workerData: EngineStart = {
      hostPort: hosting.port2,
      shellPort: shell.port2,
      receiverPort: receiving.port2,
      closed: newClosedFlag(),
      run: {
        restarts: 0,
        lastEnd: null,
        rebuilt: null,
        rebuildFailure: null,
        restored: null,
        restoreFailure: null,
      },
      options: { dataDir, version: '0.0.0', receiver: given, environmentKeys: [key] },
    };
    const transferList = [hosting.port2, shell.port2, receiving.port2];
    const engine = new Worker(engineWorkerFile(), { workerData, transferList });
    worker = engine;
    const [ready] = (await once(engine, 'message')) as [FromEngine];
    if (ready.type !== 'ready') throw new Error(`The engine did not start: ${JSON.stringify(ready)}`);
    const { port1, port2 } = new MessageChannel();
    engine.postMessage({ type: 'connect', port: port2, via: 'token' }, [port2]);
    const console: Client = createORPCClient(new RPCLink({ port: port1 }));
    port1.start();
    return {
      console,
      url: ready.receiverUrl ?? '',
      silence() {
        speaking.isSilent = true;
      },
      kill,
    };
  };
  return startEngine;
}

const cancel = async (url: string, id: number) => {
  const answer = await fetch(`${url}/PurchaseOrders/${id}/cancel`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ purchaseOrderId: id }),
  });
  return { status: answer.status, body: (await answer.json()) as { isCancelled: boolean } };
};

const rowOf = async ({ console }: RunningEngine, marketplaceId: number) =>
  (await console.cancellations.list()).rows.find((row) => row.marketplaceId === marketplaceId);

const inReview = { status: 200, body: { isCancelled: false, showResponseText: true } };

test('calls that are held when the engine is killed, or come while it is away, are answered in review, and are listed afterwards', async () => {
  const startEngine = await openHouse({ holdSeconds: 2 });
  const first = await startEngine();
  for (const id of [1, 2])
    expect(await deliver(first.url, key, '/PurchaseOrders', purchaseOrder(id))).toBe(200);
  const held = cancel(first.url, 1);
  await expect.poll(async () => (await rowOf(first, 1))?.state).toBe('waiting');
  await first.kill();
  // Of an order that is there, and of one that nobody knows.
  const whileAway = [cancel(first.url, 2), cancel(first.url, 3)];
  for (const answer of await Promise.all([held, ...whileAway])) expect(answer).toMatchObject(inReview);
  const second = await startEngine();
  expect(second.url).toBe(first.url);
  for (const [id, state] of [
    [1, 'deferred'],
    [2, 'deferred'],
    [3, 'unmatched'],
  ] as const) {
    await expect.poll(async () => (await rowOf(second, id))?.openAsks).toBe(0);
    const row = await rowOf(second, id);
    expect(row).toMatchObject({ state, verdict: null, askCount: 1, heldUntil: null });
    const { asks } = await second.console.cancellations.get({ id: row?.id ?? 0 });
    expect(asks).toMatchObject([{ answer: 'inReview', delivery: 'delivered' }]);
  }
});

test('a verdict given before the engine is killed reaches a call that is still held', async () => {
  const startEngine = await openHouse({ holdSeconds: 90 });
  const first = await startEngine();
  expect(await deliver(first.url, key, '/PurchaseOrders', purchaseOrder(1))).toBe(200);
  const held = cancel(first.url, 1);
  await expect.poll(async () => (await rowOf(first, 1))?.state).toBe('waiting');
  const { id } = (await rowOf(first, 1))!;
  // It is killed between what it keeps and what it says.
  first.silence();
  expect(await first.console.cancellations.decide({ id, verdict: 'approve' })).toMatchObject({
    state: 'approved',
    mustAskAgain: false,
  });
  await first.kill();
  const second = await startEngine();
  expect(await held).toMatchObject({ status: 200, body: { isCancelled: true } });
  await expect.poll(async () => (await rowOf(second, 1))?.state).toBe('cancelled');
});

test('an order is cancelled exactly where its marketplace was told, however often the engine is killed', async () => {
  // Until all of them wait none is answered in review.
  const startEngine = await openHouse({ holdSeconds: isOnPostgres ? 20 : 5 });
  let engine = await startEngine();
  const { url } = engine;
  const orders = Array.from({ length: isOnPostgres ? 10 : 24 }, (_, index) => index + 1);
  for (const id of orders) expect(await deliver(url, key, '/PurchaseOrders', purchaseOrder(id))).toBe(200);
  const told = new Set<number>();
  const approved = new Set<number>();
  const calls = orders.map(async (id) => {
    const { status, body } = await cancel(url, id);
    expect(status).toBe(200);
    if (body.isCancelled) told.add(id);
  });
  const waiting = async () => (await engine.console.cancellations.list({ state: 'waiting' })).rows;
  await expect.poll(async () => (await waiting()).length).toBe(orders.length);
  const decide = async ({ id, marketplaceId }: { id: number; marketplaceId: number }) => {
    approved.add(marketplaceId);
    await engine.console.cancellations.decide({ id, verdict: 'approve' });
  };
  await decide((await waiting())[0]!);
  await expect.poll(() => told.size).toBe(1);
  for (let kills = 0; kills < 4; kills += 1) {
    // Some verdicts are on their way when the thread ends.
    const decisions = (await waiting()).slice(0, 5).map(decide);
    await Promise.race([Promise.all(decisions), decisions[kills]]);
    for (const decision of decisions) decision.catch(() => {});
    await engine.kill();
    engine = await startEngine();
  }
  await Promise.all(calls);
  const list = async () => (await engine.console.cancellations.list({ limit: 100 })).rows;
  await expect.poll(async () => (await list()).filter(({ openAsks }) => openAsks > 0)).toEqual([]);
  const rows = await list();
  expect(rows.map(({ marketplaceId }) => marketplaceId).sort((a, b) => a - b)).toEqual(orders);
  const cancelled = rows.filter(({ state }) => state === 'cancelled').map((row) => row.marketplaceId);
  expect(new Set(cancelled)).toEqual(told);
  for (const id of told) expect(approved).toContain(id);
});
