import type { Settings } from '#shared/contract/settings.ts';
import { type NotExamined, notExamined } from '#shared/finding-terms.ts';
import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { ArrivalLoad } from '../arrival-load.ts';
import { createBackgroundLoop, yieldToEventLoop } from '../background-loop.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { countRecord } from '../figures/index.ts';
import { type FindingThresholds, gather, type NewFinding } from '../findings/index.ts';
import type { EngineLog } from '../log.ts';
import {
  claimRecheckBatch,
  countDeliveriesAfter,
  deleteNotExamined,
  deleteStaleFigureRecord,
  findArchivedRevision,
  findDerivedPosition,
  findLatestRevision,
  findNextRecheck,
  findRecordRevision,
  findRevision,
  findRevisionAfter,
  findRevisionBytes,
  findSetting,
  findStaleFigureRecord,
  insertLargeBody,
  insertNotExamined,
  isPassing,
  isStoreAtFault,
  type ReadTransaction,
  replaceFindings,
  type Store,
  type UnexaminedRow,
  upsertPendingShare,
  upsertSetting,
  type WriteTransaction,
} from '../store/index.ts';
import { deriveClaimSubjects, markClaimSubjects } from './claim-subjects.ts';
import { type CrossRecordContext, crossRecordFindings, isCrossRecord } from './cross-record-findings.ts';
import {
  contentOfRevision,
  type Examined,
  examine,
  notExaminedFindings,
  type ToExamine,
  withExtract,
  withSeverity,
} from './examination.ts';
import { updateLinks } from './links.ts';
import { enterSome, isAnythingToEnter, mergeSome } from './search-stale.ts';

/** Keeps the photos and papers that a revision names, and fetches them once they are committed. */
export interface NamedAttachments<Named = unknown> {
  /** What a record names. */
  namedBy(content: RecordContent): readonly Named[];
  /** Saves a part of it in one job, from a position on: whether any is new, and where the next job goes on; null after the last. */
  keepNamed(
    tx: WriteTransaction,
    target: { recordId: number; revision: number; named: readonly Named[]; from: number },
  ): Promise<{ isOther: boolean; next: number | null }>;
  wake(recordIds: readonly number[]): void;
}

/** Where records are examined. */
export interface Examination {
  /**
   * Examines revisions in their order, as far as the first that cannot be: `failure` says why that one could not. Rejects
   * where nothing is known against any of them.
   */
  examine(
    rows: readonly ToExamine[],
    thresholds: FindingThresholds,
  ): Promise<{ examined: Examined[]; failure: NotExamined | null }>;
  /** Gives up what is being examined. */
  close(): Promise<void>;
}

/** Examines in the thread that asks, with nothing around it: for tests of the rooms. */
export function examineHere(namedBy: NamedAttachments['namedBy']): Examination {
  return {
    examine: async (rows, thresholds) => ({
      examined: rows.map((row) => examine(row, { thresholds, namedBy })),
      failure: null,
    }),
    close: async () => {},
  };
}

/** One that is examined, or could not be, and how much of what it names is kept. */
interface PendingExamination {
  row: UnexaminedRow;
  outcome: Examined | NotExamined;
  from: number;
}

/** What came of an attempt by hand; `wasExamined` where nothing is known against the latest revision. */
export type ExaminedAgain =
  | { outcome: 'examined' }
  | { outcome: 'notExamined'; reason: NotExamined }
  | { outcome: 'wasExamined' };

/** Revisions that are not examined, and from when on there were some without a break, in epoch milliseconds. */
export interface Backlog {
  revisions: number;
  since: number | null;
}

export interface Examiner {
  start(): void;
  /** Something arrived. */
  wake(): void;
  /** Something changed that figures are made of. */
  count(): void;
  stop(): Promise<void>;
  /**
   * Tries the latest revision of a record once more that brought the examiner down. That it did stays noted until it is
   * examined, so that an attempt that ends the program is not repeated by the next run. Rejects where nothing is examined
   * now.
   */
  again(recordId: number): Promise<ExaminedAgain>;
  /** What findings, claims and their sums do not know of yet. */
  backlog(): Promise<Backlog>;
  /** Resolves when nothing is left to be examined, or the examiner was stopped. */
  idle(): Promise<void>;
}

