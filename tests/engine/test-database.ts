/**
 * Databases of the PostgreSQL server that `PERITO_TEST_DATABASE` names, for the tests of the project `postgres`: each data
 * directory has one of its own.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { errorCode } from '../../main/engine/error-code.ts';
import { readMarker, writeMarker } from '../../main/engine/store/folder.ts';
import { moveToDatabase, openJournalStore, openStore } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../main/engine/store/migrations/journal.ts';
import { functionsInPostgres } from '../../main/engine/store/postgres/dialect.ts';
import { functionsOfLease, makeLease } from '../../main/engine/store/postgres/lease.ts';

/** Address of a database that tests may make others beside. */
const server = process.env['PERITO_TEST_DATABASE'];

/** Whether data directories of tests have their data on a server. What is about SQLite alone is skipped by it. */
export const isOnPostgres = process.env['PERITO_TEST_STORE'] === 'postgres';

/** Address of a new database for a new data directory; undefined where it has its data, or tests are to keep them in files. */
export async function newTestDatabase(dataDir: string): Promise<string | undefined> {
  if (!isOnPostgres || existsSync(join(dataDir, 'installation.json'))) return undefined;
  return anotherDatabase();
}

/**
 * Moves what a data directory has in files to a new database, where tests are to keep it there; words of records are entered by
 * whoever wants them. Returns the directory.
 */
export async function movedToTestDatabase(dataDir: string): Promise<string> {
  if (isOnPostgres) await moveToDatabase({ dataDir, to: await anotherDatabase() });
  return dataDir;
}

async function anotherDatabase(): Promise<string> {
  const template = await templateDatabase();
  const name = emptied.pop() ?? newName();
  if (!given.has(name))
    await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  given.add(name);
  takeBackAfterTest(name);
  return addressOf(name);
}

/** By it `dropLeftOver` knows how old one is. */
const newName = (): string => `perito_test_${Date.now()}_${randomUUID().slice(0, 8)}`;

/** Databases of this process, and those of them that are as the template again: emptying one takes a tenth of making it. */
const given = new Set<string>();
const emptied: string[] = [];

/** Also where the test failed, and left connections open. */
function takeBackAfterTest(name: string): void {
  try {
    onTestFinished(async () => {
      if (await empty(name)) emptied.push(name);
      else await onServer((client) => drop(client, name));
    });
  } catch {
    // Of several tests, or of a process that one started: `dropLeftOver` of a later run does it.
  }
}

/** Larger ones are not worth emptying, in bytes. */
const largestKept = 64 * 1024 * 1024;

