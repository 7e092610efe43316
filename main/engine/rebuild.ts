/**
 * Makes all that is derived anew from the journal, beside the database that is there, with the rooms that derive it every
 * day: no network, no engine, no screen. What people made is copied. In the end the new one stands in place of the old. A
 * receiver may go on meanwhile: what it adds to the journal is derived by the engine that comes after.
 */
import type { Actor } from '#shared/contract/common.ts';
import type { RebuildPhase } from '#shared/contract/database.ts';
import { openNaming } from './attachments/index.ts';
import { verifyStretch } from './audit/index.ts';
import {
  actsOf,
  type CancellationAct,
  createCancellations,
  orderArrived,
  RepeatedActs,
} from './cancellations/index.ts';
import { createChanges } from './changes/index.ts';
import { type Clock, systemClock } from './clock.ts';
import { coverageCheckForReports } from './coverage-check.ts';
import { type Derivers, isOfTheDisk } from './derivation/index.ts';
import { derivers } from './derivers.ts';
import { lowWaterBytes, watchDisk } from './disk/index.ts';
import { errorCode } from './error-code.ts';
import { openExamination } from './examination/index.ts';
import { beforeFirst, openJournal } from './journal/index.ts';
import { type EngineLog, logToStandardError } from './log.ts';
import { createPolicies, indexDuePolicies } from './policies/index.ts';
import { configurationName, readConfiguration } from './receiver/index.ts';
import { createRecords, type Records } from './records/index.ts';
import { createRejected } from './rejected/index.ts';
import { openSettings, restoreSettings } from './settings/index.ts';
import {
  appendAudit,
  type Behind,
  beginRebuilding,
  countDeliveriesAfter,
  countRechecksLeft,
  countRecordsByKind,
  type DatabaseBefore,
  type Entry,
  enqueueReportRecheck,
  findJournalHead,
  findLastEntryUntil,
  findReceiverSetting,
  findSetting,
  hasFoundPolicies,
  insertNotDerived,
  isDamage,
  type JournalReading,
  listArrivalsAfter,
  listCallsAfter,
  listKeptCancellations,
  listLoggedActs,
  noteBookIncomplete,
  openJournalReading,
  type ReadTransaction,
  type Rebuilding,
  restoreReceiverKey,
  type Store,
  StoreProblem,
  type TableComparison,
  upsertSetting,
} from './store/index.ts';

export { StoreProblem, type TableComparison };

/** What is done at present, and how much of it. */
export interface RebuildProgress {
  phase: RebuildPhase;
  done: number;
  all: number;
}

export interface Rebuilt {
  /** Entries of the journal, and records that they became. */
  entries: number;
  records: number;
  /** What stood in the place of the new database. */
  before: DatabaseBefore;
  /** What that did not say yet, so that it differs; null where it is not known. */
  behind: Behind | null;
  /** Where that lies now; null where nothing was there. */
  aside: string | null;
  /** What people made and could not be kept, by table. */
  lost: LostRows[];
  /** What the old database said otherwise, by table; not said where it could not be read. */
  differences: TableComparison[];
  /** What people did to cancellations and could not be repeated, by their ids. */
  notRepeated: number[];
  /** Entries that could not be derived, through a fault of ours; the log names them. */
  notDerived: number;
}

/** Rows that could not be read, were no such rows, or belong to what the journal does not know. */
export interface LostRows {
  table: string;
  kept: number;
  unreadable: { from: number; to: number }[] | null;
  refused: number;
  leftOver: number;
}

/** One that goes on receiving in this process, and holds the directory and its journal. */
interface ReceiverBeside {
  installationId: string;
  /** The rebuild ends before less than this is free, in bytes, since the receiver would take nothing any more. */
  leastFree?: number;
  /** Has it leave the database that is to be moved aside. */
  leaveDatabase(): Promise<void>;
}

