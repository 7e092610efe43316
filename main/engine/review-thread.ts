/** What is opened read-only, in a thread of its own: for the shell that owns it. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { ContentVariant } from '#shared/attachment-terms.ts';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { AttachmentFile } from './engine-protocol.ts';
import type { FromReview, ReviewStart, reviewContract, ToReview } from './review-protocol.ts';
import { within } from './within.ts';
import { workerFile } from './worker-file.ts';

export type ReviewState =
  /** How much of it is made, in records; of `all` 0 nobody knows yet. */
  | { is: 'opening'; done: number; all: number }
  /** It is encrypted, and waits for its passphrase. */
  | { is: 'locked'; wasWrong: boolean }
  | { is: 'open'; archive: OpenedArchive }
  /** `detail` is for whoever looks after the computer. */
  | { is: 'failed'; code: string; detail: string };

export interface ReviewThread {
  state(): ReviewState;
  /** Resolves once it opens no more: it is open, asks for its passphrase, or failed. */
  settled(): Promise<Exclude<ReviewState, { is: 'opening' }>>;
  /** A port that speaks the console contract, as far as it reads; it closes at once where nothing is open. */
  connect(via: Actor['via']): MessagePort;
  /** Where the file of an attachment is; null where there is none, or nothing is open. */
  attachmentFile(attachmentId: number, variant: ContentVariant): Promise<AttachmentFile | null>;
  givePassphrase(passphrase: string): void;
  /** Ends it, whatever it does; nothing of the directory is open any more then. */
  close(): Promise<void>;
}

/** Of a record with all that belongs to it, a handful of megabytes at a time. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const closeMilliseconds = 2000;

export function startReview(start: Omit<ReviewStart, 'shellPort'>): ReviewThread {
  const { port1, port2 } = new MessageChannel();
  const workerData: ReviewStart = { ...start, shellPort: port2 };
  const file = workerFile({ source: './review.worker.ts', built: 'review-worker.js' }, import.meta.url);
  const worker = new Worker(file, {
    ...{ workerData, resourceLimits, name: 'perito archive', transferList: [port2] },
  });
  let state: ReviewState = { is: 'opening', done: 0, all: 0 };
  let settling = Promise.withResolvers<Exclude<ReviewState, { is: 'opening' }>>();
  const become = (next: ReviewState) => {
    if (state.is === 'failed') return;
    if (next.is !== 'opening') settling.resolve(next);
    else if (state.is !== 'opening') settling = Promise.withResolvers();
    state = next;
  };
  const ports = new Set<MessagePort>();
  const closed = Promise.withResolvers<void>();
  const end = (code: string, detail: string) => {
    become({ is: 'failed', code, detail });
    for (const port of ports) port.close();
    port1.close();
  };
  worker.on('message', (message: FromReview) => {
    if (message.type === 'closed') closed.resolve();
    else if (message.type === 'problem') end(message.code, message.detail);
    else if (message.type === 'progress') become({ is: 'opening', done: message.done, all: message.all });
    else if (message.type === 'passphraseWanted') become({ is: 'locked', wasWrong: message.wasWrong });
    else become({ is: 'open', archive: message.archive });
  });
  worker.on('error', (failure: unknown) => end('crashed', String(failure)));
  worker.on('exit', () => {
    end('crashed', 'The thread ended without being asked to.');
    closed.resolve();
  });
  const client: ContractRouterClient<typeof reviewContract> = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  const send = (message: ToReview, transfer: MessagePort[] = []) => worker.postMessage(message, transfer);
  return {
    state: () => state,
    settled: () => settling.promise,
    connect(via) {
      const channel = new MessageChannel();
      if (state.is !== 'open') channel.port2.close();
      else {
        ports.add(channel.port1);
        channel.port1.on('close', () => ports.delete(channel.port1));
        send({ type: 'connect', port: channel.port2, via }, [channel.port2]);
      }
      return channel.port1;
    },
    async attachmentFile(attachmentId, variant) {
      if (state.is !== 'open') return null;
      return client.attachmentFile({ attachmentId, variant }).catch(() => null);
    },
    givePassphrase(passphrase) {
      if (state.is !== 'locked') return;
      become({ is: 'opening', done: 0, all: 0 });
      send({ type: 'passphrase', passphrase });
    },
    async close() {
      if (state.is === 'open') {
        send({ type: 'close' });
        await within(closeMilliseconds, closed.promise);
      }
      await worker.terminate();
      end('closed', '');
    },
  };
}
