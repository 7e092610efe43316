import { hash } from 'node:crypto';
import { type RecordKind, recordKinds } from '#shared/terms.ts';
import { contentHash } from '../bodies/index.ts';
import type { Clock } from '../clock.ts';
import {
  asStoreProblem,
  deleteOpenAsk,
  type EntryWithBytes,
  findArchivedEntry,
  findEntry,
  findJournalHead,
  findLatestDelivery,
  findReceiverSetting,
  groupHash,
  hasEntryBytes,
  insertGroup,
  insertOpenAsk,
  isDamage,
  isNumberGiven,
  type JournalHead,
  type JournalStore,
  type KnownDelivery,
  listEntriesAfter,
  listLastChain,
  listLatestDeliveries,
  listOpenAsks,
  type MoveProgress,
  openJournalStore,
  type ReadTransaction,
  type StandingBy,
  StoreProblem,
  setOpenAskAnswer,
  type Taken,
  upsertReceiverSetting,
  type WriteTransaction,
} from '../store/index.ts';
import {
  type ArchivedArrival,
  type ArchivedDetail,
  type Arrival,
  answerDetail,
  bytesOf,
  type Receipt,
} from './arrivals.ts';
import { beforeFirst, walkJournal } from './chain.ts';
import { Gathering } from './gathering.ts';
import { createNumbering } from './numbering.ts';
import { createRelease } from './release.ts';

/** What arrived, as it arrived, with its number and a chain of hashes. It has one writer. */
export interface Journal {
  readonly installationId: string;
  /** How this engine came to lead the office's database; null where the data are in files. */
  readonly taken: Taken | null;
  /**
   * Appends a group in one commit, in its order; resolves with a receipt of each once all are synced to disk. Rejects where
   * any of them could not be kept, and then none is.
   */
  append(group: readonly Arrival[]): Promise<Receipt[]>;
  /**
   * Appends it in a group with what else comes in the present round of I/O; where that fails, alone. Rejects with a
   * `StoreProblem` where it could not be kept.
   */
  keep(arrival: Arrival): Promise<Receipt>;
  /**
   * Has deliveries give up their bytes that `archived` entries up to this one say lie in bundles, but for those of `except`;
   * goes on where it was, a few milliseconds at a time. Rejects where that could not be written.
   */
  release(upTo: number, except: ReadonlySet<number>): Promise<void>;
  /**
   * Ends cancel calls that somebody took and nobody answers any more, all but those of which `isHeld` says that somebody does, by
   * their asks. Rejects where that could not be written.
   */
  endInterrupted(isHeld: (askId: number) => boolean): Promise<void>;
  /** Where it ends, as of the last commit. */
  head(): JournalHead;
  /** JSON of what the receiver has to know; null where it was never told. */
  setting(name: string): Promise<string | null>;
  saveSetting(name: string, json: string): Promise<void>;
  /** Waits for what was given so far, then takes no more. Safe to call twice. */
  close(): Promise<void>;
}

export interface JournalOptions {
  dataDir: string;
  /** Address of a database for a new directory; null for its own files. Whoever leaves it away opens what is there. */
  database?: string | null | undefined;
  clock: Clock;
  /** The template of a kind's numbers, as the settings have it now. */
  numberTemplate(kind: RecordKind): string;
  /** Whether the log is copied back in a thread of its own. */
  hasCheckpointer?: boolean;
  /** Told about once a second while what an older version kept is moved into the journal. */
  onMoved?: (progress: MoveProgress) => void;
  /** Told again and again while another engine leads on the same database, and this one waits for it. */
  onStandby?: (at: StandingBy) => void;
  /** Told whether nothing is kept at present, since the database does not answer and another engine may lead there. */
  onDoubt?: (isInDoubt: boolean) => void;
  /** Told of each commit. */
  onAppended?: (head: JournalHead) => void;
  /** Told once when nothing more can be written in this run. */
  onFailure?: (problem: StoreProblem) => void;
  /** Told of each arrival that could not be kept since the journal is damaged where it belongs. */
  onDamage?: (failure: unknown) => void;
}

