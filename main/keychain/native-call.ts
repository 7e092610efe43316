/**
 * keytar blocks a thread of the process's own pool until the keychain answers, and nothing can stop it. So
 * calls run one at a time, and while one that was given up still blocks, none is added: a keychain that
 * never answers holds one thread, not the four that files and names are read with.
 */
let last: Promise<unknown> = Promise.resolve();
let stuck = false;

/** Whether a call that was given up still blocks a thread; a plain exit would wait for it without end. */
export const keychainIsStuck = (): boolean => stuck;

/** Runs one call of keytar; rejects with `TimeLimitPassed` after `limitMs`, waiting for its turn included. */
export async function nativeCall<Result>(limitMs: number, start: () => Promise<Result>): Promise<Result> {
  if (stuck) throw new TimeLimitPassed(limitMs);
  let isGivenUp = false;
  const work = last.then(() => {
    if (isGivenUp) throw new TimeLimitPassed(limitMs);
    return start();
  });
  last = work.then(settled, settled);
  try {
    return await withinLimit(limitMs, work);
  } catch (failure) {
    if (failure instanceof TimeLimitPassed) {
      isGivenUp = true;
      stuck = true;
    }
    throw failure;
  }
}

function settled(): void {
  stuck = false;
}

export class TimeLimitPassed extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs / 1000} s`);
    this.name = 'TimeLimitPassed';
  }
}

/** The result of `work`, or a `TimeLimitPassed`; the work itself cannot be stopped and is left behind. */
async function withinLimit<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitPassed(limitMs)), limitMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
