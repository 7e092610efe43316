/** That this engine took the place of another one of the office: said once in the log, and for some days on the screens. */
import * as z from 'zod';
import type { Clock } from './clock.ts';
import { type TakeOver, takeOversOf } from './receiver/index.ts';
import { appendAudit, findReceiverSetting, isOnServer, listAudit, type Store } from './store/index.ts';

const day = 24 * 3_600_000;
/** So long the screens tell of one that was planned, and of one that was not: over a long weekend too. */
const plannedMilliseconds = day;
const unplannedMilliseconds = 7 * day;

const subject = 'engine';
const withAt = z.object({ at: z.int() });

/**
 * Writes the take-overs into the log that it does not have yet, those before this engine's own as well: nothing may have been left
 * of an engine that ended at once. Returns what finds the last of them as long as the screens tell of it.
 */
export async function logTakeOvers(store: Store, clock: Clock): Promise<() => TakeOver | null> {
  // A copy of a database that was brought into files has them, and nobody leads there.
  if (!isOnServer(store.dataDir)) return () => null;
  const takeOvers = await store.read((tx) => takeOversOf((name) => findReceiverSetting(tx, name)));
  if (takeOvers.length > 0)
    await store.write(async (tx) => {
      const [newest] = await listAudit(tx, { subject, beforeId: Number.MAX_SAFE_INTEGER, limit: 1 });
      const last = newest === undefined ? null : withAt.safeParse(JSON.parse(newest.detail)).data;
      const logged = takeOvers.findLastIndex(({ at }) => at === last?.at);
      for (const detail of takeOvers.slice(logged + 1))
        await appendAudit(tx, {
          ...{ at: clock.now(), actor: { person: '', via: 'engine' }, action: 'engine.tookOver', subject },
          detail,
        });
    });
  const newest = takeOvers.at(-1) ?? null;
  return () => {
    if (newest === null) return null;
    const told = newest.isPlanned ? plannedMilliseconds : unplannedMilliseconds;
    return clock.now() - newest.at < told ? newest : null;
  };
}
