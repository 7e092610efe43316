import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/forms.ts';
import type { AttachmentFile } from '../engine/file-of-attachment.ts';
import type { CollectedOutcome, EngineHost } from '../engine/host.ts';
import type { CallFault } from '../engine/serve-port.ts';
import type { EngineStart, ThreadOptions, ToEngine } from '../engine/worker-messages.ts';
import { EngineProblem } from './engine-problem.ts';
import { engineWorkerFile } from './engine-worker-file.ts';
import { serveHost } from './serve-host.ts';
import { EngineThreadEvents } from './thread-life.ts';

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
