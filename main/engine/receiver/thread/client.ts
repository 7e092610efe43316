/** The engine's side of the receiver's thread. */
import { Worker } from 'node:worker_threads';
import type { Cancellations, HeldResponse } from '../../cancellations/index.ts';
import type { Keys } from '../../keys/index.ts';
import type { EngineLog } from '../../log.ts';
import type { PolicyAnswers } from '../../policies/index.ts';
import type { Records } from '../../records/index.ts';
import type { Rejected } from '../../rejected/index.ts';
import { StoreProblem } from '../../store/index.ts';
import { workerFile } from '../../worker-file.ts';
import { defaultLimits, type ReceiverLimits, type StorageUnavailable, statusOf } from '../context.ts';
import type { Receiver } from '../listener.ts';
import type { Batch, Failure, FromThread, ReceiverStatus, ThreadStart, ToThread } from './protocol.ts';

/** The services behind a receiver that runs in a thread of its own. */
interface EngineServices {
  keys: Pick<Keys, 'live' | 'onLive' | 'noteUse' | 'configured'>;
  records: Pick<Records, 'registerPrepared'>;
  rejected: Pick<Rejected, 'keep'>;
  policies: PolicyAnswers;
  cancellations: Pick<Cancellations, 'ask' | 'heldCalls'>;
  log: EngineLog;
  /** Null while calls can be stored. */
  storageUnavailable(): StorageUnavailable | null;
  /** Called when the state became another by itself. */
  onFailure(): void;
}

export interface ReceiverThread extends Receiver {
  /** Sends the thread what `storageUnavailable` answers now. */
  storageStateChanged(): void;
  /** Ends the thread; after `stop`, when nothing is to be answered any more. */
  end(): Promise<void>;
}

/** A thread that nobody has joined yet; `crash` says why it ended meanwhile. */
interface LoadingThread {
  worker: Worker;
  crash: string | null;
}

/** Begins to load the receiver's thread, which takes its time; the services may be opened meanwhile. */
export function loadReceiverThread(limits: ReceiverLimits = defaultLimits): LoadingThread {
  const start: ThreadStart = { limits };
  const file = workerFile({ source: '../receiver.worker.ts', built: 'receiver-worker.js' }, import.meta.url);
  const worker = new Worker(file, { workerData: start, name: 'perito receiver' });
  const loading: LoadingThread = { worker, crash: null };
  worker.on('error', (failure) => {
    loading.crash ??= failure.message;
  });
  worker.on('exit', () => {
    loading.crash ??= 'The receiver ended.';
  });
  return loading;
}

/**
 * Joins a receiver's thread with the services behind it. Reading and checking calls is half of the work of a
 * delivery, so it is done beside the writing, and a search of the screen does not keep calls waiting.
 */
export async function joinReceiverThread(
  loading: LoadingThread,
  services: EngineServices,
): Promise<ReceiverThread> {
  const client = new ReceiverThreadClient(loading, services);
  await client.sendKeys();
  client.storageStateChanged();
  return client;
}

class ReceiverThreadClient implements ReceiverThread {
  readonly #worker: Worker;
  readonly #services: EngineServices;
  readonly #responses = new RemoteResponses((message) => this.#post(message));
  readonly #commands = new Map<number, () => void>();
  #lastCommand = 0;
  #outgoing: ToThread[] = [];
  #state: ReceiverStatus | null = null;
  #endpoint = { address: '', port: 0 };
  #crash: string | null = null;
  #isEnding = false;