/**
 * How many revisions are examined at a time, how long the thread that writes is held by keeping what was found, and how
 * long it then belongs to the calls: keeping takes half of it when nobody calls, a tenth while something arrives, and
 * little in a rush, in pieces so short that no call waits long behind one.
 */
const loadProfiles = {
  quiet: { maxRevisions: 64, saving: 4, pause: 4 },
  arriving: { maxRevisions: 24, saving: 2, pause: 20 },
  rush: { maxRevisions: 8, saving: 1, pause: 150 },
  alone: { maxRevisions: 256, saving: 200, pause: 0 },
} as const;
type LoadProfile = (typeof loadProfiles)[keyof typeof loadProfiles];
/** Bytes that are handed over at a time, beyond the first revision. */
const batchBytes = 1024 * 1024;
/** So long after what passes by itself it is tried again. */
const passingMilliseconds = 5000;

/**
 * Reads what arrived once more, thoroughly, after it was answered: what is odd becomes findings, what it shares with other
 * records links it to them, and what is odd beside them is found. What the search does not know yet is entered there.
 * Records whose findings hang on what arrived are looked at again. It goes on where it stopped, also after a restart.
 */
export function createExaminer(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  relations: CrossRecordContext;
  attachments?: NamedAttachments | undefined;
  examination: Examination;
  load: Pick<ArrivalLoad, 'isRush'>;
  /** Whether nobody waits for the thread meanwhile. */
  isAlone?: boolean;
  log?: EngineLog | undefined;
}): Examiner {
  const { store, clock, changes, relations, attachments, examination, load, isAlone = false, log } = options;
  const cursor = createExaminationCursor(store, () => ({
    ...relations.thresholds(),
    companyTaxId: relations.companyTaxId(),
  }));
  let isStarting = false;
  let arrivals = 0;
  /** Since when there has been something to do; null while it rests. */
  let busySince: number | null = null;
  /** Up to here nothing of the journal is left to be examined; another object once all is to be examined anew. */
  let caughtUp = { to: 0 };
  const crashGuard = createCrashGuard(store);
  /** What was examined and is not kept yet, behind the position. */
  let examinedAhead: readonly PendingExamination[] = [];
  /** What is examined behind that, while it is kept: one batch, and only where nobody waits for the thread. */
  let following: { after: number; batch: Promise<Batch> } | null = null;
  const retries: RetryRequest[] = [];

  const loop = createBackgroundLoop({
    clock,
    async run() {
      busySince ??= clock.now();
      if (isStarting) {
        // Whoever starts the program is not kept waiting by a first batch.
        isStarting = false;
        return { after: 0, hasMore: true };
      }
      const profile = isAlone ? loadProfiles.alone : profileOf(arrivals > 0, load.isRush());
      arrivals = 0;
      const isMore = await workOnce(profile);
      if (isMore || arrivals > 0) return { after: profile.pause, hasMore: true };
      busySince = null;
      return null;
    },
    // The store reports its own failures. What passes is tried again; what else is left, after the next delivery or start.
    onError(failure) {
      log?.error({ err: failure }, 'What arrived could not be examined; it is tried again later.');
      busySince = null;
      return isPassing(failure) ? { after: passingMilliseconds } : null;
    },
  });

  const workOnce = async (profile: LoadProfile): Promise<boolean> => {
    const retry = retries.shift();
    if (retry !== undefined) {
      await examineAgain(retry.recordId).then(retry.resolve, retry.reject);
      return true;
    }
    const isMore = await examineBatch(profile);
    // What is looked at again only after all has come is looked at once.
    if (isAlone && isMore) return true;
    const rechecked = await lookAgain(isAlone ? profile.saving : jobMilliseconds);
    // Sums may be behind for a moment; what arrives in a rush is listed first.
    if (load.isRush())
      return (
        isMore || rechecked.isMore || (await isAnythingToCount(store)) || (await isAnythingToEnter(store))
      );
    const milliseconds = isAlone ? profile.saving : jobMilliseconds;
    const isMoreToEnter = await enterSome(store, milliseconds, (err, subject) =>
      log?.error({ err, subject }, 'Something could not be entered in the search.'),
    );
    const counted = await countSome(store, relations, milliseconds, (err, record) =>
      log?.error({ err, record }, 'A record could not be counted in the figures.'),
    );
    if (counted === 'all') changes.publish({ topic: 'figures' });
    if (isMore || rechecked.isMore || isMoreToEnter || counted === 'some') return true;
    // What comes meanwhile makes new pieces, so that it is done when nothing else is.
    return mergeSome(store, milliseconds);
  };

  /** Looks at what hangs on other records: findings, and what claims are about. */
  const lookAgain = async (milliseconds: number): Promise<{ isMore: boolean }> => {
    const rechecked = await recheckSome(store, relations, milliseconds);
    const described = await deriveClaimSubjects(store, milliseconds);
    publishRecords(changes, [...rechecked.changed, ...described.changed]);
    if (described.changed.length > 0) changes.publish({ topic: 'claims' });
    return { isMore: rechecked.isMore || described.isMore };
  };

  const examineAgain = async (recordId: number): Promise<ExaminedAgain> => {
    const row = await store.read((tx) => findLatestRevision(tx, recordId));
    if (row === undefined || row.notExamined === null) return { outcome: 'wasExamined' };
    const { examined, failure } = await examination.examine(
      [await store.read((tx) => readyToExamine(tx, row))],
      relations.thresholds(),
    );
    const outcome = examined[0] ?? failure ?? 'crashed';
    const at = clock.now();
    for (let next: PendingExamination | null = { row, outcome, from: 0 }; next !== null; ) {
      const keeping: PendingExamination = next;
      const kept = await store.write(async (tx) => {
        if (typeof outcome === 'string') await deleteNotExamined(tx, row.seq);
        const saved = await saveBatch(tx, [keeping], { stopAt: 0, at, relations, attachments });
        if (typeof outcome !== 'string' && saved.partly === null) await deleteNotExamined(tx, row.seq);
        return saved;
      });
      publishRecords(changes, kept.changed);
      if (kept.naming.length > 0) attachments?.wake(kept.naming);
      next = kept.partly;
    }
    changes.publish({ topic: 'claims' });
    if (typeof outcome !== 'string') return { outcome: 'examined' };
    log?.error(
      { entry: row.seq, reason: outcome },
      'A record could not be examined when it was tried by hand.',
    );
    return { outcome: 'notExamined', reason: outcome };
  };

  /** The revisions behind a position, as many as are examined together; and up to where there are no others. */
  const readRows = async (after: number, most: number): Promise<{ rows: ToExamine[]; upTo: number }> => {
    for (let from = after; ; ) {
      const found = await store.read((tx) => readStretch(tx, from, most));
      if (found.rows.length > 0 || found.isEnd) return found;
      // All of it lies in bundles.
      from = found.upTo;
      await yieldToEventLoop();
    }
  };

  /** What is kept next; empty where nothing is left. */
  const nextBatch = async (position: number, profile: LoadProfile): Promise<Batch> => {
    // What names very much is kept in several jobs, and there may have been no time for all; it is examined once.
    if (examinedAhead.length > 0) return { pending: examinedAhead, passedTo: position };
    const begun = following;
    following = null;
    return begun?.after === position ? begun.batch : examineBehind(position, profile);
  };

  const examineBehind = async (position: number, profile: LoadProfile): Promise<Batch> => {
    const { rows, upTo } = await readRows(position, profile.maxRevisions);
    return { pending: await examineRows(position, rows), passedTo: upTo };
  };

  const examineRows = async (
    position: number,
    found: readonly ToExamine[],
  ): Promise<readonly PendingExamination[]> => {
    const [first] = found;
    if (first === undefined) return [];
    const most = await crashGuard.begin(position, found.length);
    const rows = found.slice(0, Math.max(1, most));
    const known = rows.findIndex(({ notExamined }) => notExamined !== null);
    if (known === 0 || most === 0) {
      const reason = notExamined.catch('crashed').parse(first.notExamined);
      return [{ row: first, outcome: reason, from: 0 }];
    }
    const tried = known < 0 ? rows : rows.slice(0, known);
    const { examined, failure } = await examination.examine(tried, relations.thresholds());
    if (failure !== null)
      log?.error(
        { entry: tried[examined.length]?.seq, reason: failure },
        'A record could not be examined; it is not tried again.',
      );
    const outcomes = failure === null ? examined : [...examined, failure];
    return tried.flatMap((row, index) => {
      const outcome = outcomes[index];
      // What stands behind one that could not be examined belongs to the next batch.
      return outcome === undefined ? [] : [{ row, outcome, from: 0 }];
    });
  };

  /** Begins to examine what stands behind a batch that is to be kept, where nobody waits for the thread. */
  const examineAhead = (batch: readonly PendingExamination[], profile: LoadProfile): void => {
    const after = batch.at(-1)?.row.seq;
    if (!isAlone || after === undefined || following !== null) return;
    following = { after, batch: examineBehind(after, profile) };
    // Whoever takes it hears of a failure.
    following.batch.catch(() => {});
  };

  /** Nothing but what lies in bundles is left up to a place: it counts as examined. */
  const passTo = async (before: number, to: number): Promise<void> => {
    const { since } = await store.read((tx) => countDeliveriesAfter(tx, before, to));
    if (since === null) return;
    await store.write((tx) => cursor.move(tx, to));
    cursor.moved(to);
  };

  const examineBatch = async (profile: LoadProfile): Promise<boolean> => {
    const { position: before, isReset } = await cursor.position();
    // It was examined under other settings.
    if (isReset) {
      examinedAhead = [];
      caughtUp = { to: 0 };
    }
    const { pending: batch, passedTo } = await nextBatch(before, profile);
    if (batch.length === 0) {
      await passTo(before, passedTo);
      return false;
    }
    examineAhead(batch, profile);
    const at = clock.now();
    const kept = await store.write(async (tx) => {
      const stopAt = performance.now() + profile.saving;
      const saved = await saveBatch(tx, batch, { stopAt, at, relations, attachments });
      const last = batch[saved.count - 1]?.row.seq ?? before;
      await cursor.move(tx, last);
      return { ...saved, last };
    });
    cursor.moved(kept.last);
    const rest = batch.slice(kept.count);
    examinedAhead = kept.partly === null ? rest : [kept.partly, ...rest.slice(1)];
    changes.publish({ topic: 'claims' });
    publishRecords(changes, kept.changed);
    if (kept.naming.length > 0) attachments?.wake(kept.naming);
    return true;
  };

  return {
    start() {
      isStarting = loop.isStopped;
      loop.start();
    },
    wake() {
      arrivals++;
      if (loop.isStopped) return;
      busySince ??= clock.now();
      loop.wake(loadProfiles.arriving.pause);
    },
    count() {
      if (!loop.isStopped) loop.wake(loadProfiles.arriving.pause);
    },
    async stop() {
      const stopped = loop.stop();
      await examination.close();
      await stopped;
      await crashGuard.end();
      for (const { reject } of retries.splice(0)) reject(new Error('The examiner was stopped.'));
    },
    again(recordId) {
      if (loop.isStopped) return Promise.reject(new Error('The examiner was stopped.'));
      return new Promise((resolve, reject) => {
        retries.push({ recordId, resolve, reject });
        arrivals++;
        loop.wake();
      });
    },
    async backlog() {
      const known = caughtUp;
      const position = Math.max(await cursor.kept(), known.to);
      const { revisions, seq } = await store.read((tx) => countDeliveriesAfter(tx, position));
      if (revisions === 0) known.to = seq;
      return { revisions, since: revisions === 0 ? null : busySince };
    },
    idle: () => loop.idle(),
  };
}

