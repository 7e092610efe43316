/** Milliseconds before try `attempt` (from 0): doubles from half a second up to 15 s, less up to a fifth of it. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - 0.2 * random()));
}
