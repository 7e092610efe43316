/** The journal and what is derived from it in one schema of a PostgreSQL database, behind what files of SQLite have else. */
import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import type { Inspection, Reading, Store, StoreOptions } from '../database.ts';
import { holdFolder, type Marker, makeFolder, type ProcessLock, readMarker, writeMarker } from '../folder.ts';
import { numbersGiven } from '../journal.ts';
import {
  type Installation,
  installationRow,
  type JournalReading,
  type JournalStore,
  type JournalStoreOptions,
} from '../journal-database.ts';
import { migrations } from '../migrations/index.ts';
import { journalMigrations } from '../migrations/journal.ts';
import { wholeSchema } from '../migrations/whole-schema.ts';
import { Nesting } from '../nesting.ts';
import { type Query, Reader } from '../reader.ts';
import { GivenNumbers } from '../sequences.ts';
import { StoreProblem } from '../store-error.ts';
import { type Job, Writer } from '../writer.ts';
import type { DatabaseAddress } from './address.ts';
import {
  ofCalls,
  ofTables,
  ofWork,
  type Patience,
  PostgresConnection,
  readingOf,
  writingOf,
} from './connection.ts';
import { asPostgresProblem, databaseProblem } from './database-fault.ts';
import { addPlaces, enterWordsAnew, functionsInPostgres, schemaInPostgres } from './dialect.ts';
import { functionsOfLease, type Lease, makeLease, ownEpoch, takeLease } from './lease.ts';

/** What is given for files as well, and where the database is. */
type On<Options> = Options & { address: DatabaseAddress };
/** A command that works with the data for a moment receives nothing. */
type OfJournal = On<JournalStoreOptions> & { receives?: boolean };

/**
 * Opens the journal in a database, or makes it, once no other engine leads; who led before writes nothing more. Rejects with a
 * `StoreProblem` where the server cannot be reached or used, or the database is of a newer Perito or another installation.
 */
export async function openJournalInPostgres(options: OfJournal): Promise<JournalStore> {
  const { dataDir, address, onStandby } = options;
  makeFolder(dataDir);
  const lock = holdFolder(dataDir);
  let lease: Lease | null = null;
  try {
    await bringTables(address, false);
    await inOneTransaction(address, (client) => installationIn(client, dataDir));
    const numbers = new GivenNumbers(dataDir);
    let noting: Promise<void> | null = null;
    lease = await takeLease(address, {
      onStandby(at) {
        onStandby?.(at);
        // A start that names no database finds it from now on.
        noting ??= inOneTransaction(address, (client) => noteInstallation(client, dataDir, address)).catch(
          () => {
            noting = null;
          },
        );
      },
      onNumbers: (given) => numbers.noteOfAnother(given),
    });
    await noting;
    // Another version may have led until now.
    await bringTables(address, true);
    return await openJournalOfLeader(options, { lease, lock, numbers });
  } catch (failure) {
    await lease?.release(false);
    lock.release();
    throw failure;
  }
}

async function openJournalOfLeader(
  { dataDir, address, onFailure, onDoubt, receives = true }: OfJournal,
  held: { lease: Lease; lock: ProcessLock; numbers: GivenNumbers },
): Promise<JournalStore> {
  const { lease, lock, numbers } = held;
  const installation = await inOneTransaction(address, (client) => takeOver(client, dataDir, held));
  const marker = markerOf(dataDir, installation, address);
  writeMarker(dataDir, { ...marker, closedCleanly: false });
  const writing = writingOf(address, { name: 'journal', epoch: lease.epoch }, ofCalls, {
    onCommitted: lease.heard,
  });
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, ofCalls);
  const writer = new Writer(
    writing,
    nesting,
    (problem) => {
      numbers.write(true);
      onFailure?.(problem);
    },
    (memory) => numbers.note(numbersGiven(memory) ?? {}),
  );
  const noting = setInterval(() => numbers.write(false), notingMilliseconds).unref();
  let closing: Promise<void> | null = null;
  const close = async () => {
    await writer.close();
    clearInterval(noting);
    await readers.close();
    await writing.close();
    await lease.release(receives);
    numbers.write(true);
    writeMarker(dataDir, { ...(readMarker(dataDir) ?? marker), closedCleanly: true });
    lock.release();
  };
  lease.watch({
    onLost: (problem) => writer.fail(problem),
    onDoubt(problem) {
      writing.refuse(problem);
      onDoubt?.(problem !== null);
    },
  });
  return {
    installationId: installation.installationId,
    taken: lease,
    write: (job) => writer.run(job),
    writeGroup: (job) => writer.run(job, { isGroup: true }),
    added() {},
    read: readers.read,
    close: () => (closing ??= close()),
  };
}

