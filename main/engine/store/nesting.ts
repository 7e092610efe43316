import { AsyncLocalStorage } from 'node:async_hooks';

/** A read, or a job of the writer. */
type Work = 'read' | 'write';

/**
 * Knows whether a call comes from inside a read or a job of the same store. Reads run one after the other, and so do jobs: a
 * read inside a read would wait for itself, as a job inside a job would; a read inside a job would not see what the job
 * wrote. Each says so where it is called, and does not hang.
 */
export class Nesting {
  readonly #current = new AsyncLocalStorage<{ work: Work; isOver: boolean }>();

  /** Throws where a read or job is under way around this call. What it left running may call once it is over. */
  refuseInside(work: Work): void {
    const around = this.#current.getStore();
    if (around === undefined || around.isOver) return;
    throw new Error(
      `store.${work} was called inside store.${around.work}: use the transaction that was given, or call it afterwards.`,
    );
  }

  async inside<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
    const frame = { work, isOver: false };
    try {
      return await this.#current.run(frame, run);
    } finally {
      frame.isOver = true;
    }
  }
}