/** What is to be kept; and up to where there is nothing else, where it is nothing. */
interface Batch {
  pending: readonly PendingExamination[];
  passedTo: number;
}

/** So many entries are looked through at a time for what does not lie in a bundle. */
const stretchEntries = 2000;

/** The first revisions to examine of a stretch behind a place, how far that goes, and whether that is all. */
async function readStretch(
  tx: ReadTransaction,
  after: number,
  most: number,
): Promise<{ rows: ToExamine[]; upTo: number; isEnd: boolean }> {
  const end = Math.max(after, await findDerivedPosition(tx, 'derivedArrivals'));
  const upTo = Math.min(end, after + stretchEntries);
  const rows: ToExamine[] = [];
  let bytes = 0;
  while (rows.length < most && bytes < batchBytes) {
    const row = await findRevisionAfter(tx, rows.at(-1)?.seq ?? after, upTo);
    if (row === undefined) break;
    const ready = await readyToExamine(tx, row);
    bytes += ready.body?.length ?? ready.whole?.length ?? 0;
    rows.push(ready);
  }
  return { rows, upTo, isEnd: upTo === end };
}

interface RetryRequest {
  recordId: number;
  resolve(done: ExaminedAgain): void;
  reject(failure: unknown): void;
}

interface SaveContext {
  stopAt: number;
  at: number;
  relations: CrossRecordContext;
  attachments: NamedAttachments | undefined;
}

