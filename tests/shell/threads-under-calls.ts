/** The receiver's and the engine's thread over a real port, ended at will, under every kind of call. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, onTestFinished } from 'vitest';
import { startReceiverThread } from '../../main/engine/receiver-thread.ts';
import { type EngineThreadOptions, startEngineThread } from '../../main/shell/engine-client.ts';
import type { Actor } from '../../shared/contract/common.ts';
import type { Contract } from '../../shared/contract/contract.ts';
import { type EngineAway, engineAway } from '../../shared/contract/status.ts';
import { putNewDatabase } from '../engine/migrated-folder.ts';
import { temporaryFolder } from '../engine/temporary-folder.ts';
import { Marketplace } from '../faults/marketplace.ts';
import { expectListed, expectVerified, expectWhole, reckon } from '../faults/reckoning.ts';
import { patience } from '../patience.ts';
import { quietHost } from './quiet-host.ts';

const key = 'mercado@example.com:a-secret-of-this-test';
type Client = ContractRouterClient<Contract>;

/** Both threads on a data directory, a new one where none is given, which is closed when the test ends. */
export async function openThreads({
  holdSeconds = 0,
  dataDir = putNewDatabase(temporaryFolder()),
  isOffice = false,
  ...copies
}: Pick<EngineThreadOptions, 'startProcess' | 'secondCopy' | 'openCopy'> & {
  holdSeconds?: number;
  dataDir?: string;
  isOffice?: boolean;
} = {}) {
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
      dataDir,
      version: '0.0.0',
      receiver: { address: '127.0.0.1', port: 0, holdSeconds },
      environmentKeys: [key],
      isOffice,
    },
    host,
    ...copies,
    onFault: () => {},
    pauses: [0, 20],
    onWorker: note('engine'),
    startReceiver: (options) => startReceiverThread({ ...options, onWorker: note('receiver') }),
  });
  onTestFinished(async () => {
    expect(await thread.close(patience.timeout)).toBe('closed');
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
  return { dataDir, thread, started, end, call, ...marketplaceOf(thread.receiverUrl ?? '') };
}

type Threads = Awaited<ReturnType<typeof openThreads>>;

/** A call through a port of its own, whatever it is answered with. */
export async function tryOnce<Answer>(
  { thread }: Threads,
  ask: (client: Client) => Promise<Answer>,
  via: Actor['via'] = 'browser',
): Promise<Answer> {
  const port = thread.connect(via);
  const client: Client = createORPCClient(new RPCLink({ port }));
  port.start();
  return ask(client).finally(() => port.close());
}

/** What the shell says of the engine that is away; null where it is there, or is just about to end. */
export const awayNow = (threads: Threads, via?: Actor['via']): Promise<EngineAway | null> =>
  tryOnce(threads, (client) => client.status.get(), via).then(() => null, awayOf);

/** What a call that no engine answered says of it. */
export const awayOf = (failure: unknown): EngineAway | null =>
  engineAway.safeParse(Object(failure).data).data ?? null;

/** A marketplace that keeps its connections, as a real one does. */
function marketplaceOf(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  onTestFinished(() => agent.destroy());
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const sent = request(`${url}${path}`, {
      method,
      agent,
      headers: { 'x-api-key': Buffer.from(key).toString('base64'), 'content-type': 'application/json' },
    });
    sent.end(body && JSON.stringify(body));
    const [response] = await once(sent, 'response');
    const answered: { status: number; body: Record<string, unknown> } = {
      status: response.statusCode,
      body: Object(await json(response)),
    };
    return answered;
  };
  return {
    send: (path: string, body: object) => call('POST', path, body),
    get: (path: string) => call('GET', path),
  };
}

/** Waits until all that arrived is listed and examined. */
export const wholeAgain = (call: Awaited<ReturnType<typeof openThreads>>['call']) =>
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
    await call((client) => client.people.rename({ name: 'Persona de prueba' }));
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
export async function underEveryCall() {
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
