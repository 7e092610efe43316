/**
 * Yields what is told while something runs, of what nobody took yet the last, and returns what came of it. `stopping` is aborted
 * where whoever listens goes away.
 */
export async function* told<Told, End>(
  run: (tell: (told: Told) => void, signal: AbortSignal) => Promise<End>,
  stopping = new AbortController(),
): AsyncGenerator<Told, End, void> {
  const waiting: Told[] = [];
  let changed = Promise.withResolvers<void>();
  let isOver = false;
  const end = run((one) => {
    waiting.splice(0, 1, one);
    changed.resolve();
  }, stopping.signal).finally(() => {
    isOver = true;
    changed.resolve();
  });
  // Awaited below, once all that was told before is taken.
  end.catch(() => {});
  try {
    for (;;) {
      const one = waiting.shift();
      if (one !== undefined) {
        yield one;
        continue;
      }
      if (isOver) return await end;
      await changed.promise;
      changed = Promise.withResolvers();
    }
  } finally {
    stopping.abort();
  }
}
