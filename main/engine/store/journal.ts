/**
 * The tables of the journal: what arrived and what it was answered with, in the order of its commits. The receiver's thread
 * writes them in a database of their own; the engine, which has that database attached, reads `entry`.
 */
import * as z from 'zod';
import type { RecordKind } from '#shared/terms.ts';
import { storable } from './storable.ts';
import { StoreProblem } from './store-error.ts';
import {
  CacheKey,
  countRows,
  type GroupMemory,
  type ReadTransaction,
  selected,
  type WriteTransaction,
} from './transaction.ts';

/**
 * What an entry is: a delivery of a record, a cancel call (`ask`), what a cancel call is about to be answered with
 * (`answer`), what became of that (`outcome`), a policy lookup or balance, a delivery that was refused, or that the deliveries
 * of a record lie in a bundle (`archived`, whose bytes are what stays of the record).
 */
export type EntryKind = RecordKind | 'ask' | 'answer' | 'outcome' | 'lookup' | 'rejected' | 'archived';

/** A row of `entry` without its bytes. */
export interface Entry {
  /** Dense from 1, in the order of the commits. */
  seq: number;
  kind: EntryKind;
  /** Of a record, or of the order that a cancel call names. */
  marketplaceId: number | null;
  /** What it is about: the record, the ask; of anything else its own `seq`. */
  subjectId: number;
  /** Of a delivery, from 1. */
  revision: number | null;
  /** The insurer's number, of a delivery. */
  number: string | null;
  /** Milliseconds since 1970, by the clock of this computer, which may have been set back since the entry before. */
  at: number;
  /** Label of the key that the call presented; empty where nobody called. */
  keyLabel: string;
  /** Of its bytes; of a rejected delivery that repeats an earlier one, of the bytes of that one. */
  sha256: Uint8Array | null;
  /** JSON of what else is known of it; null where its bytes say all. */
  detail: string | null;
}

/** An entry with what arrived, or was answered, byte by byte; of a delivery null where it lies in a bundle. */
export type EntryWithBytes = Entry & { bytes: Uint8Array | null };

const entryProperties = [
  'seq',
  'kind',
  'marketplaceId',
  'subjectId',
  'revision',
  'number',
  'at',
  'keyLabel',
  'sha256',
  'detail',
] as const satisfies readonly (keyof Entry)[];
const entryColumns = selected<Entry>('e', entryProperties);

/** Among more entries than these deliveries are not counted one by one, but in so many samples of so many entries. */
const countedEntries = 1000;
const samples = 20;
const sampleEntries = countedEntries / samples;

/**
 * How many deliveries stand behind a place of the journal, up to another or to its end, among very many entries about how
 * many; when the first of them came, in milliseconds since 1970 and null where there is none; and where the journal ends.
 */
export async function countDeliveriesAfter(
  tx: ReadTransaction,
  seq: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<{ revisions: number; since: number | null; seq: number }> {
  const head = await findJournalHead(tx);
  const first = await tx.get<{ seq: number; at: number }>(
    'SELECT seq, at FROM entry WHERE seq > ? AND seq <= ? AND revision IS NOT NULL ORDER BY seq LIMIT 1',
    seq,
    until,
  );
  if (first === undefined) return { revisions: 0, since: null, seq: head.seq };
  const last = Math.min(head.seq, until);
  const entries = last - first.seq + 1;
  const count = (from: number, upTo: number) =>
    countRows(tx, 'SELECT 1 FROM entry WHERE seq BETWEEN ? AND ? AND revision IS NOT NULL', from, upTo);
  if (entries <= countedEntries)
    return { revisions: await count(first.seq, last), since: first.at, seq: head.seq };
  let found = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const from = first.seq + Math.floor((sample * (entries - sampleEntries)) / (samples - 1));
    found += await count(from, from + sampleEntries - 1);
  }
  return { revisions: Math.round((entries * found) / countedEntries), since: first.at, seq: head.seq };
}

/** Where the journal ends. */
export interface JournalHead {
  /** Of the last entry; 0 of an empty journal. */
  seq: number;
  /** Of the last group; empty of an empty journal. */
  hash: Uint8Array;
  /** When the last group was committed, in milliseconds since 1970. */
  at: number;
  /** Raised by each engine that takes over; that of an older one writes no more. */
  epoch: number;
  /** The last number that was given of each sequence, by its name. */
  numbers: Readonly<Record<string, number>>;
}

