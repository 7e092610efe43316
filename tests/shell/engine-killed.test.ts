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
import { Marketplace } from '../faults/marketplace.ts';
import { expectListed, expectVerified, expectWhole, reckon } from '../faults/reckoning.ts';
import { thorough } from '../thorough.ts';
import { quietHost } from './quiet-host.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
type Client = ContractRouterClient<Contract>;

async function openThreads({ holdSeconds = 0 } = {}) {
  const { host } = await quietHost();
  const dataDir = putNewDatabase(temporaryFolder());
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
      dataDir,
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
  return { dataDir, thread, started, end, call, send: marketplaceOf(thread.receiverUrl ?? '') };
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

/** Decides what waits, as it comes, until it is stopped. */
function decideAll(call: Awaited<ReturnType<typeof openThreads>>['call']) {
  let isStopped = false;
  const deciding = (async () => {
    await call((client) => client.settings.update({ person: { name: 'Persona de prueba' } }));
    for (let turn = 0; !isStopped; turn += 1) {
      const { rows } = await call((client) => client.cancellations.list({ state: 'waiting', limit: 5 }));
      const verdict = turn % 3 === 0 ? 'refuse' : 'approve';
      const given = { verdict, responseText: 'No procede.', acknowledgeMismatch: true } as const;
      // It may have been decided in the call that a killed engine did not answer.
      for (const { id } of rows)
        await call((client) => client.cancellations.decide({ id, ...given }).catch(() => null));
      if (rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await deciding;
    },
  };
}

/** The threads under every kind of call, while verdicts are given; `end` waits until all is whole again and looks at it. */
async function underEveryCall() {
  const threads = await openThreads({ holdSeconds: 2 });
  const { call, dataDir, thread } = threads;
  const marketplace = new Marketplace(Math.floor(Math.random() * 1e9), key);
  const url = thread.receiverUrl ?? '';
  const load = marketplace.start(url);
  const deciding = decideAll(call);
  const end = async () => {
    await expect.poll(() => marketplace.once.some(({ isCancelled }) => isCancelled)).toBe(true);
    await load.stop();
    await deciding.stop();
    await marketplace.finish(url);
    await wholeAgain(call);
    const found = reckon(dataDir, marketplace);
    expectWhole(found);
    expectListed(dataDir, marketplace);
    await expectVerified(dataDir);
    expect(await call((client) => client.audit.verify())).toMatchObject({
      intact: true,
      journal: { intact: true },
    });
    expect(marketplace.unexpected).toEqual([]);
    return found;
  };
  return { ...threads, marketplace, finish: end };
}

/** Each at a moment of its own. */
const [engineKills, receiverKills] = thorough ? [20, 5] : [6, 3];

test(`the engine ends ${engineKills} times at any moment of every kind of call: none is refused, nothing is lost, doubled or renumbered`, async () => {
  const { started, end, call, marketplace, dataDir, finish } = await underEveryCall();
  for (let kill = 1; kill <= engineKills; kill++) {
    // At any moment of its start or of its work.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('engine');
    if (kill % 5 === 0) await expectVerified(dataDir);
  }
  const before = marketplace.acknowledged;
  // The receiver goes on by itself.
  await expect.poll(() => marketplace.acknowledged).toBeGreaterThan(before);
  console.info(`The engine ended ${engineKills} times:`, await finish());
  // No connection failed, so nothing was sent again.
  expect(marketplace.once.filter(({ answeredAt }) => answeredAt === null)).toEqual([]);
  expect(started).toEqual({ engine: expect.any(Number), receiver: 1 });
  expect(started.engine).toBeGreaterThan(engineKills);
  const { engine } = await call((client) => client.status.get());
  expect(engine.restarts).toBeGreaterThan(0);
  expect(engine.lastInterruption).toMatchObject({ cause: expect.stringMatching(/crashed|cannotStart/) });
}, 300_000);

test(`the receiver ends ${receiverKills} times: what it answered is kept, it goes on at its address, and the engine stays`, async () => {
  const { started, end, call, marketplace, thread, finish } = await underEveryCall();
  for (let kill = 0; kill < receiverKills; kill++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 900));
    await end('receiver');
    const before = marketplace.acknowledged;
    await expect.poll(() => marketplace.acknowledged).toBeGreaterThan(before);
  }
  console.info(`The receiver ended ${receiverKills} times:`, await finish());
  expect(started).toEqual({ engine: 1, receiver: receiverKills + 1 });
  expect((await call((client) => client.status.get())).receiver).toMatchObject({
    state: 'listening',
    url: thread.receiverUrl,
  });
}, 300_000);

test('a call that is held outlives the engine, and is answered by the verdict of the next one', async () => {
  const { end, call, send } = await openThreads({ holdSeconds: 60 });
  await send('/PurchaseOrders', purchaseOrder(1));
  const answer = send('/PurchaseOrders/1/cancel', { purchaseOrderId: 1 });
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
