/**
 * The heads of both chains, noted outside the databases: in `anchors.jsonl` of the data directory once a day, in every backup and in
 * every bundle. A chain that was cut at its end, or written anew from some entry on, is whole by itself; an anchor tells.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Anchor,
  anchor,
  type PlacedAnchor,
  type VerificationFinding,
} from '#shared/contract/verification.ts';
import { errorCode } from '../error-code.ts';
import {
  findAuditEntry,
  findAuditHead,
  findChainEntry,
  findJournalHead,
  listAudit,
  listLastChain,
  type ReadTransaction,
  type Store,
  syncPath,
} from '../store/index.ts';
import { instantOf, readable } from './reading.ts';

/** Where each chain is read; one store reads both where it has the journal attached. */
export interface Chains {
  audit: Pick<Store, 'read'>;
  journal: Pick<Store, 'read'>;
}

/** Takes an anchor of both chains as they are now, in one short read each. `at` is in milliseconds since 1970. */
export async function takeAnchor(chains: Chains, at: number): Promise<Anchor> {
  const audit = await chains.audit.read(findAuditHead);
  const journal = await chains.journal.read(findJournalHead);
  return {
    at: new Date(at).toISOString(),
    journal: { seq: journal.seq, hash: hexOf(journal.hash) },
    audit: { id: audit.lastId, hash: hexOf(audit.hash) },
  };
}

const hexOf = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString('hex');

const anchorFile = (dataDir: string): string => join(dataDir, 'anchors.jsonl');

/** A line a day: ten years of them. No more is read than that, and no longer line. */
const maxAnchors = 4000;
const maxLine = 500;
const maxBytes = maxAnchors * maxLine;

/** What `anchors.jsonl` says. */
export interface NotedAnchors {
  /** The newest, the oldest of them first. */
  anchors: Anchor[];
  /** Lines that are no anchor; one where the file itself cannot be read. What a loss of power left half at its end is none. */
  unreadable: number;
}

/** Reads the anchors that are noted in a data directory. */
export async function readAnchors(dataDir: string): Promise<NotedAnchors> {
  let handle: FileHandle | null = null;
  try {
    handle = await openPlain(anchorFile(dataDir), constants.O_RDONLY);
    const { size } = await handle.stat();
    const bytes = await readAt(handle, Math.max(0, size - maxBytes), Math.min(size, maxBytes));
    const text = bytes.toString('utf8');
    const lines = text.split('\n');
    // What stands before the first line break may be the rest of a line, what stands behind the last one is torn or whole.
    if (size > maxBytes) lines.shift();
    const torn = anchorOf(lines.pop() ?? '');
    const read = lines.slice(-maxAnchors).map(anchorOf);
    const anchors = [...read, torn].filter((one) => one !== null);
    return { anchors, unreadable: read.filter((one) => one === null).length };
  } catch (failure) {
    return { anchors: [], unreadable: errorCode(failure) === 'ENOENT' ? 0 : 1 };
  } finally {
    await handle?.close();
  }
}

/**
 * Notes an anchor behind those that are there, synced. Nothing that is there is changed, but that the torn end of a line that was
 * never whole is cut. Rejects where it cannot be written.
 */
export async function appendAnchor(dataDir: string, noted: Anchor): Promise<void> {
  const handle = await openPlain(
    anchorFile(dataDir),
    constants.O_RDWR | constants.O_CREAT | constants.O_APPEND,
  );
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - maxLine);
    const end = await readAt(handle, start, size - start);
    const lastBreak = end.lastIndexOf('\n');
    const rest = end.subarray(lastBreak + 1).toString('utf8');
    // A longer rest than a line is nothing of ours: it is left alone.
    const isTorn = rest !== '' && anchorOf(rest) === null && (lastBreak >= 0 || start === 0);
    if (isTorn) await handle.truncate(start + lastBreak + 1);
    const needsBreak = rest !== '' && !isTorn;
    await handle.writeFile(`${needsBreak ? '\n' : ''}${JSON.stringify(noted)}\n`);
    await handle.sync();
    if (size === 0) syncPath(dataDir);
  } finally {
    await handle.close();
  }
}