const lastNumbers = z.record(z.string(), z.int().nonnegative());

export async function findJournalHead(tx: ReadTransaction): Promise<JournalHead> {
  const head = await tx.get<Omit<JournalHead, 'numbers'> & { numbers: string }>(
    'SELECT seq, hash, at, epoch, numbers FROM journal_head WHERE id = 1',
  );
  if (head === undefined)
    throw new StoreProblem('corrupt', 'The journal does not say where it ends. Restore a backup.');
  return { ...head, numbers: lastNumbers.parse(JSON.parse(head.numbers)) };
}

type End = Omit<JournalHead, 'epoch'>;

/** Sets where the journal ends. */
export async function setJournalHead(tx: WriteTransaction, head: End): Promise<void> {
  tx.memory.set(givenNumbers, head.numbers);
  await tx.run(moveHead, ...valuesOf(head));
}

const moveHead = 'UPDATE journal_head SET seq = ?, hash = ?, at = ?, numbers = ? WHERE id = 1';
const valuesOf = ({ seq, hash, at, numbers }: End) => [seq, hash, at, JSON.stringify(numbers)] as const;

const givenNumbers = new CacheKey<JournalHead['numbers']>();

/** The last numbers as the present group has set them; null where it has set none. */
export const numbersGiven = (memory: GroupMemory): JournalHead['numbers'] | null =>
  memory.get(givenNumbers) ?? null;

/**
 * Inserts the entries of a commit, the last of them with its link of the chain, and sets where the journal ends then. Rejects as
 * `insertEntries`.
 */
export async function insertGroup(
  tx: WriteTransaction,
  entries: readonly EntryWithBytes[],
  head: End,
): Promise<void> {
  const isOne = tx.dialect === 'postgres' && entries.length > 1 && entries.every(isSmallDelivery);
  if (isOne) {
    tx.memory.set(givenNumbers, head.numbers);
    await insertTogether(tx, entries, { last: entries.at(-1), chain: head.hash, head });
  } else await Promise.all([insertEntries(tx, entries, head.hash), setJournalHead(tx, head)]);
}

/**
 * Inserts the entries of a commit, the last of them with its link of the chain; null where more of the commit follow. Rejects
 * with the database's error where another record has the number of one of them.
 */
export async function insertEntries(
  tx: WriteTransaction,
  entries: readonly EntryWithBytes[],
  chain: Uint8Array | null,
): Promise<void> {
  const last = entries.at(-1);
  const small = tx.dialect === 'postgres' ? entries.filter(isSmall) : [];
  const together = new Set(small.length > 1 ? small : []);
  const alone = entries.filter((entry) => !together.has(entry));
  const archived = entries.filter(({ kind }) => kind === 'archived');
  await Promise.all([
    ...alone.map((entry) => insertEntry(tx, entry, entry === last ? chain : null)),
    ...(together.size > 0 ? [insertTogether(tx, [...together], { last, chain })] : []),
    ...archived.map((entry) => insertArchivedRecord(tx, entry)),
  ]);
}

