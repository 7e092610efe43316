/** The journal and what is derived from it in one schema of a PostgreSQL database, behind what files of SQLite have else. */
import type pg from 'pg';
import type { Inspection, Reading, Store } from '../database.ts';
import { holdFolder, type Marker, makeFolder, readMarker, writeMarker } from '../folder.ts';
import { numbersGiven } from '../journal.ts';
import {
  type Installation,
  installationRow,
  type JournalReading,
  type JournalStore,
} from '../journal-database.ts';
import { migrations } from '../migrations/index.ts';
import { journalMigrations } from '../migrations/journal.ts';
import { wholeSchema } from '../migrations/whole-schema.ts';
import { Nesting } from '../nesting.ts';
import { type Query, Reader } from '../reader.ts';
import { GivenNumbers } from '../sequences.ts';
import { StoreProblem } from '../store-error.ts';
import { Writer } from '../writer.ts';
import {
  asPostgresProblem,
  type DatabaseAddress,
  ofCalls,
  ofTables,
  ofWork,
  type Patience,
  PostgresConnection,
  PostgresTransaction,
  readingOf,
  writingOf,
} from './connection.ts';
import { addPlaces, enterWordsAnew, functionsInPostgres, schemaInPostgres } from './dialect.ts';
import { type Lease, type LeaseEvents, makeLease, ownEpoch, type StandingBy, takeLease } from './lease.ts';

/** What a data directory on PostgreSQL opens. */
interface Opening {
  dataDir: string;
  address: DatabaseAddress;
  sampleData?: boolean;
  /** Told once when nothing more can be written in this run. */
  onFailure?: ((problem: StoreProblem) => void) | undefined;
  /** Told again and again while another engine leads and this one waits. */
  onStandby?: ((at: StandingBy) => void) | undefined;
  /** Told whether what is written now is refused since another may lead. */
  onDoubt?: ((isInDoubt: boolean) => void) | undefined;
}

/**
 * Opens the journal in a database, or makes it, once no other engine leads; who led before writes nothing more. Rejects with a
 * `StoreProblem` where the server cannot be reached or used, or the database is of a newer Perito or another installation.
 */
export async function openJournalInPostgres(opening: Opening): Promise<JournalStore> {
  const { dataDir, address, onStandby } = opening;
  makeFolder(dataDir);
  const lock = holdFolder(dataDir);
  const events: Required<LeaseEvents> = { onLost() {}, onDoubt() {}, onHeld() {} };
  let lease: Lease | null = null;
  try {
    await inOneTransaction(address, (client) => bringToNewest(client, address.schema), ofTables);
    lease = await takeLease(address, {
      onStandby,
      onLost: (problem) => events.onLost(problem),
      onDoubt: (problem) => events.onDoubt(problem),
      onHeld: () => events.onHeld(),
    });
    await inOneTransaction(address, (client) => bringFunctions(client, { isLeader: true }), ofTables);
    const journal = await openJournalOfLeader(opening, lease);
    Object.assign(events, journal.events);
    return journal.store;
  } catch (failure) {
    await lease?.release();
    lock.release();
    throw failure;
  }

  async function openJournalOfLeader({ onFailure, onDoubt }: Opening, lease: Lease) {
    const numbers = new GivenNumbers(dataDir);
    const before = readMarker(dataDir);
    const installation = await inOneTransaction(address, (client) =>
      takeOver(client, { dataDir, before, numbers }),
    );
    const marker: Marker = {
      ...installation,
      ...{ closedCleanly: false, hasJournal: true, hasStore: true, checkedAt: new Date().toISOString() },
      database: address.text,
      attachments: before?.attachments ?? null,
    };
    writeMarker(dataDir, marker);
    const writing = writingOf(address, { name: 'journal', epoch: lease.epoch }, ofCalls, lease.heard);
    const nesting = new Nesting();
    const readers = openReaders(address, nesting, ofCalls);
    const writer = new Writer(
      writing,
      nesting,
      (problem) => {
        numbers.write(true);
        onFailure?.(problem);
      },
      (memory) => {
        const given = numbersGiven(memory);
        if (given !== null) numbers.note(given);
      },
    );
    const noting = setInterval(() => numbers.write(false), notingMilliseconds).unref();
    let closing: Promise<void> | null = null;
    const close = async () => {
      await writer.close();
      clearInterval(noting);
      await readers.close();
      await writing.close();
      await lease.release();
      numbers.write(true);
      writeMarker(dataDir, { ...(readMarker(dataDir) ?? marker), closedCleanly: true });
      lock.release();
    };
    const store: JournalStore = {
      installationId: installation.installationId,
      write: (job) => writer.run(job),
      writeGroup: (job) => writer.run(job, { isGroup: true }),
      added() {},
      read: readers.read,
      close: () => (closing ??= close()),
      abandon() {
        closing ??= close();
      },
    };
    const ofLease: Required<LeaseEvents> = {
      onLost: (problem) => writer.fail(problem),
      onDoubt(problem) {
        writing.pause(problem);
        onDoubt?.(true);
      },
      onHeld() {
        writing.goOn();
        onDoubt?.(false);
      },
    };
    return { store, events: ofLease };
  }
}