/**
 * Opens the journal of a data directory, which is this process's from then on, and ends what a killed run left open: a
 * cancel call that it held is lost, and of an answer that it was writing nobody knows. Throws a `StoreProblem`.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const store = await openJournalStore(options);
  try {
    let head = await store.read((tx) => checkedHead(tx, options.dataDir));
    const writing = new GroupWriting(options);
    const appendTaken = async (take: () => readonly Arrival[]): Promise<Receipt[]> => {
      const { head: written, receipts } = await writing.write(store, take);
      if (written.seq > head.seq) {
        head = written;
        // It is committed, whatever becomes of those who are told.
        queueMicrotask(() => options.onAppended?.(written));
      }
      return receipts;
    };
    const append = (group: readonly Arrival[]) => appendTaken(() => group);
    const release = createRelease(store);
    const gathering = new Gathering(appendTaken, (failure) => asJournalProblem(failure, options));
    await endInterruptedCalls(store, append, () => false);
    return {
      installationId: store.installationId,
      taken: store.taken,
      append,
      keep: (arrival) => gathering.keep(arrival),
      release: (upTo, except) => release.upTo(upTo, except),
      endInterrupted: (isHeld) => endInterruptedCalls(store, append, isHeld),
      head: () => head,
      setting: (name) => store.read((tx) => findReceiverSetting(tx, name)),
      saveSetting: (name, json) => store.write((tx) => upsertReceiverSetting(tx, name, json)),
      async close() {
        await release.stop();
        await gathering.idle();
        await store.close();
      },
    };
  } catch (failure) {
    await store.close();
    throw asStoreProblem(failure, options.dataDir);
  }
}

/** Where the journal ends. Throws a `StoreProblem` where its last group is not what was written. */
async function checkedHead(tx: ReadTransaction, dataDir: string): Promise<JournalHead> {
  const head = await findJournalHead(tx);
  const [last, before] = await listLastChain(tx, 2);
  const from = before === undefined ? beforeFirst : { seq: before.lastSeq, hash: before.hash, broken: null };
  const { seq, hash: found, broken } = await walkJournal(tx, from, 2);
  const isWhole = broken === null && seq === head.seq && Buffer.compare(found, head.hash) === 0;
  const [beyond] = await listEntriesAfter(tx, head.seq, 1);
  if (isWhole && beyond === undefined && (last?.lastSeq ?? 0) === head.seq) return head;
  throw new StoreProblem(
    'corrupt',
    `The journal in ${dataDir} is damaged at its end (entry ${broken?.seq ?? head.seq}). Restore a backup.`,
  );
}

/** How many are ended at a time. */
const maxInterrupted = 500;

async function endInterruptedCalls(
  store: { read<Result>(query: (tx: ReadTransaction) => Promise<Result>): Promise<Result> },
  append: Journal['append'],
  isHeld: (askId: number) => boolean,
): Promise<void> {
  for (let after = 0; ; ) {
    const open = await store.read((tx) => listOpenAsks(tx, after, maxInterrupted));
    const last = open.at(-1);
    if (last === undefined) return;
    after = last.askId;
    const ended = open.filter(({ askId }) => !isHeld(askId));
    if (ended.length === 0) continue;
    const outcomes = ended.map(({ askId, marketplaceId, answer }) => {
      const detail = {
        delivery: answer === null ? ('lost' as const) : ('unknown' as const),
        answer: answer === null ? null : answerDetail.parse(JSON.parse(answer)).answer,
      };
      return { kind: 'outcome' as const, askId, marketplaceId, detail };
    });
    await append(outcomes);
  }
}

/** What stands on other pages of a damaged journal is kept on. */
function asJournalProblem(failure: unknown, { dataDir, onDamage }: JournalOptions): unknown {
  if (!isDamage(failure)) return failure;
  onDamage?.(failure);
  return new StoreProblem('corrupt', `The journal in ${dataDir} is damaged. Restore a backup.`, failure);
}

