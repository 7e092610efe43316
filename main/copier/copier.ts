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
  verifyPlace,
} from '../engine/place-of-copies.ts';
import { takeLowestPriority } from '../own-process.ts';
import { told } from '../told.ts';
import { copierContract } from './contract.ts';

/** One process's answers. */
export function copierRouter() {
  const on = implement(copierContract);
  /** Of what goes on, each its own. */
  const going = new Set<AbortController>();

  const toldUntilStopped = <Told, End>(
    run: (tell: (told: Told) => void, signal: AbortSignal) => Promise<End>,
  ) => {
    const stopping = new AbortController();
    going.add(stopping);
    return told<Told, End>(
      (tell, signal) => run(tell, signal).finally(() => going.delete(stopping)),
      stopping,
    );
  };

  return on.router({
    look: on.look.handler(({ input }) => lookAtCopies(input.folder, input.dataDir)),
    measure: on.measure.handler(({ input }) => measureBackup(input.dataDir)),
    backup: on.backup.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) => {
        takeLowestPriority();
        return makeBackup({ ...input, now: Date.now, signal, onProgress });
      }),
    ),
    list: on.list.handler(({ input }) => listCopies(input.folder, input.dataDir)),
    planRestore: on.planRestore.handler(({ input, signal }) =>
      planRestore({ ...input, ...(signal !== undefined && { signal }) }),
    ),
    restore: on.restore.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) => restore({ ...input, signal, onProgress })),
    ),
    verify: on.verify.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) =>
        verifyPlace({ ...input, isThorough: false, signal, onProgress }),
      ),
    ),
    follow: on.follow.handler(({ input: { dataDir, folder } }) =>
      toldUntilStopped(async (onStatus, signal) => {
        await followDatabase({ dataDir, place: folder, onStatus, signal });
        return null;
      }),
    ),
    stop: on.stop.handler(() => {
      for (const one of going) one.abort();
    }),
  });
}
