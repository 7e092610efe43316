import type { RecordContent } from '#shared/marketplace/record-content.ts';
import type { RecordKind } from '#shared/terms.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import { gather } from '../findings/index.ts';
import type { EngineLog } from '../log.ts';
import {
  insertSearchWord,
  replaceFindings,
  revisionAfter,
  revisionOfRecord,
  type Store,
  type WriteTransaction,
} from '../store/index.ts';
import { type Examined, examine, withSeverity } from './examination.ts';
import { createExaminedMark } from './examined-mark.ts';
import { link } from './linking.ts';
import { recheckSome } from './rechecking.ts';
import { type RelationParts, relationalFindings } from './relations.ts';

/** Keeps the photos and papers that a revision names, and fetches them once they are committed. */
export interface NamedAttachments<Named = unknown> {
  /** What a record names. */
  namedBy(content: RecordContent): readonly Named[];
  /** Keeps some of it in one job, from one on: whether any is new, and where the next job goes on; null after the last. */
  keepNamed(
    tx: WriteTransaction,
    of: { recordId: number; revision: number; named: readonly Named[]; from: number },
  ): Promise<{ isOther: boolean; next: number | null }>;
  wake(recordIds: readonly number[]): void;
}

/** One that is examined, with what it names, and how much of that is kept. */
interface ToKeep {
  examined: Examined;
  named: readonly unknown[];
  from: number;
}

export interface Examiner {
  start(): void;
  /** Something arrived. */
  wake(): void;
  stop(): Promise<void>;
  /** Resolves when nothing is left to be examined, or the examiner was stopped. */
  idle(): Promise<void>;
}

/**
 * How long the thread is held at a time, twice a batch (reading, then keeping), and how long it then belongs to the
 * calls: examining takes half of it when nobody calls, a tenth while something arrives, and little in a rush, in
 * pieces so short that no call waits long behind one.
 */
const paces = {
  quiet: { batch: 4, pause: 4 },
  arriving: { batch: 2, pause: 20 },
  rush: { batch: 1, pause: 150 },
} as const;
type Pace = (typeof paces)[keyof typeof paces];
/** So many deliveries since the last batch are a rush. */
const rush = 40;
const knownWordLimit = 50_000;

/**
 * Reads what arrived once more, thoroughly, after it was answered: what is odd becomes findings, new words go to the
 * completion of the search, what it shares with other records links it to them, and what is odd beside them is found.
 * Records whose findings hang on what arrived are looked at again. It goes on where it stopped, also after a restart.
 */