/** Drafts the entries of a group and writes them in one transaction. */
class GroupWriting {
  readonly #options: JournalOptions;
  readonly #numbering = createNumbering();
  readonly #recentBytes = new RecentBytes();

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  async write(
    store: JournalStore,
    /** Gives the same group again where it is tried again. */
    take: () => readonly Arrival[],
  ): Promise<{ head: JournalHead; receipts: Receipt[] }> {
    let wasSent = false;
    const written = await store.writeGroup((tx) => {
      // Two templates can meet in one number (`A-{seq}-05` and `A-{mm}-{seq}`): the writer tries again after it.
      const checksNumbers = wasSent;
      tx.memory.withCommit(async () => {
        wasSent = true;
      });
      return this.#write(tx, take(), checksNumbers);
    });
    store.added(pagesOfCommit + take().reduce((sum, arrival) => sum + bytesOf(arrival), 0));
    return written;
  }

  async #write(
    tx: WriteTransaction,
    group: readonly Arrival[],
    checksNumbers: boolean,
  ): Promise<{ head: JournalHead; receipts: Receipt[] }> {
    const [before, known] = await Promise.all([
      findJournalHead(tx),
      listLatestDeliveries(tx, group.filter(isDelivery)),
    ]);
    // Also where it is before that of the last group: a clock that was years ahead must not name years for years.
    const at = this.#options.clock.now();
    const writing = { at, entries: [], numbers: { ...before.numbers }, checksNumbers };
    const draft: GroupDraft = { ...writing, deliveries: known, writes: [], seq: before.seq };
    const receipts: Receipt[] = [];
    for (const arrival of group) receipts.push(await this.#draftOne(tx, arrival, draft));
    if (draft.entries.length === 0) return { head: before, receipts };
    const hash = groupHash(before.hash, draft.entries);
    const head = { seq: draft.seq, at, hash, epoch: before.epoch, numbers: draft.numbers };
    tx.memory.withCommit(() =>
      Promise.all([...draft.writes.map((write) => write()), insertGroup(tx, draft.entries, head)]),
    );
    return { head, receipts };
  }

  async #draftOne(tx: WriteTransaction, arrival: Arrival, draft: GroupDraft): Promise<Receipt> {
    switch (arrival.kind) {
      case 'ask': {
        const { marketplaceId, keyLabel, bytes, detail } = arrival;
        const askId = draft.seq + 1;
        draft.writes.push(() => insertOpenAsk(tx, askId, marketplaceId));
        return addPlain(draft, { kind: 'ask', marketplaceId, keyLabel, bytes, detail });
      }
      case 'answer': {
        const { askId, marketplaceId, detail } = arrival;
        draft.writes.push(() => setOpenAskAnswer(tx, askId, JSON.stringify(detail)));
        return addPlain(draft, { kind: 'answer', subjectId: askId, marketplaceId, detail });
      }
      case 'outcome': {
        const { askId, marketplaceId, detail } = arrival;
        draft.writes.push(() => deleteOpenAsk(tx, askId));
        return addPlain(draft, { kind: 'outcome', subjectId: askId, marketplaceId, detail });
      }
      case 'lookup':
        return addPlain(draft, arrival);
      case 'rejected':
        return this.#draftRejected(tx, arrival, draft);
      case 'archived':
        return draftArchived(tx, arrival, draft);
      default:
        return this.#draftDelivery(tx, arrival, draft);
    }
  }

  /** Bytes that came a moment ago are not kept twice: whoever repeats a wrong call does so again and again. */
  async #draftRejected(
    tx: WriteTransaction,
    { keyLabel, bytes, detail }: Extract<Arrival, { kind: 'rejected' }>,
    draft: GroupDraft,
  ): Promise<Receipt> {
    const sha256 = hash('sha256', bytes, 'buffer');
    const bytesOf = bytes.length < minShared ? null : await this.#recentBytes.find(tx, sha256, draft);
    return addPlain(draft, {
      kind: 'rejected',
      keyLabel,
      bytes: bytesOf === null ? bytes : null,
      sha256,
      detail: bytesOf === null ? detail : { ...detail, bytesOf },
    });
  }

  /** Identity is kind and marketplace id; equal content gets the same number, other content a revision of it. */
  async #draftDelivery(
    tx: WriteTransaction,
    delivery: Extract<Arrival, { kind: RecordKind }>,
    draft: GroupDraft,
  ): Promise<Receipt> {
    const { kind, marketplaceId } = delivery;
    const { at } = draft;
    const sha256 = hash('sha256', delivery.bytes, 'buffer');
    const identity = `${kind} ${marketplaceId}`;
    const known = draft.deliveries.get(identity);
    if (known !== undefined && (await isSame(tx, known, delivery, sha256, draft)))
      return { seq: known.seq, outcome: 'same', number: known.number, at };
    draft.seq += 1;
    const { seq } = draft;
    const detail =
      delivery.contentHash === null ? null : JSON.stringify({ contentHash: delivery.contentHash });
    const number = known?.number ?? (await this.#nextNumber(tx, kind, draft));
    const written = {
      seq,
      recordId: known?.recordId ?? seq,
      revision: (known?.revision ?? 0) + 1,
      number,
      sha256,
      detail,
    };
    draft.deliveries.set(identity, written);
    const { recordId: subjectId, revision } = written;
    const { keyLabel, bytes } = delivery;
    draft.entries.push({
      seq,
      kind,
      marketplaceId,
      subjectId,
      revision,
      number,
      at,
      keyLabel,
      sha256,
      detail,
      bytes,
    });
    return { seq, outcome: known === undefined ? 'new' : 'revised', number, at };
  }

  async #nextNumber(tx: ReadTransaction, kind: RecordKind, draft: GroupDraft): Promise<string> {
    const { at, numbers, checksNumbers } = draft;
    const form = this.#numbering(this.#options.numberTemplate(kind), at);
    const { sequence } = form;
    for (;;) {
      const last = (numbers[sequence] ?? 0) + 1;
      numbers[sequence] = last;
      const number = form.numberOf(last);
      const isGiven =
        checksNumbers &&
        (draft.entries.some((entry) => entry.number === number) || (await isNumberGiven(tx, number)));
      if (!isGiven) return number;
    }
  }
}

