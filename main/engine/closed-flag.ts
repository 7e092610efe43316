/** That a thread has closed what it held, for an owner that must wait for it without its own event loop. */
export type ClosedFlag = Int32Array<SharedArrayBuffer>;

export const newClosedFlag = (): ClosedFlag => new Int32Array(new SharedArrayBuffer(4));

/** Said by the thread, after all is closed. */
export function raise(flag: ClosedFlag): void {
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

/** Stands still until it is said, so many milliseconds at most; whether it was. */
export function waitUntilRaised(flag: ClosedFlag, milliseconds: number): boolean {
  Atomics.wait(flag, 0, 0, Math.max(0, milliseconds));
  return Atomics.load(flag, 0) === 1;
}
