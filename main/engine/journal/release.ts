/** Takes the bytes of deliveries that lie in bundles, which gives their room back, behind all that waits for an answer. */

import { setTimeout } from 'node:timers/promises';
import {
  findReleasedPosition,
  type JournalStore,
  listArchivedBetween,
  releaseDeliveries,
  setReleased,
} from '../store/index.ts';
import { createTurns } from '../turns.ts';

export interface Release {
  /** Takes those that `archived` entries up to this one name, but for the entries of `except`; resolves once it is done. */
  upTo(seq: number, except: ReadonlySet<number>): Promise<void>;
  /** Ends with the job under way. */
  stop(): Promise<void>;
}

/** How long a job holds the thread that answers, and how long that is then free, in milliseconds. */
const jobMilliseconds = 2;
const pause = 10;
/** Deliveries of one record that are taken in one step, and records that are looked up at a time. */
const deliveriesAtOnce = 8;
const recordsAtOnce = 64;
const nothing = { deliveries: 0, bytes: 0 } as const;

export function createRelease(store: Pick<JournalStore, 'write' | 'read' | 'added'>): Release {
  let isStopped = false;
  /** The next one begins where this one ended, whatever it met. */
  const inTurn = createTurns();

  /** Whether more of it may be left. */
  const releaseSome = async (upTo: number, except: ReadonlySet<number>): Promise<boolean> => {
    const done = await store.write(async (tx) => {
      const stopAt = performance.now() + jobMilliseconds;
      const before = await findReleasedPosition(tx);
      const archived = await listArchivedBetween(tx, { after: before, upTo, limit: recordsAtOnce });
      let [seq, bytes, rows] = [before, 0, 0];
      for (const one of archived) {
        const isKept = except.has(one.seq);
        const taken = isKept ? nothing : await releaseDeliveries(tx, one, deliveriesAtOnce);
        bytes += taken.bytes;
        rows += taken.deliveries;
        // It may have more.
        if (taken.deliveries === deliveriesAtOnce) break;
        seq = one.seq;
        if (performance.now() >= stopAt) break;
      }
      if (archived.length > 0) await setReleased(tx, { seq, bytes });
      return { isMore: archived.length > 0, rows };
    });
    // Each rewrites the page that it stands on.
    if (done.rows > 0) store.added(done.rows * pageBytes);
    return done.isMore;
  };

  const release = async (upTo: number, except: ReadonlySet<number>) => {
    while (!isStopped && (await releaseSome(upTo, except))) await setTimeout(pause);
  };
  return {
    upTo: (seq, except) => inTurn(() => release(seq, except)),
    async stop() {
      isStopped = true;
      await inTurn(async () => {});
    },
  };
}

const pageBytes = 8192;
