import type { VerificationFinding } from '#shared/contract/verification.ts';
import { yieldToEventLoop } from '../background-loop.ts';
import { beforeFirst, type JournalBreak, type JournalWalk, walkJournal } from '../journal/index.ts';
import {
  type AuditHead,
  type AuditRow,
  auditHash,
  findAuditHead,
  findChainEntry,
  findJournalHead,
  type JournalReading,
  listAuditAfter,
  listEntriesAfter,
  type Store,
} from '../store/index.ts';
import { instantOf, readable } from './reading.ts';

export { createAnchoring } from './anchoring.ts';
export { compareWithAnchors, readAnchors, takeAnchor } from './anchors.ts';

interface Verification {
  intact: boolean;
  entries: number;
  /** The first entry whose hash does not follow. */
  brokenAt: number | null;
  lastHash: string | null;
}

/** The same with what was found, as far as a list is worth reading. */
export interface AuditVerification extends Verification {
  breaks: AuditBreak[];
}

type AuditBreak = Extract<VerificationFinding, { code: 'auditBroken' }>;
type JournalBroken = Extract<VerificationFinding, { code: 'journalBroken' }>;

/** Told how far a walk is, now and then; the walk goes on when it resolves. */
export type Pace = (done: number, all: number) => Promise<void>;

const batch = 500;

/** The first few of many. */
const maxBreaks = 20;

/**
 * Walks the whole log and recomputes every hash. Reads in batches and lets the receiver work in between.
 * An entry that was changed, removed or put in breaks the chain, also at the end: the head says which entry is the last. The
 * walk goes on behind a break from the hash that is written there, so that all of them are found.
 */
export async function verifyAudit(
  store: Pick<Store, 'read'>,
  pace: Pace = () => yieldToEventLoop(),
): Promise<AuditVerification> {
  const walk = new AuditWalk();
  let limit = batch;
  for (let isOver = false; !isOver; ) {
    const found = await readable(() =>
      store.read(async (tx) => ({
        rows: await listAuditAfter(tx, walk.last, limit),
        head: await findAuditHead(tx),
      })),
    );
    if (found !== null) {
      walk.take(found.rows, found.head);
      isOver = found.rows.length < limit;
      if (isOver) walk.finish();
      else await pace(walk.last, walk.head.lastId);
    } else if (limit > 1) {
      // One by one, so that it is known which cannot be read.
      limit = 1;
    } else {
      walk.stopAtUnreadable();
      isOver = true;
    }
  }
  return walk.verification();
}

/** The log as far as it was walked. */
class AuditWalk {
  last = 0;
  head: AuditHead = { lastId: 0, hash: null };
  #lastHash: Uint8Array | null = null;
  /** What the next entry may follow from; null where nobody knows. */
  #before: readonly (Uint8Array | null)[] | null = [null];
  #brokenAt: number | null = null;
  readonly #breaks: AuditBreak[] = [];

  take(rows: readonly AuditRow[], head: AuditHead): void {
    this.head = head;
    for (const row of rows) this.#takeRow(row);
  }

