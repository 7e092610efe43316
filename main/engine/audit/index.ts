import { yieldToEventLoop } from '../background-loop.ts';
import { beforeFirst, type JournalBreak, type JournalWalk, walkJournal } from '../journal/index.ts';
import {
  auditHash,
  findAuditHead,
  findJournalHead,
  isDamage,
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
  for (let walked = beforeFirst; ; ) {
    const { reached, verification } = await verifyStretch(journal, walked, groupsAtOnce, pause);
    if (verification !== null) return verification;
    walked = reached;
  }
}

/**
 * The same a stretch at a time, of so many groups: where it came to, and what was found once it is over. Where the file cannot
 * be read, the stretch is one group, so that it is known which.
 */
export async function verifyStretch(
  journal: Pick<JournalReading, 'read'>,
  from: JournalWalk,
  groups: number,
  pause?: () => Promise<void>,
): Promise<{ reached: JournalWalk; verification: JournalVerification | null }> {
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
    return { reached, verification: { intact: false, entries, brokenAt, what, lastHash: null } };
  };
  if (head === null) return broken(from.seq + 1, 'missing');
  if (reached.broken !== null) return broken(reached.broken.seq, reached.broken.what);
  if (reached.seq > from.seq) return { reached, verification: null };
  // No group follows: this is the end.
  if (isBeyond) return broken(reached.seq + 1, 'chain');
  if (head.seq !== reached.seq) return broken(Math.min(head.seq, reached.seq) + 1, 'missing');
  if (!isSameHash(head.hash, reached.hash)) return broken(reached.seq, 'chain');
  const whole = { intact: true, entries, brokenAt: null, what: null, lastHash: hexOf(head.hash) };
  return { reached, verification: whole };
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
