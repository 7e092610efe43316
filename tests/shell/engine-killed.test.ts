/** Threads that end at any moment, over a real port: what was answered is kept, and what is seen becomes whole again. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiverThread } from '../../main/engine/receiver-thread.ts';
import { startEngineThread } from '../../main/shell/engine-client.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { purchaseOrder } from '../engine/orders.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { quietHost } from './quiet-host.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
type Client = ContractRouterClient<Contract>;

async function openThreads({ holdSeconds = 0 } = {}) {
  const { host } = await quietHost();
  const started = { engine: 0, receiver: 0 };
  /** The thread that runs, or the one that takes its place. */
  const running = {
    engine: Promise.withResolvers<Worker>(),
    receiver: Promise.withResolvers<Worker>(),
  };
  const note = (which: 'engine' | 'receiver') => (worker: Worker) => {
    started[which] += 1;
    running[which].resolve(worker);
    worker.once('exit', () => {
      running[which] = Promise.withResolvers();
    });
  };
  const thread = await startEngineThread({
    options: {
      dataDir: putNewDatabase(temporaryFolder()),
      version: '0.0.0',
      receiver: { address: '127.0.0.1', port: 0, holdSeconds },
      environmentKeys: [key],
    },
    host,
    onFault: () => {},
    pauses: [0, 20],
    onWorker: note('engine'),
    startReceiver: (options) => startReceiverThread({ ...options, onWorker: note('receiver') }),
  });
  onTestFinished(async () => {
    expect(await thread.close()).toBe('closed');
  });
  const end = async (which: 'engine' | 'receiver') => {
    const worker = await running[which].promise;
    const ended = once(worker, 'exit');
    await worker.terminate();
    await ended;
  };
  /** A call through a port of its own; tried again while the engine is away. */
  const call = async <Answer>(ask: (client: Client) => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const port = thread.connect('token');
      const client: Client = createORPCClient(new RPCLink({ port }));
      port.start();
      const closed = once(port, 'close');
      try {
        return await ask(client);
      } catch (failure) {
        const isAway = Object(failure).status === 503 || Object(failure).name === 'AbortError';
        if (!isAway) throw failure;
        // It closes when that has changed.
        await closed;
      } finally {
        port.close();
      }
    }
  };
  return { thread, started, end, call, marketplace: marketplaceOf(thread.receiverUrl ?? '') };
}

/** A marketplace that keeps its connections, as a real one does. */
function marketplaceOf(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  onTestFinished(() => agent.destroy());
  return async (path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> => {
    const sent = request(`${url}${path}`, {
      method: 'POST',
      agent,
      headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
    });
    sent.end(JSON.stringify(body));
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, body: Object(await json(response)) };
  };
}

/** What was answered about an order. */
interface Sent {
  number: unknown;
  revisions: number;
}

/** Sends new, repeated and changed orders over several connections until it is stopped; the answers by order. */
function sendOrders(
  marketplace: ReturnType<typeof marketplaceOf>,
  onRefused: (status: number, body: object) => void,
) {
  const answered = new Map<number, Sent>();
  let isStopped = false;
  let last = 0;
  const send = async (id: number, comments?: string) => {
    const { status, body } = await marketplace('/PurchaseOrders', { ...purchaseOrder(id), comments });
    if (status !== 200) onRefused(status, body);
    return body['purchaseOrderNumber'];
  };
  const sender = async () => {
    while (!isStopped) {
      last += 1;
      const id = last;
      const kept: Sent = { number: await send(id), revisions: 1 };
      answered.set(id, kept);
      if (id % 3 === 0) expect(await send(id)).toBe(kept.number);
      if (id % 5 !== 0) continue;
      expect(await send(id, 'cambiada')).toBe(kept.number);
      kept.revisions += 1;
    }
  };
  const senders = Promise.all(Array.from({ length: 8 }, sender));
  return {
    answered,
    async stop() {
      isStopped = true;
      await senders;
    },
  };
}

/** Waits until all that arrived is listed and examined. */
const wholeAgain = (call: Awaited<ReturnType<typeof openThreads>>['call']) =>
  expect
    .poll(
      async () => {
        const { arrivals, examination } = await call((client) => client.status.get());
        return [arrivals.waiting, examination.revisions];
      },
      { timeout: 60_000 },
    )
    .toEqual([0, 0]);

