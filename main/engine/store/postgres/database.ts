/** The journal and what is derived from it in one schema of a PostgreSQL database, behind what files of SQLite have else. */
import type pg from 'pg';
import * as z from 'zod';
import type { Inspection, Reading, Store } from '../database.ts';
import { type Marker, makeFolder, readMarker, writeMarker } from '../folder.ts';
import { numbersGiven } from '../journal.ts';
import type { JournalStore } from '../journal-database.ts';
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
  PostgresConnection,
  PostgresTransaction,
  readingOf,
  supersededState,
  type WriterPlace,
  writingOf,
} from './connection.ts';
import { functionsInPostgres, schemaInPostgres } from './dialect.ts';

/** What a data directory on PostgreSQL opens. */
interface Opening {
  dataDir: string;
  address: DatabaseAddress;
  sampleData?: boolean;
  /** Told once when nothing more can be written in this run. */
  onFailure?: ((problem: StoreProblem) => void) | undefined;
}

/**
 * Opens the journal in a database, or makes it; who opened it before writes nothing more. Rejects with a `StoreProblem` where the
 * server cannot be reached or used, or the database is of a newer Perito or another installation.
 */
export async function openJournalInPostgres(opening: Opening): Promise<JournalStore> {
  const { dataDir, address, onFailure } = opening;
  makeFolder(dataDir);
  const numbers = new GivenNumbers(dataDir);
  const before = readMarker(dataDir);
  const { installation, place } = await within(address, async (client) => {
    await bringToNewest(client, address.schema);
    const known =
      before === null ? null : { installationId: before.installationId, createdAt: before.createdAt };
    const installation = await findOrMakeInstallation(client, known);
    if (before !== null && before.installationId !== installation.installationId) throw foreign(dataDir);
    const head = await client.query<{ numbers: string }>('SELECT numbers FROM journal_head');
    const raised = numbers.raised(
      z.record(z.string(), z.int()).parse(JSON.parse(head.rows[0]?.numbers ?? '{}')),
    );
    if (raised !== null) await client.query('UPDATE journal_head SET numbers = $1', [JSON.stringify(raised)]);
    return { installation, place: await takePlace(client, 'journal') };
  });
  const marker: Marker = {
    ...installation,
    ...{ closedCleanly: false, hasJournal: true, hasStore: true, checkedAt: new Date().toISOString() },
    database: address.text,
  };
  writeMarker(dataDir, marker);
  const writing = writingOf(address, place);
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, 1);
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
    numbers.write(true);
    writeMarker(dataDir, { ...marker, closedCleanly: true });
  };
  return {
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
}

const notingMilliseconds = 250;

/** Opens what is derived from the journal of a database that `openJournalInPostgres` opened. Rejects with a `StoreProblem`. */
export async function openStoreInPostgres(opening: Opening): Promise<Store> {
  const { dataDir, address, onFailure, sampleData = false } = opening;
  const marker = readMarker(dataDir);
  if (marker === null) throw new Error('A store was opened before its journal.');
  const { place, installation } = await within(address, async (client) => {
    await client.query(
      `INSERT INTO installation ("only", id, created_at, sample_data) VALUES (1, $1, $2, $3) ON CONFLICT ("only") DO NOTHING`,
      [marker.installationId, Date.parse(marker.createdAt), sampleData ? 1 : 0],
    );
    const found = await client.query<{ id: string; sample_data: string }>(
      'SELECT id, sample_data FROM installation',
    );
    const [installation] = found.rows;
    if (installation === undefined || installation.id !== marker.installationId) throw foreign(dataDir);
    return { installation, place: await takePlace(client, 'store') };
  });
  const writing = writingOf(address, place);
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, readingConnections);
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
    sampleData: Number(installation.sample_data) === 1,
    write: (job) => writer.run(job),
    derive: (job) => writer.run(job, { isSynced: false }),
    read: readers.read,
    close: () => (closing ??= close()),
  };
}

