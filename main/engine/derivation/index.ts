/**
 * Derives from the journal what people see: records, cancellations, lookups, rejected deliveries. It follows the journal in
 * short jobs, each with how far it came, goes on there after a kill, and passes over what is there already.
 */
import { createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import {
  type Entry,
  type EntryKind,
  findDerivedPosition,
  listArrivalsAfter,
  listCallsAfter,
  type Store,
  upsertSetting,
  type WriteTransaction,
} from '../store/index.ts';

/** What a room makes of entries of the journal. */
export interface Deriver<Prepared = unknown> {
  /** Reads what needs no transaction, or too much time for one. */
  prepare(entry: Entry): Promise<Prepared>;
  /** Writes what follows from an entry, unless it is there; what it returns is called once that is committed. */
  derive(tx: WriteTransaction, entry: Entry, prepared: Prepared): Promise<AfterCommit>;
}

/** Publishes what a job has written; null where there is nothing to say. */
export type AfterCommit = (() => void) | null;

/** The rooms, by what they derive. Each takes what it prepared itself. */
export type Derivers = { [Kind in EntryKind]: Deriver };

export interface Derivation {
  /** Begins to follow the journal; resolves at once. */
  start(): void;
  /** The journal has grown. */
  wake(): void;
  /** Resolves when all that the journal held is derived, or it was stopped. */
  idle(): Promise<void>;
  /** Ends with the job under way. */
  stop(): Promise<void>;
}

/**
 * Cancel calls come first: somebody waits for them. Whether an order was there when it was asked about is read from the
 * journal, so the two streams lead to the same whichever is ahead.
 */
const streams = [
  { name: 'derivedCalls', list: listCallsAfter },
  { name: 'derivedArrivals', list: listArrivalsAfter },
] as const;
type Stream = (typeof streams)[number];

/** Entries of one job, and how long it may hold the thread that others wait for, in milliseconds. */
const jobEntries = 64;
const jobMilliseconds = 4;
/** So many arrivals since the last job are a rush: the processor belongs to the receiver then. */
const rushArrivals = 200;
const pauses = { calm: 0, rush: 25 } as const;
/** After a failure of the store it is tried again. */
const retryMilliseconds = 5000;

export function createDerivation(options: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  derivers: Derivers;
}): Derivation {
  const { store, clock, log, derivers } = options;
  const positions = new Map<string, number>();
  let arrivals = 0;

  const positionOf = async ({ name }: Stream): Promise<number> => {
    const known = positions.get(name);
    if (known !== undefined) return known;
    const kept = await store.read((tx) => findDerivedPosition(tx, name));
    positions.set(name, kept);
    return kept;
  };

  /** Whether there was anything to do. */
  const deriveSome = async (stream: Stream): Promise<boolean> => {
    const before = await positionOf(stream);
    const entries = await store.read((tx) => stream.list(tx, before, jobEntries));
    if (entries.length === 0) return false;
    const prepared: unknown[] = [];
    const preparedUntil = performance.now() + jobMilliseconds;
    for (const entry of entries) {
      prepared.push(await derivers[entry.kind].prepare(entry));
      if (performance.now() >= preparedUntil) break;
    }
    const done = await store.derive(async (tx) => {
      const stopAt = performance.now() + jobMilliseconds;
      const after: AfterCommit[] = [];
      let position = before;
      for (const [index, entry] of entries.slice(0, prepared.length).entries()) {
        after.push(await derivers[entry.kind].derive(tx, entry, prepared[index]));
        position = entry.seq;
        if (performance.now() >= stopAt) break;
      }
      await upsertSetting(tx, stream.name, String(position));
      return { position, after };
    });
    positions.set(stream.name, done.position);
    for (const publish of done.after) publish?.();
    return true;
  };

  const loop = createBackgroundLoop({
    clock,
    async run() {
      const pause = arrivals > rushArrivals ? pauses.rush : pauses.calm;
      arrivals = 0;
      for (const stream of streams) {
        if (await deriveSome(stream)) return { after: pause, hasMore: true };
      }
      return arrivals > 0 ? { after: 0, hasMore: true } : null;
    },
    onError(failure) {
      log.error({ err: failure }, 'What arrived could not be listed; it is tried again.');
      return { after: retryMilliseconds, hasMore: true };
    },
  });

  return {
    start: () => loop.start(),
    wake() {
      arrivals += 1;
      loop.wake();
    },
    idle: () => loop.idle(),
    stop: () => loop.stop(),
  };
}
