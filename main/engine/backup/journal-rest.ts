/** What a damaged journal still says behind a copy of it: group by group, as far as each follows from the one before. */
import { hash as digest } from 'node:crypto';
import * as z from 'zod';
import {
  type ChainedEntry,
  type Entry,
  findArchivedEntry,
  findEntry,
  groupHash,
  type JournalSurvey,
  listChainedEntriesAfter,
  openJournalMaking,
} from '../store/index.ts';

/** A place of a journal: an entry that ends a group, and the group's hash in hexadecimal. */
export interface JournalPlace {
  seq: number;
  hash: string;
}

interface Taking {
  /** The bytes of an entry that came before; null where it has none. */
  bytesAt(seq: number): Promise<Uint8Array | null>;
  take(entry: ChainedEntry): Promise<void>;
  /** All that was taken is whole up to here. `at` is in milliseconds since 1970. */
  keep(place: JournalPlace, at: number): Promise<void>;
}

/** Read at a time, so that no group has to be in memory. */
const maxBytes = 4 * 1024 * 1024;
const maxEntries = 100;
/** More than the journal writes in a group. */
const maxGroup = 10_000;

/** How far a journal can be read behind a place of it. */
export async function findRestEnd(
  journal: JournalSurvey,
  from: JournalPlace,
  signal: AbortSignal | undefined,
): Promise<JournalPlace> {
  let reached = from;
  await walkRest(journal, from, signal, {
    bytesAt: async (seq) => (await journal.reading.read((tx) => findEntry(tx, seq)))?.bytes ?? null,
    take: async () => {},
    async keep(place) {
      reached = place;
    },
  });
  return reached;
}

/** Adds to a copy of a journal, which nobody has open, what can be read behind its end. */
export async function appendRest(
  journal: JournalSurvey,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const making = await openJournalMaking(file, journal.schema);
  try {
    // What was given to entries that cannot be read is not given again.
    const numbers = { ...making.head.numbers };
    for (const [name, last] of Object.entries(journal.numbers))
      numbers[name] = Math.max(last, numbers[name] ?? 0);
    const from = { seq: making.head.seq, hash: Buffer.from(making.head.hash).toString('hex') };
    await walkRest(journal, from, signal, {
      bytesAt: (seq) => making.findBytes(seq),
      take: (entry) => making.insert(entry),
      keep: ({ seq, hash }, at) =>
        making.keep({ ...making.head, seq, hash: Buffer.from(hash, 'hex'), at, numbers }),
    });
  } catch (failure) {
    making.abandon();
    throw failure;
  }
  await making.finish();
}

async function walkRest(
  { reading }: JournalSurvey,
  from: JournalPlace,
  signal: AbortSignal | undefined,
  taking: Taking,
): Promise<void> {
  let place = from;
  let group: Entry[] = [];
  // An entry that says in which bundle bytes lie, without which they would be missing.
  let needed = 0;
  for await (const entry of entriesBehind(reading, from.seq, signal)) {
    const wholeWith = await entryThatMakesWhole(reading, entry, taking);
    if (entry.seq !== place.seq + group.length + 1 || group.length >= maxGroup || wholeWith === null) return;
    needed = Math.max(needed, wholeWith);
    const { chain, bytes: _, ...content } = entry;
    group.push(content);
    if (chain !== null && !groupHash(Buffer.from(place.hash, 'hex'), group).equals(chain)) return;
    await taking.take(entry);
    if (chain === null) continue;
    place = { seq: entry.seq, hash: Buffer.from(chain).toString('hex') };
    group = [];
    if (needed <= place.seq) await taking.keep(place, entry.at);
  }
}

/** What can be read behind a place, in its order; where the file cannot be read it ends, one by one. */
async function* entriesBehind(
  reading: JournalSurvey['reading'],
  from: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChainedEntry> {
  let entries = maxEntries;
  for (let after = from; ; ) {
    signal?.throwIfAborted();
    const [last, limit] = [after, { entries, bytes: maxBytes }];
    const found = await reading.read((tx) => listChainedEntriesAfter(tx, last, limit)).catch(() => null);
    if (found === null && entries > 1) {
      entries = 1;
      continue;
    }
    if (found === null || found.length === 0) return;
    yield* found;
    after = found.at(-1)?.seq ?? after;
  }
}

/** The entry up to which a journal is whole with this one: of a delivery in a bundle the one that says so. Null where it is not. */
async function entryThatMakesWhole(
  reading: JournalSurvey['reading'],
  entry: ChainedEntry,
  taking: Taking,
): Promise<number | null> {
  const { bytes, revision, subjectId, seq } = entry;
  if (bytes !== null || revision === null) return (await hasItsBytes(entry, taking)) ? seq : null;
  const found = await reading.read((tx) => findArchivedEntry(tx, subjectId, revision)).catch(() => undefined);
  return found === undefined || found.seq <= seq ? null : found.seq;
}

const placeOfBytes = z.object({ bytesOf: z.int().positive() });

/** An entry without bytes may name the one that has them. */
async function hasItsBytes(
  { sha256, bytes, detail, seq }: ChainedEntry,
  { bytesAt }: Taking,
): Promise<boolean> {
  if (sha256 === null) return bytes === null;
  const own = bytes ?? (await bytesElsewhere(detail, seq, bytesAt));
  return own !== null && digest('sha256', own, 'buffer').equals(sha256);
}

async function bytesElsewhere(
  detail: string | null,
  seq: number,
  bytesAt: Taking['bytesAt'],
): Promise<Uint8Array | null> {
  try {
    const { bytesOf } = placeOfBytes.parse(JSON.parse(detail ?? ''));
    return bytesOf < seq ? await bytesAt(bytesOf) : null;
  } catch {
    return null;
  }
}
