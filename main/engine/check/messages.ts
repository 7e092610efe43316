import type { PlacedAnchor, VerificationFinding, VerificationPart } from '#shared/contract/verification.ts';

/** Both ends are this program in one process, so the types are trusted. */
export interface CheckTask {
  dataDir: string;
  part: VerificationPart;
  /** Held beside the chains in place of the part: those of copies, which this thread does not read. */
  anchors: PlacedAnchor[] | null;
  /** Memory of a `Gauge`, which both ends have. */
  gauge: SharedArrayBuffer;
}

export interface CheckResult {
  findings: VerificationFinding[];
}

const places = { done: 0, all: 1, beats: 2, isHeld: 3 } as const;

/** How far a check is, as its thread says, and whether it is to wait, as the engine says. */
export class Gauge {
  readonly memory: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(memory = new SharedArrayBuffer(Object.keys(places).length * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#values = new Int32Array(memory);
  }

  set(done: number, all: number): void {
    Atomics.store(this.#values, places.all, all);
    Atomics.store(this.#values, places.done, Math.min(done, all));
    this.beat();
  }

  read(): { done: number; all: number } {
    const done = Atomics.load(this.#values, places.done);
    return { done, all: Math.max(done, Atomics.load(this.#values, places.all)) };
  }

  /** Its thread lives. */
  beat(): void {
    Atomics.add(this.#values, places.beats, 1);
  }

  /** Another number than before: the thread has lived since. */
  get beats(): number {
    return Atomics.load(this.#values, places.beats);
  }

  hold(isHeld: boolean): void {
    Atomics.store(this.#values, places.isHeld, isHeld ? 1 : 0);
  }

  get isHeld(): boolean {
    return Atomics.load(this.#values, places.isHeld) === 1;
  }
}
