/** Gathers what arrives one by one into the groups that the journal appends. */
import { StoreProblem } from '../store/index.ts';
import { type Arrival, bytesOf, type Receipt } from './arrivals.ts';

/** An arrival that waits for its commit. */
interface Waiting {
  arrival: Arrival;
  resolve(receipt: Receipt): void;
  reject(reason: unknown): void;
}

/**
 * The most arrivals in one commit, and how many bytes they have together unless one alone has more: keeps the stop for a sync and
 * the roll-back of a failure short, and what a database server gets at once within what it has to answer in.
 */
const maxGroup = 256;
const maxGroupBytes = 4 * 1024 * 1024;

export class Gathering {
  readonly #append: (take: () => readonly Arrival[]) => Promise<Receipt[]>;
  readonly #asProblem: (failure: unknown) => unknown;
  #waiting: Waiting[] = [];
  /** Whether a group is asked for that took none of them yet. */
  #isAsked = false;
  /** Of those that took theirs and are not settled: how many, and how large the last is. */
  #groups = 0;
  #lastTaken = 0;
  #idle: (() => void)[] = [];

  /**
   * `append` takes its group when it begins, so that all that came until then is in it, and the same again at each further try.
   * `asProblem` turns the reason for which a single arrival could not be kept into what its caller is told. Those of a group that
   * failed are kept one by one, and may stand behind those of the next: who sends before an answer came is promised no order.
   */
  constructor(
    append: (take: () => readonly Arrival[]) => Promise<Receipt[]>,
    asProblem: (failure: unknown) => unknown,
  ) {
    this.#append = append;
    this.#asProblem = asProblem;
  }

  keep(arrival: Arrival): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ arrival, resolve, reject });
      this.#ask();
    });
  }

  /** Resolves when all that was given is written, or is known not to be. */
  async idle(): Promise<void> {
    if (this.#isAsked || this.#groups > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /**
   * The next group is asked for at once where none is being written; else once as many wait as the last took: fewer would be
   * committed sooner, and those who come next later.
   */
  #ask(): void {
    const least = this.#groups > 0 ? this.#lastTaken : 0;
    if (this.#isAsked || this.#waiting.length < Math.max(least, 1)) return;
    this.#isAsked = true;
    // After the present round of I/O, so that all calls that it brings share one sync.
    setImmediate(() => void this.#appendWaiting());
  }

  async #appendWaiting(): Promise<void> {
    let group: Waiting[] | null = null;
    const take = (): Waiting[] => {
      if (group !== null) return group;
      group = this.#waiting.splice(0, countOfGroup(this.#waiting));
      this.#isAsked = false;
      this.#groups += 1;
      this.#lastTaken = group.length;
      return group;
    };
    try {
      settle(await this.#append(() => take().map(({ arrival }) => arrival)), take());
    } catch (failure) {
      await this.#refuse(take(), failure);
    }
    this.#groups -= 1;
    this.#ask();
    if (!this.#isAsked && this.#groups === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  async #refuse(group: readonly Waiting[], failure: unknown): Promise<void> {
    if (failure instanceof StoreProblem || group.length === 1)
      for (const one of group) one.reject(this.#asProblem(failure));
    else
      for (const one of group)
        await this.#append(() => [one.arrival]).then(
          (receipts) => settle(receipts, [one]),
          (alone: unknown) => one.reject(this.#asProblem(alone)),
        );
  }
}

function countOfGroup(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const beyond = waiting.findIndex(({ arrival }, index) => {
    bytes += bytesOf(arrival);
    return index === maxGroup || (index > 0 && bytes > maxGroupBytes);
  });
  return beyond === -1 ? waiting.length : beyond;
}

function settle(receipts: readonly Receipt[], group: readonly Waiting[]): void {
  for (const [index, receipt] of receipts.entries()) group[index]?.resolve(receipt);
}
