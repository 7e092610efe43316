export class TimeLimitPassed extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs / 1000} s`);
    this.name = 'TimeLimitPassed';
  }
}

/** The result of `work`, or a `TimeLimitPassed`; the work itself cannot be stopped and is left behind. */
export async function withinLimit<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeLimitPassed(limitMs)), limitMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