async function insertEntry(
  tx: WriteTransaction,
  entry: EntryWithBytes,
  chain: Uint8Array | null,
): Promise<void> {
  await tx.run(
    `INSERT INTO entry (seq, kind, marketplace_id, subject_id, revision, number, at, key_label, sha256, detail, chain, bytes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.seq,
    entry.kind,
    entry.marketplaceId,
    entry.subjectId,
    entry.revision,
    entry.number,
    entry.at,
    entry.keyLabel,
    entry.sha256,
    entry.detail,
    chain,
    entry.bytes,
  );
}

/** Larger ones go in a statement each, so that no value is as large as all of them. */
const smallBytes = 64 * 1024;
const isSmall = ({ bytes }: EntryWithBytes): boolean => (bytes?.length ?? 0) <= smallBytes;
const isSmallDelivery = (entry: EntryWithBytes): boolean => entry.revision !== null && isSmall(entry);

/**
 * Inserts several by one statement, where each of its own costs the server more than its row: as JSON, but for the bytes, which
 * are one value, one behind the other. The same statement sets where the journal ends, where that is given.
 */
async function insertTogether(
  tx: WriteTransaction,
  entries: readonly EntryWithBytes[],
  given: { last: EntryWithBytes | undefined; chain: Uint8Array | null; head?: End },
): Promise<void> {
  const { last, chain, head } = given;
  let next = 1;
  const rows = entries.map(({ bytes, sha256, detail, ...entry }) => {
    const bytesFrom = next;
    next += bytes?.length ?? 0;
    return {
      ...entry,
      keyLabel: storable(entry.keyLabel),
      number: entry.number === null ? null : storable(entry.number),
      detail: detail === null ? null : storable(detail),
      sha256: sha256 === null ? null : Buffer.from(sha256).toString('hex'),
      isLast: entry.seq === last?.seq,
      bytesFrom,
      bytesLength: bytes?.length ?? null,
    };
  });
  await tx.run(
    `${head === undefined ? '' : `WITH ended AS (${moveHead})`}
      INSERT INTO entry (seq, kind, marketplace_id, subject_id, revision, number, at, key_label, sha256, detail, chain, bytes)
      SELECT e.seq, e.kind, e."marketplaceId", e."subjectId", e.revision, e.number, e.at, e."keyLabel", decode(e.sha256, 'hex'),
        e.detail, CASE WHEN e."isLast" THEN CAST(? AS BLOB) END, substr(CAST(? AS BLOB), e."bytesFrom", e."bytesLength")
      FROM json_to_recordset(CAST(? AS JSON)) AS e (seq BIGINT, kind TEXT, "marketplaceId" BIGINT, "subjectId" BIGINT,
        revision BIGINT, number TEXT, at BIGINT, "keyLabel" TEXT, sha256 TEXT, detail TEXT, "isLast" BOOLEAN,
        "bytesFrom" INT, "bytesLength" INT)`,
    ...(head === undefined ? [] : valuesOf(head)),
    chain,
    Buffer.concat(entries.map(({ bytes }) => bytes ?? new Uint8Array())),
    JSON.stringify(rows),
  );
}

/** Of the detail of an `archived` entry, as far as the journal goes by it. */
const archivedUpTo = z.object({
  revision: z.int().positive(),
  contentHash: z.string().nullable().catch(null),
});

/** Inserts up to which delivery an `archived` entry stands for a record, so that it is found by the record. */
async function insertArchivedRecord(tx: WriteTransaction, { seq, subjectId, detail }: Entry): Promise<void> {
  const { revision } = archivedUpTo.parse(JSON.parse(detail ?? 'null'));
  await tx.run(
    'INSERT INTO archived_record (record_id, revision, seq) VALUES (?, ?, ?) ON CONFLICT (record_id, revision) DO NOTHING',
    subjectId,
    revision,
    seq,
  );
}

/** The entry that says that a delivery lies in a bundle, with its detail; undefined where none does. */
export async function findArchivedEntry(
  tx: ReadTransaction,
  recordId: number,
  revision: number,
): Promise<{ seq: number; revision: number; contentHash: string | null } | undefined> {
  const found = await tx.get<{ seq: number; detail: string | null }>(
    `SELECT e.seq, e.detail FROM archived_record a JOIN entry e ON e.seq = a.seq
      WHERE a.record_id = ? AND a.revision >= ? AND e.kind = 'archived' AND e.subject_id = a.record_id
        AND CAST(json_extract(e.detail, '$.revision') AS BIGINT) = a.revision ORDER BY a.revision LIMIT 1`,
    recordId,
    revision,
  );
  return found === undefined
    ? undefined
    : { seq: found.seq, ...archivedUpTo.parse(JSON.parse(found.detail ?? 'null')) };
}

/** The `archived` entries of a record, the first of them first. */
export async function listArchivedEntries(tx: ReadTransaction, recordId: number): Promise<Entry[]> {
  return tx.all<Entry>(
    `SELECT ${entryColumns} FROM archived_record a JOIN entry e ON e.seq = a.seq
      WHERE a.record_id = ? AND e.kind = 'archived' ORDER BY a.revision LIMIT 1000`,
    recordId,
  );
}

/** The places of `archived` entries behind one and up to another, with their records, in their order. */
export async function listArchivedBetween(
  tx: ReadTransaction,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ seq: number; recordId: number; revision: number }[]> {
  return tx.all(
    `SELECT seq, record_id AS "recordId", revision FROM archived_record WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    after,
    upTo,
    limit,
  );
}

