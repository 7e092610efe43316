import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { AttachmentFile } from '../engine/file-of-attachment.ts';
import type { CollectedOutcome, EngineHost } from '../engine/host.ts';
import type { CallFault } from '../engine/serve-port.ts';
import { workerFile } from '../engine/worker-file.ts';
import {
  type EngineStart,
  type FromEngine,
  fromEngine,
  type ThreadOptions,
  type ToEngine,
} from '../engine/worker-messages.ts';
import { EngineProblem } from './process.ts';
import { serveHost } from './serve-host.ts';

export interface EngineThread {
  readonly receiverUrl: string | null;
  /** A port that speaks the console contract for a caller who came this way. */
  connect(via: Actor['via']): MessagePort;
  /** Gives the engine what a person typed on a page of the shell; null where the engine failed at it. */
  acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome | null>;
  /** Where the file of an attachment lies; null where there is none, or where the engine failed at it or is gone. */
  attachmentFile(attachmentId: number, variant: ContentVariant): Promise<AttachmentFile | null>;
  /** Answers what waits, closes the store, ends the thread; `terminated` where that took over the limit. */
  close(limitMs?: number): Promise<'closed' | 'terminated'>;
  /** Resolves once the thread has ended, with the problem where nobody asked it to. */
  readonly ended: Promise<EngineProblem | null>;
}

export interface EngineThreadOptions {
  options: ThreadOptions;
  host: EngineHost;
  /** Told of calls to the host that failed through a fault of ours. */
  onFault: (fault: CallFault) => void;
  /** Another entry than the engine's own, for tests of the thread itself. */
  workerFile?: URL;
}

/** A runaway is ended before it takes the machine; the engine at rest needs a fifth of this. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
const closeLimitMs = 4000;

/** Starts the engine in its own thread; rejects with an `EngineProblem` where it cannot start. */
export async function startEngineThread(start: EngineThreadOptions): Promise<EngineThread> {
  const { port1: hostSide, port2: engineSide } = new MessageChannel();
  serveHost(start.host, hostSide, start.onFault);
  const workerData: EngineStart = { hostPort: engineSide, options: start.options };
  const worker = new Worker(start.workerFile ?? engineWorkerFile(), {
    workerData,
    transferList: [engineSide],
    resourceLimits,
  });
  const life = new EngineThreadEvents(worker);
  const first = await Promise.race([life.next('ready', 'problem'), life.ended]);
  if (first === null || first instanceof EngineProblem || first.type !== 'ready') {
    hostSide.close();
    await worker.terminate();
    if (first instanceof EngineProblem) throw first;
    if (first?.type === 'problem') throw new EngineProblem(first.code, first.message);
    throw new EngineProblem('ended', 'The engine ended before it was ready.');
  }
  return asThread(worker, life, hostSide, first.receiverUrl);
}

function asThread(
  worker: Worker,
  life: EngineThreadEvents,
  hostSide: MessagePort,
  receiverUrl: string | null,
): EngineThread {
  const tell = (message: ToEngine, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  let closing: Promise<'closed' | 'terminated'> | null = null;
  let calls = 0;

  async function close(limitMs: number): Promise<'closed' | 'terminated'> {
    life.expectEnd();
    tell({ type: 'close' });
    const { promise: over, resolve } = Promise.withResolvers<'over'>();
    const limit = setTimeout(resolve, limitMs, 'over');
    const how = await Promise.race([life.next('closed'), life.ended, over]);
    clearTimeout(limit);
    hostSide.close();
    await worker.terminate();
    return how === 'over' ? 'terminated' : 'closed';
  }

  return {
    receiverUrl,
    ended: life.ended,
    connect(via) {
      const { port1, port2 } = new MessageChannel();
      tell({ type: 'connect', port: port2, via }, [port2]);
      return port1;
    },
    async acceptCollected(ticket, secret) {
      const answer = life.outcomeOf(ticket);
      tell({ type: 'collected', ticket, secret });
      return answer;
    },
    async attachmentFile(attachmentId, variant) {
      calls += 1;
      const answer = life.fileOf(calls);
      tell({ type: 'file', call: calls, attachmentId, variant });
      return answer;
    },
    close: (limitMs = closeLimitMs) => (closing ??= close(limitMs)),
  };
}

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

/** The file that the engine's thread runs. */
export function engineWorkerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../engine/worker.ts', built: 'engine-worker.js' }, from);
}
