/** The whole schema in SQLite and in PostgreSQL, the latter as PGlite inside this process, with statements for both. */
import { PGlite, types } from '@electric-sql/pglite';
import Database from 'better-sqlite3';
import { migrations } from '../../../../main/engine/store/migrations/index.ts';
import { journalMigrations } from '../../../../main/engine/store/migrations/journal.ts';
import { wholeSchema } from '../../../../main/engine/store/migrations/whole-schema.ts';
import {
  functionsInPostgres,
  inPostgres,
  schemaInPostgres,
} from '../../../../main/engine/store/postgres/dialect.ts';
import {
  ConnectionTransaction,
  GroupMemory,
  type SqlValue,
  type WriteTransaction,
} from '../../../../main/engine/store/transaction.ts';

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly tx: WriteTransaction;
  /** Runs something whose changes are undone after it. */
  undone<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs a statement; what it did is undone where it fails, and the transaction goes on. */
  tried(sql: string): Promise<string>;
  close(): Promise<void>;
}

const versions = [...journalMigrations, wholeSchema.sql, ...migrations.slice(wholeSchema.version)];
const messageOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(failure);

export interface Sqlite extends Engine {
  readonly database: Database.Database;
}

export function openSqlite(): Sqlite {
  const database = new Database(':memory:');
  // Rows of a test stand without those that they refer to.
  database.pragma('foreign_keys = OFF');
  database.pragma('recursive_triggers = ON');
  for (const sql of versions) database.exec(sql);
  const tx = new ConnectionTransaction(database);
  return {
    name: 'SQLite',
    database,
    tx,
    async undone(run) {
      database.exec('BEGIN');
      try {
        return await run();
      } finally {
        database.exec('ROLLBACK');
      }
    },
    async tried(sql) {
      try {
        return `${(await tx.run(sql)).changes} changed`;
      } catch (failure) {
        return messageOf(failure);
      }
    },
    close: async () => void database.close(),
  };
}

/** As `PostgresConnection` reads them. */
const parsers = {
  [types.INT8]: Number,
  [types.NUMERIC]: Number,
  [types.BOOL]: (text: string) => (text === 't' ? 1 : 0),
  [types.BYTEA]: (text: string) => Buffer.from(text.slice(2), 'hex'),
};

export async function openPostgres(): Promise<Engine> {
  const server = await PGlite.create();
  for (const sql of functionsInPostgres) await server.exec(sql);
  for (const statements of schemaInPostgres(versions)) await server.exec(statements.join(';\n'));
  const query = (sql: string, parameters: SqlValue[]) =>
    server.query<Record<string, unknown>>(inPostgres(sql), parameters, { parsers });
  const tx: WriteTransaction = {
    dialect: 'postgres',
    memory: new GroupMemory(),
    get: async <Row>(sql: string, ...parameters: SqlValue[]) =>
      (await query(sql, parameters)).rows[0] as Row | undefined,
    all: async <Row>(sql: string, ...parameters: SqlValue[]) => (await query(sql, parameters)).rows as Row[],
    run: async (sql, ...parameters) => ({ changes: (await query(sql, parameters)).affectedRows ?? 0 }),
  };
  return {
    name: 'PostgreSQL',
    tx,
    async undone(run) {
      await server.exec('BEGIN; SET CONSTRAINTS ALL DEFERRED');
      try {
        return await run();
      } finally {
        await server.exec('ROLLBACK');
      }
    },
    async tried(sql) {
      await server.exec('SAVEPOINT tried');
      try {
        return `${(await tx.run(sql)).changes} changed`;
      } catch (failure) {
        await server.exec('ROLLBACK TO tried');
        return messageOf(failure);
      }
    },
    close: () => server.close(),
  };
}

interface Column {
  name: string;
  type: 'INTEGER' | 'TEXT' | 'BLOB';
}

/** An INSERT of one row of which only some columns matter: those that must have something have any. */
export function rowInserted(
  { database }: Sqlite,
  table: string,
  given: Readonly<Record<string, string | number | null>>,
): string {
  const needed = database
    .prepare<[string], Column>(
      `SELECT name, type FROM pragma_table_info(?) WHERE "notnull" = 1 AND dflt_value IS NULL OR pk > 0 AND type <> 'INTEGER'`,
    )
    .all(table);
  const anything = { INTEGER: '1', TEXT: `'x'`, BLOB: `x'01'` };
  const values = new Map(needed.map(({ name, type }) => [name, anything[type]]));
  for (const [name, value] of Object.entries(given)) values.set(name, literal(value));
  return `INSERT INTO ${table} (${[...values.keys()].join(', ')}) VALUES (${[...values.values()].join(', ')})`;
}

function literal(value: string | number | null): string {
  if (value === null) return 'NULL';
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