/** Opens a file that is one: no link is followed, and no pipe waited for. */
async function openPlain(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${path} is not a file.`);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

function anchorOf(line: string): Anchor | null {
  if (line.length > maxLine) return null;
  try {
    return anchor.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

export type Contradiction = Extract<VerificationFinding, { code: 'chainShorter' | 'chainOther' }>;

/** Anchors that are looked up in one snapshot. */
const lookupsAtOnce = 50;

/**
 * Holds both chains beside anchors. Of each chain at most two things are said: the anchor that knows most of what is not there, and
 * the first that knows another hash.
 */
export async function compareWithAnchors(
  chains: Chains,
  anchors: readonly PlacedAnchor[],
  pace: (done: number) => Promise<void> = async () => {},
): Promise<Contradiction[]> {
  const restores = (await readable(() => chains.audit.read(listRestores))) ?? [];
  const audit = await compareChain(new Comparison('audit', restores), chains.audit, anchors, pace);
  const journal = await compareChain(new Comparison('journal', restores), chains.journal, anchors, (done) =>
    pace(anchors.length + done),
  );
  return [...journal, ...audit];
}

/** What a chain has at a place; `hash` is empty where no group ends there. */
interface ChainEntry {
  at: number;
  kind: string;
  hash: string;
}

const chainReaders = {
  audit: {
    place: ({ audit }: Anchor) => ({ entry: audit.id, hash: audit.hash }),
    end: async (tx: ReadTransaction) =>
      (await listAudit(tx, { beforeId: Number.MAX_SAFE_INTEGER, limit: 1 }))[0]?.id,
    async find(tx: ReadTransaction, id: number): Promise<ChainEntry | undefined> {
      const found = await findAuditEntry(tx, id);
      return found && { at: found.at, kind: found.action, hash: hexOf(found.hash) };
    },
  },
  journal: {
    place: ({ journal }: Anchor) => ({ entry: journal.seq, hash: journal.hash }),
    end: async (tx: ReadTransaction) => (await listLastChain(tx, 1))[0]?.lastSeq,
    async find(tx: ReadTransaction, seq: number): Promise<ChainEntry | undefined> {
      const found = await findChainEntry(tx, seq);
      return found && { at: found.at, kind: found.kind, hash: hexOf(found.chain) };
    },
  },
};

/** A restore as the log has it: its entry, and when that was made, in milliseconds since 1970. */
interface Restore {
  id: number;
  at: number;
}

/** The action by which the log says that a copy was restored; what it is about is the data as a whole. */
const restoredAction = 'data.restored';
const subjectOfData = 'data';

/** The newest few. */
const maxRestores = 200;

async function listRestores(tx: ReadTransaction): Promise<Restore[]> {
  const newest = await listAudit(tx, {
    ...{ subject: subjectOfData, beforeId: Number.MAX_SAFE_INTEGER, limit: maxRestores },
  });
  return newest.filter(({ action }) => action === restoredAction);
}

async function compareChain(
  comparison: Comparison,
  reading: Pick<Store, 'read'>,
  anchors: readonly PlacedAnchor[],
  pace: (done: number) => Promise<void>,
): Promise<Contradiction[]> {
  for (let from = 0; from < anchors.length; from += lookupsAtOnce) {
    const some = anchors.slice(from, from + lookupsAtOnce);
    await reading.read((tx) => comparison.hold(tx, some));
    await pace(Math.min(anchors.length, from + lookupsAtOnce));
  }
  return comparison.contradictions();
}

/** What was found of one chain so far. */
class Comparison {
  readonly #chain: 'audit' | 'journal';
  readonly #shorter: PlacedAnchor[] = [];
  readonly #other: { placed: PlacedAnchor; found: ChainEntry | 'none' }[] = [];
  readonly #agreeing: number[] = [0];
  /** An anchor is older than what is read here, so the chain of whoever goes on writing reaches it. */
  #ends = 0;

  readonly #restores: readonly Restore[];

  constructor(chain: 'audit' | 'journal', restores: readonly Restore[]) {
    this.#chain = chain;
    this.#restores = restores;
  }

  async hold(tx: ReadTransaction, anchors: readonly PlacedAnchor[]): Promise<void> {
    const { place, end, find } = chainReaders[this.#chain];
    // The last that there is, whatever the head says.
    const ends = await readable(async () => (await end(tx)) ?? 0);
    if (ends === null) return;
    this.#ends = ends;
    for (const placed of anchors) {
      const { entry, hash } = place(placed.anchor);
      if (entry === 0) continue;
      const found = await readable(async () => (await find(tx, entry)) ?? 'none');
      // Whoever walks the chain says what cannot be read.
      if (found !== null) this.#take(placed, found, { entry, hash });
    }
  }

  #take(
    placed: PlacedAnchor,
    found: ChainEntry | 'none',
    { entry, hash }: { entry: number; hash: string },
  ): void {
    if (found === 'none' && entry > this.#ends) this.#shorter.push(placed);
    else if (found === 'none' || hash === '' || found.hash !== hash) this.#other.push({ placed, found });
    else this.#agreeing.push(entry);
  }

  contradictions(): Contradiction[] {
    const found: Contradiction[] = [];
    const [first] = this.#other.toSorted((a, b) => this.#entryOf(a.placed) - this.#entryOf(b.placed));
    if (first !== undefined) {
      const entry = first.found === 'none' ? null : first.found;
      const means = { at: instantOf(entry?.at ?? null), kind: entry?.kind ?? null };
      found.push({ code: 'chainOther', ...this.#contradiction(first.placed, this.#other.length), ...means });
    }
    const [farthest] = this.#shorter.toSorted((a, b) => this.#entryOf(b) - this.#entryOf(a));
    if (farthest !== undefined)
      found.push({ code: 'chainShorter', ...this.#contradiction(farthest, this.#shorter.length) });
    return found;
  }

  #entryOf({ anchor }: PlacedAnchor): number {
    return chainReaders[this.#chain].place(anchor).entry;
  }

  #contradiction(placed: PlacedAnchor, anchors: number) {
    const entry = this.#entryOf(placed);
    return {
      ...{ chain: this.#chain, entry, ends: this.#ends, anchors },
      ...{ source: placed.source, anchoredAt: placed.anchor.at },
      restoredAt: this.#restoredAfter(placed),
      agreesUntil: this.#agreeing.reduce((last, one) => (one < entry ? Math.max(last, one) : last), 0),
    };
  }

  /** What an anchor knows that was set before a restore may be what the restored copy lacked. */
  #restoredAfter(placed: PlacedAnchor): string | null {
    const anchoredAt = Date.parse(placed.anchor.at);
    const after = this.#restores.filter(
      ({ id, at }) => at >= anchoredAt && (this.#chain === 'journal' || id <= this.#entryOf(placed)),
    );
    return instantOf(after.at(-1)?.at ?? null);
  }
}
