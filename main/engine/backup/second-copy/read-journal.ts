/** The journal in a second copy: where it ends, and its entries group by group with the chain checked. */
import { hash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { PlaceProblem } from '#shared/contract/backups.ts';
import {
  type ChainedEntry,
  type Entry,
  groupHash,
  type JournalMaking,
  openJournalMaking,
} from '../../store/index.ts';
import { type InstallationFolder, openPlainFile, PlaceFailure, placeProblemOf } from '../place.ts';
import {
  type JournalHeadFrame,
  type journalBegin,
  journalFrame,
  listSecondCopy,
  type SecondCopyFiles,
} from './format.ts';
import { framesIn } from './frames.ts';
import type { AssembledJournal, ReadOptions } from './reading.ts';

/** Where a copy of the journal ends. */
export interface JournalCopyEnd {
  /** Null where it has no whole batch. */
  head: JournalHeadFrame | null;
  /** The file with it, and where in that it ends; null where it has no file that is whole at its beginning. */
  file: { name: string; end: number } | null;
  /** Files behind that one, none of which has a whole batch. */
  torn: string[];
}

/** Looks for the last whole batch, from the end on, without a look at what is before. */
export async function findJournalEnd(
  folder: InstallationFolder,
  files: SecondCopyFiles,
): Promise<JournalCopyEnd> {
  const torn: string[] = [];
  for (const { name, after } of files.journal.toReversed()) {
    const found = await findEndOfFile(folder, name, after);
    if (found.head !== null && found.begin !== null)
      return { head: found.head, file: { name, end: found.end }, torn };
    // The first has nothing before it to go on from.
    if (found.begin !== null && after === 0) return { head: null, file: { name, end: found.end }, torn };
    torn.push(name);
  }
  return { head: null, file: null, torn };
}

interface EndOfFile {
  begin: { seq: number; hash: string } | null;
  head: JournalHeadFrame | null;
  end: number;
}

async function findEndOfFile(
  { secondCopy, installationId }: InstallationFolder,
  name: string,
  after: number,
): Promise<EndOfFile> {
  const handle = await openPlainFile(join(secondCopy, name));
  try {
    const found: EndOfFile = { begin: null, head: null, end: 0 };
    for await (const { meta, end } of framesIn(handle)) {
      const frame = journalFrame.safeParse(meta);
      if (!frame.success) break;
      if (found.begin === null) {
        const begin = frame.data;
        if (begin.t !== 'begin' || begin.seq !== after || begin.installationId !== installationId) break;
        found.begin = { seq: begin.seq, hash: begin.hash };
        found.end = end;
      } else if (frame.data.t === 'head') {
        found.head = frame.data;
        found.end = end;
      }
    }
    return found;
  } finally {
    await handle.close();
  }
}

/** What a walk over the copied journal meets. `kept` says that all so far is whole. */
interface Taking {
  /** A file is only looked at: whatever stands before it. */
  readonly isAlone?: true;
  /** Where what is there already ends. */
  readonly from: { seq: number; hash: string };
  /** The hash of the group that an entry ends, of one that is there already. */
  chainAt(seq: number): Promise<string | null>;
  bytesAt(seq: number): Promise<Uint8Array | null>;
  take(entry: ChainedEntry): Promise<void>;
  settings(values: Record<string, string>): void;
  moved(kind: string, rows: readonly (readonly [number, number])[]): void;
  keep(head: JournalHeadFrame): Promise<void>;
}

/** More than the journal writes in a group. */
const maxGroup = 10_000;

/** Walks over what follows on `taking.from`, up to the last whole batch; where and why it ended before the last byte. */
async function walk(
  folder: InstallationFolder,
  taking: Taking,
  options: ReadOptions,
): Promise<PlaceProblem | null> {
  const files = (await listSecondCopy(folder.secondCopy))?.journal ?? [];
  // Those that end before where it goes on are passed over.
  const first = files.findLastIndex(({ after }) => after <= taking.from.seq);
  const needed: { name: string; after: number; size: number }[] = [];
  for (const { name, after } of files.slice(Math.max(0, first)))
    needed.push({ name, after, size: (await lstat(join(folder.secondCopy, name))).size });
  const all = needed.reduce((sum, { size }) => sum + size, 0);
  const walked = new JournalWalk(folder.installationId, taking);
  let done = 0;
  for (const { name, after, size } of needed) {
    const onFrame = (end: number) => options.onProgress?.(done + end, all);
    const ended = await walkFile(join(folder.secondCopy, name), {
      after,
      walked,
      onFrame,
      signal: options.signal,
    });
    if (ended !== null) {
      // What was being written when the program ended is no damage.
      const isTail = name === needed.at(-1)?.name && ended.isTorn;
      return isTail ? null : { code: 'damaged', detail: `${name}, byte ${ended.at}` };
    }
    done += size;
  }
  return null;
}

/**
 * Walks over each file by itself, whole or not: which are not what was written, and where each of the others ends. What is being
 * written at the end of the last is no damage.
 */
export async function checkJournalFiles(
  folder: InstallationFolder,
  options: ReadOptions,
): Promise<{ damaged: string[]; heads: JournalHeadFrame[] }> {
  const found = { damaged: [] as string[], heads: [] as JournalHeadFrame[] };
  const files = (await listSecondCopy(folder.secondCopy))?.journal ?? [];
  for (const [index, { name, after }] of files.entries()) {
    let head: JournalHeadFrame | null = null;
    const walked = new JournalWalk(folder.installationId, {
      ...{ isAlone: true, from: { seq: after, hash: '' } },
      ...{ chainAt: async () => null, bytesAt: async () => null, take: async () => {} },
      ...{ settings: () => {}, moved: () => {} },
      keep: async (end) => {
        head = end;
      },
    });
    const { signal } = options;
    const ended = await walkFile(join(folder.secondCopy, name), {
      ...{ after, walked, signal },
      onFrame: (end) => options.onProgress?.(end, end),
    });
    const last: JournalHeadFrame | null = head;
    const next = files[index + 1];
    const isWhole = ended === null || (next === undefined && ended.isTorn);
    // Where it ends too early, what stood at its end is gone.
    const isComplete = next === undefined || lastSeqOf(last) === next.after;
    if (!isWhole || !isComplete) found.damaged.push(name);
    else if (last !== null) found.heads.push(last);
  }
  return found;
}

const lastSeqOf = (head: JournalHeadFrame | null): number | null => head?.seq ?? null;

/** Walks over a file; where it is not whole up to its end, and whether it only ends too early. Null where it is whole. */
async function walkFile(
  path: string,
  given: {
    after: number;
    walked: JournalWalk;
    onFrame(end: number): void;
    signal: AbortSignal | undefined;
  },
): Promise<{ at: number; isTorn: boolean } | null> {
  const { after, walked, onFrame, signal } = given;
  const handle = await openPlainFile(path);
  try {
    const frames = framesIn(handle, signal);
    let at = 0;
    for (;;) {
      const next = await frames.next();
      if (next.done === true) {
        if (next.value === 'end' && walked.isWhole) return null;
        return { at, isTorn: next.value !== 'damaged' };
      }
      const { meta, bytes, from, end } = next.value;
      const frame = journalFrame.safeParse(meta);
      const isBegin = frame.data?.t === 'begin' && frame.data.seq === after;
      if (!frame.success || isBegin !== (from === 0) || !(await walked.step(frame.data, bytes)))
        return { at, isTorn: false };
      at = end;
      onFrame(end);
    }
  } finally {
    await handle.close();
  }
}

class JournalWalk {
  readonly #installationId: string;
  readonly #taking: Taking;
  /** Of the group that was walked last; null before the first file. */
  #last: { seq: number; hash: string } | null = null;
  /** Entries of the group that is being walked. */
  #group: Entry[] = [];
  /** Whether all that was walked counts. */
  isWhole = false;

  constructor(installationId: string, taking: Taking) {
    this.#installationId = installationId;
    this.#taking = taking;
  }

  /** Whether a frame is what follows on those before. */
  async step(frame: z.infer<typeof journalFrame>, bytes: Buffer): Promise<boolean> {
    if (frame.t === 'begin') return this.#begin(frame);
    const last = this.#last;
    if (last === null) return false;
    switch (frame.t) {
      case 'entry':
        return this.#entry(last, entryOf(frame, bytes));
      case 'head':
        return this.#head(last, frame);
      case 'settings':
        this.isWhole = false;
        // What is there already may be newer.
        if (last.seq >= this.#taking.from.seq) this.#taking.settings(frame.values);
        return true;
      case 'moved':
        this.isWhole = false;
        this.#taking.moved(frame.kind, frame.rows);
        return true;
    }
  }

  async #begin({ installationId, seq, hash }: z.infer<typeof journalBegin>): Promise<boolean> {
    if (installationId !== this.#installationId) return false;
    const last = this.#last;
    this.#last = { seq, hash };
    this.isWhole = true;
    if (last !== null) return last.seq === seq && last.hash === hash;
    if (this.#taking.isAlone) return true;
    // Of what is there already it is known.
    return seq <= this.#taking.from.seq && (await this.#isKnown(seq, hash));
  }

  async #isKnown(seq: number, hash: string): Promise<boolean> {
    return hash === (seq === 0 ? '' : await this.#taking.chainAt(seq));
  }

  async #entry(last: { seq: number; hash: string }, entry: ChainedEntry): Promise<boolean> {
    const { chain, bytes: _, ...plain } = entry;
    const { from } = this.#taking;
    const isNew = entry.seq > from.seq;
    this.isWhole = false;
    if (entry.seq !== last.seq + this.#group.length + 1) return false;
    if (!(await hasItsHash(entry, isNew && !this.#taking.isAlone ? this.#taking : null))) return false;
    if (this.#group.push(plain) > maxGroup) return false;
    if (chain !== null) {
      const expected = groupHash(Buffer.from(last.hash, 'hex'), this.#group);
      this.#group = [];
      this.#last = { seq: entry.seq, hash: expected.toString('hex') };
      if (!expected.equals(chain)) return false;
      // Another history than the one that is there.
      if (entry.seq === from.seq && this.#last.hash !== from.hash) return false;
    }
    if (isNew) await this.#taking.take(entry);
    return true;
  }

  async #head(last: { seq: number; hash: string }, head: JournalHeadFrame): Promise<boolean> {
    if (this.#group.length > 0 || head.seq !== last.seq || head.hash !== last.hash) return false;
    this.isWhole = true;
    if (head.seq < this.#taking.from.seq) return this.#isKnown(head.seq, head.hash);
    await this.#taking.keep(head);
    return true;
  }
}

function entryOf(frame: Extract<z.infer<typeof journalFrame>, { t: 'entry' }>, bytes: Buffer): ChainedEntry {
  const { t: _, hasBytes, sha256, chain, ...rest } = frame;
  return {
    ...rest,
    sha256: sha256 === null ? null : Buffer.from(sha256, 'hex'),
    chain: chain === null ? null : Buffer.from(chain, 'hex'),
    bytes: hasBytes ? bytes : null,
  };
}

/**
 * An entry without bytes may name an earlier one that has them. A delivery without any lies in a bundle: the entry that says so
 * comes before the next head, and whoever takes the journal walks it.
 */
async function hasItsHash(
  { sha256, bytes, detail, seq, revision }: ChainedEntry,
  taking: Pick<Taking, 'bytesAt'> | null,
): Promise<boolean> {
  if (sha256 === null) return bytes === null;
  if (bytes !== null) return hash('sha256', bytes, 'buffer').equals(sha256);
  if (taking === null || revision !== null) return true;
  const place = placeOfBytes(detail);
  const found = place === null || place >= seq ? null : await taking.bytesAt(place);
  return found !== null && hash('sha256', found, 'buffer').equals(sha256);
}

function placeOfBytes(detail: string | null): number | null {
  try {
    const place: unknown = detail === null ? null : JSON.parse(detail).bytesOf;
    return typeof place === 'number' && Number.isSafeInteger(place) && place > 0 ? place : null;
  } catch {
    return null;
  }
}

/** See `assembleJournal` in `read.ts`. */
export async function assembleJournalFile(
  folder: InstallationFolder,
  file: string,
  options: ReadOptions,
): Promise<AssembledJournal> {
  const files = await listSecondCopy(folder.secondCopy);
  const { head: last } = files === null ? { head: null } : await findJournalEnd(folder, files);
  if (last === null) throw new PlaceFailure('damaged', 'The second copy has no whole part of the journal.');
  const making = await openJournalMaking(file, last.schema);
  try {
    const cut = await walk(folder, takingOf(making), options).catch((failure) => {
      if (options.signal?.aborted === true) throw failure;
      return placeProblemOf(failure);
    });
    making.undo();
    const { seq, hash: end } = await making.finish();
    return { seq, hash: Buffer.from(end).toString('hex'), added: seq - making.head.seq, cut };
  } catch (failure) {
    making.abandon();
    throw failure;
  }
}

function takingOf(making: JournalMaking): Taking {
  const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'));
  return {
    from: { seq: making.head.seq, hash: hex(making.head.hash) ?? '' },
    chainAt: async (seq) => hex(await making.findChain(seq)),
    bytesAt: (seq) => making.findBytes(seq),
    take: (entry) => making.insert(entry),
    settings: (values) => making.upsertSettings(values),
    moved: (kind, rows) => making.upsertMovedIds(rows.map(([id, seq]) => ({ kind, id, seq }))),
    keep: ({ seq, hash: end, at, epoch, numbers }) =>
      making.keep({
        seq,
        hash: Buffer.from(end, 'hex'),
        at,
        epoch: Math.max(epoch, making.head.epoch),
        numbers: highest(numbers, making.head.numbers),
      }),
  };
}

/** Of each sequence the higher number. */
function highest(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const numbers = { ...other };
  for (const [name, last] of Object.entries(one)) numbers[name] = Math.max(last, other[name] ?? 0);
  return numbers;
}