interface RebuildOptions {
  dataDir: string;
  /** Where none is given, the directory is held while it lasts. */
  receiver?: ReceiverBeside;
  /** Who asked for it. */
  actor?: Actor;
  /** Ends it before the new database is put in place: nothing is changed then. */
  signal?: AbortSignal;
  /** Whether a journal whose chain is broken is taken for what it still says. */
  fromDamagedJournal?: boolean;
  onProgress?: (progress: RebuildProgress) => void;
  clock?: Clock;
  log?: EngineLog;
}

/**
 * Makes the database of a data directory anew; null where it was ended by the signal. Throws a `StoreProblem` where another
 * Perito holds the directory, there is no journal or it is not what was written, or there is too little room.
 */
export async function rebuildData(options: RebuildOptions): Promise<Rebuilt | null> {
  const { dataDir, receiver, signal, clock = systemClock } = options;
  if (receiver === undefined) return makeAnew(options);
  const full = new AbortController();
  const signals = signal === undefined ? [full.signal] : [full.signal, signal];
  const disk = await watchDisk(dataDir, clock, () => full.abort(), receiver.leastFree ?? usualLeastFree);
  try {
    const rebuilt = await makeAnew({ ...options, signal: AbortSignal.any(signals) });
    if (rebuilt !== null || !full.signal.aborted) return rebuilt;
    throw noRoom(dataDir);
  } finally {
    disk.stop();
  }
}

const noRoom = (dataDir: string, cause?: unknown) =>
  new StoreProblem(
    'diskFull',
    `The disk of ${dataDir} has too little room for the new database beside what arrives. Free some space; nothing was changed.`,
    cause,
  );

/** Also where SQLite finds no room for what it has beside a database. */
function isDiskFull(failure: unknown): boolean {
  if (failure instanceof StoreProblem) return failure.code === 'diskFull';
  return /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|SHMSIZE)|ENOSPC)$/.test(errorCode(failure) ?? '');
}

/** The disk is looked at every few seconds, and a rebuild may write this much meanwhile. */
const usualLeastFree = 2 * lowWaterBytes;

async function makeAnew(options: RebuildOptions): Promise<Rebuilt | null> {
  const { dataDir, receiver } = options;
  // Opening it would make one.
  const reading = await openJournalReading(dataDir);
  try {
    const journal = await holdJournal(options);
    try {
      const { seq: head } = await reading.read(findJournalHead);
      await checkJournal(reading, head, options);
      if (isEnded(options)) return null;
      const rebuilding = await beginRebuilding(
        dataDir,
        journal.installationId,
        receiver === undefined ? 0 : (receiver.leastFree ?? usualLeastFree),
      );
      try {
        const done = await rebuild(rebuilding, head, options);
        if (done === null) {
          await rebuilding.abandon();
          return null;
        }
        await rebuilding.finish();
        if (isEnded(options)) {
          await rebuilding.abandon();
          return null;
        }
        await receiver?.leaveDatabase();
        return { ...done, aside: rebuilding.putInPlace() };
      } catch (failure) {
        await rebuilding.abandon();
        if (isDiskFull(failure)) throw noRoom(dataDir, failure);
        if (!isDamage(failure)) throw failure;
        // The old database is read as far as it can be, and the new one is whole.
        throw new StoreProblem(
          'corrupt',
          `The journal in ${dataDir} is damaged, and nothing was changed: "perito verify" says where. Restore a backup of it.`,
          failure,
        );
      }
    } finally {
      await journal.close();
    }
  } finally {
    await reading.close();
  }
}

const isEnded = ({ signal }: RebuildOptions): boolean => signal?.aborted === true;

/** Holds the directory, unless a receiver does. */
async function holdJournal({
  dataDir,
  receiver,
  clock = systemClock,
}: RebuildOptions): Promise<{ installationId: string; close(): Promise<void> }> {
  if (receiver === undefined) return openJournal({ dataDir, clock, numberTemplate: refuseNumber });
  return { installationId: receiver.installationId, close: async () => {} };
}

/** Groups of the journal that are walked at a time. */
const groupsAtOnce = 64;

