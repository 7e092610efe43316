/** What the receiver counts in memory since its start. */
export interface CallCounters {
  noteCall(at: number): void;
  noteUnauthenticated(at: number): void;
  counts(): {
    calls: number;
    lastCallAt: number | null;
    unauthenticated: number;
    lastUnauthenticatedAt: number | null;
  };
}

export function createTally(): CallCounters {
  let calls = 0;
  let lastCallAt: number | null = null;
  let unauthenticated = 0;
  let lastUnauthenticatedAt: number | null = null;
  return {
    noteCall(at) {
      calls++;
      lastCallAt = at;
    },
    noteUnauthenticated(at) {
      unauthenticated++;
      lastUnauthenticatedAt = at;
    },
    counts: () => ({ calls, lastCallAt, unauthenticated, lastUnauthenticatedAt }),
  };
}
