import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { Actor } from '#shared/contract/common.ts';
import {
  type AttachmentFile,
  type EngineStart,
  type engineContract,
  type FromEngine,
  fromEngine,
  type ThreadOptions,
  type ToEngine,
} from '../engine/engine-protocol.ts';
import type { CollectedOutcome } from '../engine/host.ts';
import { type CallFault, serveOnPort } from '../engine/serve-port.ts';
import { workerFile } from '../engine/worker-file.ts';
import type { Host } from './host.ts';
import { EngineProblem } from './process.ts';

export interface EngineThread {
  readonly receiverUrl: string | null;
  /** A port that speaks the console contract for a caller who came this way. */
  connect(via: Actor['via']): MessagePort;
  /** Gives the engine what a person typed on a page of the shell; null where the engine failed at it or is gone. */
  acceptCollected(ticket: string, secret: string): Promise<CollectedOutcome | null>;
  /** Where the file of an attachment is; null where there is none, or where the engine failed at it or is gone. */
  attachmentFile(attachmentId: number, variant: ContentVariant): Promise<AttachmentFile | null>;
  /** Answers what waits, closes the store, ends the thread; `terminated` where that took over the limit. */
  close(limitMs?: number): Promise<'closed' | 'terminated'>;
  /** Resolves once the thread has ended, with the problem where nobody asked it to. */
  readonly ended: Promise<EngineProblem | null>;
}

export interface EngineThreadOptions {
  options: ThreadOptions;
  host: Host;
  /** Notified of calls to the host that failed through a fault of ours. */
  onFault: (fault: CallFault) => void;
  /** Another entry than the engine's own, for tests of the thread itself. */
  workerFile?: URL;
}

/** A runaway is ended before it takes the machine; the engine at rest needs a fifth of this. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
const closeLimitMs = 4000;

/** The file that the engine's thread runs. */
export function engineWorkerFile(from: string = import.meta.url): URL {
  return workerFile({ source: '../engine/engine.worker.ts', built: 'engine-worker.js' }, from);
}

/** Starts the engine in its own thread; rejects with an `EngineProblem` where it cannot start. */
export async function startEngineThread(start: EngineThreadOptions): Promise<EngineThread> {
  const host = new MessageChannel();
  const shell = new MessageChannel();
  serveOnPort(start.host, host.port1, {}, start.onFault);
  const workerData: EngineStart = { hostPort: host.port2, shellPort: shell.port2, options: start.options };
  const worker = new Worker(start.workerFile ?? engineWorkerFile(), {
    workerData,
    transferList: [host.port2, shell.port2],
    resourceLimits,
  });
  const closePorts = () => {
    host.port1.close();
    shell.port1.close();
  };

  const started = Promise.withResolvers<Exclude<FromEngine, { type: 'closed' }>>();
  const closed = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<EngineProblem | null>();
  let isEndExpected = false;
  let problem = new EngineProblem('ended', 'The engine ended without being asked to.');
  worker.on('message', (raw: unknown) => {
    const message = fromEngine.safeParse(raw);
    if (!message.success) return;
    if (message.data.type === 'closed') closed.resolve();
    else started.resolve(message.data);
  });
  worker.on('error', (failure: unknown) => {
    problem = asEngineProblem(failure);
  });
  worker.on('exit', () => {
    closePorts();
    ended.resolve(isEndExpected ? null : problem);
  });

  const first = await Promise.race([started.promise, ended.promise]);
  if (first === null || first instanceof EngineProblem || first.type === 'problem') {
    await worker.terminate();
    throw first !== null && 'type' in first
      ? new EngineProblem(first.code, first.message)
      : (first ?? problem);
  }

  const engine: ContractRouterClient<typeof engineContract> = createORPCClient(
    new RPCLink({ port: shell.port1 }),
  );
  let isGone = false;
  shell.port1.on('close', () => {
    isGone = true;
  });
  shell.port1.start();
  // A call on a port that is closed would never be answered; the engine has logged what failed.
  const orNull = <Answer>(call: () => Promise<Answer>): Promise<Answer | null> =>
    isGone ? Promise.resolve(null) : call().catch(() => null);

  const send = (message: ToEngine, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  async function close(limitMs: number): Promise<'closed' | 'terminated'> {
    isEndExpected = true;
    send({ type: 'close' });
    const over = Promise.withResolvers<'over'>();
    const limit = setTimeout(over.resolve, limitMs, 'over');
    const how = await Promise.race([closed.promise, ended.promise, over.promise]);
    clearTimeout(limit);
    closePorts();
    await worker.terminate();
    return how === 'over' ? 'terminated' : 'closed';
  }
  let closing: Promise<'closed' | 'terminated'> | null = null;

  return {
    receiverUrl: first.receiverUrl,
    ended: ended.promise,
    connect(via) {
      const { port1, port2 } = new MessageChannel();
      send({ type: 'connect', port: port2, via }, [port2]);
      return port1;
    },
    acceptCollected: (ticket, secret) => orNull(() => engine.acceptCollected({ ticket, secret })),
    attachmentFile: (attachmentId, variant) => orNull(() => engine.attachmentFile({ attachmentId, variant })),
    close: (limitMs = closeLimitMs) => (closing ??= close(limitMs)),
  };
}

function asEngineProblem(failure: unknown): EngineProblem {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new EngineProblem(
      'outOfMemory',
      'The engine was stopped: it needed more memory than it may take.',
    );
  }
  const text = failure instanceof Error ? failure.message : String(failure);
  return new EngineProblem('crashed', `The engine stopped through a fault: ${text}`);
}
