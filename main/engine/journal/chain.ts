/** The chain of hashes over the journal: it shows a changed, missing, inserted or moved entry. */
import { hash } from 'node:crypto';
import {
  type ChainLink,
  type Entry,
  type EntryWithBytes,
  findArchivedEntry,
  findEntry,
  groupHash,
  listChainAfter,
  listEntriesAfter,
  type ReadTransaction,
} from '../store/index.ts';

/** Where the journal is not what was written: the first entry of the group in which it shows, and what is wrong there. */
export interface JournalBreak {
  seq: number;
  what: 'missing' | 'bytes' | 'chain';
  /** The end of that group as it is written, from where a walk may go on; null where nobody knows. */
  groupEnd: ChainLink | null;
}

export interface JournalWalk {
  /** The last entry that was walked, and the hash of its group. */
  seq: number;
  hash: Uint8Array;
  broken: JournalBreak | null;
}

/** Where a walk begins. */
export const beforeFirst: JournalWalk = { seq: 0, hash: new Uint8Array(), broken: null };

/** Entries that are read at a time; few, since each may have eight megabytes. */
const entriesAtOnce = 4;

/**
 * Walks on from where the last step ended, over at most `groups` groups: each entry is there, its bytes have its hash, and
 * each group has the hash that follows from the one before. It ends at the first break; a step that comes to the end of
 * the journal ends where it began. `pause` is called every few entries, for a thread that has others to serve.
 */
export async function walkJournal(
  tx: ReadTransaction,
  from: JournalWalk,
  groups: number,
  pause?: () => Promise<void>,
): Promise<JournalWalk> {
  let walked = from;
  for (const groupEnd of await listChainAfter(tx, from.seq, groups)) {
    const { lastSeq, hash: written } = groupEnd;
    const first = walked.seq + 1;
    const entries: Entry[] = [];
    while (walked.seq + entries.length < lastSeq) {
      const after = walked.seq + entries.length;
      const found = await listEntriesAfter(tx, after, Math.min(entriesAtOnce, lastSeq - after));
      for (const { bytes, ...entry } of found) {
        if (entry.seq !== walked.seq + entries.length + 1)
          return { ...walked, broken: { seq: first, what: 'missing', groupEnd } };
        if (!(await hasItsHash(tx, { ...entry, bytes })))
          return { ...walked, broken: { seq: entry.seq, what: 'bytes', groupEnd } };
        entries.push(entry);
      }
      if (found.length === 0) return { ...walked, broken: { seq: first, what: 'missing', groupEnd } };
      await pause?.();
    }
    if (!groupHash(walked.hash, entries).equals(written))
      return { ...walked, broken: { seq: first, what: 'chain', groupEnd } };
    walked = { seq: lastSeq, hash: written, broken: null };
  }
  return walked;
}

/** An entry without bytes may name the one that has them; a delivery may lie in a bundle, which a later entry says. */
async function hasItsHash(tx: ReadTransaction, entry: EntryWithBytes): Promise<boolean> {
  if (entry.sha256 === null) return entry.bytes === null;
  if (entry.bytes === null && entry.revision !== null) return isArchived(tx, entry);
  const bytes = entry.bytes ?? (await bytesElsewhere(tx, entry));
  return bytes !== null && hash('sha256', bytes, 'buffer').equals(entry.sha256);
}

/** Whether a later entry says that a delivery lies in a bundle. */
async function isArchived(tx: ReadTransaction, { subjectId, revision, seq }: Entry): Promise<boolean> {
  const archived = await findArchivedEntry(tx, subjectId, revision ?? 0);
  return archived !== undefined && archived.seq > seq;
}

async function bytesElsewhere(
  tx: ReadTransaction,
  { detail, seq }: EntryWithBytes,
): Promise<Uint8Array | null> {
  const place: unknown = detail === null ? null : JSON.parse(detail).bytesOf;
  if (typeof place !== 'number' || place >= seq) return null;
  return (await findEntry(tx, place))?.bytes ?? null;
}
