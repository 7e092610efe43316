import type { HeldResponse } from '../../../main/engine/receiver/held-response.ts';
import type { CancelledOrderResponse } from '../../../shared/marketplace/cancellation.ts';

export interface Written {
  answer: CancelledOrderResponse;
  closeConnection: boolean;
}

/**
 * One open cancel call, as the receiver hands it over. A slow caller takes its answer only when told to;
 * any other takes it at once.
 */
export class Call implements HeldResponse {
  readonly written: Written[] = [];
  isGone = false;
  /** The answer that the caller has whole. */
  taken: CancelledOrderResponse | null = null;
  /** Looks at each answer when it is about to be written. */
  onWrite: (answer: CancelledOrderResponse) => void = () => {};
  readonly #isSlow: boolean;
  #listeners: (() => void)[] = [];
  #finish: ((isWritten: boolean) => void) | null = null;
  #whenWritten: (() => void)[] = [];

  constructor(options: { slow?: boolean } = {}) {
    this.#isSlow = options.slow ?? false;
  }

  onGone(listener: () => void): void {
    if (this.isGone) listener();
    else this.#listeners.push(listener);
  }

  write(answer: CancelledOrderResponse, options: { closeConnection: boolean }): Promise<boolean> {
    this.written.push({ answer, closeConnection: options.closeConnection });
    this.onWrite(answer);
    for (const wake of this.#whenWritten.splice(0)) wake();
    if (this.isGone) return Promise.resolve(false);
    if (!this.#isSlow) {
      this.taken = answer;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  get isBeingAnswered(): boolean {
    return this.#finish !== null;
  }

  /** The slow caller takes what is being written to it. */
  take(): void {
    const finish = this.#finish;
    const answer = this.written.at(-1)?.answer;
    if (finish === null || answer === undefined) throw new Error('Nothing is being written to this call.');
    this.#finish = null;
    this.taken = answer;
    finish(true);
  }

  /** The socket closes. */
  hangUp(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#finish?.(false);
    this.#finish = null;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** Resolves with the answer once it is being written. */
  async answered(): Promise<CancelledOrderResponse> {
    while (this.written.length === 0) await new Promise<void>((resolve) => this.#whenWritten.push(resolve));
    return this.written[0]!.answer;
  }
}
