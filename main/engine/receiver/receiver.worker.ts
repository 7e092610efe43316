/**
 * Entry of the receiver's thread: it listens, authenticates, reads and prepares; the engine writes.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { HeldResponse } from '../cancellations/index.ts';
import { systemClock } from '../clock.ts';
import { createKeyRedactor, findMatchingKey, type LiveKey } from '../keys/index.ts';
import type { EngineLog } from '../log.ts';
import { prepareDelivery } from '../records/index.ts';
import { StoreProblem } from '../store/index.ts';
import type { ReceiverServices, StorageUnavailable } from './context.ts';
import { createReceiver } from './listener.ts';
import type {
  Batch,
  Failure,
  FromThread,
  ReceiverStatus,
  Span,
  ThreadStart,
  ToThread,
  UsedKey,
} from './thread/protocol.ts';

/** What the engine told the thread. */
interface EngineState {
  liveKeys: readonly LiveKey[];
  unavailable: StorageUnavailable | null;
}

function runReceiverThread(): void {
  if (parentPort === null) throw new Error('The receiver runs in a thread of the engine.');
  const port = parentPort;
  const { limits }: ThreadStart = workerData;
  const state: EngineState = { liveKeys: [], unavailable: null };
  const results = new PendingResults();
  const batcher = new MessageBatcher(port, () => receiver.state());
  const openCalls = new OpenCalls(batcher);
  const receiver = createReceiver(servicesByMessage(state, results, openCalls, batcher), limits);

  const done = (call: number) => batcher.post({ type: 'done', call });
  port.on('message', (messages: ToThread[]) => {
    for (const message of messages) {
      if (message.type === 'result') results.resolve(message);
      else if (message.type === 'write') openCalls.write(message);
      else if (message.type === 'able') state.unavailable = message.unavailable;
      else if (message.type === 'keys') {
        state.liveKeys = message.live;
        done(message.call);
      } else if (message.type === 'listen') {
        void receiver.listen(message.address, message.port).then(() => done(message.call));
      } else void receiver.stop().then(() => done(message.call));
    }
  });
}

/** The services of the engine, called by message. */
function servicesByMessage(
  state: EngineState,
  results: PendingResults,
  openCalls: OpenCalls,
  batcher: MessageBatcher,
): ReceiverServices {
  return {
    clock: systemClock,
    log: logByMessage(batcher),
    storageUnavailable: () => state.unavailable,
    keys: {
      configured: () => state.liveKeys.length > 0,
      redactor: (presented) => createKeyRedactor(state.liveKeys, presented),
      authenticate(presented) {
        const key = findMatchingKey(state.liveKeys, presented);
        if (key === null) batcher.scheduleFlush();
        else batcher.addUsedKey({ id: key.id, label: key.label });
        return key;
      },
    },
    records: {
      async register(delivery) {
        const { body, ...prepared } = prepareDelivery(delivery);
        const call = results.nextCall();
        batcher.post({ type: 'register', call, delivery: prepared, body: batcher.attachBody(body) });
        return { number: await results.text(call) };
      },
    },
    rejected: {
      async keep({ body, ...rejected }) {
        const call = results.nextCall();
        batcher.post({ type: 'keep', call, rejected, body: batcher.attachBody(body) });
        await results.wait(call);
      },
    },
    policies: {
      async lookup(query, keyLabel) {
        const call = results.nextCall();
        batcher.post({ type: 'lookup', call, query, keyLabel });
        return results.text(call);
      },
      async balance(query, keyLabel) {
        const call = results.nextCall();
        batcher.post({ type: 'balance', call, query, keyLabel });
        return (await results.wait(call)).text;
      },
    },
    cancellations: {
      // The engine counts them: it knows of the answers that are on their way.
      heldCalls: () => 0,
      async ask({ body, ...ask }, response) {
        const call = results.nextCall();
        batcher.post({ type: 'ask', call, ask, body: batcher.attachBody(body) });
        openCalls.add(call, response);
        await results.wait(call).catch((failure: unknown) => {
          openCalls.remove(call);
          throw failure;
        });
      },
    },
  };
}

/** The cancel calls that are held open, each by its number. */
class OpenCalls {
  readonly #responses = new Map<number, HeldResponse>();
  readonly #batcher: MessageBatcher;