/** All orders that are listed. */
async function listed(call: Awaited<ReturnType<typeof openThreads>>['call']) {
  const rows: { id: number; marketplaceId: number; number: string; revision: number }[] = [];
  let cursor: string | undefined;
  do {
    const page = await call((client) =>
      client.records.list({ kind: 'purchaseOrder', limit: 200, ...(cursor !== undefined && { cursor }) }),
    );
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

function expectAllListed(answered: Map<number, Sent>, rows: Awaited<ReturnType<typeof listed>>) {
  const seen = rows.map(({ marketplaceId, number, revision }) => [marketplaceId, number, revision]);
  const sent = [...answered].map(([id, { number, revisions }]) => [id, number, revisions]);
  const byId = (one: unknown[], other: unknown[]) => Number(one[0]) - Number(other[0]);
  expect(seen.sort(byId)).toEqual(sent.sort(byId));
  const sequence = rows.map(({ number }) => Number(/\d+$/.exec(number)?.[0])).sort((a, b) => a - b);
  expect(sequence).toEqual(rows.map((_, index) => index + 1));
}

test('the engine ends 20 times at any moment: no call is refused, nothing is lost, doubled or renumbered', async () => {
  const { started, end, call, marketplace } = await openThreads();
  const refused: unknown[] = [];
  const load = sendOrders(marketplace, (status, body) => refused.push([status, body]));
  for (let kill = 0; kill < 20; kill++) {
    // At any moment of its start or of its work.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('engine');
  }
  const before = load.answered.size;
  // The receiver goes on by itself.
  await expect.poll(() => load.answered.size).toBeGreaterThan(before);
  await load.stop();
  expect(refused).toEqual([]);
  expect(started).toEqual({ engine: expect.any(Number), receiver: 1 });
  expect(started.engine).toBeGreaterThan(20);
  await wholeAgain(call);
  expectAllListed(load.answered, await listed(call));
  const { engine } = await call((client) => client.status.get());
  expect(engine.restarts).toBeGreaterThan(0);
  expect(engine.lastInterruption).toMatchObject({ cause: expect.stringMatching(/crashed|cannotStart/) });
  expect(await call((client) => client.audit.verify())).toMatchObject({ intact: true });
}, 240_000);

test('the receiver ends 5 times: what it answered is kept, it goes on at its address, and the engine stays', async () => {
  const { started, end, call, marketplace, thread } = await openThreads();
  let cut = 0;
  const patient: typeof marketplace = async (path, body) => {
    for (;;) {
      try {
        return await marketplace(path, body);
      } catch {
        cut += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };
  const load = sendOrders(patient, (status) => expect(status).toBe(200));
  for (let kill = 0; kill < 5; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('receiver');
    const before = load.answered.size;
    await expect.poll(() => load.answered.size).toBeGreaterThan(before);
  }
  await load.stop();
  expect(cut).toBeGreaterThan(0);
  expect(started).toEqual({ engine: 1, receiver: 6 });
  await wholeAgain(call);
  expectAllListed(load.answered, await listed(call));
  expect((await call((client) => client.status.get())).receiver).toMatchObject({
    state: 'listening',
    url: thread.receiverUrl,
  });
}, 240_000);

test('a call that is held outlives the engine, and is answered by the verdict of the next one', async () => {
  const { end, call, marketplace } = await openThreads({ holdSeconds: 60 });
  await marketplace('/PurchaseOrders', purchaseOrder(1));
  const answer = marketplace('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
  const waiting = async () =>
    (await call((client) => client.cancellations.list({ state: 'waiting' }))).rows[0] ?? null;
  await expect.poll(waiting).toMatchObject({ marketplaceId: 1, openAsks: 1 });
  await end('engine');
  await expect.poll(waiting).toMatchObject({ marketplaceId: 1, openAsks: 1 });
  const id = (await waiting())?.id ?? 0;
  await call((client) => client.settings.update({ person: { name: 'Persona de prueba' } }));
  await call((client) => client.cancellations.decide({ id, verdict: 'approve' }));
  expect(await answer).toMatchObject({ status: 200, body: { isCancelled: true } });
}, 120_000);
