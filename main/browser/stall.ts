import type { ServerResponse } from 'node:http';

const stallMs = 30_000;

/**
 * Ends an answer whose reader takes nothing for half a minute: what waits for it would grow in memory
 * without end. A console that was only asleep asks again when it wakes. The result stops the watch.
 */
export function watchForStall(response: ServerResponse, limitMs: number = stallMs): () => void {
  let blockedAt: number | null = null;
  const watch = setInterval(() => {
    if (!response.writableNeedDrain) blockedAt = null;
    else if (blockedAt === null) blockedAt = Date.now();
    else if (Date.now() - blockedAt >= limitMs) response.destroy();
  }, limitMs / 10);
  response.on('drain', () => {
    blockedAt = null;
  });
  return () => clearInterval(watch);
}
