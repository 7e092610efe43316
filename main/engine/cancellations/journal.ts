import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import { type Store, StoreProblem, type WriteTransaction } from '../store/index.ts';
import type { Touched } from './jobs/case.ts';
import { PendingWork } from './work.ts';

/** How long after a full disk a note is tried again. */
const retryMilliseconds = 5000;

type Job<Result> = (tx: WriteTransaction) => Promise<Result>;

/** Runs the jobs of this room, publishes what they touched after their commit, and knows when all is done. */
export class TransactionRunner {
  readonly #parts: { store: Store; clock: Clock; changes: Changes; log: EngineLog };
  readonly #work = new PendingWork();
  #isClosing = false;

  constructor(parts: { store: Store; clock: Clock; changes: Changes; log: EngineLog }) {
    this.#parts = parts;
  }

  /**
   * Runs a job and then what follows from its commit. Jobs end in the order in which they were given, and so
   * do their `then`s: whoever decides after an ask finds its connection among the held ones.
   */
  commit<Result extends { touched: Touched | null } | null, Then>(
    job: Job<Result>,
    then: (result: Result) => Then,
  ): Promise<Then> {
    const committed = this.#parts.store.write(job).then((result) => {
      if (result !== null) this.#publish(result.touched);
      return then(result);
    });
    return this.#work.track(committed);
  }

  /** Runs a job that notes a fact; never rejects, and a full disk only puts it off. */
  async note(job: Job<{ touched: Touched } | null>): Promise<void> {
    try {
      await this.commit(job, () => {});
    } catch (failure) {
      const { log, clock } = this.#parts;
      log.error({ err: failure }, 'What became of a cancel call could not be kept.');
      const isPassing = failure instanceof StoreProblem && failure.code === 'diskFull';
      if (isPassing && !this.#isClosing) clock.after(retryMilliseconds, () => void this.note(job));
    }
  }

  /** Counts what is under way besides jobs: an answer that is being written. */
  track<Result>(underWay: Promise<Result>): Promise<Result> {
    return this.#work.track(underWay);
  }

  /** Puts no note off any more; resolves when nothing is under way. */
  close(): Promise<void> {
    this.#isClosing = true;
    return this.#work.idle();
  }

  #publish(touched: Touched | null): void {
    if (touched === null) return;
    const { changes } = this.#parts;
    const { cancellationId, orderKind, recordId } = touched;
    changes.publish({ topic: 'cancellations', ids: [cancellationId] });
    if (recordId !== null) changes.publish({ topic: 'records', kind: orderKind, ids: [recordId] });
  }
}
