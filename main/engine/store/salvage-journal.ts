/**
 * A journal that may be damaged anywhere, of which every entry is taken that can still be read and whose bytes are those that
 * arrived. It works on copies: SQLite writes beside what it opens.
 */
import { hash as digest } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { yieldToEventLoop } from '../background-loop.ts';
import { errorCode } from '../error-code.ts';
import { databaseFile } from './folder.ts';
import type { EntryKind } from './journal.ts';
import { type ChainedEntry, type JournalMaking, journalSchema, openJournalMaking } from './journal-copy.ts';
import { journalFile } from './journal-database.ts';
import { migrations } from './migrations/index.ts';
import { DamagedDatabase, type SqlRow } from './salvage.ts';
import { isDamage, StoreProblem } from './store-error.ts';

/** An entry that is not what arrived, or cannot be read, as far as something still says what it was. */
export interface LostEntry {
  seq: number;
  kind: string | null;
  marketplaceId: number | null;
  revision: number | null;
  number: string | null;
}

export interface SalvagedJournal {
  /** How much of it could be read: as a database, past a beginning that had to be put back, or not at all. */
  state: 'readable' | 'beginningLost' | 'unreadable' | 'missing';
  /** Whose it is, as it says itself; null where it does not. */
  installationId: string | null;
  kept: number;
  /** Where it ends, as it says itself; null where it does not. */
  end: number | null;
  /** The last entry that was taken. */
  last: number;
  /** Runs of entries that were not taken, up to the end that is known, the first of them. */
  lost: { from: number; to: number }[];
  lostCount: number;
  /** What is known of those, the first of them. */
  named: LostEntry[];
}

/** What is not named is counted. */
const maxRuns = 10_000;
const maxNamed = 5000;
/** Read at a time; between, whoever waits for this process is heard. */
const stepRows = 1000;

interface Salvaging {
  signal: AbortSignal | undefined;
  onProgress(done: number, all: number): void;
}

/**
 * Makes a journal in `to` of what can be read in a copy of one. Throws a `StoreProblem` where a newer Perito wrote it, and rejects
 * where the signal ends it.
 */
export async function salvageJournal(
  from: string,
  to: string,
  salvaging: Salvaging,
): Promise<SalvagedJournal> {
  const making = await openJournalMaking(to, journalSchema);
  try {
    const opened = await openSalvaged(from);
    const result = await salvageInto(making, opened, salvaging);
    await making.finish();
    return result;
  } catch (failure) {
    making.abandon();
    throw failure;
  }
}

type Opened = { database: DamagedDatabase | null; state: SalvagedJournal['state'] };

async function openSalvaged(file: string): Promise<Opened> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return { database: null, state: 'missing' };
  const database = openJournal(file);
  if (database !== null) return { database, state: 'readable' };
  await putBeginningBack(file);
  const again = openJournal(file);
  return again === null
    ? { database: null, state: 'unreadable' }
    : { database: again, state: 'beginningLost' };
}

function openJournal(file: string): DamagedDatabase | null {
  let database: DamagedDatabase;
  try {
    database = new DamagedDatabase(file);
  } catch (failure) {
    if (isDamage(failure)) return null;
    throw failure;
  }
  if (database.has('entry')) {
    if (database.schema <= journalSchema) return database;
    database.close();
    throw new StoreProblem('newerSchema', `The journal is of a newer Perito (schema ${database.schema}).`);
  }
  database.close();
  return null;
}

/** What stands in the header of a database file (sqlite.org/fileformat2.html). */
const header = { pageCount: 28, firstFree: 32, freeCount: 36, changeCounter: 24, validFor: 92 } as const;

/**
 * The first page of every journal says the same, but for some counters: where it is destroyed that of a new one takes its place,
 * so that what stands behind it can be read.
 */
