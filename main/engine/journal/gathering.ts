/** Gathers what arrives one by one into the groups that the journal appends. */
import { StoreProblem } from '../store/index.ts';
import type { Arrival, Receipt } from './arrivals.ts';

/** An arrival that waits for its commit. */
interface Waiting {
  arrival: Arrival;
  resolve(receipt: Receipt): void;
  reject(reason: unknown): void;
}

/** The most arrivals in one commit: keeps the stop for a sync and the roll-back of a failure short. */
const maxGroup = 256;

export class Gathering {
  readonly #append: (group: readonly Arrival[]) => Promise<Receipt[]>;
  readonly #asProblem: (failure: unknown) => unknown;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #idle: (() => void)[] = [];

  /** `asProblem` turns the reason for which a single arrival could not be kept into what its caller is told. */
  constructor(
    append: (group: readonly Arrival[]) => Promise<Receipt[]>,
    asProblem: (failure: unknown) => unknown,
  ) {
    this.#append = append;
    this.#asProblem = asProblem;
  }

  keep(arrival: Arrival): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ arrival, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when all that was given is written, or is known not to be. */
  async idle(): Promise<void> {
    if (this.#isScheduled) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // After the present round of I/O, so that all calls that it brings share one sync.
    setImmediate(() => void this.#appendWaiting());
  }

  async #appendWaiting(): Promise<void> {
    const group = this.#waiting.splice(0, maxGroup);
    try {
      await this.#settle(group);
    } catch (failure) {
      if (failure instanceof StoreProblem || group.length === 1)
        for (const one of group) one.reject(this.#asProblem(failure));
      else
        for (const one of group)
          await this.#settle([one]).catch((alone: unknown) => one.reject(this.#asProblem(alone)));
    }
    this.#isScheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else for (const wake of this.#idle.splice(0)) wake();
  }

  async #settle(group: readonly Waiting[]): Promise<void> {
    const receipts = await this.#append(group.map(({ arrival }) => arrival));
    for (const [index, receipt] of receipts.entries()) group[index]?.resolve(receipt);
  }
}