/** What is wrong in the journal must not come into a database that may be right. */
async function checkJournal(
  reading: JournalReading,
  head: number,
  { dataDir, fromDamagedJournal, signal, onProgress }: RebuildOptions,
): Promise<void> {
  for (let walked = beforeFirst; signal?.aborted !== true; ) {
    onProgress?.({ phase: 'checking', done: Math.min(walked.seq, head), all: head });
    const { reached, verification } = await verifyStretch(reading, walked, groupsAtOnce);
    walked = reached;
    if (verification === null) continue;
    if (verification.intact || fromDamagedJournal === true) return;
    throw new StoreProblem(
      'corrupt',
      `The journal in ${dataDir} is damaged: it is not what was written (entry ${verification.brokenAt}), which a rebuild would take over. Restore a backup; where there is none, --from-damaged-journal takes what can be read of it. Nothing was changed.`,
    );
  }
}

function refuseNumber(): never {
  throw new Error('Nothing arrives while all is derived anew.');
}

const never = new AbortController().signal;

async function rebuild(
  rebuilding: Rebuilding,
  head: number,
  options: RebuildOptions,
): Promise<Omit<Rebuilt, 'aside'> | null> {
  const { signal = never, onProgress = () => {}, clock = systemClock, log = logToStandardError } = options;
  const { actor = { person: '', via: 'commandLine' } } = options;
  const { store, copied, before, behind } = rebuilding;
  const changes = createChanges(clock);
  await restoreConfiguration(store, clock);
  const settings = await openSettings(store, clock, changes);
  const policies = createPolicies({ store, clock, changes, settings, log });
  await indexDuePolicies(store, () => signal.aborted);
  const records = createRecords({
    ...{ store, clock, changes, settings, log },
    checkCoverage: coverageCheckForReports(policies),
    onNewOrder: async (tx, order, at) => (await orderArrived(tx, order, at))?.cancellationId ?? null,
    attachments: await openNaming({ store, clock, settings }),
    examination: openExamination({ platformUrl: () => settings.current().platform.baseUrl }),
    isAlone: true,
  });
  try {
    const cancellations = await createCancellations({
      ...{ store, clock, changes, settings },
      deriveOrderBefore: records.deriveBefore,
      answer() {},
    });
    const rejected = createRejected({ store, clock, changes });
    const derive = derivers({ records, cancellations, policies, rejected });
    const { notRepeated, notDerived } = await deriveAll({
      ...{ store, derive, head, signal, onProgress, clock, log },
    });
    if (!signal.aborted) await examineAll({ store, records, head, signal, onProgress });
    if (signal.aborted) return null;
    const { leftOver, hasFiles } = await rebuilding.putBack();
    if (hasFiles) {
      // What photographs are the same, or alike, is known by now.
      await store.write(enqueueReportRecheck);
      await examineAll({ store, records, head, signal, onProgress });
      if (signal.aborted) return null;
    }
    const differences: TableComparison[] = [];
    for (const table of await rebuilding.compare((done, all) =>
      onProgress({ phase: 'comparing', done, all }),
    ))
      if (table.different + table.onlyBefore + table.onlyNow > 0) differences.push(table);
    if (signal.aborted) return null;
    const lost = lostOf(copied, leftOver);
    const isBookDamaged = lost.some(({ table }) => bookTables.has(table));
    await store.write(async (tx) => {
      if (isBookDamaged || (before !== 'readable' && (await hasFoundPolicies(tx))))
        await noteBookIncomplete(tx);
      await appendAudit(tx, {
        at: clock.now(),
        actor,
        action: 'database.rebuilt',
        subject: 'database',
        detail: { entries: head, before, lost },
      });
    });
    const counts = await store.read(countRecordsByKind);
    return {
      entries: head,
      records: counts.reduce((sum, { count }) => sum + count, 0),
      before,
      behind,
      lost,
      differences,
      notDerived,
      notRepeated: notRepeated.map(({ cancellationId }) => cancellationId),
    };
  } finally {
    await records.stop();
    await policies.close();
    changes.close();
  }
}

