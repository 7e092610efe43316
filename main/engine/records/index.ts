import type { Change } from '#shared/contract/changes.ts';
import type { Actor } from '#shared/contract/common.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { OrderKind, RecordKind } from '#shared/terms.ts';
import type { ArrivalLoad } from '../arrival-load.ts';
import { createLargeBodies } from '../bodies/index.ts';
import type { Changes } from '../changes/index.ts';
import type { Clock } from '../clock.ts';
import type { EngineLog } from '../log.ts';
import type { SettingsService } from '../settings/index.ts';
import {
  type DerivedStream,
  type Entry,
  enqueueRecheck,
  type FilterChoice,
  findEntry,
  listChoicesOf,
  listFilterChoices,
  type NoteRow,
  type Recheck,
  type RecordListRow,
  type Store,
  type WriteTransaction,
} from '../store/index.ts';
import type { CheckCoverage } from './cross-record-findings.ts';
import { deriveDelivery, type ReadDelivery, readDeliveriesBefore, readDelivery } from './delivered.ts';
import {
  createExaminer,
  type Examination,
  type ExaminedAgain,
  type Examiner,
  examineHere,
  type NamedAttachments,
} from './examiner.ts';
import {
  type Acknowledged,
  type Acknowledgement,
  acknowledge,
  addNote,
  noteExaminingAgain,
  type Reviewed,
  type Seen,
  setManyReviewed,
  setReviewed,
  withdraw,
} from './notes-and-reviews.ts';
import { createRecordCounts } from './record-counts.ts';
import { deriveStub, readStub } from './stub.ts';
import { nameKey } from './traits.ts';

export { deriveAllClaimSubjects, incidentsOfPolicies, valuesOf } from './claim-subjects.ts';
export type { CheckCoverage } from './cross-record-findings.ts';
export { photosSimilarTo } from './cross-record-findings.ts';
export { contentOfRevision, type Examined, examine, type ToExamine } from './examination.ts';
export type { Backlog, Examination, NamedAttachments } from './examiner.ts';
export { findingOf } from './finding-of.ts';
export { claimFileLink } from './links.ts';
export { recordsPage } from './queries.ts';
export { dayBegin, filterOf } from './record-filter.ts';
export { longestBeginningOf, type SearchedKind } from './search-index.ts';
export {
  hasWord,
  type SearchConditions,
  searchConditions,
  searchedKinds,
  searchIds,
} from './search-query.ts';
export { textsOfRecord } from './search-stale.ts';
export { maxPdfs, type SearchText, textsOfPdfs, textsOfRow } from './search-texts.ts';
export { searchWordsOf } from './search-words.ts';
export { bundlesOfRevisions, stubOf, taxIdsOfDeliveries } from './stub.ts';
export { headingOf } from './summary.ts';
export { textsBeside } from './texts-beside.ts';
export { nameKey } from './traits.ts';

export interface Records {
  /** Reads a delivery of the journal; the job writes its record, unless it is there. */
  derive(entry: Entry): Promise<DeriveRecords>;
  /** The same of the deliveries of an order that came before a place of the journal and are not derived yet. */
  deriveBefore(order: { kind: OrderKind; marketplaceId: number }, seq: number): Promise<DeriveRecords>;
  /** Reads what stays of a record that an `archived` entry says lies in a bundle; the job makes it that. */
  deriveArchived(entry: Entry): Promise<DeriveRecords>;
  /** How many records of a kind there are. */
  count(kind: RecordKind): number;
  /** Adds a note beside a record, with whom it mentions of those who work here; null where there is no such record. */
  addNote(
    id: number,
    text: string,
    actor: Actor,
    mentions?: readonly number[],
  ): Promise<(NoteRow & { mentions: number[] }) | null>;
  /**
   * Marks a record as reviewed where this is the revision that is there, or takes the mark back where it is null; null where
   * there is no such record.
   */
  setReviewed(id: number, seen: Seen, actor: Actor): Promise<Reviewed | null>;
  /** The rows of those that are here, newest first, which of them it changed, and which it left for another revision. */
  setManyReviewed(
    marks: ReadonlyMap<number, Seen>,
    actor: Actor,
  ): Promise<{ rows: RecordListRow[]; changed: number[]; newer: number[] }>;
  /** What a filter offers of parties or makes: those that begin with a text, or of these values. */
  choices(wanted: {
    of: FilterChoice['name'];
    beginning: string;
    values?: readonly string[] | undefined;
    limit: number;
  }): Promise<FilterChoice[]>;
  /** Acknowledges findings of a record's latest revision, for the record or for its party. */
  acknowledge(asked: Acknowledgement, actor: Actor): Promise<Acknowledged>;
  /** Takes an acknowledgement back; null where there is none. */
  withdrawAcknowledgement(id: number, actor: Actor): Promise<RecordListRow | null>;
  /** Tries a record once more that could not be examined; null where there is no such record. */
  examineAgain(id: number, actor: Actor): Promise<ExaminedAgain | null>;
  /**
   * Has records with a link, or all incident reports, looked at again beside what is known now, in the background:
   * for what changed outside the records, such as the policy book.
   */
  recheck(which: Pick<Recheck, 'name' | 'value'>): Promise<void>;
  examiner: Examiner;
  /** Counts what is there, for lists, the first time that it is called; where that failed, the next time again. */
  countAll(): Promise<void>;
  /** Counts anew, where the rows may be others than this run was told. */
  recount(): Promise<void>;
  /** Begins to examine what arrives. */
  start(): void;
  /** Waits for the batch that is being examined. */
  stop(): Promise<void>;
}