const isDelivery = (arrival: Arrival): arrival is Extract<Arrival, { kind: RecordKind }> =>
  recordKinds.some((kind) => kind === arrival.kind);

/** Each commit writes some pages besides what arrived: the indexes, the head. */
const pagesOfCommit = 5 * 8192;

/** What a group is about to insert. */
interface GroupDraft {
  at: number;
  /** Of the last entry so far. */
  seq: number;
  entries: EntryWithBytes[];
  /** The last number of each sequence. */
  numbers: Record<string, number>;
  /** Whether each number is looked up before it is given, and not found to be another's at the insert. */
  checksNumbers: boolean;
  /** The latest delivery of each record that the group is about, by its identity; of one that never came none. */
  deliveries: Map<string, KnownDelivery>;
  /** What the entries change besides, in their order. */
  writes: (() => Promise<void>)[];
}

/** Only of the latest revision: another one came, or will be in the next bundle. */
async function draftArchived(
  tx: ReadTransaction,
  arrival: ArchivedArrival,
  draft: GroupDraft,
): Promise<Receipt> {
  const { recordKind, marketplaceId, recordId, revision, bytes, contentHash, bundle } = arrival;
  const latest =
    draft.deliveries.get(`${recordKind} ${marketplaceId}`) ??
    (await findLatestDelivery(tx, recordKind, marketplaceId));
  if (latest?.recordId !== recordId || latest.revision !== revision)
    return { seq: draft.seq, outcome: 'changed', number: '', at: draft.at };
  const known =
    draft.entries.find((entry) => entry.kind === 'archived' && entry.subjectId === recordId) ??
    (await findArchivedEntry(tx, recordId, revision));
  if (known !== undefined) return { seq: known.seq, outcome: 'same', number: '', at: draft.at };
  const detail: ArchivedDetail = { kind: recordKind, revision, contentHash, bundle };
  return addPlain(draft, { kind: 'archived', marketplaceId, subjectId: recordId, bytes, detail });
}

