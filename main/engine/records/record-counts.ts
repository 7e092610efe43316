import type { RecordKind } from '#shared/terms.ts';
import { countRecordsByKind, type DerivedStream, findDerivedPosition, type Store } from '../store/index.ts';

/** A record that was derived: of which kind, in which stream, and how far that stream was by it. */
interface NewRecord {
  kind: RecordKind;
  stream: DerivedStream;
  seq: number;
}

/** How many records of each kind there are: counted once, and kept up with what is derived, also beside the counting. */
export interface RecordCounts {
  of(kind: RecordKind): number;
  /** Counts what is there, the first time that it is called; where that failed, the next time again. */
  countAll(): Promise<void>;
  /** Counts anew, where the rows may be others than was told. */
  recount(): Promise<void>;
  /** A new record was committed. */
  add(record: NewRecord): void;
}

export function createRecordCounts(store: Pick<Store, 'read'>): RecordCounts {
  const counts = new Map<string, number>();
  /** How far each stream was by what is counted; null until all are. */
  let upTo: Record<DerivedStream, number> | null = null;
  /** What was told of since the counting under way began. */
  let beside: NewRecord[] = [];
  let counting: Promise<void> | null = null;

  const add = (record: NewRecord) => {
    if (upTo === null) {
      // Whatever begins to count later finds it.
      if (counting !== null) beside.push(record);
      return;
    }
    const { kind, stream, seq } = record;
    // A count may have had it before it was told of.
    if (seq <= upTo[stream]) return;
    upTo[stream] = seq;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };

  const count = async () => {
    beside = [];
    try {
      const found = await store.read(async (tx) => ({
        kinds: await countRecordsByKind(tx),
        upTo: {
          derivedArrivals: await findDerivedPosition(tx, 'derivedArrivals'),
          derivedCalls: await findDerivedPosition(tx, 'derivedCalls'),
        },
      }));
      counts.clear();
      for (const { kind, count: of } of found.kinds) counts.set(kind, of);
      upTo = found.upTo;
      for (const record of beside) add(record);
    } catch (failure) {
      counting = null;
      throw failure;
    } finally {
      beside = [];
    }
  };

  return {
    of: (kind) => counts.get(kind) ?? 0,
    countAll() {
      counting ??= count();
      return counting;
    },
    recount() {
      const before = counting;
      counting = (async () => {
        await before?.catch(() => {});
        upTo = null;
        await count();
      })();
      return counting;
    },
    add,
  };
}