/** Keeps those of a batch that there is time for, in their order, the first of them in any case. */
async function saveBatch(
  tx: WriteTransaction,
  batch: readonly PendingExamination[],
  keeping: SaveContext,
): Promise<{
  count: number;
  /** The one behind them, where only a part of what it names is saved. */
  partly: PendingExamination | null;
  changed: { kind: RecordKind; id: number }[];
  naming: number[];
}> {
  const { attachments, stopAt } = keeping;
  const changed: { kind: RecordKind; id: number }[] = [];
  const naming: number[] = [];
  let count = 0;
  for (const { row, outcome, from } of batch) {
    const { kind, recordId: id, revision } = row;
    // It was moved to a bundle since it was read.
    const isGone = revision <= (await findArchivedRevision(tx, id));
    if (isGone) {
      count += 1;
      continue;
    }
    if (typeof outcome === 'string') {
      if (await saveFailure(tx, row, outcome, keeping.at)) changed.push({ kind, id });
    } else {
      // Before the findings: those of photos hang on which of them this revision names.
      const { named } = outcome;
      const attached = await attachments?.keepNamed(tx, { recordId: id, revision, named, from });
      if (attached?.isOther) naming.push(id);
      const next = attached?.next ?? null;
      if (next !== null) return { count, partly: { row, outcome, from: next }, changed, naming };
      if (await saveExamined(tx, row, outcome, keeping)) changed.push({ kind, id });
    }
    count += 1;
    // What is beside a record can take longer than what it says by itself.
    if (performance.now() >= stopAt) break;
  }
  return { count, partly: null, changed, naming };
}

