/** Files that rows name already and that are on their way to their place: who misses one of them waits for it. */
export interface PendingMoves {
  /** Does something in which these bytes get to their place. */
  during<Result>(sha256: string, work: () => Promise<Result>): Promise<Result>;
  /** Resolves once these bytes are not on their way. */
  settled(sha256: string): Promise<void>;
  isUnderWay(sha256: string): boolean;
}

export function createMoves(): PendingMoves {
  const underWay = new Map<string, Set<Promise<unknown>>>();
  return {
    async during(sha256, work) {
      const moving = work();
      const all = underWay.get(sha256) ?? new Set();
      underWay.set(sha256, all.add(moving));
      try {
        return await moving;
      } finally {
        all.delete(moving);
        if (all.size === 0) underWay.delete(sha256);
      }
    },
    async settled(sha256) {
      await Promise.allSettled(underWay.get(sha256) ?? []);
    },
    isUnderWay: (sha256) => underWay.has(sha256),
  };
}
