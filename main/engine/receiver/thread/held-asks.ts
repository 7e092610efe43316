import type { HeldResponse } from '../../cancellations/index.ts';
import type { FromThread, ToThread } from './messages.ts';

interface HeldAsk {
  isGone: boolean;
  onGone: (() => void)[];
  settle: ((outcome: 'written' | 'closed' | 'unknown') => void) | null;
}

/** The engine's end of the calls that the receiver's thread holds open. */
export class OpenCalls {
  readonly #asks = new Map<number, HeldAsk>();
  readonly #post: (message: ToThread) => void;

  constructor(post: (message: ToThread) => void) {
    this.#post = post;
  }

  /** The open call as the cancellations see it. */
  connection(call: number): HeldResponse {
    const ask: HeldAsk = { isGone: false, onGone: [], settle: null };
    this.#asks.set(call, ask);
    return {
      onGone(listener) {
        if (ask.isGone) listener();
        else ask.onGone.push(listener);
      },
      write: async (answer, { closeConnection }) => {
        if (ask.isGone) return false;
        const outcome = await new Promise<'written' | 'closed' | 'unknown'>((resolve) => {
          ask.settle = resolve;
          this.#post({ type: 'write', call, answer, closeConnection });
        });
        if (outcome === 'unknown') throw new Error('Whether the answer was written out is not known.');
        return outcome === 'written';
      },
    };
  }

  gone(call: number): void {
    const ask = this.#asks.get(call);
    if (ask === undefined || ask.isGone) return;
    ask.isGone = true;
    // An answer that is on its way is settled by the thread, which sees the closed socket.
    if (ask.settle === null) this.#asks.delete(call);
    for (const listener of ask.onGone.splice(0)) listener();
  }

  written({ call, outcome }: Extract<FromThread, { type: 'written' }>): void {
    this.#asks.get(call)?.settle?.(outcome);
    this.#asks.delete(call);
  }

  /** The call was answered without an ask being kept. */
  forget(call: number): void {
    this.#asks.delete(call);
  }

  /** The thread is gone, and its sockets with it: what was being written may have been written. */
  allGone(): void {
    for (const [call, ask] of this.#asks) {
      if (ask.settle !== null) this.written({ type: 'written', call, outcome: 'unknown' });
      else this.gone(call);
    }
  }
}
