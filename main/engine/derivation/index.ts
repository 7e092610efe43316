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

/**
 * What a room makes of an entry of the journal: it reads what needs no transaction, or too much time for one, and resolves
 * with the job that writes what follows, unless it is there.
 */
type Derive = (entry: Entry) => Promise<DerivationJob>;

/** Resolves with what is to be called once it is committed; null where there is nothing to say. */
type DerivationJob = (tx: WriteTransaction) => Promise<(() => void) | null>;

export type Derivers = { [Kind in EntryKind]: Derive };

export interface Derivation {
  /** Begins to follow the journal; resolves at once. */
  start(): void;
  /** The journal has grown by so many entries. */
  wake(entries: number): void;
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
    const jobs: DerivationJob[] = [];
    const preparedUntil = performance.now() + jobMilliseconds;
    for (const entry of entries) {
      jobs.push(await derivers[entry.kind](entry));
      if (performance.now() >= preparedUntil) break;
    }
    const done = await store.derive(async (tx) => {
      const stopAt = performance.now() + jobMilliseconds;
      const after: Awaited<ReturnType<DerivationJob>>[] = [];
      let position = before;
      for (const [index, job] of jobs.entries()) {
        after.push(await job(tx));
        position = entries[index]?.seq ?? position;
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
    wake(entries) {
      arrivals += entries;
      loop.wake();
    },
    idle: () => loop.idle(),
    stop: () => loop.stop(),
  };
}