const notingMilliseconds = 250;

/** What the marker of a directory says whose data are in a database; there is nothing of its own to be checked. */
const markerOf = (dataDir: string, installation: Installation, { text }: DatabaseAddress): Marker => ({
  ...{ attachments: null, ...readMarker(dataDir), ...installation, database: text },
  ...{ closedCleanly: true, hasJournal: true, hasStore: true, checkedAt: new Date().toISOString() },
});

/** Whose data are in a database; null where there are none yet. Throws a `StoreProblem` where a directory is of another. */
async function installationIn(client: pg.Client, dataDir: string): Promise<Installation | null> {
  const { rows } = await client.query<{ value: string }>(
    `SELECT value FROM receiver_setting WHERE name = 'installation'`,
  );
  const found = rows[0] === undefined ? null : installationRow.parse(JSON.parse(rows[0].value));
  const known = readMarker(dataDir);
  if (found !== null && known !== null && found.installationId !== known.installationId)
    throw foreign(dataDir);
  return found;
}

/** Notes in a new directory, while another engine leads, whose data it is for and where they are. */
async function noteInstallation(client: pg.Client, dataDir: string, address: DatabaseAddress): Promise<void> {
  const installation = await installationIn(client, dataDir);
  if (installation === null) throw new StoreProblem('databaseLost', 'Nobody has led there yet.');
  if (readMarker(dataDir) === null) writeMarker(dataDir, markerOf(dataDir, installation, address));
}

/** Opens what is derived from the journal of a database that `openJournalInPostgres` opened. Rejects with a `StoreProblem`. */
export async function openStoreInPostgres(options: On<StoreOptions>): Promise<Store> {
  const { dataDir, address, onFailure, onUnknown, sampleData: isSample = false } = options;
  const marker = readMarker(dataDir);
  if (marker === null) throw new Error('A store was opened before its journal.');
  const { epoch, sampleData } = await inOneTransaction(address, async (client) => {
    const { rows } = await client.query<{ id: string; sampleData: number }>(
      `INSERT INTO installation ("only", id, created_at, sample_data) VALUES (1, $1, $2, $3)
        ON CONFLICT ("only") DO UPDATE SET id = installation.id RETURNING id, sample_data AS "sampleData"`,
      [marker.installationId, Date.parse(marker.createdAt), isSample ? 1 : 0],
    );
    if (rows[0]?.id !== marker.installationId) throw foreign(dataDir);
    return { sampleData: rows[0].sampleData === 1, epoch: await ownEpoch(client) };
  });
  const writing = writingOf(address, { name: 'store', epoch }, ofWork, { onTakenBack: onUnknown });
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, ofWork, readingConnections);
  const writer = new Writer(writing, nesting, (problem) => onFailure?.(problem), undefined, onUnknown);
  return {
    ...{ dataDir, installationId: marker.installationId, sampleData },
    write: (job) => writer.run(job),
    derive: (job) => writer.run(job, { isSynced: false }),
    // What is committed before a commit that is synced is synced with it.
    settle: () => writer.run(async () => {}),
    read: readers.read,
    async close() {
      await writer.close();
      await readers.close();
      await writing.close();
    },
  };
}

/** Reads a database beside whoever works on it; a server that is away is asked again at the next read. */
export function openReadingOfPostgres(address: DatabaseAddress): Reading {
  const readers = openReaders(address, new Nesting(), ofCalls);
  return {
    read: readers.read,
    // Nobody moves its files.
    reopen() {},
    async leave() {},
    close: readers.close,
  };
}

/** Looks at a database beside whoever works on it; what is damaged its owner finds. Rejects with a `StoreProblem`. */
export async function inspectPostgres(address: DatabaseAddress): Promise<Inspection> {
  const found = await inOneTransaction(address, async (client) => {
    const version = await requireVersion(client);
    const { rows } = await client.query<{ id: string; createdAt: number; sampleData: number }>(
      'SELECT id, created_at AS "createdAt", sample_data AS "sampleData" FROM installation',
    );
    const [installation] = rows;
    if (installation === undefined)
      throw new StoreProblem('databaseLost', 'The database has no installation of Perito yet.');
    return { installation, schema: version.store };
  });
  const { read, run, close } = openReaders(address, new Nesting(), ofWork);
  return { ...found, read, run, damage: () => [], journalDamage: () => [], close };
}

