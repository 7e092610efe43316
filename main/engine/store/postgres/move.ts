/**
 * Moves the data of a directory from its files to a database server, and back: row for row, each table held beside the other by
 * the hash of its rows before anything changes its place. Only the words of the searches are entered anew there, in the
 * background of the next start: what FTS5 keeps of them cannot be read.
 */
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type pg from 'pg';
import { renameFileSync } from '../../rename-file.ts';
import { migrate, openConnection } from '../connection.ts';
import { openStoreInFiles } from '../database.ts';
import { removeBeside } from '../database-file.ts';
import { databaseFile, holdFolder, type Marker, readMarker, writeMarker } from '../folder.ts';
import { journalFile } from '../journal-database.ts';
import { migrations } from '../migrations/index.ts';
import { journalMigrations } from '../migrations/journal.ts';
import { wholeSchema } from '../migrations/whole-schema.ts';
import { makePrivateFile } from '../private-files.ts';
import { StoreProblem } from '../store-error.ts';
import type { SqlValue } from '../transaction.ts';
import { type DatabaseAddress, databaseAddressOf, ofTables } from './connection.ts';
import { bringFunctions, bringToNewest, inOneTransaction, requireVersion } from './database.ts';
import { enterWordsAnew } from './dialect.ts';
import { takeLease } from './lease.ts';

/** How far a move is, in rows: they are written first, and then read back to be compared. */
export interface DataMoveProgress {
  phase: 'writing' | 'comparing';
  done: number;
  all: number;
}

export interface MovedData {
  tables: number;
  rows: number;
  /** Where the files lie that the data were in; empty where they came from a server, which keeps them. */
  aside: string[];
}

interface DataMove {
  dataDir: string;
  /** Ends it before anything changes its place. */
  signal?: AbortSignal;
  onProgress?: (progress: DataMoveProgress) => void;
}

/**
 * Moves the data of a directory to a database that has none yet; nobody may work with either. Rejects with a `StoreProblem`
 * where that is not so or the two differ in the end, and as the signal says; then all is as it was.
 */
export async function moveToDatabase(move: DataMove & { to: string }): Promise<MovedData> {
  const { dataDir, to } = move;
  const address = databaseAddressOf(to);
  if (readMarker(dataDir)?.database != null)
    throw new StoreProblem('databaseForeign', `The data of ${dataDir} are in a database already.`);
  // Brings what an older version wrote to this one's form.
  await openStoreInFiles({ dataDir }).close();
  const lock = holdFolder(dataDir);
  const files = openFiles(dataDir);
  try {
    const moved = await whileNobodyLeads(address, move, async (client, told) => {
      if (await hasData(client)) throw notEmpty();
      await bringFunctions(client, { isLeader: true });
      return copyAll(told, rowsOfFiles(files), intoServer(client));
    });
    files.close();
    writeMarker(dataDir, { ...markerOf(dataDir), database: address.text });
    const aside = [journalFile, databaseFile].map((name) => putAside(join(dataDir, name)));
    return { ...moved, aside };
  } finally {
    files.close();
    lock.release();
  }
}

/**
 * Moves the data of a directory from its database into files of its own. The database keeps what it has, and is not written to
 * by this directory any more. Rejects as `moveToDatabase`.
 */
export async function moveToFiles(move: DataMove): Promise<MovedData> {
  const { dataDir } = move;
  const known = readMarker(dataDir)?.database ?? null;
  if (known === null)
    throw new StoreProblem('databaseForeign', `The data of ${dataDir} are in its own files already.`);
  const address = databaseAddressOf(known);
  const lock = holdFolder(dataDir);
  const made = [join(dataDir, `${journalFile}.moving`), join(dataDir, `${databaseFile}.moving`)] as const;
  try {
    for (const file of made) removeBeside(file);
    const files = makeFiles(made);
    let moved: Omit<MovedData, 'aside'>;
    try {
      moved = await whileNobodyLeads(address, move, (client, told) =>
        copyAll(told, rowsOfServer(client), intoFiles(files)),
      );
    } finally {
      files.close();
    }
    for (const name of [journalFile, databaseFile])
      renameFileSync(join(dataDir, `${name}.moving`), join(dataDir, name));
    writeMarker(dataDir, { ...markerOf(dataDir), database: null });
    return { ...moved, aside: [] };
  } finally {
    for (const file of made) removeBeside(file);
    lock.release();
  }
}

