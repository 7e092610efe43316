import type { Worker } from 'node:worker_threads';
import type { AttachmentFile } from '../engine/file-of-attachment.ts';
import type { CollectedOutcome } from '../engine/host.ts';
import { type FromEngine, fromEngine } from '../engine/worker-messages.ts';
import { EngineProblem } from './engine-problem.ts';

type MessageOf<Type extends FromEngine['type']> = Extract<FromEngine, { type: Type }>;
/** Given null when the thread has ended. */
type Listener = (message: FromEngine | null) => void;

/** What is heard from a running engine thread, and how it ended. */
export class EngineThreadEvents {
  /** Resolves when the thread has ended: null where that was asked for, else why. */
  readonly ended: Promise<EngineProblem | null>;
  #expected = false;
  #isOver = false;
  readonly #listeners = new Set<Listener>();

  constructor(worker: Worker) {
    const { promise, resolve } = Promise.withResolvers<EngineProblem | null>();
    this.ended = promise;
    let cause: EngineProblem | null = null;
    const tell = (message: FromEngine | null) => {
      for (const listener of [...this.#listeners]) listener(message);
    };
    worker.on('message', (raw: unknown) => {
      const message = fromEngine.safeParse(raw);
      if (message.success) tell(message.data);
    });
    worker.on('error', (failure: unknown) => {
      cause = asEngineProblem(failure);
    });
    worker.on('exit', () => {
      this.#isOver = true;
      tell(null);
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
      if (message === null || !isOne(message)) return;
      this.#listeners.delete(listener);
      resolve(message);
    };
    this.#listeners.add(listener);
    return promise;
  }

  /** What became of the secret given for this ticket; null where the engine failed at it or is gone. */
  async outcomeOf(ticket: string): Promise<CollectedOutcome | null> {
    const answer = await this.#answer((message) => message.type === 'outcome' && message.ticket === ticket);
    return answer?.type === 'outcome' ? answer.outcome : null;
  }

  /** The file asked for by this call; null where there is none, or where the engine failed at it or is gone. */
  async fileOf(call: number): Promise<AttachmentFile | null> {
    const answer = await this.#answer((message) => message.type === 'file' && message.call === call);
    return answer?.type === 'file' ? answer.file : null;
  }

  /** The message that answers; null where the thread has ended, or does before. */
  #answer(isIt: (message: FromEngine) => boolean): Promise<FromEngine | null> {
    if (this.#isOver) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<FromEngine | null>();
    const listener: Listener = (message) => {
      if (message !== null && !isIt(message)) return;
      this.#listeners.delete(listener);
      resolve(message);
    };
    this.#listeners.add(listener);
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