const notingMilliseconds = 250;

/** Opens what is derived from the journal of a database that `openJournalInPostgres` opened. Rejects with a `StoreProblem`. */
export async function openStoreInPostgres(opening: Opening): Promise<Store> {
  const { dataDir, address, onFailure, sampleData = false } = opening;
  const marker = readMarker(dataDir);
  if (marker === null) throw new Error('A store was opened before its journal.');
  const { epoch, installation } = await inOneTransaction(address, async (client) => {
    await client.query(
      `INSERT INTO installation ("only", id, created_at, sample_data) VALUES (1, $1, $2, $3) ON CONFLICT ("only") DO NOTHING`,
      [marker.installationId, Date.parse(marker.createdAt), sampleData ? 1 : 0],
    );
    const found = await client.query<{ id: string; sampleData: number }>(
      'SELECT id, sample_data AS "sampleData" FROM installation',
    );
    const [installation] = found.rows;
    if (installation === undefined || installation.id !== marker.installationId) throw foreign(dataDir);
    return { installation, epoch: await ownEpoch(client) };
  });
  const writing = writingOf(address, { name: 'store', epoch }, ofWork);
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, ofWork, readingConnections);
  const writer = new Writer(writing, nesting, (problem) => onFailure?.(problem));
  let closing: Promise<void> | null = null;
  const close = async () => {
    await writer.close();
    await readers.close();
    await writing.close();
  };
  return {
    dataDir,
    installationId: marker.installationId,
    sampleData: installation.sampleData === 1,
    write: (job) => writer.run(job),
    derive: (job) => writer.run(job, { isSynced: false }),
    read: readers.read,
    close: () => (closing ??= close()),
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
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, ofWork);
  const connection = new PostgresConnection(address, ofWork, { isReadOnly: true });
  return {
    ...found,
    read: readers.read,
    run: (job) =>
      job(new PostgresTransaction(() => connection.opened())).catch((failure: unknown) => {
        throw asPostgresProblem(failure);
      }),
    damage: () => [],
    journalDamage: () => [],
    close: async () => void (await Promise.all([readers.close(), connection.close()])),
  };
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
    .catch(() => null);
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
  const readers = Array.from({ length: count }, () => ({
    reader: new Reader(readingOf(address, patience), nesting),
    busy: 0,
  }));
  return {
    async read<Result>(query: Query<Result>): Promise<Result> {
      const idlest = readers.reduce((least, one) => (one.busy < least.busy ? one : least));
      idlest.busy += 1;
      try {
        return await idlest.reader.read(query);
      } catch (failure) {
        throw asPostgresProblem(failure);
      } finally {
        idlest.busy -= 1;
      }
    },
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
    await refuseUnsafe(client);
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

/** The first version that has all that is asked of it here. */
const oldestServer = 130_000;

/** Throws a `StoreProblem` where a server loses what it said it had, or writes texts otherwise. */
async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Record<'fsync' | 'encoding' | 'version', string>>(
    `SELECT current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
      current_setting('server_version_num') AS version`,
  );
  const [server] = rows;
  const refuse = (why: string) =>
    new StoreProblem('notAccessible', `This database server cannot be used: ${why}`);
  if (server?.fsync !== 'on')
    throw refuse('its setting fsync is off, so that a loss of power takes what was acknowledged. Set it on.');
  if (server.encoding !== 'UTF8') throw refuse('its database is not in UTF-8. Make one with ENCODING UTF8.');
  if (Number(server.version) < oldestServer) throw refuse('it is older than PostgreSQL 13.');
}

const makeBookkeeping = [
  'CREATE TABLE IF NOT EXISTS schema_version (only_row BIGINT PRIMARY KEY CHECK (only_row = 1), journal BIGINT NOT NULL, store BIGINT NOT NULL)',
  'INSERT INTO schema_version (only_row, journal, store) VALUES (1, 0, 0) ON CONFLICT (only_row) DO NOTHING',
];

