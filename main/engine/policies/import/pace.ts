import { setTimeout as pause } from 'node:timers/promises';

/** The longest that one job of the writer should take: orders wait behind it. */
const wantedMilliseconds = 3;
const fewest = 5;
const most = 400;
/** Of the time that a job and its commit took, the share that then belongs to others alone. */
const shareOfOthers = 0.5;
const maxPause = 10;

/** How many rows go into one job, learned from how long the last ones took, and how long others come first after it. */
export class Pace {
  #rows = 25;
  #began = performance.now();

  get rows(): number {
    return this.#rows;
  }

  took(rows: number, milliseconds: number): void {
    const perRow = Math.max(milliseconds / Math.max(1, rows), 0.001);
    const wanted = Math.floor(wantedMilliseconds / perRow);
    // Grows slowly and shrinks at once.
    this.#rows = Math.min(most, Math.max(fewest, Math.min(wanted, Math.ceil(this.#rows * 1.5))));
  }

  begin(): void {
    this.#began = performance.now();
  }

  /** Lets the calls that came meanwhile be served. */
  async rest(): Promise<void> {
    await pause(Math.min(maxPause, (performance.now() - this.#began) * shareOfOthers));
  }
}

/** Lets what waits for the thread go first. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));
