/**
 * A pool of Vitest's whose thread is kept from run to run: Stryker runs the tests once for each change, and to start a
 * thread and load the engine takes longer than most tests. Which change is switched on is told anew before each run.
 */
import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';

/** A thread that failed tests may leave something behind, and each run leaves a listener. */
const runsOfOneThread = 100;

let kept: { thread: Worker; runs: number } | null = null;

type Options = Parameters<PoolRunnerInitializer['createPoolWorker']>[0];
type Listener = Parameters<PoolWorker['on']>[1];

class KeptThread implements PoolWorker {
  readonly name = 'kept-thread';
  readonly #options: Options;
  readonly #own = new EventEmitter();
  readonly #listeners: [event: string, listener: Listener][] = [];
  #thread: Worker | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    if (kept !== null && kept.runs >= runsOfOneThread) await endThread();
    const { distPath, env, execArgv } = this.#options;
    kept ??= { thread: new Worker(`${distPath}/workers/threads.js`, { env, execArgv }), runs: 0 };
    kept.runs++;
    this.#thread = kept.thread;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#own.on(event, listener);
    this.#thread?.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#own.off(event, listener);
    this.#thread?.off(event, listener);
  }

  /** The end of a run is answered here: the thread would stop listening. */
  send(message: Parameters<PoolWorker['send']>[0]): void {
    if (message.type === 'stop')
      this.#own.emit('message', { type: 'stopped', __vitest_worker_response__: true });
    else this.#thread?.postMessage(message);
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}

async function endThread(): Promise<void> {
  const thread = kept?.thread;
  kept = null;
  await thread?.terminate();
}

export const keptThread: PoolRunnerInitializer = {
  name: 'kept-thread',
  createPoolWorker: (options) => new KeptThread(options),
};
