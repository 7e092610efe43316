import type { Nesting } from './nesting.ts';
import { StoreProblem } from './store-error.ts';
import type { GroupMemory, WriteTransaction } from './transaction.ts';

/** A piece of writing. It may be run again after a neighbour failed, so it has no effect but through `tx`. */
export type Job<Result> = (tx: WriteTransaction) => Promise<Result>;

/** The one connection that writes, a transaction at a time. What it rejects with is what whoever gave the job is told. */
export interface WritingConnection {
  readonly transaction: WriteTransaction;
  /** Begins one; where it is not to be synced its commit is on the disk with the next that is. */
  begin(isSynced: boolean): Promise<void>;
  /**
   * Commits, with the statements that `runWithCommit` of the memory gives. Rejects with a `StoreProblem` where it cannot be known
   * whether it was committed; with one that `isFinal`, nothing more can be written. Any other failure has left nothing.
   */
  commit(): Promise<void>;
  /** Undoes what was begun, if anything; never rejects. */
  rollBack(): Promise<void>;
  /** What a failure of a statement means, where it is the store's and not the job's. */
  asProblem(failure: unknown): unknown;
}

interface Waiting {
  isSynced: boolean;
  run(tx: WriteTransaction): Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** The most jobs in one synced transaction: keeps the stop for a sync and the roll-back of a failure short. */
const maxGroup = 256;

/**
 * The one writer. All jobs that wait when a group begins run one after the other in one transaction, which
 * is synced to disk once; then all of them are answered. A job that throws is rolled back alone: the group
 * is undone and its jobs are run again, each in a transaction of its own.
 */
export class Writer {
  readonly #connection: WritingConnection;
  readonly #nesting: Nesting;
  readonly #onFailure: (problem: StoreProblem) => void;
  readonly #confirm: (memory: GroupMemory) => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #stopped: StoreProblem | null = null;
  #idle: (() => void)[] = [];

  /** `confirm` throws a `StoreProblem` where what was committed is not where it will be found again. */
  constructor(
    connection: WritingConnection,
    nesting: Nesting,
    onFailure: (problem: StoreProblem) => void,
    confirm: (memory: GroupMemory) => void = () => {},
  ) {
    this.#confirm = confirm;
    this.#connection = connection;
    this.#nesting = nesting;
    this.#onFailure = onFailure;
  }

  /**
   * Resolves with the job's result once it is synced to disk; rejects with the job's error, or a StoreProblem. A job that is
   * not to be synced resolves once it is committed, and is on the disk with the next that is. One that is a group already
   * does not wait for others.
   */
  async run<Result>(
    job: Job<Result>,
    { isSynced = true, isGroup = false }: { isSynced?: boolean; isGroup?: boolean } = {},
  ): Promise<Result> {
    this.#nesting.refuseInside('write');
    if (this.#stopped !== null) throw this.#stopped;
    return new Promise<Result>((resolve, reject) => {
      let outcome: { value: Result } | undefined;
      this.#waiting.push({
        isSynced,
        run: async (tx) => {
          outcome = { value: await job(tx) };
        },
        resolve: () => {
          if (outcome !== undefined) resolve(outcome.value);
        },
        reject,
      });
      this.#schedule(isGroup);
    });
  }

  /** Waits for what was given so far, then takes no more. */
  async close(): Promise<void> {
    while (this.#scheduled || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    this.#stopped ??= new StoreProblem('closed', 'The store is closed.');
  }

  /** Writes nothing more in this run; told once. */
  fail(problem: StoreProblem): void {
    if (this.#stopped !== null) return;
    this.#stopped = problem;
    for (const job of this.#waiting.splice(0)) job.reject(problem);
    this.#onFailure(problem);
  }

  #schedule(isGroup = false): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the present round of I/O, so that all calls that it brings share one sync.
    if (isGroup) void this.#runGroup();
    else setImmediate(() => void this.#runGroup());
  }

  async #runGroup(): Promise<void> {
    const group = this.#waiting.splice(0, maxGroup);
    try {
      await this.#runTogether(group);
    } catch (failure) {
      await this.#connection.rollBack();
      // What may have been committed must not be done again.
      if (failure instanceof CommitUnknown) for (const job of group) job.reject(failure.problem);
      else await this.#runAlone(group);
    }
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else for (const wake of this.#idle.splice(0)) wake();
  }

  async #runTogether(group: Waiting[]): Promise<void> {
    const { transaction } = this.#connection;
    transaction.memory.forget();
    await this.#connection.begin(group.some(({ isSynced }) => isSynced));
    for (const job of group) await this.#nesting.inside('write', () => job.run(transaction));
    await transaction.memory.runBeforeCommit();
    await this.#commit();
    for (const job of group) job.resolve();
  }

  async #runAlone(group: Waiting[]): Promise<void> {
    let away: StoreProblem | null = null;
    for (const job of group) {
      if (this.#stopped !== null || away !== null) {
        job.reject(this.#stopped ?? away);
        continue;
      }
      try {
        await this.#runTogether([job]);
      } catch (failure) {
        await this.#connection.rollBack();
        if (failure instanceof StoreProblem && failure.code === 'superseded') this.fail(failure);
        const problem =
          failure instanceof CommitUnknown ? failure.problem : this.#connection.asProblem(failure);
        // The others would each wait for it as long.
        if (problem instanceof StoreProblem && ['unreachable', 'notAccessible'].includes(problem.code))
          away = problem;
        job.reject(problem);
      }
    }
  }

  async #commit(): Promise<void> {
    try {
      await this.#connection.commit();
      this.#confirm(this.#connection.transaction.memory);
    } catch (failure) {
      if (!(failure instanceof StoreProblem)) throw failure;
      if (isFinal(failure)) this.fail(failure);
      throw new CommitUnknown(failure);
    }
  }
}

/** Whether a commit took effect is not known. */
class CommitUnknown extends Error {
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem) {
    super(problem.message, { cause: problem });
    this.problem = problem;
  }
}

/** After it nothing more is written in this run. */
const isFinal = ({ code }: StoreProblem): boolean => code !== 'unreachable';
