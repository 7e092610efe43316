/** Counts what is under way, so that closing can wait for all of it. */
export class PendingWork {
  #underWay = 0;
  #wake: (() => void)[] = [];

  /** The same promise, counted until it ends. */
  track<Result>(promise: Promise<Result>): Promise<Result> {
    this.#underWay += 1;
    const end = () => {
      this.#underWay -= 1;
      if (this.#underWay === 0) for (const wake of this.#wake.splice(0)) wake();
    };
    promise.then(end, end);
    return promise;
  }

  async idle(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }
}