/** From which lookups are answered. */
const bookTables: ReadonlySet<string> = new Set(['policy_book', 'policy', 'policy_vehicle']);

/** What the receiver works by is in the journal as well: numbers and calls go on as before, whatever became of the rest. */
async function restoreConfiguration(store: Store, clock: Clock): Promise<void> {
  const known = readConfiguration(await store.read((tx) => findReceiverSetting(tx, configurationName)));
  if (known === null) return;
  const { keys, ...sections } = known;
  await store.write(async (tx) => {
    await restoreSettings(tx, sections);
    for (const { id, label, email, salt, verifier } of keys) {
      // One of the environment has no row.
      if (id === null) continue;
      await restoreReceiverKey(tx, { id, label, email, salt, verifier, createdAt: clock.now() });
    }
  });
}

/** Entries that are read, and derived, in one job. */
const jobEntries = 500;
/** And how long one lasts, so that it can be ended and tells how far it is, in milliseconds. */
const jobMilliseconds = 200;

/**
 * Derives all entries, and does between them again what people did to cancellations, each when as much is derived as was
 * then; resolves with what of that was not possible, and how many entries could not be derived and are set aside.
 */
async function deriveAll(parts: {
  store: Store;
  derive: Derivers;
  head: number;
  signal: AbortSignal;
  onProgress(progress: RebuildProgress): void;
  clock: Clock;
  log: EngineLog;
}): Promise<{ notRepeated: readonly CancellationAct[]; notDerived: number }> {
  const { store, derive, head, signal, onProgress, clock, log } = parts;
  const acts = new RepeatedActs(
    await store.write(async (tx) => actsOf(await listLoggedActs(tx), await listKeptCancellations(tx))),
  );
  let position: Position = { calls: 0, arrivals: 0 };
  /** Entries up to here are derived one by one, since a job with one of them failed. */
  let aloneUntil = 0;
  let notDerived = 0;
  /** How many of these entries are done: none where they are to be tried one by one. */
  const deriveOrSetAside = async (entries: readonly Entry[]): Promise<number> => {
    try {
      return await deriveTogether({ store, derive }, entries);
    } catch (failure) {
      const [entry] = entries;
      if (entry === undefined || isOfTheDisk(failure)) throw failure;
      if (entries.length > 1) {
        aloneUntil = (entries.at(-1)?.seq ?? 0) + 1;
        return 0;
      }
      log.error({ err: failure, entry: entry.seq }, 'An entry of the journal could not be listed.');
      await store.derive((tx) => insertNotDerived(tx, entry.seq, String(failure), clock.now()));
      notDerived += 1;
      return 1;
    }
  };
  while (!signal.aborted) {
    onProgress({ phase: 'deriving', done: Math.min(position.calls, position.arrivals), all: head });
    const from = position;
    const to = await store.read((tx) => positionOf(tx, acts.next, head));
    const found = await store.read((tx) => entriesBetween(tx, from, to));
    const entries = (found[0]?.seq ?? head) < aloneUntil ? found.slice(0, 1) : found;
    const derived = await deriveOrSetAside(entries);
    if (derived === found.length && found.length < jobEntries) {
      position = furthest(from, to);
      const isLast = acts.next === undefined;
      const place = acts.place();
      await store.derive(async (tx) => {
        acts.goBack(place);
        await acts.repeatNext(tx);
      });
      if (isLast) break;
    } else {
      // All that lies before is derived as well: entries come in the order of both.
      const reached = entries[derived - 1]?.seq ?? 0;
      position = furthest(from, {
        calls: Math.min(to.calls, reached),
        arrivals: Math.min(to.arrivals, reached),
      });
    }
  }
  await store.derive(async (tx) => {
    await upsertSetting(tx, 'derivedCalls', String(head));
    await upsertSetting(tx, 'derivedArrivals', String(head));
  });
  return { notRepeated: acts.impossible, notDerived };
}