/**
 * Copies the data of a directory from its database into files of another folder, as they are at one moment, beside whoever works
 * with them: a `journal.db` and a `perito.db` that any Perito of this version opens. Rejects with a `StoreProblem`, and as the
 * signal says; then what was made there is of no use.
 */
export async function copyToFiles(copy: DataMove & { into: string }): Promise<void> {
  const { dataDir, into } = copy;
  const known = readMarker(dataDir)?.database ?? null;
  if (known === null)
    throw new StoreProblem('elsewhere', `The data of ${dataDir} are in its own files already.`);
  const files = makeFiles([join(into, journalFile), join(into, databaseFile)]);
  try {
    await inOneTransaction(
      databaseAddressOf(known),
      async (client) => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
        // Another version may be about to take over.
        await requireVersion(client);
        await copyAll(copy, rowsOfServer(client), intoFiles(files));
      },
      ofTables,
    );
  } finally {
    files.close();
  }
}

function markerOf(dataDir: string): Marker {
  const marker = readMarker(dataDir);
  if (marker === null) throw new StoreProblem('databaseLost', `There is no data of Perito in ${dataDir}.`);
  return marker;
}

const notEmpty = () =>
  new StoreProblem(
    'databaseForeign',
    'The database has data of Perito already, which are left alone. Name another database, or another schema by ?schema=NAME.',
  );

async function hasData(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ seq: number; installations: number }>(
    'SELECT (SELECT seq FROM journal_head) AS seq, (SELECT count(*) FROM installation) AS installations',
  );
  return rows[0]?.seq !== 0 || rows[0].installations !== 0;
}

function putAside(file: string): string {
  let aside = `${file}.moved`;
  for (let count = 2; existsSync(aside); count += 1) aside = `${file}.moved-${count}`;
  renameFileSync(file, aside);
  return aside;
}

/** A table as both have it: its columns in their order, and those that its rows are ordered by. */
interface Table {
  name: string;
  database: 'journal' | 'main';
  columns: { name: string; type: 'INTEGER' | 'TEXT' | 'BLOB' }[];
  key: string[];
}

/** What has rows, and what takes them; a batch is a few thousand, of a few megabytes. */
interface Rows {
  tables(): Table[];
  count(table: Table): Promise<number>;
  batches(table: Table): AsyncIterable<SqlValue[][]>;
}
interface Target extends Pick<Rows, 'batches'> {
  begin(tables: readonly Table[]): Promise<void>;
  write(table: Table, rows: SqlValue[][]): Promise<void>;
  /** Has the words of searches be entered anew, and all triggers hold again. */
  finish(tables: readonly Table[]): Promise<void>;
}

async function copyAll(
  { signal, onProgress = () => {} }: Omit<DataMove, 'dataDir'>,
  from: Rows,
  to: Target,
): Promise<Omit<MovedData, 'aside'>> {
  const tables = from.tables();
  let all = 0;
  for (const table of tables) all += await from.count(table);
  let done = 0;
  const tell = (phase: DataMoveProgress['phase'], rows: number) => {
    signal?.throwIfAborted();
    done += rows;
    onProgress({ phase, done, all });
  };
  const written = new Map<string, string>();
  await to.begin(tables);
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const rows of from.batches(table)) {
      for (const row of rows) hash.update(textOf(row));
      await to.write(table, rows);
      tell('writing', rows.length);
    }
    written.set(table.name, hash.digest('hex'));
  }
  done = 0;
  for (const table of tables) {
    const hash = createHash('sha256');
    for await (const rows of to.batches(table)) {
      for (const row of rows) hash.update(textOf(row));
      tell('comparing', rows.length);
    }
    if (hash.digest('hex') !== written.get(table.name))
      throw new StoreProblem(
        'corrupt',
        `The rows of ${table.name} are not the same after they were moved; nothing was changed.`,
      );
  }
  await to.finish(tables);
  return { tables: tables.length, rows: all };
}