/** Reads a database beside whoever works on it; a server that is away is asked again at the next read. */
export function openReadingOfPostgres(address: DatabaseAddress): Reading {
  const readers = openReaders(address, new Nesting(), 1);
  return {
    read: readers.read,
    // Nobody moves its files.
    reopen() {},
    async leave() {},
    close: readers.close,
  };
}

/** Looks at a database beside whoever works on it; what is damaged its owner finds. Rejects with a `StoreProblem`. */
export async function inspectPostgres(
  address: DatabaseAddress,
): Promise<Inspection & { readonly journalSchema: number }> {
  const found = await within(address, async (client) => {
    const versions = await client
      .query<{ journal: number; store: number }>('SELECT journal, store FROM schema_version')
      .catch(() => null);
    const [version] = versions?.rows ?? [];
    if (version?.journal !== journalMigrations.length || version.store !== migrations.length)
      throw new StoreProblem(
        'newerSchema',
        `The database has no data of this version of Perito (schema ${version?.store ?? 0}; this one has ${migrations.length}).`,
      );
    const { rows } = await client.query<{ id: string; createdAt: number; sampleData: number }>(
      'SELECT id, created_at AS "createdAt", sample_data AS "sampleData" FROM installation',
    );
    const [installation] = rows;
    if (installation === undefined)
      throw new StoreProblem('databaseLost', 'The database has no installation of Perito yet.');
    return { installation, journalSchema: version.journal, schema: version.store };
  });
  const nesting = new Nesting();
  const readers = openReaders(address, nesting, 1);
  const connection = new PostgresConnection(address, { isReadOnly: true });
  return {
    ...found,
    read: readers.read,
    run: (job) =>
      job(new PostgresTransaction(connection)).catch((failure: unknown) => {
        throw asPostgresProblem(failure);
      }),
    damage: () => [],
    journalDamage: () => [],
    close: async () => void (await Promise.all([readers.close(), connection.close()])),
  };
}

/** As many questions are asked of the server at a time. */
const readingConnections = 4;

/** Some readers, each with a connection of its own; a read goes to the one that has the least to do. */
function openReaders(address: DatabaseAddress, nesting: Nesting, count: number) {
  const readers = Array.from({ length: count }, () => ({
    reader: new Reader(readingOf(address), nesting),
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
async function within<Result>(
  address: DatabaseAddress,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const connection = new PostgresConnection(address);
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

const makeWriters = [
  'CREATE TABLE writer (name TEXT PRIMARY KEY, epoch BIGINT NOT NULL, stamp TEXT)',
  `CREATE FUNCTION stamp_commit(writer_name text, writer_epoch bigint, commit_stamp text) RETURNS void LANGUAGE plpgsql AS $body$
    BEGIN
      UPDATE writer SET stamp = commit_stamp WHERE name = writer_name AND epoch = writer_epoch;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'another Perito has taken over' USING ERRCODE = '${supersededState}';
      END IF;
    END $body$`,
];

/** Brings a schema to the newest version, whoever else does the same now. */
async function bringToNewest(client: pg.Client, schema: string): Promise<void> {
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
  if (journal === journalMigrations.length && store === migrations.length) return;
  const later = migrations.slice(wholeSchema.version);
  const versions = schemaInPostgres([...journalMigrations, wholeSchema.sql, ...later]);
  if (store === 0) for (const sql of [...functionsInPostgres, ...makeWriters]) await client.query(sql);
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

/** Takes the place of a writer; whoever had it commits nothing more. */
async function takePlace(client: pg.Client, name: WriterPlace['name']): Promise<WriterPlace> {
  const { rows } = await client.query<{ epoch: number }>(
    `INSERT INTO writer (name, epoch) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET epoch = writer.epoch + 1 RETURNING epoch`,
    [name],
  );
  return { name, epoch: rows[0]?.epoch ?? 1 };
}

const installationRow = z.object({ installationId: z.uuid(), createdAt: z.iso.datetime() });
type Installation = z.infer<typeof installationRow>;

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
    'databaseForeign',
    `The database belongs to another installation than the data directory ${dataDir}. Name the right database, or another directory.`,
  );
