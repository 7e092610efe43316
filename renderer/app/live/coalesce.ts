/**
 * Gathers what is put in and hands it over together: at once when nothing came for `quietMs`, else at the end
 * of it, so that a burst makes one wave of queries and not a hundred.
 */
export function coalesce<T>(quietMs: number, deliver: (gathered: T[]) => void) {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    if (waiting.length === 0) return;
    const gathered = waiting;
    waiting = [];
    timer = setTimeout(flush, quietMs);
    deliver(gathered);
  };
  return {
    put(value: T) {
      waiting.push(value);
      if (timer === null) flush();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = [];
    },
  };
}
