/** What a copier answers. It works on one place at a time, as its shell asks it to. */
import { implement } from '@orpc/server';
import {
  followDatabase,
  listCopies,
  lookAtCopies,
  makeBackup,
  measureBackup,
  planRestore,
  restore,
} from '../engine/place-of-copies.ts';
import { takeLowestPriority } from '../own-process.ts';
import { copierContract } from './contract.ts';

/** One process's answers. */
export function copierRouter() {
  const on = implement(copierContract);
  /** Of what goes on, each its own. */
  const going = new Set<AbortController>();

  /** Yields what is told while something runs, of what nobody took yet the last, and returns what came of it. */
  async function* told<Told, End>(
    run: (tell: (told: Told) => void, signal: AbortSignal) => Promise<End>,
  ): AsyncGenerator<Told, End, void> {
    const stopping = new AbortController();
    going.add(stopping);
    const waiting: Told[] = [];
    let changed = Promise.withResolvers<void>();
    let isOver = false;
    const end = run((one) => {
      waiting.splice(0, 1, one);
      changed.resolve();
    }, stopping.signal).finally(() => {
      isOver = true;
      going.delete(stopping);
      changed.resolve();
    });
    // Awaited below, once all that was told before is taken.
    end.catch(() => {});
    try {
      for (;;) {
        await changed.promise;
        changed = Promise.withResolvers();
        const one = waiting.shift();
        if (one !== undefined) yield one;
        if (isOver) return await end;
      }
    } finally {
      stopping.abort();
    }
  }

  return on.router({
    look: on.look.handler(({ input }) => lookAtCopies(input.folder, input.dataDir)),
    measure: on.measure.handler(({ input }) => measureBackup(input.dataDir)),
    backup: on.backup.handler(({ input }) =>
      told((onProgress, signal) => {
        takeLowestPriority();
        return makeBackup({ ...input, now: Date.now, signal, onProgress });
      }),
    ),
    list: on.list.handler(({ input }) => listCopies(input.folder, input.dataDir)),
    planRestore: on.planRestore.handler(({ input, signal }) =>
      planRestore({ ...input, ...(signal !== undefined && { signal }) }),
    ),
    restore: on.restore.handler(({ input }) =>
      told((onProgress, signal) => restore({ ...input, signal, onProgress })),
    ),
    follow: on.follow.handler(({ input: { dataDir, folder } }) =>
      told(async (onStatus, signal) => {
        await followDatabase({ dataDir, place: folder, onStatus, signal });
        return null;
      }),
    ),
    stop: on.stop.handler(() => {
      for (const one of going) one.abort();
    }),
  });
}
