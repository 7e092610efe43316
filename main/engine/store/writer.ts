import type { Nesting } from './nesting.ts';
import { isAway, StoreProblem } from './store-error.ts';
import type { GroupMemory, WriteTransaction } from './transaction.ts';

/** A piece of writing. It may be run again after a neighbour failed, so it has no effect but through `tx`. */
export type Job<Result> = (tx: WriteTransaction) => Promise<Result>;

/** The one connection that writes. What it rejects with is what whoever gave the job is told. */
export interface WritingConnection {
  /** Begins a transaction; where it is not to be synced its commit is on the disk with the next that is. */
  begin(isSynced: boolean): Promise<WriteTransaction>;
  /**
   * Begins a synced one behind the commit that is on its way: it sees what that leaves, and is undone where that fails. Null
   * where none can be begun now; left away where a commit is over at once.
   */
  beginBehind?(): WriteTransaction | null;
  /**
   * Commits, with the statements that `runWithCommit` of the memory gives; what is sent is sent before this returns. Rejects
   * with a `StoreProblem` where it cannot be known whether it was committed; with one that `isFinal`, nothing more can be
   * written. Any other failure has left nothing.
   */
  commit(tx: WriteTransaction): Promise<void>;
  /** Undoes all that was begun, if anything; never rejects. */
  rollBack(): Promise<void>;
  /** What a failure of a statement means, where it is the store's and not the job's. */
  asProblem(failure: unknown): unknown;
}

interface Waiting {
  isSynced: boolean;
  isGroup: boolean;
  run(tx: WriteTransaction): Promise<void>;
  resolve(): void;
  reject(reason: unknown): void;
}

/** The most jobs in one synced transaction: keeps the stop for a sync and the roll-back of a failure short. */
const maxGroup = 256;

/** Jobs of one transaction. */
interface Group {
  jobs: Waiting[];
  /** Resolves once all have run one after the other; rejects where one of them fails. */
  ran: Promise<WriteTransaction>;
}

/**
 * The one writer. All jobs that wait when a group begins run one after the other in one transaction, which
 * is synced to disk once; then all of them are answered. A job that throws is rolled back alone: the group
 * is undone and its jobs are run again, each in a transaction of its own. A job that is a group by itself shares its
 * transaction with none, and begins while the one before it is being committed, where the connection can do that.
 */
export class Writer {
  readonly #connection: WritingConnection;
  readonly #nesting: Nesting;
  readonly #onFailure: (problem: StoreProblem) => void;
  readonly #confirm: (memory: GroupMemory) => void;
  readonly #onUnknown: () => void;
  #waiting: Waiting[] = [];
  #scheduled = false;
  #isCommitting = false;
  /** Begun behind the commit that is on its way. */
  #behind: Group | null = null;
  #stopped: StoreProblem | null = null;
  #idle: (() => void)[] = [];

  /**
   * `confirm` throws a `StoreProblem` where what was committed is not where it will be found again; `onUnknown` is told where a
   * commit may have taken effect, whoever gave its jobs being told otherwise, and more is written in this run.
   */
  constructor(
    connection: WritingConnection,
    nesting: Nesting,
    onFailure: (problem: StoreProblem) => void,
    confirm: (memory: GroupMemory) => void = () => {},
    onUnknown: () => void = () => {},
  ) {
    this.#onUnknown = onUnknown;
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
        isGroup,
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
    if (this.#isCommitting) this.#beginBehind();
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the present round of I/O, so that all calls that it brings share one sync.
    if (isGroup) void this.#runGroups();
    else setImmediate(() => void this.#runGroups());
  }

  async #runGroups(): Promise<void> {
    let group: Group | null = this.#begin(this.#take());
    while (group !== null) {
      await this.#settle(group);
      if (this.#stopped !== null) await this.#undo(this.#stopped);
      group = this.#behind;
      this.#behind = null;
    }
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else for (const wake of this.#idle.splice(0)) wake();
  }

  /** What waits; where another can be begun behind it, up to the first that is a group by itself, or that one. */
  #take(): Waiting[] {
    const isAlone = this.#connection.beginBehind !== undefined;
    const before = isAlone ? this.#waiting.findIndex(({ isGroup }) => isGroup) : -1;
    const count = before === -1 ? maxGroup : Math.min(Math.max(before, 1), maxGroup);
    return this.#waiting.splice(0, count);
  }

  #begin(jobs: Waiting[]): Group {
    return { jobs, ran: this.#ran(jobs, this.#connection.begin(jobs.some(({ isSynced }) => isSynced))) };
  }

  #beginBehind(): void {
    const [next] = this.#waiting;
    if (this.#behind !== null || next?.isGroup !== true) return;
    const tx = this.#connection.beginBehind?.() ?? null;
    if (tx === null) return;
    this.#waiting.shift();
    const ran = this.#ran([next], Promise.resolve(tx));
    // What it meets is heard once the commit before it is over.
    ran.catch(() => {});
    this.#behind = { jobs: [next], ran };
  }

  async #ran(jobs: readonly Waiting[], beginning: Promise<WriteTransaction>): Promise<WriteTransaction> {
    const tx = await beginning;
    for (const job of jobs) await this.#nesting.inside('write', () => job.run(tx));
    await tx.memory.runBeforeCommit();
    return tx;
  }

  /** Commits a group and answers its jobs; never rejects. */
  async #settle({ jobs, ran }: Group): Promise<void> {
    try {
      const committed = this.#commit(await ran);
      this.#isCommitting = true;
      this.#beginBehind();
      await committed;
      this.#isCommitting = false;
      for (const job of jobs) job.resolve();
    } catch (failure) {
      this.#isCommitting = false;
      await this.#undo(failure instanceof CommitUnknown ? failure.problem : null);
      // What may have been committed must not be done again.
      if (failure instanceof CommitUnknown) for (const job of jobs) job.reject(failure.problem);
      else await this.#runAlone(jobs);
    }
  }

  /** Undoes what was begun; what was begun behind is begun anew later, or its jobs are told why not. */
  async #undo(problem: StoreProblem | null): Promise<void> {
    const behind = this.#behind;
    this.#behind = null;
    await this.#connection.rollBack();
    if (behind === null) return;
    await behind.ran.catch(() => {});
    const why = this.#stopped ?? problem;
    if (why === null) this.#waiting.unshift(...behind.jobs);
    else for (const job of behind.jobs) job.reject(why);
  }

  async #runAlone(group: Waiting[]): Promise<void> {
    let away: StoreProblem | null = null;
    for (const job of group) {
      if (this.#stopped !== null || away !== null) {
        job.reject(this.#stopped ?? away);
        continue;
      }
      try {
        await this.#commit(await this.#begin([job]).ran);
        job.resolve();
      } catch (failure) {
        await this.#connection.rollBack();
        if (failure instanceof StoreProblem && failure.code === 'superseded') this.fail(failure);
        const problem =
          failure instanceof CommitUnknown ? failure.problem : this.#connection.asProblem(failure);
        // The others would each wait for it as long.
        if (problem instanceof StoreProblem && isAway(problem)) away = problem;
        job.reject(problem);
      }
    }
  }

  async #commit(tx: WriteTransaction): Promise<void> {
    try {
      await this.#connection.commit(tx);
      this.#confirm(tx.memory);
    } catch (failure) {
      if (!(failure instanceof StoreProblem)) throw failure;
      if (isFinal(failure)) this.fail(failure);
      else this.#onUnknown();
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