function profileOf(isArriving: boolean, isRush: boolean): LoadProfile {
  if (isRush) return loadProfiles.rush;
  return isArriving ? loadProfiles.arriving : loadProfiles.quiet;
}

/**
 * Keeps what was examined; whether its findings changed. What other records of the batch say is known by then, since
 * they are kept one after the other.
 */
async function saveExamined(
  tx: WriteTransaction,
  row: UnexaminedRow,
  examined: Examined,
  { relations }: SaveContext,
): Promise<boolean> {
  const { large } = examined;
  if (large !== null) await insertLargeBody(tx, row.seq, large);
  const changed = await updateLinks(tx, row, examined);
  await markClaimSubjects(tx, row, { links: examined.links, ...changed });
  const beside = await findingsBeside(
    tx,
    large === null ? row : withExtract(row, large),
    examined.order,
    relations,
  );
  const findings = withSeverity([...examined.findings, ...gather(beside)]);
  await upsertPendingShare(tx, row.recordId, JSON.stringify(examined.figures));
  return replaceFindings(tx, { recordId: row.recordId, revision: row.revision }, () => true, findings);
}

/**
 * What is odd about a revision beside other records. That is said of the latest alone: of an earlier one it would hang on
 * when it was examined, and what it is beside now is beside the latest.
 */
async function findingsBeside(
  tx: WriteTransaction,
  row: UnexaminedRow,
  order: RecordContent | null,
  relations: CrossRecordContext,
): Promise<NewFinding[]> {
  const { recordId, revision } = row;
  if (revision > 1) await replaceFindings(tx, { recordId, revision: revision - 1 }, isCrossRecord, []);
  if ((await findRecordRevision(tx, recordId)) !== revision) return [];
  return crossRecordFindings(tx, recordId, order ?? contentOfRevision(row), relations, row);
}

/** Keeps that a revision could not be examined, and why, so that it is not tried again. */
async function saveFailure(
  tx: WriteTransaction,
  row: UnexaminedRow,
  reason: NotExamined,
  at: number,
): Promise<boolean> {
  await insertNotExamined(tx, row.seq, reason, at);
  const findings = withSeverity(notExaminedFindings(row, reason));
  return replaceFindings(tx, { recordId: row.recordId, revision: row.revision }, () => true, findings);
}

