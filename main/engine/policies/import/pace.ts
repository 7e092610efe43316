/** The longest that one job of the writer should take: orders wait behind it. */
const wantedMilliseconds = 6;
const fewest = 5;
const most = 400;

/** How many rows go into one job, learned from how long the last ones took. */
export class Pace {
  #rows = 25;

  get rows(): number {
    return this.#rows;
  }

  took(rows: number, milliseconds: number): void {
    const perRow = Math.max(milliseconds / Math.max(1, rows), 0.001);
    const wanted = Math.floor(wantedMilliseconds / perRow);
    // Grows slowly and shrinks at once.
    this.#rows = Math.min(most, Math.max(fewest, Math.min(wanted, Math.ceil(this.#rows * 1.5))));
  }
}

/** Lets the calls that came meanwhile be served. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