export function createExaminer(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  relations: RelationParts;
  attachments?: NamedAttachments | undefined;
  log?: EngineLog | undefined;
}): Examiner {
  const { store, clock, changes, relations, attachments, log } = options;
  const knownWords = new Set<string>();
  const mark = createExaminedMark(store, () => ({
    ...relations.thresholds(),
    companyTaxId: relations.companyTaxId(),
  }));
  let state: 'stopped' | 'resting' | 'pausing' | 'working' = 'stopped';
  let arrivals = 0;
  let unfinished: (ToKeep & { before: number }) | null = null;
  let cancelPause: (() => void) | null = null;
  let working: Promise<void> = Promise.resolve();
  let waitingForIdle: (() => void)[] = [];

  const rest = () => {
    state = 'resting';
    for (const tell of waitingForIdle.splice(0)) tell();
  };

  const work = () => {
    cancelPause = null;
    state = 'working';
    const pace = paceAfter(arrivals);
    arrivals = 0;
    working = workOnce(pace).then(
      (isMore) => {
        if (state !== 'working') return;
        if (isMore || arrivals > 0) pause(pace.pause);
        else rest();
      },
      // The store tells of its own failures; what is left is examined after the next delivery or start.
      (failure: unknown) => {
        log?.error({ err: failure }, 'What arrived could not be examined; it is tried again later.');
        if (state === 'working') rest();
      },
    );
  };

  const pause = (milliseconds: number) => {
    state = 'pausing';
    cancelPause = clock.after(milliseconds, work);
  };

  const workOnce = async (pace: Pace): Promise<boolean> => {
    const isMore = await examineBatch(pace);
    const rechecked = await recheckSome(store, relations);
    publishRecords(changes, rechecked.changed);
    return isMore || rechecked.isMore;
  };

  /** What is examined next, as far as there is time for; whether there may be more. */
  const readBatch = async (before: number, until: number): Promise<{ batch: ToKeep[]; isMore: boolean }> => {
    // What names very much is kept in several jobs, and read once.
    const batch: ToKeep[] = unfinished?.before === before ? [unfinished] : [];
    let after = batch[0]?.examined.row.id ?? before;
    // One in any case: where the machine stalls, the time may be over before the first.
    do {
      const from = after;
      const found = await store.read(async (tx) => {
        const row = await revisionAfter(tx, from);
        if (row === undefined) return null;
        const previous =
          row.revision > 1 ? await revisionOfRecord(tx, row.record_id, row.revision - 1) : null;
        return { row, previous: previous ?? null };
      });
      if (found === null) return { batch, isMore: false };
      const { row, previous } = found;
      const examined = examine(row, previous, knownWords, relations.thresholds());
      batch.push({ examined, named: attachments?.namedBy(examined.content) ?? [], from: 0 });
      after = row.id;
    } while (performance.now() < until);
    return { batch, isMore: true };
  };

  const examineBatch = async (pace: Pace): Promise<boolean> => {
    const before = await mark.position();
    const { batch, isMore } = await readBatch(before, performance.now() + pace.batch);
    if (batch.length === 0) return false;
    const kept = await store.write(async (tx) => {
      const some = await keepSome(tx, batch, performance.now() + pace.batch, { relations, attachments });
      const last = batch[some.count - 1]?.examined.row.id ?? before;
      await mark.move(tx, last);
      return { ...some, last };
    });
    mark.moved(kept.last);
    unfinished = kept.partly === null ? null : { ...kept.partly, before: kept.last };
    if (knownWords.size > knownWordLimit) knownWords.clear();
    for (const { examined } of batch.slice(0, kept.count))
      for (const word of examined.words) knownWords.add(word);
    changes.publish({ topic: 'claims' });
    publishRecords(changes, kept.changed);
    if (kept.naming.length > 0) attachments?.wake(kept.naming);
    return isMore || kept.count < batch.length;
  };

  return {
    start() {
      if (state === 'stopped') pause(0);
    },
    wake() {
      arrivals++;
      if (state === 'resting') pause(paces.arriving.pause);
    },
    async stop() {
      state = 'stopped';
      cancelPause?.();
      await working;
      for (const tell of waitingForIdle.splice(0)) tell();
    },
    idle() {
      if (state === 'stopped' || (state === 'resting' && arrivals === 0)) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForIdle = [...waitingForIdle, resolve];
      });
    },
  };
}

/** Keeps those of a batch that there is time for, in their order, the first of them in any case. */
async function keepSome(
  tx: WriteTransaction,
  batch: readonly ToKeep[],
  stopAt: number,
  { relations, attachments }: { relations: RelationParts; attachments: NamedAttachments | undefined },
): Promise<{
  count: number;
  /** The one behind them, where only some of what it names is kept. */
  partly: ToKeep | null;
  changed: { kind: RecordKind; id: number }[];
  naming: number[];
}> {
  const changed: { kind: RecordKind; id: number }[] = [];
  const naming: number[] = [];
  let count = 0;
  for (const { examined, named, from } of batch) {
    const { kind, record_id: id, revision } = examined.row;
    // Before the findings: those of photos hang on which of them this revision names.
    const keeping = await attachments?.keepNamed(tx, { recordId: id, revision, named, from });
    if (keeping?.isOther) naming.push(id);
    const next = keeping?.next ?? null;
    if (next !== null) return { count, partly: { examined, named, from: next }, changed, naming };
    if (await keep(tx, examined, relations)) changed.push({ kind, id });
    count += 1;
    // What is beside a record can take longer than what it says by itself; the others are examined again.
    if (performance.now() >= stopAt) break;
  }
  return { count, partly: null, changed, naming };
}

function paceAfter(arrivals: number): Pace {
  if (arrivals === 0) return paces.quiet;
  return arrivals > rush ? paces.rush : paces.arriving;
}

/**
 * Keeps what was examined; whether its findings changed. What other records of the batch say is known by then, since
 * they are kept one after the other.
 */
async function keep(tx: WriteTransaction, examined: Examined, relations: RelationParts): Promise<boolean> {
  const { row, content, words } = examined;
  await link(tx, examined);
  const beside = await relationalFindings(tx, row.record_id, content, relations);
  const findings = withSeverity([...examined.findings, ...gather(beside)]);
  for (const word of words) await insertSearchWord(tx, word);
  return replaceFindings(tx, { recordId: row.record_id, revision: row.revision }, () => true, findings);
}

function publishRecords(changes: Changes, records: readonly { kind: RecordKind; id: number }[]): void {
  const idsOf = new Map<RecordKind, number[]>();
  for (const { kind, id } of records) {
    const ids = idsOf.get(kind) ?? [];
    ids.push(id);
    idsOf.set(kind, ids);
  }
  for (const [kind, ids] of idsOf) changes.publish({ topic: 'records', kind, ids });
}