  #takeRow(row: AuditRow): void {
    const means = { at: instantOf(row.at), kind: row.action };
    if (row.id !== this.last + 1) {
      this.#note(row.id, { what: 'missing', entry: this.last + 1, until: row.id - 1, ...unknown });
      this.#before = null;
    }
    const expected: Uint8Array[] = this.#before?.map((one) => auditHash(one, row)) ?? [row.hash];
    const follows = expected.some((one) => isSameHash(one, row.hash));
    if (row.id > this.head.lastId)
      this.#note(row.id, { what: 'surplus', entry: row.id, until: row.id, ...means });
    else if (!follows) this.#note(row.id, { what: 'changed', entry: row.id, until: row.id, ...means });
    // Where only the hash of an entry was changed, the next one follows from what it was.
    this.#before = [row.hash, ...expected];
    this.last = row.id;
    this.#lastHash = row.hash;
  }

  /** There are no more entries. */
  finish(): void {
    const { last, head } = this;
    if (head.lastId > last)
      this.#note(last + 1, { what: 'missing', entry: last + 1, until: head.lastId, ...unknown });
    else if (head.lastId === last && !isSameHash(head.hash, this.#lastHash))
      this.#note(last, { what: 'head', entry: last, until: last, ...unknown });
  }

  stopAtUnreadable(): void {
    const next = this.last + 1;
    this.#note(next, {
      what: 'unreadable',
      entry: next,
      until: Math.max(next, this.head.lastId),
      ...unknown,
    });
  }

  #note(at: number, found: Omit<AuditBreak, 'code'>): void {
    this.#brokenAt ??= at;
    if (this.#breaks.length < maxBreaks) this.#breaks.push({ code: 'auditBroken', ...found });
  }

  verification(): AuditVerification {
    const intact = this.#brokenAt === null;
    return {
      ...{ intact, entries: Math.max(this.head.lastId, intact ? 0 : this.last), brokenAt: this.#brokenAt },
      lastHash: intact ? hexOf(this.#lastHash) : null,
      breaks: this.#breaks,
    };
  }
}

const unknown = { at: null, kind: null };

/** The same of the journal, where what is wrong at `brokenAt` is said as well. */
export interface JournalVerification extends Verification {
  what: JournalBreak['what'] | null;
}

/** Groups that are walked in one snapshot. */
const groupsAtOnce = 16;

/** The same with what was found, as far as a list is worth reading. */
export type JournalBreaks = JournalVerification & { breaks: JournalBroken[] };

/**
 * Walks the whole journal: no entry is missing, all bytes have their hash, each group follows from the one before, and the
 * head is the last of them. Behind a break it goes on from the hash that is written there. `journal` is read by nobody else
 * meanwhile; the thread serves others in between.
 */
export async function verifyJournal(
  journal: Pick<JournalReading, 'read'>,
  pace: Pace = async () => {},
): Promise<JournalBreaks> {
  const pause = pauseEvery(sliceMilliseconds);
  const breaks: JournalBroken[] = [];
  let first: JournalVerification | null = null;
  for (let walked = beforeFirst; ; ) {
    const { reached, entries, verification } = await verifyStretch(journal, walked, groupsAtOnce, pause);
    if (verification?.intact === false) {
      first ??= verification;
      if (breaks.length < maxBreaks) breaks.push(await brokenOf(journal, verification, reached));
    }
    const groupEnd = reached.broken?.groupEnd ?? null;
    if (verification !== null && groupEnd === null) return { ...(first ?? verification), breaks };
    walked = groupEnd === null ? reached : { seq: groupEnd.lastSeq, hash: groupEnd.hash, broken: null };
    await pace(walked.seq, Math.max(walked.seq, entries));
  }
}

async function brokenOf(
  journal: Pick<JournalReading, 'read'>,
  { brokenAt, what, entries }: JournalVerification,
  { broken }: JournalWalk,
): Promise<JournalBroken> {
  const entry = brokenAt ?? 0;
  // Where no group is known to follow, nothing up to the end was found.
  const last = broken?.groupEnd?.lastSeq ?? (what === 'missing' ? entries : entry);
  const until = what === 'bytes' ? entry : last;
  const found = await readable(() => journal.read((tx) => findChainEntry(tx, entry)));
  const means = { at: instantOf(found?.at ?? null), kind: found?.kind ?? null };
  return { code: 'journalBroken', what: what ?? 'chain', entry, until: Math.max(entry, until), ...means };
}

/**
 * The same a stretch at a time, of so many groups: where it came to, of how many entries, and what was found once it is over. Where the file cannot
 * be read, the stretch is one group, so that it is known which.
 */
export async function verifyStretch(
  journal: Pick<JournalReading, 'read'>,
  from: JournalWalk,
  groups: number,
  pause?: () => Promise<void>,
): Promise<{ reached: JournalWalk; entries: number; verification: JournalVerification | null }> {
  let entries = from.seq;
  const step = await readable(() =>
    journal.read(async (tx) => {
      const head = await findJournalHead(tx);
      entries = head.seq;
      const reached = await walkJournal(tx, from, groups, pause);
      const [beyond] = await listEntriesAfter(tx, reached.seq, 1);
      return { head, reached, isBeyond: beyond !== undefined };
    }),
  );
  if (step === null && groups > 1) return verifyStretch(journal, from, 1, pause);
  const { head, reached, isBeyond } = step ?? { head: null, reached: from, isBeyond: false };
  const broken = (brokenAt: number, what: JournalBreak['what']) => {
    return { reached, entries, verification: { intact: false, entries, brokenAt, what, lastHash: null } };
  };
  if (head === null) return broken(from.seq + 1, 'missing');
  if (reached.broken !== null) return broken(reached.broken.seq, reached.broken.what);
  if (reached.seq > from.seq) return { reached, entries, verification: null };
  // No group follows: this is the end.
  if (isBeyond) return broken(reached.seq + 1, 'chain');
  if (head.seq !== reached.seq) return broken(Math.min(head.seq, reached.seq) + 1, 'missing');
  if (!isSameHash(head.hash, reached.hash)) return broken(reached.seq, 'chain');
  const whole = { intact: true, entries, brokenAt: null, what: null, lastHash: hexOf(head.hash) };
  return { reached, entries, verification: whole };
}

/** The thread is not held longer at a time. */
const sliceMilliseconds = 4;

function pauseEvery(milliseconds: number): () => Promise<void> {
  let until = performance.now() + milliseconds;
  return async () => {
    if (performance.now() < until) return;
    await yieldToEventLoop();
    until = performance.now() + milliseconds;
  };
}

/** Null of a chain without entries. */
const hexOf = (hash: Uint8Array | null): string | null =>
  hash === null || hash.length === 0 ? null : Buffer.from(hash).toString('hex');

const isSameHash = (one: Uint8Array | null, other: Uint8Array | null): boolean =>
  Buffer.compare(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0)) === 0;
