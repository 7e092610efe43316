/** What a copier answers. It works on one place at a time, as its shell asks it to. */
import { implement } from '@orpc/server';
import type { OpenedArchive } from '#shared/contract/archives.ts';
import { holdPasswords } from '../engine/database-password.ts';
import {
  type CopyFetched,
  fetchCopy,
  foldLogs,
  followDatabase,
  listCopies,
  lookAtCopies,
  lookAtDataFolder,
  makeBackup,
  measureBackup,
  planRestore,
  restore,
  salvageData,
  verifyBundlesOf,
  verifyPlace,
} from '../engine/place-of-copies.ts';
import { takeLowestPriority } from '../own-process.ts';
import { told } from '../told.ts';
import { copierContract } from './contract.ts';

/** In which the second copy has another round: what was answered last is there when the program ends. */
const lastRoundMs = 250;

/** One process's answers. */
export function copierRouter() {
  const on = implement(copierContract);
  /** How each of what goes on is ended. */
  const going = new Set<() => void>();

  const toldUntilStopped = <Told, End>(
    run: (tell: (told: Told) => void, signal: AbortSignal) => Promise<End>,
    lastMs = 0,
  ) => {
    const stopping = new AbortController();
    const stop = () => {
      if (lastMs === 0) stopping.abort();
      else setTimeout(() => stopping.abort(), lastMs);
    };
    going.add(stop);
    return told<Told, End>((tell, signal) => run(tell, signal).finally(() => going.delete(stop)), stopping);
  };

  return on.router({
    holdPasswords: on.holdPasswords.handler(({ input }) => holdPasswords(input)),
    look: on.look.handler(({ input }) => lookAtCopies(input.folder, input.dataDir)),
    measure: on.measure.handler(({ input }) => measureBackup(input.dataDir)),
    backup: on.backup.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) => {
        takeLowestPriority();
        return makeBackup({ ...input, now: Date.now, signal, onProgress });
      }),
    ),
    list: on.list.handler(({ input }) => listCopies(input.folder, input.dataDir)),
    fetchCopy: on.fetchCopy.handler(({ input }) => {
      type Step =
        | { state: 'fetching'; done: number; all: number }
        | { state: 'ready'; archive: OpenedArchive };
      return toldUntilStopped<Step, CopyFetched>((tell, signal) => {
        let ready: Step | null = null;
        return fetchCopy({
          ...{ ...input, signal },
          // Of what nobody took yet the last is told: that it is ready is not lost to how far it is.
          onProgress: (done, all) => tell(ready ?? { state: 'fetching', done, all }),
          onReady(archive) {
            ready = { state: 'ready', archive };
            tell(ready);
          },
        });
      });
    }),
    lookAtFolder: on.lookAtFolder.handler(({ input }) => lookAtDataFolder(input.folder)),
    salvage: on.salvage.handler(({ input: { signingKey, ...input } }) =>
      toldUntilStopped((onProgress, signal) =>
        salvageData({ ...input, signingKey: async () => signingKey, signal, onProgress }),
      ),
    ),
    planRestore: on.planRestore.handler(({ input, signal }) =>
      planRestore({ ...input, ...(signal !== undefined && { signal }) }),
    ),
    restore: on.restore.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) => restore({ ...input, signal, onProgress })),
    ),
    verify: on.verify.handler(({ input }) =>
      toldUntilStopped((onProgress, signal) => verifyPlace({ ...input, signal, onProgress })),
    ),
    verifyBundles: on.verifyBundles.handler(({ input: { dataDir, bundles } }) =>
      toldUntilStopped((onProgress, signal) => {
        takeLowestPriority();
        return verifyBundlesOf(dataDir, { bundles, signal, onProgress });
      }),
    ),
    follow: on.follow.handler(({ input: { dataDir, folder, known } }) =>
      toldUntilStopped(async (onStatus, signal) => {
        await followDatabase({ dataDir, place: folder, known, onStatus, signal });
        // With the program both databases are closed before this one leaves them.
        foldLogs(dataDir);
        return null;
      }, lastRoundMs),
    ),
    stop: on.stop.handler(() => {
      for (const stop of going) stop();
    }),
  });
}
