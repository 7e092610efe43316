import type { Clock } from '../../clock.ts';

/** Bounds a fetch twice: as a whole, and between one sign of life and the next. */
export class Deadline {
  readonly #clock: Clock;
  readonly #stall: number;
  readonly #over = new AbortController();
  readonly #cancelWhole: () => void;
  #cancelStall: () => void;
  #lastSign: number;

  /** Both limits in milliseconds, from now. */
  constructor(clock: Clock, limits: { whole: number; stall: number }) {
    this.#clock = clock;
    this.#stall = limits.stall;
    this.#lastSign = clock.now();
    this.#cancelWhole = clock.after(limits.whole, () => this.#over.abort());
    this.#cancelStall = clock.after(limits.stall, () => this.#look());
  }

  /** Aborted when either limit has passed. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  signOfLife(): void {
    this.#lastSign = this.#clock.now();
  }

  end(): void {
    this.#cancelWhole();
    this.#cancelStall();
  }

  /** One timer for many signs: it only looks at the last of them. */
  #look(): void {
    const left = this.#lastSign + this.#stall - this.#clock.now();
    if (left <= 0) this.#over.abort();
    else this.#cancelStall = this.#clock.after(left, () => this.#look());
  }
}