async function putBeginningBack(file: string): Promise<void> {
  const folder = mkdtempSync(join(dirname(file), 'new-'));
  try {
    const path = join(folder, 'journal.db');
    await (await openJournalMaking(path, journalSchema)).finish();
    const page = Buffer.alloc(pageBytes);
    const source = openSync(path, 'r');
    readSync(source, page, 0, pageBytes, 0);
    closeSync(source);
    page.writeUInt32BE(Math.floor(statSync(file).size / pageBytes), header.pageCount);
    page.writeUInt32BE(0, header.firstFree);
    page.writeUInt32BE(0, header.freeCount);
    page.writeUInt32BE(page.readUInt32BE(header.changeCounter), header.validFor);
    const target = openSync(file, 'r+');
    writeSync(target, page, 0, pageBytes, 0);
    closeSync(target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As `openConnection` makes databases. */
const pageBytes = 8192;

const savedHead = z.object({
  seq: z.int().nonnegative(),
  hash: z.instanceof(Uint8Array),
  at: z.int(),
  epoch: z.int(),
  numbers: z.string(),
});
const lastNumbers = z.record(z.string().max(200), z.int().nonnegative());
const installation = z.object({ installationId: z.uuid() });

async function salvageInto(
  making: JournalMaking,
  { database, state }: Opened,
  { signal, onProgress }: Salvaging,
): Promise<SalvagedJournal> {
  const taking = new Taking(making, state);
  const { result } = taking;
  if (database === null) return result;
  try {
    const head = headOf(database);
    result.end = head?.seq ?? null;
    const lastRow = Number(database.value('SELECT max(seq) FROM entry') ?? 0);
    const knownEnd = Math.max(head?.seq ?? 0, lastRow);
    const end = knownEnd === 0 ? unknownEnd : knownEnd;
    for (let from = 1; from <= end; ) {
      signal?.throwIfAborted();
      onProgress(from, end);
      const { entries, to } = readStep(database, from, Math.min(end, from + stepRows - 1), knownEnd > 0);
      // Of very many steps that find nothing, a few let others in.
      if (entries.length > 0) await taking.take(entries);
      if (entries.length > 0 || from % (100 * stepRows) === 1) await yieldToEventLoop();
      if (knownEnd === 0 && entries.length === 0 && isReachable(database, from, 'every')) break;
      from = to + 1;
    }
    // Without an end that is known, nobody knows of more.
    if (head !== null) taking.lose(head.seq);
    await keepRest(making, database, result, head ?? { hash: taking.lastChain });
    nameLost(database, result);
    return result;
  } finally {
    database.close();
  }
}

/** Entries that are what arrived, and what is missing between them. */
class Taking {
  readonly result: SalvagedJournal;
  lastChain: Uint8Array = Buffer.alloc(32);
  readonly #making: JournalMaking;
  #next = 1;

  constructor(making: JournalMaking, state: SalvagedJournal['state']) {
    this.#making = making;
    this.result = {
      ...{ state, installationId: null, kept: 0, end: null, last: 0 },
      ...{ lost: [], lostCount: 0, named: [] },
    };
  }

  async take(entries: readonly ChainedEntry[]): Promise<void> {
    for (const entry of entries) {
      if (!(await isWhole(entry, this.#making)) || !(await isInserted(entry, this.#making))) continue;
      this.lose(entry.seq - 1);
      this.#next = entry.seq + 1;
      this.result.kept += 1;
      this.result.last = entry.seq;
      this.lastChain = entry.chain ?? this.lastChain;
    }
    await this.#making.keep(this.#making.head);
  }

  /** Up to this one nothing more was found. */
  lose(to: number): void {
    const from = this.#next;
    if (from > to) return;
    this.result.lostCount += to - from + 1;
    if (this.result.lost.length < maxRuns) this.result.lost.push({ from, to });
  }
}

/** Told that as much is in memory as may be. */
const enough = Symbol('enough');
const maxBytes = 32 * 1024 * 1024;

/** Reads entries up to one, or fewer where they are large; up to where they were read. */
function readStep(
  database: DamagedDatabase,
  from: number,
  to: number,
  isEndKnown: boolean,
): { entries: ChainedEntry[]; to: number } {
  const entries: ChainedEntry[] = [];
  // Each row by itself would be tried for nothing.
  if (!isEndKnown && !isReachable(database, from, 'some')) return { entries, to };
  let bytes = 0;
  try {
    database.salvageSpan('entry', { from, to }, (row) => {
      const entry = entryOf(row);
      if (entry === null) return;
      entries.push(entry);
      bytes += entry.bytes?.length ?? 0;
      if (bytes > maxBytes) throw enough;
    });
  } catch (failure) {
    if (failure !== enough) throw failure;
    return { entries, to: entries.at(-1)?.seq ?? to };
  }
  return { entries, to };
}

/** Whether some or all of the pages can be read on which the rows of a step would stand. */
const isReachable = (database: DamagedDatabase, from: number, how: 'some' | 'every'): boolean =>
  [from, from + stepRows / 2, from + stepRows - 1][how]((seq) => database.isReachable('entry', seq));

/** Neither end of the entries can be read: so far is tried, unless it is seen sooner that nothing follows. */
const unknownEnd = 2_000_000;

function headOf(database: DamagedDatabase) {
  let found: SqlRow | null = null;
  database.salvage('journal_head', 'id = 1', (row) => {
    found = row;
  });
  const parsed = savedHead.safeParse(found);
  return parsed.success ? parsed.data : null;
}

async function keepRest(
  making: JournalMaking,
  database: DamagedDatabase,
  result: SalvagedJournal,
  head: { seq?: number; hash: Uint8Array; at?: number; numbers?: string },
): Promise<void> {
  const settings: Record<string, string> = {};
  database.salvage('receiver_setting', 'true', ({ name, value }) => {
    if (typeof name === 'string' && typeof value === 'string') settings[name] = value;
  });
  making.upsertSettings(settings);
  const own = installation.safeParse(parsedJson(settings['installation'] ?? ''));
  result.installationId = own.success ? own.data.installationId : null;
  const moved: { kind: string; id: number; seq: number }[] = [];
  database.salvage('moved_id', 'true', ({ kind, id, seq }) => {
    if (typeof kind === 'string' && typeof id === 'number' && typeof seq === 'number')
      moved.push({ kind, id, seq });
  });
  making.upsertMovedIds(moved);
  const numbers = lastNumbers.safeParse(parsedJson(head.numbers ?? ''));
  await making.keep({
    seq: Math.max(head.seq ?? 0, result.last),
    hash: head.hash,
    ...{ at: head.at ?? 0, epoch: 0, numbers: numbers.success ? numbers.data : {} },
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A record of them: one that is new belongs in here as well. */
const kinds: Readonly<Record<EntryKind, true>> = {
  ...{ purchaseOrder: true, serviceOrder: true, incidentReport: true, financialDocument: true },
  ...{ ask: true, answer: true, outcome: true, lookup: true, rejected: true, archived: true },
};
const isKind = (value: unknown): value is EntryKind =>
  typeof value === 'string' && Object.hasOwn(kinds, value);

const bytesColumn = z.instanceof(Uint8Array).nullable();
const entryRow = z.object({
  seq: z.int().positive(),
  kind: z.custom<EntryKind>(isKind),
  marketplace_id: z.int().nullable(),
  subject_id: z.int(),
  revision: z.int().positive().nullable(),
  number: z.string().nullable(),
  at: z.int(),
  key_label: z.string(),
  sha256: bytesColumn,
  detail: z.string().nullable(),
  chain: bytesColumn,
  bytes: bytesColumn,
});

/** Null where a damaged page says what no entry is. */
function entryOf(row: SqlRow): ChainedEntry | null {
  const parsed = entryRow.safeParse(row);
  if (!parsed.success) return null;
  const { marketplace_id: marketplaceId, subject_id: subjectId, key_label: keyLabel, ...rest } = parsed.data;
  return (rest.revision === null) === (rest.number === null)
    ? { ...rest, marketplaceId, subjectId, keyLabel }
    : null;
}

const placeOfBytes = z.object({ bytesOf: z.int().positive() });

/** Whether it has the bytes that arrived. Bytes that were given up on purpose are missing, and nothing tells otherwise. */
async function isWhole(
  { sha256, bytes, detail, seq }: ChainedEntry,
  making: JournalMaking,
): Promise<boolean> {
  if (sha256 === null) return bytes === null;
  if (bytes !== null) return digest('sha256', bytes, 'buffer').equals(sha256);
  const elsewhere = placeOfBytes.safeParse(parsedJson(detail ?? ''));
  if (!elsewhere.success || elsewhere.data.bytesOf >= seq) return true;
  const found = await making.findBytes(elsewhere.data.bytesOf);
  return found !== null && digest('sha256', found, 'buffer').equals(sha256);
}

/** A damaged page may say the same twice. */
async function isInserted(entry: ChainedEntry, making: JournalMaking): Promise<boolean> {
  return making.insert(entry).then(
    () => true,
    () => false,
  );
}

/** Says of what was not taken what its row, or an index beside it, still says. */
function nameLost(database: DamagedDatabase, { lost, named }: SalvagedJournal): void {
  const found = new Map<number, LostEntry>();
  const note = (seq: unknown, known: Partial<LostEntry>) => {
    if (typeof seq !== 'number' || !isAmong(lost, seq)) return;
    const before = found.get(seq);
    if (before === undefined && found.size >= maxNamed) return;
    const nothing = { seq, kind: null, marketplaceId: null, revision: null, number: null };
    found.set(seq, { ...(before ?? nothing), ...known });
  };
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const each = (sql: string, take: (row: unknown[]) => void) => {
    try {
      for (const row of database.rows(sql)) take(row);
    } catch {
      // An index that is not there.
    }
  };
  if (lost.length === 0) return;
  // Each index has all that is asked of it, so the table's own pages are not read.
  each(
    'SELECT seq, kind, marketplace_id, revision FROM entry INDEXED BY entry_delivery WHERE revision IS NOT NULL',
    ([seq, kind, marketplaceId, revision]) =>
      note(seq, { kind: text(kind), marketplaceId: number(marketplaceId), revision: number(revision) }),
  );
  each('SELECT seq, number FROM entry INDEXED BY entry_number WHERE revision = 1', ([seq, given]) =>
    note(seq, { number: text(given) }),
  );
  named.push(...[...found.values()].sort((a, b) => a.seq - b.seq));
}

/** Whether a number lies in one of the runs, which are in their order. */
function isAmong(runs: readonly { from: number; to: number }[], seq: number): boolean {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && seq >= run.from && seq <= run.to;
}

/** What a copy of a database is good for beside the entries that were taken. */
export interface SurveyedDatabase {
  state: 'whole' | 'damaged' | 'missing' | 'unreadable' | 'otherVersion' | 'foreign' | 'otherJournal';
  installationId: string | null;
  /** Records of which no entry was taken, and how many; the first of them by what is known of them. */
  recordsWithoutEntry: number;
  lostRecords: LostEntry[];
  /** Deliveries that were taken and that it does not know yet. */
  entriesBehind: number;
}

/** Looks at the copy of a database in `raw` beside the journal that was made in `made`; both are closed. */
export function surveySalvaged(raw: string, made: string, journal: SalvagedJournal): SurveyedDatabase {
  const nothing = { installationId: null, recordsWithoutEntry: 0, lostRecords: [], entriesBehind: 0 };
  const file = join(raw, databaseFile);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return { state: 'missing', ...nothing };
  let database: Database.Database | null = null;
  try {
    database = new Database(file);
    database.pragma('trusted_schema = OFF');
    const schema = Number(database.pragma('user_version', { simple: true }));
    if (schema !== migrations.length)
      return { state: schema === 0 ? 'unreadable' : 'otherVersion', ...nothing };
    database.prepare('ATTACH ? AS journal').run(join(made, journalFile));
    const id = database.prepare('SELECT id FROM installation').pluck().get();
    const installationId = typeof id === 'string' ? id : null;
    const known = { ...nothing, installationId };
    const isForeign =
      installationId !== null && journal.installationId !== null && installationId !== journal.installationId;
    if (isForeign) return { state: 'foreign', ...known };
    if (database.prepare(ofOtherJournal).pluck().get() === 1) return { state: 'otherJournal', ...known };
    const state = database.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'whole' : 'damaged';
    return { ...known, state, ...recordsBeside(database) };
  } catch (failure) {
    if (isDamage(failure))
      return { state: errorCode(failure) === 'SQLITE_NOTADB' ? 'unreadable' : 'damaged', ...nothing };
    // One that is no database of Perito.
    if (errorCode(failure) === 'SQLITE_ERROR') return { state: 'unreadable', ...nothing };
    throw failure;
  } finally {
    database?.close();
  }
}

/** A record has the kind, the id and the number of its first delivery. */
const ofOtherJournal = `SELECT EXISTS (SELECT 1 FROM journal.entry e JOIN record r ON r.id = e.subject_id
  WHERE e.revision = 1 AND (r.kind <> e.kind OR r.marketplace_id <> e.marketplace_id OR r.number <> e.number))`;

function recordsBeside(
  database: Database.Database,
): Pick<SurveyedDatabase, 'recordsWithoutEntry' | 'lostRecords' | 'entriesBehind'> {
  const lostRecords: LostEntry[] = [];
  let recordsWithoutEntry = 0;
  const without = database.prepare<[], LostEntry>(
    `SELECT r.id AS seq, r.kind, r.marketplace_id AS "marketplaceId", r.revision, r.number FROM record r
      WHERE NOT EXISTS (SELECT 1 FROM journal.entry e
        WHERE e.kind = r.kind AND e.marketplace_id = r.marketplace_id AND e.revision IS NOT NULL) ORDER BY r.id`,
  );
  for (const record of without.iterate()) {
    recordsWithoutEntry += 1;
    if (lostRecords.length < maxNamed) lostRecords.push(record);
  }
  const entriesBehind = Number(
    database
      .prepare(
        `SELECT count(*) FROM journal.entry e WHERE e.revision IS NOT NULL AND e.seq >
          (SELECT coalesce(max(CAST(value AS BIGINT)), 0) FROM setting WHERE name IN ('derivedCalls', 'derivedArrivals'))`,
      )
      .pluck()
      .get(),
  );
  return { recordsWithoutEntry, lostRecords, entriesBehind };
}