/** A row as a line of which every value says its kind. */
function textOf(row: readonly SqlValue[]): string {
  return `${JSON.stringify(
    row.map((value) => {
      if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
      return typeof value === 'bigint' ? Number(value) : value;
    }),
  )}\n`;
}

const rowsOfBatch = 1000;
const bytesOfBatch = 4_000_000;

interface Files {
  of(table: Pick<Table, 'database'>): Database.Database;
  close(): void;
}

function filesOf(journal: Database.Database, main: Database.Database): Files {
  return {
    of: ({ database }) => (database === 'journal' ? journal : main),
    close() {
      journal.close();
      main.close();
    },
  };
}

function openFiles(dataDir: string): Files {
  const open = (file: string) => openConnection(join(dataDir, file), { readonly: false });
  return filesOf(open(journalFile), open(databaseFile));
}

/** Of the journal, and of the database beside it. */
function makeFiles(paths: readonly [journal: string, main: string]): Files {
  for (const file of paths) {
    rmSync(file, { force: true });
    makePrivateFile(file);
  }
  const [journal, main] = paths;
  return withTables(
    filesOf(openConnection(journal, { readonly: false }), openConnection(main, { readonly: false })),
  );
}

function withTables(files: Files): Files {
  migrate(files.of({ database: 'journal' }), journalMigrations, () => {});
  migrate(files.of({ database: 'main' }), migrations, () => {}, wholeSchema);
  return files;
}

/** Terms of searches, which are entered anew, and what SQLite keeps for itself. */
const ownTables = /^(search|policy_search)(_(data|idx|docsize|config|content))?$|^sqlite_/;

