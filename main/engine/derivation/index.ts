/**
 * Derives from the journal what people see: records, cancellations, lookups, rejected deliveries. It follows the journal in
 * short jobs, each with how far it came, goes on there after a kill, and passes over what is there already.
 */

import type { ArrivalLoad } from '../arrival-load.ts';
import { createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import { errorCode } from '../error-code.ts';
import type { EngineLog } from '../log.ts';
import {
  countDeliveriesAfter,
  type Entry,
  type EntryKind,
  findDerivedPosition,
  insertNotDerived,
  listArrivalsAfter,
  listCallsAfter,
  type Store,
  StoreProblem,
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
  /** What was received and is not derived yet. */
  backlog(): Promise<ArrivalBacklog>;
  /** The journal has grown. */
  wake(): void;
  /** Resolves when all that the journal held is derived, or it was stopped. */
  idle(): Promise<void>;
  /** Ends with the job under way. */
  stop(): Promise<void>;
}

/** Deliveries of records that wait, of very many about how many, and when the oldest of them came, in milliseconds since 1970; null where there is none. */
export interface ArrivalBacklog {
  waiting: number;
  since: number | null;
}

/**
 * Cancel calls come first: somebody waits for them. They may be far ahead, since a call has its order derived with it; no
 * arrival is derived before the calls that came before it, so that an order always finds what was asked about it.
 */
const calls = { name: 'derivedCalls', list: listCallsAfter } as const;
const arrived = { name: 'derivedArrivals', list: listArrivalsAfter } as const;
const streams = [calls, arrived] as const;
type Stream = (typeof streams)[number];

/** Entries of one job, and how long reading and writing them may hold the thread that others wait for, in milliseconds. */
const jobEntries = 64;
const jobMilliseconds = 3;
/**
 * How long the thread then belongs to others, in milliseconds; in a rush the processor belongs to the receiver, the longer the
 * more arrives.
 */
const calmPause = 1;
const rushPause = (rate: number): number => Math.min(250, Math.max(60, 60 * (rate / 1000)));
/** Once nothing has come for so long, what was derived is settled; before, what follows would have to wait for that. */
const quietMilliseconds = 250;
/** After a failure of the store it is tried again, each time after twice as long, up to the longest pause, in milliseconds. */
const retries = { first: 5000, longest: 60_000 } as const;

/**
 * Whether a failure is the store's or of the machine below it, not of an entry: another entry would have failed as well. A
 * damaged page is not, since it is in the way of what stands on it alone.
 */
export function isOfTheDisk(failure: unknown): boolean {
  return (
    failure instanceof StoreProblem ||
    /^SQLITE_(IOERR|FULL|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM|PROTOCOL|NOTADB)/.test(errorCode(failure) ?? '')
  );
}

export function createDerivation(options: {
  store: Store;
  clock: Clock;
  log: EngineLog;
  derivers: Derivers;
  load: Pick<ArrivalLoad, 'isRush' | 'rate'>;
}): Derivation {
  const { store, clock, log, derivers, load } = options;
  let isWoken = false;
  /** What was derived may be taken back by a database server that falls; whether nothing came to be derived since. */
  let unsettled: 'written' | 'quiet' | null = null;
  /** Streams whose next entry is derived alone, since a job with it failed. */
  const alone = new Set<Stream>();
  /** The entry with which the last job of a stream began, and behind which it stands. */
  const tried = new Map<Stream, { before: number; entry: Entry }>();
  /** What it fails at since it last went well, and the pause that followed. */
  let failing: { reason: string; after: number } | null = null;

  /**
   * What comes next of a stream, behind which entry, and whether the other has to go on first. How far each is derived stands
   * in the rows alone: a database server that falls takes back what was not synced, and with it how far it was.
   */
  const nextOf = (stream: Stream): Promise<{ before: number; entries: Entry[]; callsAreBehind: boolean }> =>
    store.read(async (tx) => {
      const [before, callsBefore] = await Promise.all([
        findDerivedPosition(tx, stream.name),
        findDerivedPosition(tx, calls.name),
      ]);
      const found = await stream.list(tx, before, jobEntries);
      const [call] = stream === arrived ? await listCallsAfter(tx, callsBefore, 1) : [];
      const entries = call === undefined ? found : found.filter(({ seq }) => seq < call.seq);
      return { before, entries, callsAreBehind: call !== undefined };
    });

  /** Whether there was anything to do. */
  const deriveSome = async (stream: Stream): Promise<boolean> => {
    tried.delete(stream);
    const { before, entries, callsAreBehind } = await nextOf(stream);
    const [first] = entries;
    if (first === undefined) return callsAreBehind;
    tried.set(stream, { before, entry: first });
    unsettled = 'written';
    const jobs: DerivationJob[] = [];
    const preparedUntil = performance.now() + jobMilliseconds;
    for (const entry of entries) {
      jobs.push(await derivers[entry.kind](entry));
      if (alone.has(stream) || performance.now() >= preparedUntil) break;
    }
    const done = await store.derive(async (tx) => {
      // It fell meanwhile.
      if ((await findDerivedPosition(tx, stream.name)) !== before) return null;
      const stopAt = performance.now() + jobMilliseconds;
      const after: Awaited<ReturnType<DerivationJob>>[] = [];
      let position = before;
      for (const [index, job] of jobs.entries()) {
        after.push(await job(tx));
        position = entries[index]?.seq ?? position;
        if (performance.now() >= stopAt) break;
      }
      await upsertSetting(tx, stream.name, String(position));
      return after;
    });
    for (const publish of done ?? []) publish?.();
    return true;
  };

  /**
   * The same where an entry may be one that cannot be derived, through a fault of ours: it is set aside, so that it keeps
   * nothing else from being listed. What the store fails at is tried again.
   */
  const deriveOrSetAside = async (stream: Stream): Promise<boolean> => {
    try {
      const isMore = await deriveSome(stream);
      alone.delete(stream);
      return isMore;
    } catch (failure) {
      const first = tried.get(stream);
      if (isOfTheDisk(failure) || first === undefined) throw failure;
      if (!alone.has(stream)) {
        alone.add(stream);
        return true;
      }
      const { before, entry } = first;
      alone.delete(stream);
      const isAside = await store.write(async (tx) => {
        if ((await findDerivedPosition(tx, stream.name)) !== before) return false;
        await insertNotDerived(tx, entry.seq, String(failure), clock.now());
        await upsertSetting(tx, stream.name, String(entry.seq));
        return true;
      });
      if (isAside)
        log.error(
          { err: failure, entry: entry.seq },
          'An entry of the journal could not be listed; it is set aside.',
        );
      return true;
    }
  };

  /** A server that cannot settle it now keeps nothing from being listed: whoever writes next says why. */
  const isSettled = () =>
    store.settle().then(
      () => true,
      () => false,
    );

  const loop = createBackgroundLoop({
    clock,
    async run() {
      isWoken = false;
      let isMore = false;
      // Each in its turn: calls without end keep nothing from being listed.
      for (const stream of streams) isMore = (await deriveOrSetAside(stream)) || isMore;
      if (failing !== null) log.info({}, 'What arrives is listed again.');
      failing = null;
      if (isMore) return { after: load.isRush() ? rushPause(load.rate()) : calmPause, hasMore: true };
      if (isWoken) return { after: 0, hasMore: true };
      if (unsettled === 'written') {
        unsettled = 'quiet';
        return { after: quietMilliseconds };
      }
      // Else nobody would look for what a server that falls now takes back.
      if (unsettled === 'quiet' && !(await isSettled())) return { after: retries.first };
      unsettled = null;
      return isWoken ? { after: 0, hasMore: true } : null;
    },
    onError(failure) {
      const reason = String(failure);
      // Said once: a database that is gone stays so until Perito is restarted.
      if (failing?.reason !== reason)
        log.error(
          { err: failure },
          'What arrived cannot be listed at present; it is tried again until it can.',
        );
      const after = failing === null ? retries.first : Math.min(2 * failing.after, retries.longest);
      failing = { reason, after };
      return { after, hasMore: true };
    },
  });

  return {
    start: () => loop.start(),
    backlog: () =>
      store.read(async (tx) => {
        const position = await findDerivedPosition(tx, arrived.name);
        const { revisions: waiting, since } = await countDeliveriesAfter(tx, position);
        return { waiting, since };
      }),
    wake() {
      isWoken = true;
      loop.wake();
    },
    idle: () => loop.idle(),
    stop: () => loop.stop(),
  };
}