/** The last `archived` entry whose deliveries gave up their bytes. */
export async function findReleasedPosition(tx: ReadTransaction): Promise<number> {
  return (
    (await tx.get<{ seq: number }>('SELECT released_seq AS seq FROM journal_head WHERE id = 1'))?.seq ?? 0
  );
}

/**
 * Takes the bytes of deliveries that an `archived` entry says lie in a bundle, at most so many, the first of them first; how
 * many gave up theirs, and how many bytes those were.
 */
export async function releaseDeliveries(
  tx: WriteTransaction,
  archived: { seq: number; recordId: number; revision: number },
  limit: number,
): Promise<{ deliveries: number; bytes: number }> {
  const rows = await tx.all<{ seq: number; bytes: number }>(
    `SELECT e.seq, length(e.bytes) AS bytes FROM entry r
      JOIN entry e ON e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL
      WHERE r.seq = ? AND r.revision = 1 AND e.subject_id = r.seq AND e.revision <= ? AND e.bytes IS NOT NULL
      ORDER BY e.revision LIMIT ?`,
    archived.recordId,
    archived.revision,
    limit,
  );
  let bytes = 0;
  for (const row of rows) {
    await tx.run('UPDATE entry SET bytes = NULL WHERE seq = ?', row.seq);
    bytes += row.bytes;
  }
  return { deliveries: rows.length, bytes };
}

/** Sets how far deliveries gave up their bytes, and adds how many bytes those were. */
export async function setReleased(
  tx: WriteTransaction,
  { seq, bytes }: { seq: number; bytes: number },
): Promise<void> {
  await tx.run(
    'UPDATE journal_head SET released_seq = ?, released_bytes = released_bytes + ? WHERE id = 1',
    seq,
    bytes,
  );
}

/** Whether a record has this number. */
export async function isNumberGiven(tx: ReadTransaction, number: string): Promise<boolean> {
  return (await tx.get('SELECT 1 FROM entry WHERE number = ? AND revision = 1', number)) !== undefined;
}

/** What the latest delivery of a record is known by. */
export interface KnownDelivery {
  seq: number;
  recordId: number;
  revision: number;
  number: string;
  sha256: Uint8Array;
  detail: string | null;
}

/** The latest delivery of a record; undefined where none came. */
export async function findLatestDelivery(
  tx: ReadTransaction,
  kind: RecordKind,
  marketplaceId: number,
): Promise<KnownDelivery | undefined> {
  return tx.get<KnownDelivery>(
    `SELECT seq, subject_id AS "recordId", revision, number, sha256, detail
      FROM entry WHERE kind = ? AND marketplace_id = ? AND revision IS NOT NULL ORDER BY revision DESC LIMIT 1`,
    kind,
    marketplaceId,
  );
}

/** The same of several records at once, by `KIND ID` of each; those that never came are not in it. */
export async function listLatestDeliveries(
  tx: ReadTransaction,
  identities: readonly { kind: RecordKind; marketplaceId: number }[],
): Promise<Map<string, KnownDelivery>> {
  const found =
    tx.dialect === 'postgres' && identities.length > 1
      ? await listLatestTogether(tx, identities)
      : await Promise.all(
          identities.map(async ({ kind, marketplaceId }) => ({
            ...{ kind, marketplaceId },
            delivery: await findLatestDelivery(tx, kind, marketplaceId),
          })),
        );
  const latest = new Map<string, KnownDelivery>();
  for (const { kind, marketplaceId, delivery } of found)
    if (delivery !== undefined) latest.set(`${kind} ${marketplaceId}`, delivery);
  return latest;
}

async function listLatestTogether(
  tx: ReadTransaction,
  identities: readonly { kind: RecordKind; marketplaceId: number }[],
): Promise<{ kind: RecordKind; marketplaceId: number; delivery: KnownDelivery }[]> {
  const wanted = identities.map(({ kind, marketplaceId }) => ({ kind, marketplaceId }));
  const rows = await tx.all<KnownDelivery & { kind: RecordKind; marketplaceId: number }>(
    `SELECT w.kind, w."marketplaceId", d.seq, d.subject_id AS "recordId", d.revision, d.number, d.sha256, d.detail
      FROM json_to_recordset(CAST(? AS JSON)) AS w (kind TEXT, "marketplaceId" BIGINT) CROSS JOIN LATERAL (
        SELECT e.* FROM entry e WHERE e.kind = w.kind AND e.marketplace_id = w."marketplaceId"
          AND e.revision IS NOT NULL ORDER BY e.revision DESC LIMIT 1) AS d`,
    JSON.stringify(wanted),
  );
  return rows.map(({ kind, marketplaceId, ...delivery }) => ({ kind, marketplaceId, delivery }));
}

