import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../clock.ts';
import { type EngineLog, logToStandardError } from '../../log.ts';
import { logAuthorityFileFailure, logBundledCertificatesOnly } from '../../outbound/index.ts';
import { workerFile } from '../../worker-file.ts';
import type { FetchRules } from './address-policy.ts';
import type { FetchHop, FetchOptions, FetchOutcome, FetchProgress, FetchTask } from './http-get.ts';
import { partPath } from './save-file.ts';

/**
 * What the engine and the thread that fetches files send each other. Both ends are this program in one process, so the
 * types are trusted; what comes from the network is checked in the thread.
 */
export type ToFetcher =
  | { type: 'fetch'; call: number; task: FetchTask; rules: FetchRules }
  | { type: 'abort'; call: number };

export type FromFetcher =
  /** The system's authorities could not be read; why, in the system's code. */
  | { type: 'bundledCertificatesOnly'; code: string }
  /** The file of authorities cannot be taken. */
  | { type: 'authorityFileFailed'; code: string }
  | { type: 'hop'; call: number; hop: FetchHop }
  | { type: 'progress'; call: number; progress: FetchProgress }
  | { type: 'outcome'; call: number; outcome: FetchOutcome };

export interface Fetcher {
  /**
   * Fetches one file in the thread; one of an id at a time. Never rejects. `onProgress` is called every 250 ms at the
   * most.
   */
  fetch(task: FetchTask, rules: FetchRules, options: FetchOptions): Promise<FetchOutcome>;
  /** Aborts what is open, and all that comes. */
  close(): Promise<void>;
}

/** How long the thread stays with nothing to do. */
const idleMilliseconds = 30_000;
/** How long it has to tidy up when it is closed. */
const closingMilliseconds = 2_000;

/** A fetcher whose thread is there only while something is fetched, and comes anew after it crashed. */
export function startFetcher(clock: Clock = systemClock, log: EngineLog = logToStandardError): Fetcher {
  return new FetcherByThread(clock, log);
}

interface OpenFetch {
  task: FetchTask;
  onProgress: FetchOptions['onProgress'];
  onHop: FetchOptions['onHop'];
  end(outcome: FetchOutcome): void;
}

class FetcherByThread implements Fetcher {
  readonly #clock: Clock;
  readonly #log: EngineLog;
  readonly #open = new Map<number, OpenFetch>();
  #lastCall = 0;
  #worker: Worker | null = null;
  #cancelIdle = () => {};
  #isClosed = false;
  #onEmpty = () => {};

  constructor(clock: Clock, log: EngineLog) {
    this.#clock = clock;
    this.#log = log;
  }

  async fetch(task: FetchTask, rules: FetchRules, options: FetchOptions): Promise<FetchOutcome> {
    const { signal, onProgress, onHop } = options;
    if (this.#isClosed || signal.aborted) return { outcome: 'aborted' };
    this.#cancelIdle();
    this.#lastCall += 1;
    const call = this.#lastCall;
    const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
    this.#open.set(call, { task, onProgress, onHop, end: resolve });
    this.#worker ??= this.#startWorker();
    this.#post({ type: 'fetch', call, task, rules });
    const abort = () => this.#post({ type: 'abort', call });
    signal.addEventListener('abort', abort);
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelIdle();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(closingMilliseconds, resolve);
    this.#onEmpty = resolve;
    for (const call of this.#open.keys()) this.#post({ type: 'abort', call });
    if (this.#open.size > 0) await promise;
    cancel();
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    await this.#endAll({ outcome: 'aborted' });
  }

  #startWorker(): Worker {
    const file = workerFile(
      { source: './fetcher.worker.ts', built: 'attachment-fetcher-worker.js' },
      import.meta.url,
    );
    const worker = new Worker(file, {
      name: 'perito attachment fetcher',
      // A thread that runs out of its own memory ends alone.
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    let detail = 'the thread ended';
    worker.on('message', (message: FromFetcher) => this.#onMessage(message));
    worker.on('error', (failure) => {
      detail = failure.name;
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      const outcome = { outcome: 'notFetched', problem: 'writeFailed', detail } as const;
      void this.#endAll({ ...outcome, host: null, retryAfterSeconds: null });
    });
    return worker;
  }

  #onMessage(message: FromFetcher): void {
    if (message.type === 'bundledCertificatesOnly') {
      logBundledCertificatesOnly(this.#log, message.code);
      return;
    }
    if (message.type === 'authorityFileFailed') {
      logAuthorityFileFailure(this.#log, message.code);
      return;
    }
    const fetch = this.#open.get(message.call);
    if (message.type === 'progress') {
      fetch?.onProgress(message.progress);
      return;
    }
    if (message.type === 'hop') {
      fetch?.onHop?.(message.hop);
      return;
    }
    this.#open.delete(message.call);
    fetch?.end(message.outcome);
    if (this.#open.size > 0) return;
    this.#onEmpty();
    if (!this.#isClosed) this.#cancelIdle = this.#clock.after(idleMilliseconds, () => this.#endWorker());
  }

  /** Nothing was fetched for a while. */
  #endWorker(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }

  /** The thread is gone: what it had begun to write is removed in its place. */
  async #endAll(outcome: FetchOutcome): Promise<void> {
    const ended = [...this.#open.values()];
    this.#open.clear();
    for (const { task, end } of ended) {
      await rm(partPath(task.folder, task.id), { force: true }).catch(() => {});
      end(outcome);
    }
    this.#onEmpty();
  }

  #post(message: ToFetcher): void {
    this.#worker?.postMessage(message);
  }
}
