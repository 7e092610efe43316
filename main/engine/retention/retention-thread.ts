/** What takes long of retention, in a thread of its own: looking through all claims, and writing and reading bundles. */
import { Worker } from 'node:worker_threads';
import type { RetentionFailureCode, RetentionPlan } from '#shared/contract/retention.ts';
import { endThread } from '../end-thread.ts';
import { within } from '../within.ts';
import { workerFile } from '../worker-file.ts';
import { type BundlePlaces, RetentionProblem, type WrittenRetentionBundle } from './bundle-file.ts';
import type { BundleLimits, ChosenClaim } from './choose.ts';
import type { LastLook } from './removal.ts';

/** What the thread may be asked for, and what comes of each. */
interface Tasks {
  plan: { given: { years: number; now: number }; found: RetentionPlan };
  choose: {
    given: { closedBefore: number; now: number; afterSeq: number; limits: BundleLimits };
    found: ChosenClaim[];
  };
  look: { given: LastLook; found: ChosenClaim[] };
  write: {
    given: Omit<BundlePlaces, 'dataDir'> & { ids: number[]; version: string; signingKey: string | null };
    found: WrittenRetentionBundle;
  };
  verify: { given: Omit<BundlePlaces, 'dataDir'> & { root: string }; found: null };
  /** The root of a file; null where it cannot be read. */
  identify: { given: { file: string }; found: string | null };
}
type TaskName = keyof Tasks;

/** The key never leaves the process. */
export type RetentionTask = { [Name in TaskName]: { name: Name; given: Tasks[Name]['given'] } }[TaskName];

/** Both ends are this program in one process, so the types are trusted. */
export type FromRetentionThread =
  | { type: 'progress'; phase: 'writing' | 'checking' | 'copying'; done: number; all: number }
  | { type: 'found'; found: unknown }
  | { type: 'failed'; code: RetentionFailureCode; detail: string };

type OnProgress = (progress: Extract<FromRetentionThread, { type: 'progress' }>) => void;

const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };
/** What waits for a network folder that hangs is not waited for. */
const stopMilliseconds = 3000;
/** A thread without a task ends. */
const idleMilliseconds = 5000;

/** Does one task after the other, in a thread that is there as long as there are some. */
export class RetentionThread {
  readonly #dataDir: string;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #settle: ((failure: RetentionProblem) => void) | null = null;
  #take: (message: FromRetentionThread) => void = () => {};

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Rejects with a `RetentionProblem`. */
  run<Name extends TaskName>(
    name: Name,
    given: Tasks[Name]['given'],
    onProgress: OnProgress = () => {},
  ): Promise<Tasks[Name]['found']> {
    const done = this.#last.then(() => this.#do(name, given, onProgress));
    this.#last = done.catch(() => {});
    return done;
  }

  /** Ends the task that is under way, and the thread; resolves once both have. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    clearTimeout(this.#idle);
    worker.postMessage('stop');
    // Not that of a task which another thread has begun by then.
    const settle = this.#settle;
    if (settle !== null) await within(stopMilliseconds, this.#last);
    this.#worker = null;
    await endThread(worker);
    settle?.(new RetentionProblem('stopped', 'The thread ended.'));
  }

  async #do<Name extends TaskName>(
    name: Name,
    given: Tasks[Name]['given'],
    onProgress: OnProgress,
  ): Promise<Tasks[Name]['found']> {
    clearTimeout(this.#idle);
    const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['found']>();
    this.#settle = reject;
    this.#take = (message) => {
      if (message.type === 'progress') onProgress(message);
      else if (message.type === 'found') resolve(message.found as Tasks[Name]['found']);
      else reject(new RetentionProblem(message.code, message.detail));
    };
    this.#worker ??= this.#start();
    this.#worker.postMessage({ name, given });
    try {
      return await promise;
    } finally {
      this.#settle = null;
      this.#idle = setTimeout(() => void this.stop(), idleMilliseconds).unref();
    }
  }

  #start(): Worker {
    const file = workerFile(
      { source: './retention.worker.ts', built: 'retention-worker.js' },
      import.meta.url,
    );
    const worker = new Worker(file, { workerData: this.#dataDir, name: 'perito retention', resourceLimits });
    const isMine = () => this.#worker === worker || this.#worker === null;
    worker.on('message', (message: FromRetentionThread) => {
      if (isMine()) this.#take(message);
    });
    worker.on('error', (failure: unknown) => {
      const detail = failure instanceof Error ? failure.message : String(failure);
      if (isMine()) this.#settle?.(new RetentionProblem('other', detail));
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      if (isMine()) this.#settle?.(new RetentionProblem('stopped', 'The thread ended.'));
    });
    return worker;
  }
}
