import type Database from 'better-sqlite3';
import { errorCode } from '../error-code.ts';
import type { Nesting } from './nesting.ts';
import { StoreProblem } from './store-error.ts';
import { ConnectionTransaction, type GroupMemory, type WriteTransaction } from './transaction.ts';

/** A piece of writing. It may be run again after a neighbour failed, so it has no effect but through `tx`. */
export type Job<Result> = (tx: WriteTransaction) => Promise<Result>;

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
  readonly #database: Database.Database;
  readonly #transaction: ConnectionTransaction;
  readonly #nesting: Nesting;
  readonly #onFailure: (problem: StoreProblem) => void;
  readonly #confirm: (memory: GroupMemory) => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #isSynced = true;
  #stopped: StoreProblem | null = null;
  #idle: (() => void)[] = [];

  /** `confirm` throws a `StoreProblem` where what was committed is not where it will be found again. */
  constructor(
    database: Database.Database,
    nesting: Nesting,
    onFailure: (problem: StoreProblem) => void,
    confirm: (memory: GroupMemory) => void = () => {},
  ) {
    this.#confirm = confirm;
    this.#database = database;
    this.#nesting = nesting;
    this.#transaction = new ConnectionTransaction(database);
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
      this.#rollBack();
      if (this.#stopped !== null) for (const job of group) job.reject(failure);
      else await this.#runAlone(group);
    }
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else for (const wake of this.#idle.splice(0)) wake();
  }

  async #runTogether(group: Waiting[]): Promise<void> {
    this.#transaction.memory.forget();
    this.#setSynced(group.some(({ isSynced }) => isSynced));
    // Not IMMEDIATE, which would lock the attached journal as well; there is one writer.
    this.#database.exec('BEGIN');
    for (const job of group) await this.#nesting.inside('write', () => job.run(this.#transaction));
    await this.#transaction.memory.runBeforeCommit();
    this.#commit();
    try {
      this.#confirm(this.#transaction.memory);
    } catch (failure) {
      if (failure instanceof StoreProblem) this.fail(failure);
      throw failure;
    }
    for (const job of group) job.resolve();
  }

  async #runAlone(group: Waiting[]): Promise<void> {
    for (const job of group) {
      if (this.#stopped !== null) {
        job.reject(this.#stopped);
        continue;
      }
      try {
        await this.#runTogether([job]);
      } catch (failure) {
        this.#rollBack();
        job.reject(this.#asProblem(failure));
      }
    }
  }

  #setSynced(isSynced: boolean): void {
    if (isSynced === this.#isSynced) return;
    this.#database.pragma(`main.synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`);
    this.#isSynced = isSynced;
  }

  #commit(): void {
    try {
      this.#database.exec('COMMIT');
    } catch (failure) {
      if (isDiskFull(failure)) throw failure;
      // Whether a failed COMMIT reached the disk cannot be known: nothing more is written in this run.
      const problem = new StoreProblem(
        'commitFailed',
        'The database could not be synced to disk. Restart Perito; if it happens again, check the disk.',
        failure,
      );
      this.fail(problem);
      throw problem;
    }
  }

  #rollBack(): void {
    try {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself.
    }
  }

  #asProblem(failure: unknown): unknown {
    if (!isDiskFull(failure)) return failure;
    return new StoreProblem('diskFull', 'The disk is full: free some space; nothing was lost.', failure);
  }
}

function isDiskFull(failure: unknown): boolean {
  return errorCode(failure) === 'SQLITE_FULL';
}