/** Makes a database as the template is, and ends what is still connected with it; false where that cannot be. */
async function empty(name: string): Promise<boolean> {
  const client = new pg.Client(addressOf(name));
  try {
    await client.connect();
    const { rows } = await client.query<{ emptied: boolean }>('SELECT template_rows.restore($1) AS emptied', [
      largestKept,
    ]);
    return rows[0]?.emptied === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Keeps what a template has, and makes the function that has a database as it was. */
const keepTemplate = [
  'CREATE SCHEMA template_rows',
  `CREATE FUNCTION template_rows.relations() RETURNS text LANGUAGE sql AS $body$
    SELECT string_agg(relname, ',' ORDER BY relname) FROM pg_class
      WHERE relnamespace = 'perito'::regnamespace $body$`,
  `DO $body$ DECLARE name text; filled boolean; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'perito' LOOP
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM perito.%I)', name) INTO filled;
      IF filled THEN EXECUTE format('CREATE TABLE template_rows.%I AS SELECT * FROM perito.%I', name, name); END IF;
    END LOOP;
  END $body$`,
  'CREATE TABLE template_rows.known_relations AS SELECT template_rows.relations() AS names',
  `CREATE FUNCTION template_rows.restore(largest bigint) RETURNS boolean LANGUAGE plpgsql AS $body$
    DECLARE name text;
    BEGIN
      IF pg_database_size(current_database()) > largest
        OR template_rows.relations() <> (SELECT names FROM template_rows.known_relations)
        THEN RETURN false; END IF;
      PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend';
      -- Neither triggers nor references.
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'perito' LOOP
        EXECUTE format('DELETE FROM perito.%I', name);
      END LOOP;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'template_rows' AND tablename <> 'known_relations' LOOP
        EXECUTE format('INSERT INTO perito.%I SELECT * FROM template_rows.%I', name, name);
      END LOOP;
      RETURN true;
    END $body$`,
];

const drop = async (client: pg.Client, name: string): Promise<void> =>
  void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

/** No run takes as long, in milliseconds. */
const longestRun = 2 * 3_600_000;

async function dropLeftOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname ~ '^perito_test_\\d+_'`,
  );
  for (const { name } of rows)
    if (Number(name.split('_')[2]) < Date.now() - longestRun) await drop(client, name);
}

function addressOf(name: string): string {
  const url = new URL(server ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

let made: Promise<string> | null = null;

/** A database that is migrated already; made by the first of the processes of a run that needs it. */
function templateDatabase(): Promise<string> {
  made ??= makeTemplate();
  return made;
}

async function makeTemplate(): Promise<string> {
  const version = createHash('sha256')
    .update(
      [
        ...journalMigrations,
        ...migrations,
        ...functionsInPostgres,
        ...functionsOfLease,
        ...makeLease,
        ...keepTemplate,
      ].join('\0'),
    )
    .digest('hex')
    .slice(0, 12);
  const name = `perito_template_${version}`;
  const isThere = await onServer(
    async (client) =>
      (await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount === 1,
  );
  if (isThere) return name;
  const aside = `${name}_${process.pid}`;
  await onServer(dropLeftOver);
  await onServer((client) => client.query(`CREATE DATABASE ${aside} ENCODING UTF8 TEMPLATE template0`));
  // Not of a test: the first to need it may be what is done before all of them.
  const dataDir = mkdtempSync(join(tmpdir(), 'perito-template-'));
  const journal = await openJournalStore({ dataDir, database: addressOf(aside) });
  await (await openStore({ dataDir, journalIsOpen: true })).close();
  await journal.close();
  rmSync(dataDir, { recursive: true });
  await onServer(async (client) => {
    const own = new pg.Client(addressOf(aside));
    await own.connect();
    // Each database of a test is an installation of its own.
    await own.query('DELETE FROM perito.installation');
    await own.query('DELETE FROM perito.receiver_setting');
    for (const sql of keepTemplate) await own.query(sql);
    await own.end();
    await client
      .query(`ALTER DATABASE ${aside} RENAME TO ${name}`)
      .catch(() => client.query(`DROP DATABASE ${aside}`));
  });
  return name;
}

async function onServer<Result>(run: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** What arrived: all else is derived from it, or made by people. */
export const journalTables = [
  'archived_record',
  'entry',
  'journal_head',
  'moved_id',
  'open_ask',
  'receiver_setting',
];

/** The tables of an installation, by their names. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY name',
  );
  return rows.map(({ name }) => name);
}

/** A connection with the database of a data directory, beside whoever works on it. */
export async function withTestDatabase<Result>(
  dataDir: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = readMarker(dataDir)?.database;
  if (database === undefined || database === null) throw new Error(`${dataDir} has no database of a server.`);
  const client = new pg.Client({ connectionString: database, options: '-c search_path=perito' });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** The same journal in a database that has nothing yet, which becomes the same installation. */
export async function copyJournalOnServer(from: string, to: string): Promise<void> {
  const [one, other] = [readMarker(from), readMarker(to)];
  if (one === null || other === null) throw new Error('No data directory is there.');
  await withTestDatabase(from, (source) =>
    withTestDatabase(to, async (target) => {
      for (const table of journalTables) {
        const { rows } = await source.query<{ all: string }>(
          `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} t`,
        );
        await target.query(`DELETE FROM ${table}`);
        await target.query(
          `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
          [rows[0]?.all],
        );
      }
    }),
  );
  writeMarker(to, { ...one, database: other.database, hasJournal: true, hasStore: false });
}

/**
 * A copy of a database as a process leaves it that is killed now, with whatever it has under way: its connections are cut, and
 * it gets no other. Resolves with the address of the copy.
 */
export async function copyKilledOnServer(dataDir: string): Promise<string> {
  const killed = new URL(readMarker(dataDir)?.database ?? '').pathname.slice(1);
  const copy = newName();
  await onServer(async (client) => {
    await client.query(`ALTER DATABASE ${killed} ALLOW_CONNECTIONS false`);
    const cut = 'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1';
    const isCopied = async () => {
      await client.query(cut, [killed]);
      return client.query(`CREATE DATABASE ${copy} TEMPLATE ${killed}`).then(
        () => true,
        (failure: unknown) => {
          // One that was let in before is there only now.
          if (errorCode(failure) !== '55006') throw failure;
          return false;
        },
      );
    };
    while (!(await isCopied()));
    await client.query(`ALTER DATABASE ${copy} ALLOW_CONNECTIONS true`);
  });
  given.add(copy);
  takeBackAfterTest(copy);
  return addressOf(copy);
}

/** All that a data directory has on its server, as text. */
export async function textOfAll(dataDir: string): Promise<string> {
  return withTestDatabase(dataDir, async (client) => {
    const texts: string[] = [];
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM "${table}" t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  });
}
