/**
 * Those who call besides: a thread that sends an ordinary order and asks the console for its state, again and again,
 * and tells the longest time that either had to wait. A thread of its own, so that what the benchmark does itself
 * is no part of it.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import { makeRequests } from './requests.ts';

export interface LongestWaits {
  /** Milliseconds, of an order at the receiver and of `status.get` at the console. */
  order: number;
  console: number;
  /** Orders that were answered with something else than 200. */
  refused: number;
}

export interface OtherCallers {
  /** Forgets what was seen, and begins anew. */
  reset(): Promise<void>;
  longest(): Promise<LongestWaits>;
  stop(): Promise<void>;
}

interface Start {
  receiverUrl: string;
  consoleUrl: string;
  consoleToken: string;
  firstId: number;
}

/** Begins to call; `firstId` keeps these orders apart from others of the same run. */
export function startOtherCallers({ receiverUrl, consoleUrl, consoleToken, firstId }: Start): OtherCallers {
  const start: Start = { receiverUrl, consoleUrl, consoleToken, firstId };
  const worker = new Worker(new URL(import.meta.url), { workerData: start });
  const ask = (what: 'reset' | 'longest') =>
    new Promise<LongestWaits>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(what);
    });
  return {
    async reset() {
      await ask('reset');
    },
    longest: () => ask('longest'),
    async stop() {
      await worker.terminate();
    },
  };
}

const pauseMilliseconds = 4;

async function callOn({ receiverUrl, consoleUrl, consoleToken, firstId }: Start): Promise<void> {
  const { host, port } = new URL(receiverUrl);
  const requests = makeRequests(host, firstId);
  const connection = await openConnection(Number(port));
  const longest: LongestWaits = { order: 0, console: 0, refused: 0 };
  const since = { order: performance.now(), console: performance.now() };
  const note = (who: 'order' | 'console') => {
    longest[who] = Math.max(longest[who], performance.now() - since[who]);
  };
  parentPort?.on('message', (what: 'reset' | 'longest') => {
    // Who still waits has waited so long at the least.
    if (what === 'longest') for (const who of ['order', 'console'] as const) if (isOpen[who]) note(who);
    parentPort?.postMessage({ ...longest });
    if (what === 'reset') Object.assign(longest, { order: 0, console: 0, refused: 0 });
  });
  const isOpen = { order: false, console: false };
  const again = async (who: 'order' | 'console', call: () => Promise<void>) => {
    for (;;) {
      since[who] = performance.now();
      isOpen[who] = true;
      await call();
      note(who);
      isOpen[who] = false;
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  };
  await Promise.all([
    again('order', async () => {
      if ((await connection.exchange(requests.next())) !== 200) longest.refused += 1;
    }),
    again('console', async () => {
      const answer = await fetch(`${consoleUrl}/rpc/status/get`, {
        method: 'POST',
        headers: { authorization: `Bearer ${consoleToken}`, 'content-type': 'application/json' },
        body: '{}',
      });
      await answer.arrayBuffer();
    }),
  ]);
}

if (parentPort !== null) await callOn(workerData);
