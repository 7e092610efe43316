/** Starts the receiver's thread and connects it with the engine that is there at present. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { DatabaseFault } from '#shared/contract/database.ts';
import { newClosedFlag, waitUntilRaised } from '../closed-flag.ts';
import { lowWaterBytes as usualLowWaterBytes } from '../disk/index.ts';
import type { StartProgress, StoreProblemCode } from '../store/index.ts';
import { workerFile } from '../worker-file.ts';
import { defaultLimits, type ReceiverLimits } from './context.ts';
import type {
  GivenEndpoint,
  ListenState,
  OwnerToReceiver,
  ReceiverStart,
  ReceiverToOwner,
} from './protocol.ts';

export interface ReceiverThreadOptions {
  dataDir: string;
  /** Address of the database for a new directory; without one it is where the directory says. */
  database?: string | undefined;
  given?: GivenEndpoint | undefined;
  environmentKeys?: readonly string[] | undefined;
  /** The passphrase of the certificate's key, asked for when it is needed; null where none is kept. */
  certificatePassphrase?: ((installationId: string) => Promise<string | null>) | undefined;
  /** Whose data the directory is known to hold: it is not begun anew where it does not. */
  expects?: string | undefined;
  limits?: ReceiverLimits;
  /** With less free space it answers 503; tests set more. */
  lowWaterBytes?: number;
  /** Told about once a second while a start takes longer than usual. */
  onStarting?: ((progress: StartProgress) => void) | undefined;
  /** For tests that end it: told of the thread. */
  onWorker?: (worker: Worker) => void;
}

/** Why a receiver did not start, or is gone; `message` is one plain sentence for a person. */
export class ReceiverProblem extends Error {
  /** Null where it is no problem of the journal. */
  readonly code: StoreProblemCode | null;
  /** Why a database of a server cannot be worked with; null where it is not that. */
  readonly fault: DatabaseFault | null;
  constructor(code: StoreProblemCode | null, message: string, fault: DatabaseFault | null = null) {
    super(message);
    this.name = 'ReceiverProblem';
    this.code = code;
    this.fault = fault;
  }
}

export interface ReceiverThread {
  /**
   * Resolves once it holds the data directory and its journal, and listens where it was told before where; rejects with a
   * `ReceiverProblem`.
   */
  readonly opened: Promise<{ installationId: string }>;
  /** As far as it was heard of; `failed` once the thread has ended. */
  state(): ListenState;
  /** Since when it is in its state, in milliseconds since 1970, and whether it was heard of in the last minute. */
  pulse(): { since: number; isAlive: boolean };
  /** A port for an engine, which takes the place of the one before. */
  connect(): MessagePort;
  /** Has it leave the database from which it answers lookups, which then get 503; at once where it has ended. */
  leaveDatabase(): Promise<void>;
  /** Has it read that again. */
  readDatabase(): void;
  /**
   * Answers held calls "in review", stops listening, closes the journal; ends the thread after the limit at the latest. `isAsked`:
   * somebody wants it to end, and it is not that it cannot go on.
   */
  close(limitMs?: number, isAsked?: boolean): Promise<'closed' | 'terminated'>;
  /** The same, while the caller stands still: for an end of the session, which waits for nothing else. */
  closeNow(limitMs: number): 'closed' | 'terminated';
  /** Has it try whether calls reach it, and listen again where they do not, as after a sleep of the computer. */
  checkListening(): void;
  /** Resolves once the thread has ended, with the reason where nobody asked it to. */
  readonly ended: Promise<ReceiverProblem | null>;
}

const closeLimitMs = 4000;
/**
 * A thousand held calls and 256 MiB of bodies, which are outside the heap, need little of this. The engine of JavaScript lets a
 * heap grow by a factor between two collections of all of it that falls with its limit: with 512 MiB it collected all five times
 * a second beside 5,000 orders a second, which took a fifth of the processor; from 2 GiB on the factor is at its most.
 */
const resourceLimits = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

/** A thread that says nothing for so long hangs; it says something every ten seconds. */
const silenceMs = 60_000;

/** Follows how long the thread has been in its state, and when it was last heard of; to be called after `state` is followed. */
function pulseOf(worker: Worker, state: () => ListenState['state']): ReceiverThread['pulse'] {
  let known = state();
  let since = Date.now();
  let heardAt = performance.now();
  let isOver = false;
  const follow = () => {
    heardAt = performance.now();
    if (state() === known) return;
    known = state();
    since = Date.now();
  };
  worker.on('message', follow);
  worker.on('exit', () => {
    isOver = true;
    follow();
  });
  return () => ({ since, isAlive: isOver || performance.now() - heardAt < silenceMs });
}