/** The deliveries of a record that stand before a place of the journal, the first of them first. */
export async function listDeliveriesBefore(
  tx: ReadTransaction,
  kind: RecordKind,
  marketplaceId: number,
  seq: number,
): Promise<Entry[]> {
  return tx.all<Entry>(
    `SELECT ${entryColumns} FROM entry e
      WHERE e.kind = ? AND e.marketplace_id = ? AND e.revision IS NOT NULL AND e.seq < ? ORDER BY e.revision`,
    kind,
    marketplaceId,
    seq,
  );
}

/** The record of an identity that stands before a place of the journal; null where it came later, or never. */
export async function findRecordIdBefore(
  tx: ReadTransaction,
  kind: RecordKind,
  marketplaceId: number,
  seq: number,
): Promise<number | null> {
  const row = await tx.get<{ id: number }>(
    'SELECT subject_id AS id FROM entry WHERE kind = ? AND marketplace_id = ? AND revision = 1 AND seq < ?',
    kind,
    marketplaceId,
    seq,
  );
  return row?.id ?? null;
}

/** An entry with its bytes; undefined where the journal has none of this number. */
export async function findEntry(tx: ReadTransaction, seq: number): Promise<EntryWithBytes | undefined> {
  return tx.get<EntryWithBytes>(`SELECT ${entryColumns}, e.bytes FROM entry e WHERE e.seq = ?`, seq);
}

/** Some of an entry's bytes, from a place on, and how many there are; undefined where it has none. */
export async function findEntryBytes(
  tx: ReadTransaction,
  seq: number,
  part: { from: number; limit: number },
): Promise<{ bytes: Uint8Array; total: number } | undefined> {
  const found = await tx.get<{ bytes: Uint8Array | null; total: number }>(
    `SELECT substr(e.bytes, ?, ?) AS bytes, length(e.bytes) AS total
      FROM entry e WHERE e.seq = ? AND e.bytes IS NOT NULL`,
    part.from + 1,
    part.limit,
    seq,
  );
  // SQLite has no empty piece of an empty body.
  return found === undefined ? undefined : { ...found, bytes: found.bytes ?? new Uint8Array() };
}

/** Whether an entry has the bytes of this hash. */
export async function hasEntryBytes(tx: ReadTransaction, seq: number, sha256: Uint8Array): Promise<boolean> {
  const found = await tx.get(
    'SELECT 1 FROM entry WHERE seq = ? AND sha256 = ? AND bytes IS NOT NULL',
    seq,
    sha256,
  );
  return found !== undefined;
}

/** Cancel calls, their answers and outcomes behind a place of the journal, in their order. */
export async function listCallsAfter(tx: ReadTransaction, seq: number, limit: number): Promise<Entry[]> {
  return tx.all<Entry>(
    `SELECT ${entryColumns} FROM entry e
      WHERE e.kind IN ('ask', 'answer', 'outcome') AND e.seq > ? ORDER BY e.seq LIMIT ?`,
    seq,
    limit,
  );
}

/** What a cancel call was about to be answered with, as its entry between two others says; undefined where it has none. */
export async function findAnswerEntry(
  tx: ReadTransaction,
  askId: number,
  { after, before }: { after: number; before: number },
): Promise<Entry | undefined> {
  // The kinds of the index are named, or SQLite would walk all that arrived meanwhile.
  return tx.get<Entry>(
    `SELECT ${entryColumns} FROM entry e WHERE e.kind IN ('ask', 'answer', 'outcome') AND e.kind = 'answer'
        AND e.subject_id = ? AND e.seq > ? AND e.seq < ?`,
    askId,
    after,
    before,
  );
}

/** All other entries behind a place of the journal, in their order. */
export async function listArrivalsAfter(tx: ReadTransaction, seq: number, limit: number): Promise<Entry[]> {
  return tx.all<Entry>(
    `SELECT ${entryColumns} FROM entry e
      WHERE e.kind NOT IN ('ask', 'answer', 'outcome') AND e.seq > ? ORDER BY e.seq LIMIT ?`,
    seq,
    limit,
  );
}