/** Derives the first of these entries in one job, as many as there is time for, and says how many those are. */
async function deriveTogether(
  { store, derive }: { store: Store; derive: Derivers },
  entries: readonly Entry[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const jobs: Awaited<ReturnType<Derivers['lookup']>>[] = [];
  const until = performance.now() + jobMilliseconds;
  for (const entry of entries) {
    jobs.push(await derive[entry.kind](entry));
    if (performance.now() >= until) break;
  }
  await store.derive(async (tx) => {
    for (const job of jobs) await job(tx);
  });
  return jobs.length;
}

/** The last call that is derived, and the last of anything else. */
interface Position {
  calls: number;
  arrivals: number;
}

const furthest = (one: Position, other: Position): Position => ({
  calls: Math.max(one.calls, other.calls),
  arrivals: Math.max(one.arrivals, other.arrivals),
});

/** How far is derived when an act was done; all where there is none. */
async function positionOf(
  tx: ReadTransaction,
  act: CancellationAct | undefined,
  head: number,
): Promise<Position> {
  if (act === undefined) return { calls: head, arrivals: head };
  if (act.after !== null) return act.after;
  const seq = await findLastEntryUntil(tx, act.at, head);
  return { calls: seq, arrivals: seq };
}

/** Calls and other entries between two places, in their order. */
async function entriesBetween(tx: ReadTransaction, from: Position, to: Position): Promise<Entry[]> {
  const calls = await listCallsAfter(tx, from.calls, jobEntries);
  const arrivals = await listArrivalsAfter(tx, from.arrivals, jobEntries);
  return [...calls.filter(({ seq }) => seq <= to.calls), ...arrivals.filter(({ seq }) => seq <= to.arrivals)]
    .sort((a, b) => a.seq - b.seq)
    .slice(0, jobEntries);
}

/** How often it is told how far it is. */
const progressMilliseconds = 250;

/** Examines what is derived, and looks at everything again that hangs on something that came later. */
async function examineAll(parts: {
  store: Store;
  records: Records;
  head: number;
  signal: AbortSignal;
  onProgress(progress: RebuildProgress): void;
}): Promise<void> {
  const { store, records, head, signal, onProgress } = parts;
  let rechecks = 0;
  const tell = setInterval(() => {
    store
      .read(async (tx) => {
        const position = Number((await findSetting(tx, 'examinedEntry')) ?? 0);
        const { since } = await countDeliveriesAfter(tx, position, head);
        if (since !== null) return { phase: 'examining', done: position, all: head } as const;
        const left = await countRechecksLeft(tx);
        rechecks = Math.max(rechecks, left);
        return { phase: 'rechecking', done: rechecks - left, all: rechecks } as const;
      })
      .then(onProgress)
      // It is closed.
      .catch(() => {});
  }, progressMilliseconds);
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => abort(), { once: true });
  try {
    records.examiner.start();
    records.examiner.wake();
    await Promise.race([records.examiner.idle(), aborted]);
    if (signal.aborted) return;
    const { revisions, since } = await store.read(async (tx) =>
      countDeliveriesAfter(tx, Number((await findSetting(tx, 'examinedEntry')) ?? 0), head),
    );
    if (since !== null) throw new Error(`${revisions} deliveries could not be examined.`);
  } finally {
    clearInterval(tell);
    abort();
  }
}

function lostOf(
  { rows, unreadable, refused }: Rebuilding['copied'],
  leftOver: readonly { table: string; rows: number }[],
): LostRows[] {
  const tables = new Set([...unreadable, ...refused, ...leftOver].map(({ table }) => table));
  return [...tables].map((table) => ({
    table,
    kept: rows[table] ?? 0,
    unreadable: unreadable.find((one) => one.table === table)?.runs ?? null,
    refused: refused.find((one) => one.table === table)?.rows ?? 0,
    leftOver: leftOver.find((one) => one.table === table)?.rows ?? 0,
  }));
}