/** Reads the journal beside whoever works on it, also before anything is derived from it. Rejects as `inspectPostgres`. */
export async function openJournalReadingOfPostgres(address: DatabaseAddress): Promise<JournalReading> {
  const { journal: schema } = await inOneTransaction(address, requireVersion);
  const { read, close } = openReaders(address, new Nesting(), ofCalls);
  return { schema, read, isPresent: () => true, close };
}

/** Throws a `StoreProblem` where a database has no data of this version. */
export async function requireVersion(client: pg.Client): Promise<{ journal: number; store: number }> {
  const versions = await client
    .query<{ journal: number; store: number }>('SELECT journal, store FROM schema_version')
    .catch((failure: unknown) => {
      // There is no such table.
      if (errorCode(failure) === '42P01') return null;
      throw failure;
    });
  const [version] = versions?.rows ?? [];
  if (version?.journal !== journalMigrations.length || version.store !== migrations.length)
    throw new StoreProblem(
      'newerSchema',
      `The database has no data of this version of Perito (schema ${version?.store ?? 0}; this one has ${migrations.length}).`,
    );
  return version;
}

/** As many questions are asked of the server at a time. */
const readingConnections = 4;

/** Some readers, each with a connection of its own; a read goes to the one that has the least to do. */
function openReaders(address: DatabaseAddress, nesting: Nesting, patience: Patience, count = 1) {
  const readers = Array.from({ length: count }, () => {
    const connection = readingOf(address, patience);
    return { transaction: connection.transaction, reader: new Reader(connection, nesting), busy: 0 };
  });
  /** A job of a writer as well, as far as it changes nothing: else it rejects with a `StoreProblem`. */
  const run = async <Result>(job: Job<Result>): Promise<Result> => {
    const idlest = readers.reduce((least, one) => (one.busy < least.busy ? one : least));
    idlest.busy += 1;
    try {
      return await idlest.reader.read(() => job(idlest.transaction));
    } catch (failure) {
      throw asPostgresProblem(failure);
    } finally {
      idlest.busy -= 1;
    }
  };
  return {
    run,
    read: <Result>(query: Query<Result>): Promise<Result> => run(query),
    close: async () => void (await Promise.all(readers.map(({ reader }) => reader.close()))),
  };
}

/** Runs something in one transaction over a connection of its own. */
export async function inOneTransaction<Result>(
  address: DatabaseAddress,
  run: (client: pg.Client) => Promise<Result>,
  patience: Patience = ofCalls,
): Promise<Result> {
  const connection = new PostgresConnection(address, patience);
  try {
    const client = await connection.opened();
    await client.query('BEGIN');
    const result = await run(client);
    await client.query('COMMIT');
    return result;
  } catch (failure) {
    throw asPostgresProblem(failure);
  } finally {
    await connection.close();
  }
}

const makeBookkeeping = [
  'CREATE TABLE IF NOT EXISTS schema_version (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), journal BIGINT NOT NULL, store BIGINT NOT NULL)',
  'INSERT INTO schema_version (only_row, journal, store) VALUES (1, 0, 0) ON CONFLICT (only_row) DO NOTHING',
];

/** As `bringToNewest`, over a connection of its own. */
export async function bringTables(address: DatabaseAddress, isLeader: boolean): Promise<void> {
  const bring = () =>
    inOneTransaction(address, (client) => bringToNewest(client, address.schema, isLeader), ofTables);
  await bring().catch((failure: unknown) => {
    // Another made the same at the same moment; now it is there.
    if (errorCode(failure) !== '23505') throw failure;
    return bring();
  });
}

/**
 * Brings a schema to the newest version, whoever else does the same now; tables that are there only for whoever leads, since another
 * that does may be of the version before.
 */
