import { type Clock, systemClock } from '../../main/engine/clock.ts';

/** A clock that stands still until a test moves it; timers that fall due are called in their order. */
export class ManualClock implements Clock {
  #now: number;
  #timers: { at: number; then: () => void }[] = [];

  constructor(now = Date.parse('2026-11-20T14:00:00Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, then: () => void): () => void {
    const timer = { at: this.#now + milliseconds, then };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Moves on and calls what falls due on the way. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.then();
    }
    this.#now = until;
  }

  get timerCount(): number {
    return this.#timers.length;
  }
}

/** A clock that runs as the system's does, from this time on: what is compared with a year has the year of the test. */
export function clockFrom(time: string): Clock {
  const ahead = Date.parse(time) - systemClock.now();
  return { ...systemClock, now: () => systemClock.now() + ahead };
}
