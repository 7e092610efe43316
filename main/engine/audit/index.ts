import { yieldToEventLoop } from '../background-loop.ts';
import { errorCode } from '../error-code.ts';
import { beforeFirst, type JournalBreak, walkJournal } from '../journal/index.ts';
import {
  auditHash,
  findAuditHead,
  findJournalHead,
  type JournalReading,
  listAuditAfter,
  listEntriesAfter,
  type Store,
} from '../store/index.ts';

export interface Verification {
  intact: boolean;
  entries: number;
  brokenAt: number | null;
  lastHash: string | null;
}

const batch = 500;

/**
 * Walks the whole log and recomputes every hash. Reads in batches and lets the receiver work in between.
 * An entry that was changed, removed or put in breaks the chain at `brokenAt`, also at the end: the head says which entry is
 * the last.
 */
export async function verifyAudit(store: Pick<Store, 'read'>): Promise<Verification> {
  let before: Uint8Array | null = null;
  let last = 0;
  for (;;) {
    const found = await readable(() =>
      store.read(async (tx) => ({
        rows: await listAuditAfter(tx, last, batch),
        head: await findAuditHead(tx),
      })),
    );
    if (found === null) return { intact: false, entries: last, brokenAt: last + 1, lastHash: null };
    const { rows, head } = found;
    const broken = (brokenAt: number): Verification => {
      return { intact: false, entries: head.lastId, brokenAt, lastHash: null };
    };
    for (const row of rows) {
      const follows = row.id === last + 1 && Buffer.compare(auditHash(before, row), row.hash) === 0;
      if (!follows) return broken(row.id);
      before = row.hash;
      last = row.id;
    }
    if (rows.length < batch) {
      if (head.lastId !== last) return broken(Math.min(head.lastId, last) + 1);
      if (!isSameHash(head.hash, before)) return broken(last);
      break;
    }
    await yieldToEventLoop();
  }
  return { intact: true, entries: last, brokenAt: null, lastHash: hexOf(before) };
}

/** The same of the journal, where what is wrong at `brokenAt` is said as well. */
export interface JournalVerification extends Verification {
  what: JournalBreak['what'] | null;
}

/** Groups that are walked in one snapshot. */
const groupsAtOnce = 64;

/**
 * Walks the whole journal: no entry is missing, all bytes have their hash, each group follows from the one before, and the
 * head is the last of them. `journal` is read by nobody else meanwhile; the thread serves others in between.
 */
export async function verifyJournal(journal: Pick<JournalReading, 'read'>): Promise<JournalVerification> {
  const pause = pauseEvery(sliceMilliseconds);
  let entries = 0;
  let groups = groupsAtOnce;
  const broken = (brokenAt: number, what: JournalBreak['what']): JournalVerification => {
    return { intact: false, entries, brokenAt, what, lastHash: null };
  };
  for (let walked = beforeFirst; ; ) {
    const from = walked;
    const step = await readable(() =>
      journal.read(async (tx) => {
        const head = await findJournalHead(tx);
        entries = head.seq;
        const reached = await walkJournal(tx, from, groups, pause);
        const [beyond] = await listEntriesAfter(tx, reached.seq, 1);
        return { head, reached, isBeyond: beyond !== undefined };
      }),
    );
    if (step === null) {
      if (groups === 1) return broken(from.seq + 1, 'missing');
      // One after the other, so that it is known which.
      groups = 1;
      continue;
    }
    walked = step.reached;
    const { head, reached } = step;
    if (reached.broken !== null) return broken(reached.broken.seq, reached.broken.what);
    if (reached.seq > from.seq) continue;
    // No group follows: this is the end.
    if (step.isBeyond) return broken(reached.seq + 1, 'chain');
    if (head.seq !== reached.seq) return broken(Math.min(head.seq, reached.seq) + 1, 'missing');
    if (!isSameHash(head.hash, reached.hash)) return broken(reached.seq, 'chain');
    return { intact: true, entries: head.seq, brokenAt: null, what: null, lastHash: hexOf(head.hash) };
  }
}

/** Null where the file cannot be read there. */
async function readable<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (failure) {
    if (isDamage(failure)) return null;
    throw failure;
  }
}

/** Whether SQLite, or the disk, cannot read a file any more. */
export const isDamage = (failure: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(errorCode(failure) ?? '');

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