async function readyToExamine(tx: ReadTransaction, row: UnexaminedRow): Promise<ToExamine> {
  const whole = row.body === null ? await wholeBody(tx, row) : undefined;
  const previous = await revisionBefore(tx, row);
  return { ...row, previous, first: await firstRevision(tx, row, previous), whole };
}

async function revisionBefore(tx: ReadTransaction, row: UnexaminedRow): Promise<UnexaminedRow | null> {
  // Most are the first: nothing is asked for.
  if (row.revision === 1) return null;
  return (await findRevision(tx, row.recordId, row.revision - 1)) ?? null;
}

/** Null of the first, and where it lies in a bundle. */
async function firstRevision(
  tx: ReadTransaction,
  { recordId, revision }: UnexaminedRow,
  previous: UnexaminedRow | null,
): Promise<UnexaminedRow | null> {
  if (revision === 1) return null;
  const first = revision === 2 ? previous : ((await findRevision(tx, recordId, 1)) ?? null);
  return first?.isArchived === 1 ? null : first;
}

async function wholeBody(tx: ReadTransaction, row: UnexaminedRow): Promise<Uint8Array | undefined> {
  const { recordId, revision } = row;
  return (await findRevisionBytes(tx, recordId, revision, { from: 0, limit: maxWholeBodyBytes }))?.bytes;
}
/** No body is taken that is longer. */
const maxWholeBodyBytes = 64 * 1024 * 1024;

function publishRecords(changes: Changes, records: readonly { kind: RecordKind; id: number }[]): void {
  const idsOf = new Map<RecordKind, number[]>();
  for (const { kind, id } of records) {
    const ids = idsOf.get(kind) ?? [];
    ids.push(id);
    idsOf.set(kind, ids);
  }
  for (const [kind, ids] of idsOf) changes.publish({ topic: 'records', kind, ids });
}

/** No further record is begun in a job that held the writer so long. */
const jobMilliseconds = 4;

interface Rechecked {
  /** Whether more may wait. */
  isMore: boolean;
  /** Records whose findings changed. */
  changed: { kind: RecordKind; id: number }[];
}

/** Finds anew what is odd across records, for some of those that wait for it. */
async function recheckSome(
  store: Store,
  parts: CrossRecordContext,
  milliseconds: number,
): Promise<Rechecked> {
  // Nothing is written while nothing waits.
  if ((await store.read(findNextRecheck)) === undefined) return { isMore: false, changed: [] };
  return store.write(async (tx) => {
    const changed: Rechecked['changed'] = [];
    const until = performance.now() + milliseconds;
    do {
      const recheck = await findNextRecheck(tx);
      if (recheck === undefined) return { isMore: false, changed };
      for (const id of await claimRecheckBatch(tx, recheck, 1)) {
        const kind = await recheckRecord(tx, id, parts);
        if (kind !== null) changed.push({ kind, id });
      }
    } while (performance.now() < until);
    return { isMore: true, changed };
  });
}

const isAnythingToCount = async (store: Store): Promise<boolean> =>
  (await store.read(findStaleFigureRecord)) !== undefined;

/**
 * Brings figures to what those records count for that changed, as many as there is time for. One that cannot be counted, through a fault
 * of ours, is told, is in no sum, and keeps nothing else from being counted. Rejects where the store is at fault.
 */
async function countSome(
  store: Store,
  { thresholds }: CrossRecordContext,
  milliseconds: number,
  onSetAside: (failure: unknown, recordId: number) => void,
): Promise<'none' | 'some' | 'all'> {
  if (!(await isAnythingToCount(store))) return 'none';
  let current: number | undefined;
  try {
    return await store.derive(async (tx) => {
      const until = performance.now() + milliseconds;
      do {
        current = await findStaleFigureRecord(tx);
        if (current === undefined) return 'all';
        await countRecord(tx, current, thresholds());
      } while (performance.now() < until);
      current = undefined;
      return 'some';
    });
  } catch (failure) {
    const faulty = current;
    if (faulty === undefined || isStoreAtFault(failure)) throw failure;
    await store.derive((tx) => deleteStaleFigureRecord(tx, faulty));
    onSetAside(failure, faulty);
    return 'some';
  }
}

