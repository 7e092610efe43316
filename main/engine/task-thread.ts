import { parentPort, type Transferable, Worker } from 'node:worker_threads';

/** Why a task was not done. */
export type TaskFailureReason =
  /** It made no progress within its time. */
  | 'timedOut'
  /** It needed more memory than the thread may take. */
  | 'outOfMemory'
  /** The thread failed, or ended by itself. */
  | 'crashed'
  /** The thread was closed before. */
  | 'closed';

/** A task that brought its thread down. */
export class TaskFailure extends Error {
  readonly reason: TaskFailureReason;
  constructor(reason: TaskFailureReason, detail: string) {
    super(detail);
    this.name = 'TaskFailure';
    this.reason = reason;
  }
}

export interface TaskThreadOptions {
  file: URL;
  name: string;
  /** Mebibytes of the thread's heap. */
  memory: number;
  /** Milliseconds without progress after which the thread is ended. */
  patience: number;
  /** Milliseconds without any task after which the thread is ended. */
  idle?: number;
}

export interface TaskOptions {
  transfer?: Transferable[];
  /** Another value than before is progress; without it, only the end is. */
  progress?: () => number;
}

interface Waiting<Task, Result> {
  task: Task;
  options: TaskOptions;
  resolve(result: Result): void;
  reject(failure: TaskFailure): void;
}

/** A thread holds some 30 MB; starting one anew takes a quarter of a second. */
const usualIdle = 5000;

/**
 * Runs tasks one after the other in a thread that is there only for them, started when there is one. What brings the
 * thread down, by its time, its memory or a fault, ends that task alone: the next finds a fresh thread.
 */
export class TaskThread<Task, Result> {
  readonly #options: TaskThreadOptions;
  #waiting: Waiting<Task, Result>[] = [];
  #current: Waiting<Task, Result> | null = null;
  #worker: Worker | null = null;
  #watch: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: TaskThreadOptions) {
    this.#options = options;
  }

  /** Rejects with a `TaskFailure`. */
  run(task: Task, options: TaskOptions = {}): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, options, resolve, reject });
      this.#next();
    });
  }

  /** Ends the thread; what waits is not done. A later task starts another. */
  async close(): Promise<void> {
    const waiting = [...(this.#current === null ? [] : [this.#current]), ...this.#waiting.splice(0)];
    this.#current = null;
    const ended = this.#end();
    for (const one of waiting) one.reject(new TaskFailure('closed', 'The thread was closed.'));
    await ended;
  }

  #next(): void {
    if (this.#current !== null) return;
    clearTimeout(this.#idle);
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#idle = setTimeout(() => void this.#end(), this.#options.idle ?? usualIdle).unref();
      return;
    }
    this.#current = next;
    this.#worker ??= this.#start();
    this.#watchProgress(next.options.progress ?? (() => 0));
    this.#worker.postMessage(next.task, next.options.transfer);
  }

  #start(): Worker {
    const { file, name, memory } = this.#options;
    const worker = new Worker(file, {
      name,
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
    });
    const isMine = () => this.#worker === worker;
    worker.on('message', (result: Result) => {
      if (isMine()) this.#settle((one) => one.resolve(result));
    });
    worker.on('error', (failure) => {
      const isMemory = 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isMine()) this.#fail(isMemory ? 'outOfMemory' : 'crashed', failure.message);
    });
    worker.on('exit', (code) => {
      if (isMine()) this.#fail('crashed', `The thread ended with ${code}.`);
    });
    return worker;
  }

  #watchProgress(progress: () => number): void {
    let seen = progress();
    let stalls = 0;
    // Twice in a row: a machine that slept finds its timers due before anything had time to go on.
    this.#watch = setInterval(() => {
      const now = progress();
      stalls = now === seen ? stalls + 1 : 0;
      if (stalls === 2) this.#fail('timedOut', `No progress in ${this.#options.patience} ms.`);
      seen = now;
    }, this.#options.patience / 2);
  }

  #fail(reason: TaskFailureReason, detail: string): void {
    void this.#end();
    this.#settle((one) => one.reject(new TaskFailure(reason, detail)));
  }

  #settle(settle: (one: Waiting<Task, Result>) => void): void {
    clearInterval(this.#watch);
    const settled = this.#current;
    this.#current = null;
    if (settled !== null) settle(settled);
    this.#next();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    clearInterval(this.#watch);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** The thread's side: answers each task with what is made of it. Call it once, at the top of a worker's entry. */
export function answerTasks<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
  transfer: (result: Result) => Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error('Tasks are done in a thread of their own.');
  port.on('message', async (task: Task) => {
    const result = await work(task);
    port.postMessage(result, transfer(result));
  });
}
