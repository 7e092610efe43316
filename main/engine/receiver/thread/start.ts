import { Worker } from 'node:worker_threads';
import type { Cancellations } from '../../cancellations/index.ts';
import type { Keys } from '../../keys/index.ts';
import type { EngineLog } from '../../log.ts';
import type { PolicyAnswers } from '../../policies/index.ts';
import type { Records } from '../../records/index.ts';
import type { Rejected } from '../../rejected/index.ts';
import { StoreProblem } from '../../store/index.ts';
import { workerFile } from '../../worker-file.ts';
import { defaultLimits, type ReceiverLimits } from '../limits.ts';
import { type Receiver, statusOf } from '../receiver.ts';
import { OpenCalls } from './held-asks.ts';
import type {
  Batch,
  Failure,
  FromThread,
  ReceiverStatus,
  StorageUnavailable,
  ThreadStart,
  ToThread,
} from './messages.ts';

/** The rooms behind a receiver that runs in a thread of its own. */
export interface EngineServices {
  keys: Pick<Keys, 'live' | 'onLive' | 'noteUse' | 'configured'>;
  records: Pick<Records, 'registerPrepared'>;
  rejected: Pick<Rejected, 'keep'>;
  policies: PolicyAnswers;
  cancellations: Pick<Cancellations, 'ask' | 'heldCalls'>;
  log: EngineLog;
  /** Null while calls can be stored; else why not, and when the marketplace should try again. */
  ableToStore(): StorageUnavailable | null;
  /** Told when the state became another by itself. */
  onTrouble(): void;
}

export interface ReceiverThread extends Receiver {
  /** Tells the thread what `ableToStore` says now. */
  abilityChanged(): void;
  /** Ends the thread; after `stop`, when nothing is to be answered any more. */
  end(): Promise<void>;
}

/** A thread that nobody has joined yet; `crash` says why it ended meanwhile. */
export interface LoadingThread {
  worker: Worker;
  crash: string | null;
}

/** Begins to load the receiver's thread, which takes its time; the rooms may be opened meanwhile. */
export function loadReceiverThread(limits: ReceiverLimits = defaultLimits): LoadingThread {
  const start: ThreadStart = { limits };
  const file = workerFile({ source: '../worker.ts', built: 'receiver-worker.js' }, import.meta.url);
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
 * Joins a receiver's thread with the rooms behind it. Reading and checking calls is half of the work of a
 * delivery, so it is done beside the writing, and a search of the screen does not keep calls waiting.
 */
export async function joinReceiverThread(
  loading: LoadingThread,
  rooms: EngineServices,
): Promise<ReceiverThread> {
  const behind = new ReceiverThreadClient(loading, rooms);
  await behind.sendKeys();
  behind.abilityChanged();
  return behind;
}

class ReceiverThreadClient implements ReceiverThread {
  readonly #worker: Worker;
  readonly #rooms: EngineServices;
  readonly #asks = new OpenCalls((message) => this.#post(message));
  readonly #commands = new Map<number, () => void>();
  #lastCommand = 0;
  #outgoing: ToThread[] = [];
  #state: ReceiverStatus | null = null;
  #place = { address: '', port: 0 };
  #crash: string | null = null;
  #isEnding = false;

  constructor({ worker, crash }: LoadingThread, rooms: EngineServices) {
    this.#worker = worker;
    this.#rooms = rooms;
    worker.on('message', (batch: Batch) => this.#take(batch));
    worker.on('error', (failure) => this.#crashed(failure.message));
    worker.on('exit', () => this.#crashed('The receiver ended.'));
    rooms.keys.onLive(() => this.sendKeys());
    if (crash !== null) this.#crashed(crash);
  }

  listen(address: string, port: number): Promise<void> {
    this.#place = { address, port };
    return this.#command((call) => ({ type: 'listen', call, address, port }));
  }

  stop(): Promise<void> {
    return this.#command((call) => ({ type: 'stop', call }));
  }

  state(): ReceiverStatus {
    const heldCalls = this.#rooms.cancellations.heldCalls();
    if (this.#crash !== null || this.#state === null) {
      const error = this.#crash === null ? null : { code: 'other' as const, detail: this.#crash };
      return {
        ...nothingYet,
        ...this.#place,
        state: error === null ? 'starting' : 'failed',
        error,
        heldCalls,
      };
    }
    // Whether there is a key and room on the disk is known here first.
    const { keys, ableToStore } = this.#rooms;
    const isUp = this.#state.url !== null;
    return { ...this.#state, ...(isUp && statusOf(keys.configured(), ableToStore())), heldCalls };
  }

  abilityChanged(): void {
    this.#post({ type: 'able', inability: this.#rooms.ableToStore() });
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  sendKeys(): Promise<void> {
    return this.#command((call) => ({ type: 'keys', call, live: this.#rooms.keys.live() }));
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

  /** Gathered until all that follows from a commit has been said, and posted before anything else happens. */
  #post(message: ToThread): void {
    this.#outgoing.push(message);
    if (this.#outgoing.length > 1) return;
    process.nextTick(() => this.#worker.postMessage(this.#outgoing.splice(0)));
  }

  #take({ messages, bodies, used, state }: Batch): void {
    this.#state = state;
    for (const key of used) this.#rooms.keys.noteUse(key);
    for (const message of messages) this.#obey(message, bodies);
  }

  #obey(message: FromThread, bodies: ArrayBuffer): void {
    const { rejected, cancellations, records, policies, log } = this.#rooms;
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
        const asked = cancellations.ask({ ...message.ask, body }, this.#asks.connection(call));
        asked.catch(() => this.#asks.forget(call));
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
        this.#asks.gone(message.call);
        break;
      case 'written':
        this.#asks.written(message);
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
      (failure: unknown) => this.#post({ type: 'result', call, text: null, failure: asData(failure) }),
    );
  }

  #crashed(detail: string): void {
    if (this.#isEnding || this.#crash !== null) return;
    this.#crash = detail;
    this.#rooms.log.error({ detail }, 'The receiver failed. Restart Perito.');
    this.#asks.allGone();
    for (const resolve of this.#commands.values()) resolve();
    this.#commands.clear();
    this.#rooms.onTrouble();
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

function asData(failure: unknown): Failure {
  if (failure instanceof StoreProblem) return { code: failure.code, message: failure.message };
  return {
    code: null,
    message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure),
  };
}
