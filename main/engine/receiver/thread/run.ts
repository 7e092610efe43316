import { parentPort, workerData } from 'node:worker_threads';
import type { HeldResponse } from '../../cancellations/index.ts';
import { systemClock } from '../../clock.ts';
import { createKeyRedactor, findMatchingKey, type LiveKey } from '../../keys/index.ts';
import type { EngineLog } from '../../log.ts';
import { prepareDelivery } from '../../records/index.ts';
import { StoreProblem } from '../../store/index.ts';
import { createReceiver } from '../receiver.ts';
import type { ReceiverDependencies } from '../rooms.ts';
import type { Failure, StorageUnavailable, ThreadStart, ToThread } from './messages.ts';
import { Outbox } from './outbox.ts';

/**
 * The receiver's thread: it listens, authenticates, reads and prepares; the engine writes. Call it once, at
 * the top of a worker's entry.
 */
export function runReceiverThread(): void {
  if (parentPort === null) throw new Error('The receiver runs in a thread of the engine.');
  const port = parentPort;
  const { limits }: ThreadStart = workerData;
  const held = { live: [] as readonly LiveKey[], inability: null as StorageUnavailable | null };
  const calls = new Calls();
  const connections = new Map<number, HeldResponse>();
  const outbox = new Outbox(port, () => receiver.state());
  const receiver = createReceiver(roomsOf(held, calls, connections, outbox), limits);

  const done = (call: number) => outbox.post({ type: 'done', call });
  port.on('message', (messages: ToThread[]) => {
    for (const message of messages) {
      if (message.type === 'result') calls.end(message.call, message);
      else if (message.type === 'write') write(message, connections, outbox);
      else if (message.type === 'able') held.inability = message.inability;
      else if (message.type === 'keys') {
        held.live = message.live;
        done(message.call);
      } else if (message.type === 'listen') {
        void receiver.listen(message.address, message.port).then(() => done(message.call));
      } else void receiver.stop().then(() => done(message.call));
    }
  });
}

/** What the receiver needs of the house, by message. */
function roomsOf(
  held: { live: readonly LiveKey[]; inability: StorageUnavailable | null },
  calls: Calls,
  connections: Map<number, HeldResponse>,
  outbox: Outbox,
): ReceiverDependencies {
  return {
    clock: systemClock,
    log: logByMessage(outbox),
    ableToStore: () => held.inability,
    keys: {
      configured: () => held.live.length > 0,
      redactor: (presented) => createKeyRedactor(held.live, presented),
      authenticate(presented) {
        const key = findMatchingKey(held.live, presented);
        if (key === null) outbox.touch();
        else outbox.noteUse({ id: key.id, label: key.label });
        return key;
      },
    },
    records: {
      async register(delivery) {
        const { body, ...prepared } = prepareDelivery(delivery);
        const call = calls.next();
        outbox.post({ type: 'register', call, delivery: prepared, body: outbox.enclose(body) });
        return { number: await calls.text(call) };
      },
    },
    rejected: {
      async keep({ body, ...rejected }) {
        const call = calls.next();
        outbox.post({ type: 'keep', call, rejected, body: outbox.enclose(body) });
        await calls.ended(call);
      },
    },
    policies: {
      async lookup(query, keyLabel) {
        const call = calls.next();
        outbox.post({ type: 'lookup', call, query, keyLabel });
        return calls.text(call);
      },
      async balance(query, keyLabel) {
        const call = calls.next();
        outbox.post({ type: 'balance', call, query, keyLabel });
        return (await calls.ended(call)).text;
      },
    },
    cancellations: {
      // The engine counts them: it knows of the answers that are on their way.
      heldCalls: () => 0,
      async ask({ body, ...ask }, connection) {
        const call = calls.next();
        connections.set(call, connection);
        outbox.post({ type: 'ask', call, ask, body: outbox.enclose(body) });
        connection.onGone(() => {
          connections.delete(call);
          outbox.post({ type: 'gone', call });
        });
        await calls.ended(call).catch((failure: unknown) => {
          connections.delete(call);
          throw failure;
        });
      },
    },
  };
}

function write(
  { call, answer, closeConnection }: Extract<ToThread, { type: 'write' }>,
  connections: Map<number, HeldResponse>,
  outbox: Outbox,
): void {
  const connection = connections.get(call);
  connections.delete(call);
  const written = connection?.write(answer, { closeConnection }) ?? Promise.resolve(false);
  written.then(
    (isWritten) => outbox.post({ type: 'written', call, outcome: isWritten ? 'written' : 'closed' }),
    () => outbox.post({ type: 'written', call, outcome: 'unknown' }),
  );
}

type Result = Extract<ToThread, { type: 'result' }>;

/** The calls that wait for the engine, each by its number. */
class Calls {
  readonly #waiting = new Map<number, (result: Result) => void>();
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  end(call: number, result: Result): void {
    const resolve = this.#waiting.get(call);
    this.#waiting.delete(call);
    resolve?.(result);
  }

  async ended(call: number): Promise<Result> {
    const result = await new Promise<Result>((resolve) => this.#waiting.set(call, resolve));
    if (result.failure !== null) throw asError(result.failure);
    return result;
  }

  async text(call: number): Promise<string> {
    const { text } = await this.ended(call);
    if (text === null) throw new Error('The engine answered a call with nothing.');
    return text;
  }
}

function asError({ code, message }: Failure): Error {
  return code === null ? new Error(message) : new StoreProblem(code, message);
}

function logByMessage(outbox: Outbox): EngineLog {
  const say = (level: 'info' | 'warn' | 'error') => (fields: object, text: string) =>
    outbox.post({ type: 'log', level, fields, text });
  return { info: say('info'), warn: say('warn'), error: say('error') };
}