  constructor({ worker, crash }: LoadingThread, services: EngineServices) {
    this.#worker = worker;
    this.#services = services;
    worker.on('message', (batch: Batch) => this.#receive(batch));
    worker.on('error', (failure) => this.#crashed(failure.message));
    worker.on('exit', () => this.#crashed('The receiver ended.'));
    services.keys.onLive(() => this.sendKeys());
    if (crash !== null) this.#crashed(crash);
  }

  listen(address: string, port: number): Promise<void> {
    this.#endpoint = { address, port };
    return this.#command((call) => ({ type: 'listen', call, address, port }));
  }

  stop(): Promise<void> {
    return this.#command((call) => ({ type: 'stop', call }));
  }

  state(): ReceiverStatus {
    const heldCalls = this.#services.cancellations.heldCalls();
    if (this.#crash !== null || this.#state === null) {
      const error = this.#crash === null ? null : { code: 'other' as const, detail: this.#crash };
      return {
        ...nothingYet,
        ...this.#endpoint,
        state: error === null ? 'starting' : 'failed',
        error,
        heldCalls,
      };
    }
    // Whether there is a key and room on the disk is known here first.
    const { keys, storageUnavailable } = this.#services;
    const isUp = this.#state.url !== null;
    return { ...this.#state, ...(isUp && statusOf(keys.configured(), storageUnavailable())), heldCalls };
  }

  storageStateChanged(): void {
    this.#post({ type: 'able', unavailable: this.#services.storageUnavailable() });
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  sendKeys(): Promise<void> {
    return this.#command((call) => ({ type: 'keys', call, live: this.#services.keys.live() }));
  }

  #command(message: (call: number) => ToThread): Promise<void> {
    if (this.#crash !== null || this.#isEnding) return Promise.resolve();
    this.#lastCommand += 1;
    const call = this.#lastCommand;
    return new Promise((resolve) => {
      this.#commands.set(call, resolve);
      this.#post(message(call));
    });
  }

  /** Gathers the messages that follow from one commit, and posts them before anything else happens. */
  #post(message: ToThread): void {
    this.#outgoing.push(message);
    if (this.#outgoing.length > 1) return;
    process.nextTick(() => this.#worker.postMessage(this.#outgoing.splice(0)));
  }

  #receive({ messages, bodies, used, state }: Batch): void {
    this.#state = state;
    for (const key of used) this.#services.keys.noteUse(key);
    for (const message of messages) this.#handleMessage(message, bodies);
  }

  #handleMessage(message: FromThread, bodies: ArrayBuffer): void {
    const { rejected, cancellations, records, policies, log } = this.#services;
    switch (message.type) {
      case 'register': {
        const body = new Uint8Array(bodies, message.body.at, message.body.length);
        const registered = records.registerPrepared({ ...message.delivery, body });
        this.#answer(
          message.call,
          registered.then(({ number }) => number),
        );
        break;
      }
      case 'keep': {
        const body = new Uint8Array(bodies, message.body.at, message.body.length);
        this.#answer(message.call, rejected.keep({ ...message.rejected, body }).then(noText));
        break;
      }
      case 'ask': {
        const body = new Uint8Array(bodies, message.body.at, message.body.length);
        const { call } = message;
        const asked = cancellations.ask({ ...message.ask, body }, this.#responses.add(call));
        asked.catch(() => this.#responses.remove(call));
        this.#answer(call, asked.then(noText));
        break;
      }
      case 'lookup':
        this.#answer(message.call, policies.lookup(message.query, message.keyLabel));
        break;
      case 'balance':
        this.#answer(message.call, policies.balance(message.query, message.keyLabel));
        break;
      case 'gone':
        this.#responses.disconnected(message.call);
        break;
      case 'written':
        this.#responses.written(message);
        break;
      case 'log':
        log[message.level](message.fields, message.text);
        break;
      case 'done':
        this.#commands.get(message.call)?.();
        this.#commands.delete(message.call);
        break;
    }
  }

  #answer(call: number, work: Promise<string | null>): void {
    work.then(
      (text) => this.#post({ type: 'result', call, text, failure: null }),
      (failure: unknown) => this.#post({ type: 'result', call, text: null, failure: failureOf(failure) }),
    );
  }

  #crashed(detail: string): void {
    if (this.#isEnding || this.#crash !== null) return;
    this.#crash = detail;
    this.#services.log.error({ detail }, 'The receiver failed. Restart Perito.');
    this.#responses.abortAll();
    for (const resolve of this.#commands.values()) resolve();
    this.#commands.clear();
    this.#services.onFailure();
  }
}

const noText = () => null;

const nothingYet = {
  url: null,
  lastCallAt: null,
  calls: 0,
  unauthenticated: 0,
  lastUnauthenticatedAt: null,
};

function failureOf(failure: unknown): Failure {
  if (failure instanceof StoreProblem) return { code: failure.code, message: failure.message };
  return {
    code: null,
    message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
  };
}

interface RemoteResponse {
  isGone: boolean;
  onGone: (() => void)[];
  settle: ((outcome: 'written' | 'closed' | 'unknown') => void) | null;
}

/** The responses that the receiver's thread holds open, for the cancellations to write. */
class RemoteResponses {
  readonly #calls = new Map<number, RemoteResponse>();
  readonly #post: (message: ToThread) => void;

  constructor(post: (message: ToThread) => void) {
    this.#post = post;
  }

  add(call: number): HeldResponse {
    const open: RemoteResponse = { isGone: false, onGone: [], settle: null };
    this.#calls.set(call, open);
    return {
      onGone(listener) {
        if (open.isGone) listener();
        else open.onGone.push(listener);
      },
      write: async (answer, { closeConnection }) => {
        if (open.isGone) return false;
        const outcome = await new Promise<'written' | 'closed' | 'unknown'>((resolve) => {
          open.settle = resolve;
          this.#post({ type: 'write', call, answer, closeConnection });
        });
        if (outcome === 'unknown') throw new Error('Whether the answer was written out is not known.');
        return outcome === 'written';
      },
    };
  }

  disconnected(call: number): void {
    const open = this.#calls.get(call);
    if (open === undefined || open.isGone) return;
    open.isGone = true;
    // An answer that is on its way is settled by the thread, which sees the closed socket.
    if (open.settle === null) this.#calls.delete(call);
    for (const listener of open.onGone.splice(0)) listener();
  }

  written({ call, outcome }: Extract<FromThread, { type: 'written' }>): void {
    this.#calls.get(call)?.settle?.(outcome);
    this.#calls.delete(call);
  }

  /** The call was answered without its ask being stored. */
  remove(call: number): void {
    this.#calls.delete(call);
  }

  /** The thread is gone, and its sockets with it: what was being written may have been written. */
  abortAll(): void {
    for (const [call, open] of this.#calls) {
      if (open.settle !== null) this.written({ type: 'written', call, outcome: 'unknown' });
      else this.disconnected(call);
    }
  }
}