/** Resolves with what is to be called once it is committed; null where nothing is new. */
type DeriveRecords = (tx: WriteTransaction) => Promise<(() => void) | null>;

/** Joins a new order to what was asked about it before it came; the id of that cancellation, or null. */
type OnNewOrder = (
  tx: WriteTransaction,
  order: { kind: OrderKind; marketplaceId: number; recordId: number },
  at: number,
) => Promise<number | null>;

export function createRecords(options: {
  store: Store;
  clock: Clock;
  changes: Changes;
  settings: SettingsService;
  /** Without one, nothing is found about policies. */
  checkCoverage?: CheckCoverage | undefined;
  /** Joins a new order to what was asked about it before it came; the id of that cancellation, or null. */
  onNewOrder?: OnNewOrder | undefined;
  /** Without them, no photo and no paper is fetched. */
  attachments?: NamedAttachments | undefined;
  /** Told once records were made stubs, whose deliveries lie in a bundle. */
  onArchived?: (() => void) | undefined;
  /** What arrives just now; nothing where none is given. */
  load?: Pick<ArrivalLoad, 'isRush'>;
  /** Where records are examined; in this thread where none is given. */
  examination?: Examination;
  /** Whether nobody waits for the thread meanwhile, as while all is derived anew. */
  isAlone?: boolean;
  log?: EngineLog | undefined;
}): Records {
  const { store, clock, changes, settings, checkCoverage = async () => null, attachments, log } = options;
  const { onNewOrder, onArchived = () => {}, load = { isRush: () => false } } = options;
  const counts = createRecordCounts(store);
  const relations = {
    thresholds: () => settings.current().findings,
    companyTaxId: () => settings.current().company.taxId,
    checkCoverage,
  };
  const { examination = examineHere((content) => attachments?.namedBy(content) ?? []) } = options;
  const { isAlone = false } = options;
  const examiner = createExaminer({
    ...{ store, clock, changes, relations, attachments, examination, load, isAlone, log },
  });
  const bodies = createLargeBodies();
  const reading = { store, bodies, log };
  const deriveOne = async (
    tx: WriteTransaction,
    read: ReadDelivery,
    by: { stream: DerivedStream; seq: number },
  ): Promise<(() => void) | null> => {
    const delivered = await deriveDelivery(tx, read);
    if (delivered === 'known') return null;
    const { kind, marketplaceId, subjectId: recordId, at } = read.entry;
    const isNewOrder = delivered === 'new' && (kind === 'purchaseOrder' || kind === 'serviceOrder');
    const cancellationId = isNewOrder ? await onNewOrder?.(tx, { kind, marketplaceId, recordId }, at) : null;
    return () => {
      if (delivered === 'new') counts.add({ kind, ...by });
      changes.publish({ topic: 'records', kind, ids: [recordId] });
      if (cancellationId != null) changes.publish({ topic: 'cancellations', ids: [cancellationId] });
      examiner.wake();
    };
  };
  const recheck: Records['recheck'] = async (which) => {
    await store.write((tx) => enqueueRecheck(tx, which));
    examiner.wake();
  };
  /** Where they cannot be queued, they are with the next change: a failure ends nothing. */
  const recheckReports = () =>
    recheck({ name: 'incidentReport', value: '' }).catch((failure: unknown) =>
      log?.error({ err: failure }, 'Reports are not looked at again.'),
    );
  const stopped = new AbortController();
  let following: Promise<void> = Promise.resolve();
  return {
    examiner,
    count: counts.of,
    async derive(entry) {
      const read = await readDelivery(reading, entry);
      return (tx) => deriveOne(tx, read, { stream: 'derivedArrivals', seq: entry.seq });
    },
    async deriveBefore(order, seq) {
      const read = await readDeliveriesBefore(reading, order, seq);
      return async (tx) => {
        const after: ((() => void) | null)[] = [];
        for (const delivery of read)
          after.push(await deriveOne(tx, delivery, { stream: 'derivedCalls', seq }));
        return () => {
          for (const publish of after) publish?.();
        };
      };
    },
    async deriveArchived(entry) {
      const found = await store.read((tx) => findEntry(tx, entry.seq));
      const read = readStub(found ?? { ...entry, bytes: null });
      return async (tx) => {
        await deriveStub(tx, entry, read);
        return () => {
          changes.publish({ topic: 'records', kind: read.archived.kind, ids: [entry.subjectId] });
          onArchived();
        };
      };
    },
    async addNote(id, text, actor, mentions = []) {
      const note = await addNote({ store, clock }, id, text, actor, mentions);
      if (note === null) return null;
      changes.publish({ topic: 'records', ids: [id] });
      // It is entered in the search.
      examiner.count();
      return note;
    },
    async setReviewed(id, seen, actor) {
      const done = await setReviewed({ store, clock }, id, seen, actor);
      if (done !== null && !done.isNewer)
        changes.publish({ topic: 'records', kind: done.row.kind, ids: [id] });
      return done;
    },
    async setManyReviewed(marks, actor) {
      const done = await setManyReviewed({ store, clock }, marks, actor);
      const changed = done.rows.filter(({ id }) => done.changed.includes(id));
      for (const kind of new Set(changed.map((row) => row.kind)))
        changes.publish({
          topic: 'records',
          kind,
          ids: changed.filter((row) => row.kind === kind).map(({ id }) => id),
        });
      return done;
    },
    choices: ({ of: name, beginning, values, limit }) =>
      store.read((tx) =>
        values === undefined
          ? listFilterChoices(tx, { name, beginning: nameKey(beginning) ?? '', limit })
          : listChoicesOf(tx, name, values),
      ),
    async acknowledge(asked, actor) {
      const done = await acknowledge({ store, clock }, asked, actor);
      if (done.outcome === 'acknowledged')
        changes.publish({ topic: 'records', kind: done.row.kind, ids: [done.row.id] });
      return done;
    },
    async withdrawAcknowledgement(id, actor) {
      const row = await withdraw({ store, clock }, id, actor);
      if (row === null) return null;
      changes.publish({ topic: 'records', kind: row.kind, ids: [row.id] });
      examiner.wake();
      return row;
    },
    async examineAgain(id, actor) {
      const isToBe = await noteExaminingAgain({ store, clock }, id, actor);
      if (isToBe === null) return null;
      return isToBe ? examiner.again(id) : { outcome: 'wasExamined' };
    },
    recheck,
    countAll: counts.countAll,
    recount: counts.recount,
    start() {
      examiner.start();
      // The change has queued it in its own transaction; now the room of the book knows of the change too.
      following = followChanges(changes, stopped.signal, {
        policies: recheckReports,
        records: examiner.count,
        cancellations: examiner.count,
      });
      settings.onChange((after, before) => {
        if (stopped.signal.aborted) return;
        const isOtherCompany = after.company.taxId !== before.company.taxId;
        if (isOtherCompany || JSON.stringify(after.findings) !== JSON.stringify(before.findings)) {
          examiner.wake();
        }
        if (!isSameBookRules(after, before)) void recheckReports();
      });
    },
    async stop() {
      stopped.abort();
      await following;
      await examiner.stop();
      await bodies.close();
    },
  };
}

/** Whether the policy book says the same under both settings. */
function isSameBookRules(after: Settings, before: Settings): boolean {
  const rulesOf = ({ policyRules, coverageOfIncident }: Settings) =>
    JSON.stringify([policyRules, coverageOfIncident]);
  return rulesOf(after) === rulesOf(before);
}

/** Calls back after each change of these topics, until the signal; changes that come together are one. */
async function followChanges(
  changes: Changes,
  signal: AbortSignal,
  changed: { [Topic in Change['topic']]?: () => Promise<void> | void },
): Promise<void> {
  for await (const { topic } of changes.subscribe(signal)) await changed[topic]?.();
}