/** Its kind where its findings changed. */
async function recheckRecord(
  tx: WriteTransaction,
  recordId: number,
  parts: CrossRecordContext,
): Promise<RecordKind | null> {
  const row = await findLatestRevision(tx, recordId);
  // What was found of one that lies in a bundle lies there.
  if (row === undefined || row.isArchived === 1) return null;
  const findings = await crossRecordFindings(tx, recordId, contentOfRevision(row), parts, row);
  const target = { recordId, revision: row.revision };
  return (await replaceFindings(tx, target, isCrossRecord, withSeverity(gather(findings)))) ? row.kind : null;
}

/** How far examining has come. */
interface ExaminationCursor {
  /**
   * Entry of the last examined delivery; reset to 0, from the first on, once the settings that findings hang on are others
   * than it was examined with, or the checks are.
   */
  position(): Promise<{ position: number; isReset: boolean }>;
  /** The same as it was last kept, whatever it was examined with. */
  kept(): Promise<number>;
  /** Keeps a position; `moved` once that is committed. */
  move(tx: WriteTransaction, to: number): Promise<void>;
  moved(to: number): void;
}

/** Raised where the checks find something else than before, so that all that was examined is examined again. */
const examinationVersion = 6;

/** The names under which both are kept. */
const positionName = 'examinedEntry';
const thresholdsName = 'examinedThresholds';

/** Kept in the database, so that it goes on after a restart, also where thresholds changed just before it. */
function createExaminationCursor(
  store: Store,
  thresholds: () => Settings['findings'] & { companyTaxId: string },
): ExaminationCursor {
  let known: { position: number; thresholds: string | null } | null = null;
  const load = async () => {
    known ??= await store.read(async (tx) => ({
      position: Number((await findSetting(tx, positionName)) ?? 0),
      thresholds: await findSetting(tx, thresholdsName),
    }));
    return known;
  };
  return {
    kept: async () => (await load()).position,
    async position() {
      known = await load();
      const wanted = JSON.stringify({ examinationVersion, ...thresholds() });
      const isReset = known.thresholds !== wanted;
      if (isReset) {
        await store.write(async (tx) => {
          await upsertSetting(tx, positionName, '0');
          await upsertSetting(tx, thresholdsName, wanted);
        });
        known = { position: 0, thresholds: wanted };
      }
      return { position: known.position, isReset };
    },
    move: (tx, to) => upsertSetting(tx, positionName, String(to)),
    moved(to) {
      if (known !== null) known.position = to;
    },
  };
}

/**
 * The note, in the database, that examining began: it stands until the program closes. Where the next run finds it, the
 * last one ended in the midst of an examination, which may be what ended it.
 */
interface CrashGuard {
  /**
   * Notes that what stands behind a position is tried, before it is. How many revisions may be tried together; 0 where the
   * first of them was tried alone when the program ended, so that it is not tried again.
   */
  begin(position: number, most: number): Promise<number>;
  /** The program closes, and nothing is being tried. */
  end(): Promise<void>;
}

interface Noted {
  after: number;
  isAlone: boolean;
}

const noteName = 'examinationBegan';
/** After a run that ended in the midst, so many are tried alone. */
const maxAlone = 64;

function createCrashGuard(store: Store): CrashGuard {
  let alone: number | null = null;
  let found: Noted | null = null;
  const write = (noted: Noted | null) =>
    store.write((tx) => upsertSetting(tx, noteName, JSON.stringify(noted)));
  return {
    async begin(position, most) {
      if (alone === null) {
        found = JSON.parse((await store.read((tx) => findSetting(tx, noteName))) ?? 'null');
        alone = found === null ? 0 : maxAlone;
        if (alone === 0) await write({ after: position, isAlone: false });
      }
      if (alone === 0) return most;
      alone -= 1;
      const wasTried = found?.isAlone === true && found.after === position;
      found = null;
      await write({ after: position, isAlone: alone > 0 });
      return wasTried ? 0 : 1;
    },
    async end() {
      if (alone !== null) await write(null);
      alone = null;
    },
  };
}
