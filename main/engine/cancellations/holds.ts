import type { HeldResponse } from './asking.ts';

/** A held call: its connection, and how to stop the clock of its hold. */
interface Hold {
  connection: HeldResponse;
  cancelTimer: () => void;
}

/**
 * The open connections of held calls. Whoever takes one out has to answer it: it is in here once, so no
 * call is answered twice.
 */
export class HeldCalls {
  readonly #held = new Map<number, Hold>();

  get size(): number {
    return this.#held.size;
  }

  ids(): number[] {
    return [...this.#held.keys()];
  }

  put(askId: number, connection: HeldResponse, cancelTimer: () => void): void {
    this.#held.set(askId, { connection, cancelTimer });
  }

  /** The connection, for the one who answers it; null where it is gone or was answered. */
  take(askId: number): HeldResponse | null {
    const hold = this.#held.get(askId);
    if (hold === undefined) return null;
    this.#held.delete(askId);
    hold.cancelTimer();
    return hold.connection;
  }
}
