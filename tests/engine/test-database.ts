/** Databases of a PostgreSQL server for tests: of `PERITO_TEST_DATABASE`, where it is set, each test has one of its own. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openJournalStore, openStore } from '../../main/engine/store/index.ts';
import { migrations } from '../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../main/engine/store/migrations/journal.ts';
import { functionsInPostgres } from '../../main/engine/store/postgres/dialect.ts';
import { makeLease } from '../../main/engine/store/postgres/lease.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Address of a database that tests may make others beside. */
const server = process.env['PERITO_TEST_DATABASE'];

export const isOnPostgres = server !== undefined && server !== '';

/** Address of a new database for a new data directory; undefined where it has its data, or tests are to keep them in files. */
export async function newTestDatabase(dataDir: string): Promise<string | undefined> {
  if (!isOnPostgres || existsSync(join(dataDir, 'installation.json'))) return undefined;
  const name = `perito_test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase();
  await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return addressOf(name);
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
  await onServer((client) => client.query(`CREATE DATABASE ${aside} ENCODING UTF8 TEMPLATE template0`));
  const dataDir = temporaryFolder();
  const journal = await openJournalStore({ dataDir, database: addressOf(aside) });
  await (await openStore({ dataDir, journalIsOpen: true })).close();
  await journal.close();
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
