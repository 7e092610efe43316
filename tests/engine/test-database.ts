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
import { readMarker, writeMarker } from '../../main/engine/store/folder.ts';
import { openJournalStore, openStore } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../main/engine/store/migrations/journal.ts';
import { functionsInPostgres } from '../../main/engine/store/postgres/dialect.ts';
import { makeLease } from '../../main/engine/store/postgres/lease.ts';

/** Address of a database that tests may make others beside. */
const server = process.env['PERITO_TEST_DATABASE'];

/** Whether data directories of tests have their data on a server. What is about SQLite alone is skipped by it. */
export const isOnPostgres = process.env['PERITO_TEST_STORE'] === 'postgres';

/** Address of a new database for a new data directory; undefined where it has its data, or tests are to keep them in files. */
export async function newTestDatabase(dataDir: string): Promise<string | undefined> {
  if (!isOnPostgres || existsSync(join(dataDir, 'installation.json'))) return undefined;
  const name = `perito_test_${Date.now()}_${randomUUID().slice(0, 8)}`;
  const template = await templateDatabase();
  await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  dropWithTest(name);
  return addressOf(name);
}

/** Also where the test failed, and left connections open. */
function dropWithTest(name: string): void {
  try {
    onTestFinished(() => onServer((client) => drop(client, name)));
  } catch {
    // Of several tests, or of a process that one started: `dropLeftOver` of a later run does it.
  }
}

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
    .update([...journalMigrations, ...migrations, ...functionsInPostgres, ...makeLease].join('\0'))
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