function addPlain(
  draft: GroupDraft,
  given: Pick<EntryWithBytes, 'kind'> &
    Partial<Pick<EntryWithBytes, 'marketplaceId' | 'subjectId' | 'keyLabel' | 'bytes' | 'sha256'>> & {
      detail: object;
    },
): Receipt {
  draft.seq += 1;
  const { seq, at } = draft;
  const { kind, marketplaceId = null, subjectId = seq, keyLabel = '', bytes = null } = given;
  const sha256 = given.sha256 ?? (bytes === null ? null : hash('sha256', bytes, 'buffer'));
  const detail = JSON.stringify(given.detail);
  const identity = { seq, kind, marketplaceId, subjectId, revision: null, number: null };
  draft.entries.push({ ...identity, at, keyLabel, sha256, detail, bytes });
  return { seq, outcome: 'new', number: '', at };
}

/** By canonical JSON, numbers compared as decimals in their text. */
async function isSame(
  tx: ReadTransaction,
  known: KnownDelivery,
  delivery: Extract<Arrival, { kind: RecordKind }>,
  sha256: Uint8Array,
  draft: GroupDraft,
): Promise<boolean> {
  if (Buffer.compare(known.sha256, sha256) === 0) return true;
  const before = await contentHashOf(tx, known, draft);
  return before !== null && before === (delivery.contentHash ?? contentHash(delivery.bytes));
}

/** Of a large body it was kept when it came, since reading it takes long. */
async function contentHashOf(
  tx: ReadTransaction,
  { seq, detail, recordId, revision }: KnownDelivery,
  draft: GroupDraft,
): Promise<string | null> {
  const kept: unknown = detail === null ? undefined : JSON.parse(detail).contentHash;
  if (typeof kept === 'string') return kept;
  const entry = draft.entries.find((one) => one.seq === seq) ?? (await findEntry(tx, seq));
  if (entry?.bytes != null) return contentHash(entry.bytes);
  return (await findArchivedEntry(tx, recordId, revision))?.contentHash ?? null;
}

/** Whether an entry before the next one of a draft has the bytes of this hash. */
async function hasBytes(
  tx: ReadTransaction,
  seq: number,
  sha256: Uint8Array,
  { entries }: GroupDraft,
): Promise<boolean> {
  const drafted = entries.find((entry) => entry.seq === seq);
  if (drafted === undefined) return hasEntryBytes(tx, seq, sha256);
  return drafted.bytes !== null && drafted.sha256 !== null && Buffer.compare(drafted.sha256, sha256) === 0;
}

/** Shorter bytes are kept again. */
const minShared = 256;
const maxRecent = 1000;

/** Where bytes stand that were refused lately, by their hash. */
class RecentBytes {
  readonly #places = new Map<string, number>();

  /** The entry that has these bytes; null where none has lately, and the given one has them from now on. */
  async find(tx: ReadTransaction, sha256: Uint8Array, draft: GroupDraft): Promise<number | null> {
    const key = Buffer.from(sha256).toString('base64');
    const place = this.#places.get(key);
    // The entry of a group that was rolled back is another's.
    if (place !== undefined && (await hasBytes(tx, place, sha256, draft))) return place;
    this.#places.delete(key);
    this.#places.set(key, draft.seq + 1);
    const [oldest] = this.#places.keys();
    if (this.#places.size > maxRecent && oldest !== undefined) this.#places.delete(oldest);
    return null;
  }
}