/** Starts the thread; it begins to listen by itself where it was told before where. */
export function startReceiverThread(options: ReceiverThreadOptions): ReceiverThread {
  const { dataDir, given = {}, environmentKeys = [], onStarting = () => {} } = options;
  const { limits = defaultLimits, lowWaterBytes = usualLowWaterBytes } = options;
  const { expects = null } = options;
  const isClosed = newClosedFlag();
  const start: ReceiverStart = {
    ...{ dataDir, database: options.database, limits, lowWaterBytes, given, environmentKeys, expects },
    closed: isClosed,
  };
  const file = workerFile({ source: './receiver.worker.ts', built: 'receiver-worker.js' }, import.meta.url);
  const worker = new Worker(file, { workerData: start, name: 'perito receiver', resourceLimits });
  options.onWorker?.(worker);
  const opened = Promise.withResolvers<{ installationId: string }>();
  const closed = Promise.withResolvers<void>();
  let left = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<ReceiverProblem | null>();
  // Whoever needs it waits for it; nobody else has to hear of it.
  opened.promise.catch(() => {});
  let isEndExpected = false;
  let problem = new ReceiverProblem(null, 'The receiver ended without being asked to.');
  let state: ListenState = { state: 'starting', url: null, error: null };
  worker.on('message', (message: ReceiverToOwner) => {
    if (message.type === 'opened') opened.resolve({ installationId: message.installationId });
    else if (message.type === 'starting') onStarting(message.progress);
    else if (message.type === 'closed') closed.resolve();
    else if (message.type === 'databaseLeft') left.resolve();
    else if (message.type === 'passphraseWanted') void tellPassphrase(message);
    else if (message.type === 'state')
      state = { state: message.state, url: message.url, error: message.error };
    else if (message.type === 'problem') {
      problem = new ReceiverProblem(message.code, message.message, message.fault);
      opened.reject(problem);
    }
  });
  const tellPassphrase = async ({ call, installationId }: { call: number; installationId: string }) => {
    const asked = options.certificatePassphrase?.(installationId) ?? Promise.resolve(null);
    send({ type: 'passphrase', call, passphrase: await asked.catch(() => null) });
  };
  worker.on('error', (failure: unknown) => {
    const text = failure instanceof Error ? failure.message : String(failure);
    problem = new ReceiverProblem(null, `The receiver stopped through a fault: ${text}`);
  });
  worker.on('exit', () => {
    state = { state: 'failed', url: null, error: null };
    opened.reject(problem);
    ended.resolve(isEndExpected ? null : problem);
  });
  const pulse = pulseOf(worker, () => state.state);
  const send = (message: OwnerToReceiver, transfer: MessagePort[] = []) =>
    worker.postMessage(message, transfer);

  const close = async (limitMs: number, isAsked: boolean): Promise<'closed' | 'terminated'> => {
    isEndExpected = true;
    // While it opens it hears nothing: it is closed as soon as it is open.
    send({ type: 'close', limitMs, isAsked });
    const over = Promise.withResolvers<'over'>();
    const limit = setTimeout(over.resolve, limitMs, 'over');
    const how = await Promise.race([closed.promise, ended.promise, over.promise]);
    clearTimeout(limit);
    await worker.terminate();
    return how === 'over' ? 'terminated' : 'closed';
  };
  let closing: Promise<'closed' | 'terminated'> | null = null;

  return {
    opened: opened.promise,
    ended: ended.promise,
    state: () => state,
    pulse,
    connect() {
      const { port1, port2 } = new MessageChannel();
      send({ type: 'engine', port: port2 }, [port2]);
      return port1;
    },
    async leaveDatabase() {
      left = Promise.withResolvers();
      send({ type: 'leaveDatabase' });
      await Promise.race([left.promise, ended.promise]);
    },
    readDatabase: () => send({ type: 'readDatabase' }),
    close: (limitMs = closeLimitMs, isAsked = true) => (closing ??= close(limitMs, isAsked)),
    closeNow(limitMs) {
      if (closing === null) send({ type: 'close', limitMs, isAsked: true });
      isEndExpected = true;
      closing ??= ended.promise.then(() => 'closed');
      return waitUntilRaised(isClosed, limitMs) ? 'closed' : 'terminated';
    },
    checkListening: () => send({ type: 'checkListening' }),
  };
}