function tablesOf(files: Files): Table[] {
  return (['journal', 'main'] as const).flatMap((database) => {
    const connection = files.of({ database });
    const names = connection
      .prepare<[], { name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all()
      .map(({ name }) => name);
    return names
      .filter((name) => !ownTables.test(name))
      .map((name) => {
        const columns = connection
          .prepare<[string], { name: string; type: Table['columns'][number]['type']; pk: number }>(
            'SELECT name, type, pk FROM pragma_table_info(?)',
          )
          .all(name);
        const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
        return { name, database, columns, key: key.map((column) => column.name) };
      });
  });
}

const listOf = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
const columnsOf = ({ columns }: Table): string => listOf(columns.map(({ name }) => name));
const selectAll = (table: Table): string =>
  `SELECT ${columnsOf(table)} FROM "${table.name}" ORDER BY ${listOf(table.key)}`;

function* inBatches(rows: Iterable<SqlValue[]>): Generator<SqlValue[][]> {
  let batch: SqlValue[][] = [];
  let bytes = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row)
      bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;
    if (batch.length < rowsOfBatch && bytes < bytesOfBatch) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function rowsOfFiles(files: Files): Rows {
  return {
    tables: () => tablesOf(files),
    async count(table) {
      const row = files
        .of(table)
        .prepare<[], { count: number }>(`SELECT count(*) AS count FROM "${table.name}"`)
        .get();
      return row?.count ?? 0;
    },
    async *batches(table) {
      yield* inBatches(files.of(table).prepare<[], SqlValue[]>(selectAll(table)).raw().iterate());
    },
  };
}

function intoFiles(files: Files): Target {
  const triggers = new Map<Table['database'], { name: string; sql: string }[]>();
  return {
    async begin(tables) {
      for (const database of ['journal', 'main'] as const) {
        const connection = files.of({ database });
        const found = connection
          .prepare<[], { name: string; sql: string }>(
            `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
          )
          .all();
        triggers.set(database, found);
        connection.pragma('foreign_keys = OFF');
        connection.exec('BEGIN');
        for (const { name } of found) connection.exec(`DROP TRIGGER ${name}`);
      }
      for (const table of tables) files.of(table).exec(`DELETE FROM "${table.name}"`);
    },
    async write(table, rows) {
      const insert = files
        .of(table)
        .prepare(
          `INSERT INTO "${table.name}" (${columnsOf(table)}) VALUES (${table.columns.map(() => '?').join(', ')})`,
        );
      for (const row of rows) insert.run(...row);
    },
    batches: (table) => rowsOfFiles(files).batches(table),
    async finish() {
      files.of({ database: 'main' }).exec([...enterWordsAnew, enterPoliciesAnew].join(';\n'));
      for (const [database, list] of triggers) {
        const connection = files.of({ database });
        for (const { sql } of list) connection.exec(sql);
        connection.exec('COMMIT');
        connection.pragma('optimize');
      }
    },
  };
}

/** The words of the policies in force. */
const enterPoliciesAnew = 'UPDATE policy SET needs_reindex = 1 WHERE until_version IS NULL';

const arrayTypes = { INTEGER: 'bigint[]', TEXT: 'text[]', BLOB: 'bytea[]' } as const;

/** Within the transaction that is open. */
function intoServer(client: pg.Client): Target {
  return {
    async begin(tables) {
      await client.query('SET CONSTRAINTS ALL DEFERRED');
      for (const { name } of tables) await client.query(`ALTER TABLE "${name}" DISABLE TRIGGER USER`);
      for (const { name } of tables) await client.query(`DELETE FROM "${name}"`);
    },
    async write(table, rows) {
      const arrays = table.columns.map((_, index) => rows.map((row) => row[index] ?? null));
      const given = table.columns.map(({ type }, index) => `$${index + 1}::${arrayTypes[type]}`);
      await client.query(
        `INSERT INTO "${table.name}" (${columnsOf(table)}) SELECT * FROM unnest(${given.join(', ')})`,
        arrays,
      );
    },
    batches: (table) => rowsOfServer(client).batches(table),
    async finish(tables) {
      for (const sql of [...enterWordsAnew, enterPoliciesAnew]) await client.query(sql);
      // What is deferred holds now, or nothing of it does.
      await client.query('SET CONSTRAINTS ALL IMMEDIATE');
      for (const { name } of tables) await client.query(`ALTER TABLE "${name}" ENABLE TRIGGER USER`);
      // Else the first questions are planned as of empty tables.
      for (const { name } of tables) await client.query(`ANALYZE "${name}"`);
    },
  };
}

function rowsOfServer(client: pg.Client): Rows {
  return {
    tables() {
      const empty = withTables(filesOf(new Database(':memory:'), new Database(':memory:')));
      try {
        return tablesOf(empty);
      } finally {
        empty.close();
      }
    },
    async count(table) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM "${table.name}"`);
      return rows[0]?.count ?? 0;
    },
    async *batches(table) {
      await client.query(`DECLARE moved NO SCROLL CURSOR FOR ${selectAll(table)}`);
      for (;;) {
        const { rows } = await client.query<SqlValue[]>({
          text: `FETCH ${rowsOfBatch} FROM moved`,
          rowMode: 'array',
        });
        if (rows.length === 0) break;
        yield rows;
      }
      await client.query('CLOSE moved');
    },
  };
}

/** Runs something in one transaction, as if it led; an engine that is started meanwhile stands by. */
async function whileNobodyLeads<Result>(
  address: DatabaseAddress,
  { signal, onProgress }: DataMove,
  run: (client: pg.Client, told: Omit<DataMove, 'dataDir'>) => Promise<Result>,
): Promise<Result> {
  await inOneTransaction(address, (client) => bringToNewest(client, address.schema), ofTables);
  const lost = new AbortController();
  const lease = await takeLease(address, {
    onStandby({ leader }) {
      throw new StoreProblem('inUse', `${leader} works with this database. Close that Perito first.`);
    },
    onLost: (problem) => lost.abort(problem),
  });
  const told = {
    signal: signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]),
    ...(onProgress !== undefined && { onProgress }),
  };
  try {
    return await inOneTransaction(address, (client) => run(client, told), ofTables);
  } finally {
    await lease.release();
  }
}
