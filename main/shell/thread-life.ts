import type { Worker } from 'node:worker_threads';
import type { CollectedOutcome } from '../engine/host.ts';
import { type FromEngine, fromEngine } from '../engine/worker-messages.ts';
import { EngineProblem } from './engine-problem.ts';

type MessageOf<Type extends FromEngine['type']> = Extract<FromEngine, { type: Type }>;
type Listener = (message: FromEngine) => void;

/** What is heard from a running engine thread, and how it ended. */
export class ThreadLife {
  /** Resolves when the thread has ended: null where that was asked for, else why. */
  readonly ended: Promise<EngineProblem | null>;
  #expected = false;
  readonly #listeners = new Set<Listener>();

  constructor(worker: Worker) {
    const { promise, resolve } = Promise.withResolvers<EngineProblem | null>();
    this.ended = promise;
    let cause: EngineProblem | null = null;
    worker.on('message', (raw: unknown) => {
      const message = fromEngine.safeParse(raw);
      if (message.success) for (const listener of [...this.#listeners]) listener(message.data);
    });
    worker.on('error', (failure: unknown) => {
      cause = asEngineProblem(failure);
    });
    worker.on('exit', () => {
      resolve(
        this.#expected
          ? null
          : (cause ?? new EngineProblem('ended', 'The engine ended without being asked to.')),
      );
    });
  }

  expectEnd(): void {
    this.#expected = true;
  }

  /** The next message of one of these types. */
  next<Type extends FromEngine['type']>(...types: Type[]): Promise<MessageOf<Type>> {
    const isOne = (message: FromEngine): message is MessageOf<Type> =>
      types.some((type) => type === message.type);
    const { promise, resolve } = Promise.withResolvers<MessageOf<Type>>();
    const listener: Listener = (message) => {
      if (!isOne(message)) return;
      this.#listeners.delete(listener);
      resolve(message);
    };
    this.#listeners.add(listener);
    return promise;
  }

  /** What became of the secret given for this ticket; null where the engine failed at it or is gone. */
  outcomeOf(ticket: string): Promise<CollectedOutcome | null> {
    const { promise, resolve } = Promise.withResolvers<CollectedOutcome | null>();
    const listener: Listener = (message) => {
      if (message.type !== 'outcome' || message.ticket !== ticket) return;
      this.#listeners.delete(listener);
      resolve(message.outcome);
    };
    this.#listeners.add(listener);
    void this.ended.then(() => resolve(null));
    return promise;
  }
}

function asEngineProblem(failure: unknown): EngineProblem {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new EngineProblem(
      'outOfMemory',
      'The engine was stopped: it needed more memory than it may take.',
    );
  }
  const words = failure instanceof Error ? failure.message : String(failure);
  return new EngineProblem('crashed', `The engine stopped through a fault: ${words}`);
}