/**
 * The last entry that came at an instant or before, of those up to a place; 0 where none did. Where the clock was set back it
 * is one of several.
 */
export async function findLastEntryUntil(tx: ReadTransaction, at: number, upTo: number): Promise<number> {
  let [low, high] = [0, upTo];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const entry = await tx.get<{ at: number }>('SELECT at FROM entry WHERE seq = ?', middle);
    if (entry !== undefined && entry.at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** All entries behind a place of the journal, in their order. */
export async function listEntriesAfter(
  tx: ReadTransaction,
  seq: number,
  limit: number,
): Promise<EntryWithBytes[]> {
  return tx.all<EntryWithBytes>(
    `SELECT ${entryColumns}, e.bytes FROM entry e WHERE e.seq > ? ORDER BY e.seq LIMIT ?`,
    seq,
    limit,
  );
}

/** Notes that an entry could not be derived, through a fault of ours, and why. */
export async function insertNotDerived(
  tx: WriteTransaction,
  seq: number,
  reason: string,
  at: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO not_derived (seq, reason, at) VALUES (?, ?, ?) ON CONFLICT (seq) DO NOTHING',
    seq,
    reason,
    at,
  );
}

/** A link of the chain: the last entry of a commit, and the hash of its entries. */
export interface ChainLink {
  lastSeq: number;
  hash: Uint8Array;
}

export async function listChainAfter(tx: ReadTransaction, seq: number, limit: number): Promise<ChainLink[]> {
  return tx.all<ChainLink>(
    'SELECT seq AS "lastSeq", chain AS hash FROM entry WHERE seq > ? AND chain IS NOT NULL ORDER BY seq LIMIT ?',
    seq,
    limit,
  );
}

/** The newest links of the chain, the last first. */
export async function listLastChain(tx: ReadTransaction, limit: number): Promise<ChainLink[]> {
  return tx.all<ChainLink>(
    'SELECT seq AS "lastSeq", chain AS hash FROM entry WHERE chain IS NOT NULL ORDER BY seq DESC LIMIT ?',
    limit,
  );
}

/** When an entry came, what it is, and its link of the chain, which the last of a group has; undefined where there is none. */
export async function findChainEntry(
  tx: ReadTransaction,
  seq: number,
): Promise<(Pick<Entry, 'at' | 'kind'> & { chain: Uint8Array | null }) | undefined> {
  return tx.get('SELECT at, kind, chain FROM entry WHERE seq = ?', seq);
}

/** A cancel call whose outcome is not known yet; `answer` is JSON of what it was about to be answered with, or null. */
export interface OpenAsk {
  askId: number;
  /** Of the order that it asks to cancel. */
  marketplaceId: number;
  answer: string | null;
}

export async function insertOpenAsk(
  tx: WriteTransaction,
  askId: number,
  marketplaceId: number,
): Promise<void> {
  await tx.run('INSERT INTO open_ask (ask_id, marketplace_id) VALUES (?, ?)', askId, marketplaceId);
}

export async function setOpenAskAnswer(tx: WriteTransaction, askId: number, answer: string): Promise<void> {
  await tx.run('UPDATE open_ask SET answer = ? WHERE ask_id = ?', answer, askId);
}

export async function deleteOpenAsk(tx: WriteTransaction, askId: number): Promise<void> {
  await tx.run('DELETE FROM open_ask WHERE ask_id = ?', askId);
}

export async function listOpenAsks(tx: ReadTransaction, after: number, limit: number): Promise<OpenAsk[]> {
  return tx.all<OpenAsk>(
    'SELECT ask_id AS "askId", marketplace_id AS "marketplaceId", answer FROM open_ask WHERE ask_id > ? ORDER BY ask_id LIMIT ?',
    after,
    limit,
  );
}

/** Under which the journal keeps which engine of an office leads its database. */
export const leadingSetting = 'leading';

/** JSON of what the receiver has to know to take calls by itself; null where it was never told. */
export async function findReceiverSetting(tx: ReadTransaction, name: string): Promise<string | null> {
  const row = await tx.get<{ value: string }>('SELECT value FROM receiver_setting WHERE name = ?', name);
  return row?.value ?? null;
}

export async function upsertReceiverSetting(
  tx: WriteTransaction,
  name: string,
  value: string,
): Promise<void> {
  await tx.run(
    `INSERT INTO receiver_setting (name, value) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    name,
    value,
  );
}
