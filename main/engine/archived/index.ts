/** Takes records out of the database that lie in a bundle: the journal says so first, what is derived follows, bytes go last. */
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { yieldToEventLoop } from '../background-loop.ts';
import type { ArchivedArrival } from '../journal/index.ts';
import type { EngineLog } from '../log.ts';
import type { ReceiverConnection } from '../receiver/index.ts';
import { stubOf, taxIdsOfDeliveries } from '../records/index.ts';
import {
  type BundleRow,
  findDerivedPosition,
  findReleasedPosition,
  findSetting,
  insertBundle,
  listArchivedEntries,
  listArchivedNotDerived,
  listLastActivity,
  listLeavingRecords,
  type ReadTransaction,
  type Store,
  setLeavingRecords,
} from '../store/index.ts';

/** A bundle that was verified where it lies. */
export type VerifiedBundle = Omit<BundleRow, 'id'> & {
  /**
   * The last entry of the audit log when the bundle began to be written: a record that somebody did something to since then
   * says other than the bundle.
   */
  auditId: number;
};

export interface ArchivedRecords {
  /**
   * Makes these records stubs that name the bundle. One of which another revision came, to which somebody did something, or that
   * is not examined, stays as it is and is `changed`. Resolves once the others are stubs; their bytes are given up behind
   * that. May be called again for records that are stubs already. Rejects where the journal could not be written; then some
   * of them may be stubs, and a later call goes on.
   */
  archive(
    bundle: VerifiedBundle,
    records: readonly { id: number; revision: number }[],
  ): Promise<{ archived: number; changed: number[] }>;
  /** More is derived of what the journal says left. */
  derived(): void;
  /** Goes on where the last run was. */
  start(): void;
  /** Resolves once the journal was told of all that is derived by now. */
  released(): Promise<void>;
  stop(): Promise<void>;
}

/** Records of one request, and how many of them are read before others are served. */
const requestRecords = 200;
const readAtOnce = 8;
/** How long it is waited before it is looked again whether something is derived, in milliseconds. */
const lookMilliseconds = 200;