export async function bringToNewest(client: pg.Client, schema: string, isLeader: boolean): Promise<void> {
  // A role that owns one that is there may make none.
  const there = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (there.rowCount === 0) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  for (const sql of makeBookkeeping) await client.query(sql);
  const { rows } = await client.query<{ journal: number; store: number }>(
    'SELECT journal, store FROM schema_version FOR UPDATE',
  );
  // It may be another's since.
  if (isLeader) await ownEpoch(client);
  const { journal = 0, store = 0 } = rows[0] ?? {};
  if (journal > journalMigrations.length || store > migrations.length)
    throw databaseProblem(
      'newerSchema',
      `${journal}.${store} > ${journalMigrations.length}.${migrations.length}`,
    );
  const isNew = store === 0;
  if (isNew) for (const sql of makeLease) await client.query(sql);
  await bringFunctions(client, { isLeader: false });
  if (isNew || isLeader) {
    for (const sql of statementsAfter({ journal, store })) await client.query(sql);
    const newest = [journalMigrations.length, migrations.length];
    await client.query('UPDATE schema_version SET journal = $1, store = $2', newest);
  }
  if (isLeader) await bringFunctions(client, { isLeader });
}

const newestSchema = { ofJournal: journalMigrations, whole: wholeSchema, ofStore: migrations };

/** What brings a schema of these versions to the newest, in its order; what makes a new one whole is none of it for another. */
export function statementsAfter(
  found: { journal: number; store: number },
  { ofJournal, whole, ofStore } = newestSchema,
): string[] {
  const isNew = found.store === 0;
  const later = ofStore.slice(isNew ? whole.version : found.store);
  const made = schemaInPostgres([...ofJournal, whole.sql, ...later]);
  const ofTables = made.splice(ofJournal.length).slice(isNew ? 0 : 1);
  return [...made.slice(found.journal), ...ofTables].flat();
}

/**
 * Functions as this version has them. An engine that only stands by makes those that are missing, and leaves the others to the one
 * that leads. Where words of the search stand in other places, or in none, all are entered anew. Whoever asks holds the row of the
 * version, so that one engine does it after the other.
 */
export async function bringFunctions(client: pg.Client, { isLeader }: { isLeader: boolean }): Promise<void> {
  const { rows } = await client.query<{ name: string; body: string }>(
    'SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = current_schema()::regnamespace',
  );
  const known = new Map(rows.map(({ name, body }) => [name, body]));
  const changed = new Set<string>();
  for (const sql of [...functionsInPostgres, ...functionsOfLease]) {
    const [, name = '', body] = /^CREATE FUNCTION (\w+).*\$body\$(.*)\$body\$/s.exec(sql) ?? [];
    if (known.get(name) === body || (known.has(name) && !isLeader)) continue;
    await client.query(sql.replace('CREATE', 'CREATE OR REPLACE'));
    changed.add(name);
  }
  if (!isLeader) return;
  const isPlacing = "SELECT 1 FROM pg_trigger WHERE tgname = 'add_place' AND tgrelid = 'search'::regclass";
  const placing = await client.query(isPlacing);
  if (placing.rowCount === 0) await client.query(addPlaces);
  if (placing.rowCount === 0 || changed.has('place_of') || changed.has('add_place'))
    for (const sql of enterWordsAnew) await client.query(sql);
}

/** Whose journal it is, of its own row, of the marker or a new one, once its sequences stand above all numbers that this computer gave. */
async function takeOver(
  client: pg.Client,
  dataDir: string,
  { lease, numbers }: { lease: Lease; numbers: GivenNumbers },
): Promise<Installation> {
  const before = readMarker(dataDir);
  const made = { installationId: crypto.randomUUID(), createdAt: new Date().toISOString() };
  const { installationId, createdAt } = before ?? made;
  const { rows } = await client.query<{ value: string; numbers: string }>(
    `INSERT INTO receiver_setting (name, value) VALUES ('installation', $1)
      ON CONFLICT (name) DO UPDATE SET value = receiver_setting.value
      RETURNING value, (SELECT numbers FROM journal_head) AS numbers`,
    [JSON.stringify({ installationId, createdAt })],
  );
  const installation = installationRow.parse(JSON.parse(rows[0]?.value ?? 'null'));
  if (before !== null && installation.installationId !== installationId) throw foreign(dataDir);
  const values = [await ownEpoch(client), numbers.raised(rows[0]?.numbers, lease.isReplaced)];
  // Where another has taken the lease meanwhile, nothing of this stays.
  await client.query('UPDATE journal_head SET epoch = $1, numbers = coalesce($2, numbers)', values);
  return installation;
}

const foreign = (dataDir: string): StoreProblem => databaseProblem('otherInstallation', dataDir);