/** Brings a schema to the newest version, whoever else does the same now. */
export async function bringToNewest(client: pg.Client, schema: string): Promise<void> {
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  for (const sql of makeBookkeeping) await client.query(sql);
  const { rows } = await client.query<{ journal: number; store: number }>(
    'SELECT journal, store FROM schema_version FOR UPDATE',
  );
  const { journal = 0, store = 0 } = rows[0] ?? {};
  if (journal > journalMigrations.length || store > migrations.length)
    throw new StoreProblem(
      'newerSchema',
      `This data was written by a newer Perito (schema ${store}; this one knows ${migrations.length}). Install the newer version.`,
    );
  if (store > 0) await bringFunctions(client, { isLeader: false });
  if (journal === journalMigrations.length && store === migrations.length) return;
  const later = migrations.slice(wholeSchema.version);
  const versions = schemaInPostgres([...journalMigrations, wholeSchema.sql, ...later]);
  if (store === 0) for (const sql of [...functionsInPostgres, ...makeLease]) await client.query(sql);
  for (const [index, statements] of versions.entries()) {
    const isJournal = index < journalMigrations.length;
    const version = index - journalMigrations.length + wholeSchema.version;
    if (isJournal ? index < journal : version <= store) continue;
    for (const sql of statements) await client.query(sql);
  }
  await client.query('UPDATE schema_version SET journal = $1, store = $2', [
    journalMigrations.length,
    migrations.length,
  ]);
}

/**
 * Functions as this version has them. An engine that only stands by makes those that are missing, and leaves the others to the one
 * that leads. Where words of the search stand in other places, or in none, all are entered anew.
 */
export async function bringFunctions(client: pg.Client, { isLeader }: { isLeader: boolean }): Promise<void> {
  // One engine after the other.
  await client.query('SELECT 1 FROM schema_version FOR UPDATE');
  const { rows } = await client.query<{ name: string; body: string }>(
    'SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = current_schema()::regnamespace',
  );
  const known = new Map(rows.map(({ name, body }) => [name, body]));
  const changed = new Set<string>();
  for (const sql of functionsInPostgres) {
    const [, name = '', body] = /^CREATE FUNCTION (\w+).*\$body\$(.*)\$body\$/s.exec(sql) ?? [];
    if (known.get(name) === body || (known.has(name) && !isLeader)) continue;
    await client.query(sql.replace('CREATE', 'CREATE OR REPLACE'));
    changed.add(name);
  }
  if (!isLeader) return;
  const placing = await client.query(
    "SELECT 1 FROM pg_trigger WHERE tgname = 'add_place' AND tgrelid = 'search'::regclass",
  );
  if (placing.rowCount === 0) await client.query(addPlaces);
  if (placing.rowCount === 0 || changed.has('place_of') || changed.has('add_place'))
    for (const sql of enterWordsAnew) await client.query(sql);
}

/** Whose journal it is, once its sequences stand above all numbers that this computer gave. */
async function takeOver(
  client: pg.Client,
  given: { dataDir: string; before: Marker | null; numbers: GivenNumbers },
): Promise<Installation> {
  const { dataDir, before, numbers } = given;
  const known =
    before === null ? null : { installationId: before.installationId, createdAt: before.createdAt };
  const installation = await findOrMakeInstallation(client, known);
  if (before !== null && before.installationId !== installation.installationId) throw foreign(dataDir);
  const head = await client.query<{ numbers: string }>('SELECT numbers FROM journal_head');
  const raised = numbers.raised(head.rows[0]?.numbers);
  if (raised !== null) await client.query('UPDATE journal_head SET numbers = $1', [raised]);
  // Where another has taken the lease meanwhile, nothing of this stays.
  await client.query('UPDATE journal_head SET epoch = $1', [await ownEpoch(client)]);
  return installation;
}

/** Whose journal it is: of its own row, of the marker, or a new one. */
async function findOrMakeInstallation(client: pg.Client, known: Installation | null): Promise<Installation> {
  const made = known ?? { installationId: crypto.randomUUID(), createdAt: new Date().toISOString() };
  await client.query(
    `INSERT INTO receiver_setting (name, value) VALUES ('installation', $1) ON CONFLICT (name) DO NOTHING`,
    [JSON.stringify(made)],
  );
  const { rows } = await client.query<{ value: string }>(
    `SELECT value FROM receiver_setting WHERE name = 'installation'`,
  );
  return installationRow.parse(JSON.parse(rows[0]?.value ?? 'null'));
}

const foreign = (dataDir: string): StoreProblem =>
  new StoreProblem(
    'elsewhere',
    `The database belongs to another installation than the data directory ${dataDir}. Name the right database, or another directory.`,
  );