export function createArchivedRecords(options: {
  store: Store;
  receiver: Pick<ReceiverConnection, 'archive' | 'release'>;
  log: EngineLog;
}): ArchivedRecords {
  const { store, receiver, log } = options;
  const stopped = new AbortController();
  let waiting = Promise.withResolvers<void>();
  let releasing: Promise<void> | null = null;
  let settling: Promise<void> | null = null;

  /** What can be taken of the records; null in place of one that changed, `done` of one that is a stub already. */
  const read = async (
    bundle: VerifiedBundle,
    records: readonly { id: number; revision: number }[],
  ): Promise<(ArchivedArrival | 'done' | null)[]> => {
    const found: (ArchivedArrival | 'done' | null)[] = [];
    for (let from = 0; from < records.length; from += readAtOnce) {
      const some: RecordToLeave[] = [];
      for (const record of records.slice(from, from + readAtOnce)) {
        some.push({ ...record, taxIds: await taxIdsOfDeliveries(store, record) });
        await yieldToEventLoop();
      }
      found.push(...(await store.read((tx) => readSome(tx, bundle, some))));
      await yieldToEventLoop();
    }
    return found;
  };

  const untilDerived = async (seq: number): Promise<void> => {
    for (;;) {
      stopped.signal.throwIfAborted();
      const next = waiting.promise;
      const position = await store.read((tx) => findDerivedPosition(tx, 'derivedArrivals'));
      if (position >= seq) return;
      const looking = new AbortController();
      await Promise.race([
        next,
        setTimeout(lookMilliseconds, null, { signal: looking.signal }).catch(() => {}),
      ]);
      looking.abort();
      // Where nothing can be written any more, nothing is derived: then this rejects.
      await store.write(async () => {});
    }
  };

  /** Once what the journal says of the records that were leaving when a run was cut off is derived, none is any more. */
  const settleLeaving = async (): Promise<void> => {
    const seqs = await store.read(async (tx) => {
      const entries = [];
      for (const id of await listLeavingRecords(tx)) entries.push(...(await listArchivedEntries(tx, id)));
      return entries.map(({ seq }) => seq);
    });
    await untilDerived(Math.max(0, ...seqs));
    await store.write(async (tx) => {
      if ((await listLeavingRecords(tx)).length > 0) await setLeavingRecords(tx, []);
    });
  };
  const settle = (): Promise<void> => {
    settling ??= settleLeaving();
    return settling;
  };
  const settleSoon = () => {
    settling = null;
    settle().catch((failure: unknown) => {
      settling = null;
      if (!stopped.signal.aborted)
        log.error({ err: failure }, 'Records are held to be leaving that are not any more.');
    });
  };

  const release = async (): Promise<void> => {
    const { upTo, except, isMore } = await store.read(async (tx) => {
      const released = await findReleasedPosition(tx);
      const upTo = await findDerivedPosition(tx, 'derivedArrivals');
      return { upTo, except: await listArchivedNotDerived(tx, released), isMore: upTo > released };
    });
    if (isMore) receiver.release(upTo, except);
  };

  const releaseSoon = () => {
    releasing ??= (async () => {
      // Many are derived in a row.
      await setTimeout(lookMilliseconds, null, { signal: stopped.signal }).catch(() => {});
      releasing = null;
      if (!stopped.signal.aborted) await release();
    })().catch((failure: unknown) => {
      log.error({ err: failure }, 'What lies in bundles is not given up at present.');
    });
  };

  /** Resolves with those that changed, once the others are stubs. */
  const archiveSome = async (
    bundle: VerifiedBundle,
    some: readonly { id: number; revision: number }[],
  ): Promise<number[]> => {
    // From here on nobody does anything to them, so that what is read of them is all that there is.
    const ids = some.map(({ id }) => id);
    await store.write((tx) => setLeavingRecords(tx, ids));
    const found = await read(bundle, some);
    const leaving = found.filter((one) => one !== null && one !== 'done');
    const receipts = leaving.length === 0 ? [] : await receiver.archive(leaving);
    if (receipts === null) throw new Error('The journal could not be told that records lie in a bundle.');
    const changedMeanwhile = new Set(
      leaving.flatMap(({ recordId }, index) => (receipts[index]?.outcome === 'changed' ? [recordId] : [])),
    );
    await untilDerived(Math.max(0, ...receipts.map(({ outcome, seq }) => (outcome === 'changed' ? 0 : seq))));
    return ids.filter((id, index) => found[index] === null || changedMeanwhile.has(id));
  };

  return {
    async archive(bundle, records) {
      const changed: number[] = [];
      await settle();
      await store.write((tx) => insertBundle(tx, bundle));
      try {
        for (let from = 0; from < records.length; from += requestRecords) {
          stopped.signal.throwIfAborted();
          const some = records.slice(from, from + requestRecords);
          changed.push(...(await archiveSome(bundle, some)));
        }
      } finally {
        settleSoon();
      }
      await settle();
      return { archived: records.length - changed.length, changed };
    },
    derived() {
      waiting.resolve();
      waiting = Promise.withResolvers();
      releaseSoon();
    },
    start() {
      settleSoon();
      releaseSoon();
    },
    released: release,
    async stop() {
      stopped.abort(new Error('The engine ends.'));
      await releasing;
      await settling?.catch(() => {});
    },
  };
}

interface RecordToLeave {
  id: number;
  revision: number;
  taxIds: string[];
}

async function readSome(
  tx: ReadTransaction,
  bundle: VerifiedBundle,
  records: readonly RecordToLeave[],
): Promise<(ArchivedArrival | 'done' | null)[]> {
  const examined = Number((await findSetting(tx, 'examinedEntry')) ?? 0);
  const acts = await listLastActivity(
    tx,
    records.map(({ id }) => id),
  );
  const found: (ArchivedArrival | 'done' | null)[] = [];
  for (const record of records) {
    const { id, revision } = record;
    const leaving = await stubOf(tx, record);
    if (leaving === null) {
      found.push(null);
      continue;
    }
    const { row, seq, bytes, contentHash } = leaving;
    if (row.archivedRevision === revision) found.push('done');
    else if (seq > examined || (acts.get(id)?.auditId ?? 0) > bundle.auditId) found.push(null);
    else
      found.push({
        ...{ kind: 'archived', recordKind: row.kind, marketplaceId: row.marketplaceId, recordId: id },
        ...{ revision, bytes, contentHash, bundle: detailOf(bundle) },
      });
  }
  return found;
}

function detailOf({ root, file, madeAt, bytes, claims, records }: VerifiedBundle): ArchivedArrival['bundle'] {
  return { root, file: basename(file), madeAt, bytes, claims, records };
}