  constructor(batcher: MessageBatcher) {
    this.#batcher = batcher;
  }

  add(call: number, response: HeldResponse): void {
    this.#responses.set(call, response);
    response.onGone(() => {
      this.#responses.delete(call);
      this.#batcher.post({ type: 'gone', call });
    });
  }

  remove(call: number): void {
    this.#responses.delete(call);
  }

  /** Answers an open call and reports what became of the answer. */
  write({ call, answer, closeConnection }: Extract<ToThread, { type: 'write' }>): void {
    const response = this.#responses.get(call);
    this.#responses.delete(call);
    const written = response?.write(answer, { closeConnection }) ?? Promise.resolve(false);
    written.then(
      (isWritten) => this.#batcher.post({ type: 'written', call, outcome: isWritten ? 'written' : 'closed' }),
      () => this.#batcher.post({ type: 'written', call, outcome: 'unknown' }),
    );
  }
}

type Result = Extract<ToThread, { type: 'result' }>;

/** The results that calls wait for from the engine, each by its call's number. */
class PendingResults {
  readonly #waiting = new Map<number, (result: Result) => void>();
  #last = 0;

  nextCall(): number {
    this.#last += 1;
    return this.#last;
  }

  resolve(result: Result): void {
    const resolve = this.#waiting.get(result.call);
    this.#waiting.delete(result.call);
    resolve?.(result);
  }

  /** Rejects where the engine's work failed. */
  async wait(call: number): Promise<Result> {
    const result = await new Promise<Result>((resolve) => this.#waiting.set(call, resolve));
    if (result.failure !== null) throw errorFromFailure(result.failure);
    return result;
  }

  async text(call: number): Promise<string> {
    const { text } = await this.wait(call);
    if (text === null) throw new Error('The engine answered a call with nothing.');
    return text;
  }
}

function errorFromFailure({ code, message }: Failure): Error {
  return code === null ? new Error(message) : new StoreProblem(code, message);
}

function logByMessage(batcher: MessageBatcher): EngineLog {
  const at = (level: 'info' | 'warn' | 'error') => (fields: object, text: string) =>
    batcher.post({ type: 'log', level, fields, text });
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** The engine writes a batch while the next is read: with all calls in one batch the two would take turns. */
const maxBatch = 16;

/**
 * Gathers the messages of one round of I/O and posts them as one batch: a message costs the same
 * whether it carries one order or sixty.
 */
class MessageBatcher {
  readonly #port: MessagePort;
  readonly #state: () => ReceiverStatus;
  #messages: FromThread[] = [];
  #bodies: Uint8Array[] = [];
  #length = 0;
  #used = new Map<string, UsedKey>();
  #isScheduled = false;

  constructor(port: MessagePort, state: () => ReceiverStatus) {
    this.#port = port;
    this.#state = state;
  }

  post(message: FromThread): void {
    this.#messages.push(message);
    if (this.#messages.length >= maxBatch) this.#flush();
    else this.scheduleFlush();
  }

  /** Reports that a key was presented, once a batch. */
  addUsedKey(key: UsedKey): void {
    // Two keys may have one label.
    this.#used.set(`${key.id} ${key.label}`, key);
    this.scheduleFlush();
  }

  /** Adds a body to the next batch. */
  attachBody(body: Uint8Array): Span {
    const span = { at: this.#length, length: body.length };
    this.#bodies.push(body);
    this.#length += body.length;
    return span;
  }

  /** Posts the state soon, though there may be no message. */
  scheduleFlush(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    // Copied into one piece of their own: a received buffer is a part of a larger one, which would be sent whole.
    const bodies = new Uint8Array(this.#length);
    let at = 0;
    for (const body of this.#bodies) {
      bodies.set(body, at);
      at += body.length;
    }
    const batch: Batch = {
      messages: this.#messages,
      bodies: bodies.buffer,
      used: [...this.#used.values()],
      state: this.#state(),
    };
    this.#messages = [];
    this.#bodies = [];
    this.#used.clear();
    this.#length = 0;
    this.#port.postMessage(batch, [bodies.buffer]);
  }
}

runReceiverThread();
